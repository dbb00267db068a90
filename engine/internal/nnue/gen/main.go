// Command gen writes the kernels of package nnue for AVX2. It is a module of its own, so that the program
// does not depend on the assembler.
//
//	go generate ./engine/internal/nnue
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lanes is the number of int16 in a register.
const lanes = 16

func main() {
	ConstraintExpr("amd64")
	addRows()
	output()
	addFloats()
	hasAVX2()
	Generate()
}

// addRows writes the kernel of addRowsPlain: it keeps a block of the accumulator in registers while it
// passes over the rows.
func addRows() {
	TEXT("addRowsAVX2", NOSPLIT, "func(dst, src, weights []int16, added, removed []int32)")
	Pragma("noescape")
	Doc("addRowsAVX2 is addRowsPlain for lengths that are multiples of 32.")
	dst, src, weights := Load(Param("dst").Base(), GP64()), Load(Param("src").Base(), GP64()), Load(Param("weights").Base(), GP64())
	left := Load(Param("dst").Len(), GP64())
	added, removed := Load(Param("added").Base(), GP64()), Load(Param("removed").Base(), GP64())
	addedLen, removedLen := Load(Param("added").Len(), GP64()), Load(Param("removed").Len(), GP64())
	for _, registers := range []int{8, 4, 2} {
		name := map[int]string{8: "eight", 4: "four", 2: "two"}[registers]
		Label(name)
		CMPQ(left, U32(uint32(registers*lanes)))
		JL(LabelRef(name + "_done"))
		block := make([]reg.VecVirtual, registers)
		for i := range block {
			block[i] = YMM()
			VMOVDQU(Mem{Base: src, Disp: 32 * i}, block[i])
		}
		overRows(name+"_added", added, addedLen, weights, block, VPADDW)
		overRows(name+"_removed", removed, removedLen, weights, block, VPSUBW)
		for i := range block {
			VMOVDQU(block[i], Mem{Base: dst, Disp: 32 * i})
		}
		for _, pointer := range []reg.Register{dst, src, weights} {
			ADDQ(U32(uint32(registers*32)), pointer)
		}
		SUBQ(U32(uint32(registers*lanes)), left)
		JMP(LabelRef(name))
		Label(name + "_done")
	}
	VZEROUPPER()
	RET()
}

// overRows writes a loop that adds a block of each row to the registers, or subtracts it.
func overRows(name string, rows, count, weights reg.Register, block []reg.VecVirtual, op func(...Op)) {
	i, row := GP64(), GP64()
	XORQ(i, i)
	Label(name)
	CMPQ(i, count)
	JGE(LabelRef(name + "_done"))
	MOVLQSX(Mem{Base: rows, Index: i, Scale: 4}, row)
	for j, x := range block {
		op(Mem{Base: weights, Index: row, Scale: 2, Disp: 32 * j}, x, x)
	}
	INCQ(i)
	JMP(LabelRef(name))
	Label(name + "_done")
}

// output writes the kernel of outputPlain. For an activation y from 0 to 255 and a weight w of a byte, y*w
// fits 16 bits; so w*y*y comes from one multiplication that keeps 16 bits and one that adds pairs in 32.
func output() {
	TEXT("outputAVX2", NOSPLIT, "func(own, other, weights []int16) int64")
	Pragma("noescape")
	Doc("outputAVX2 is outputPlain for lengths that are multiples of 16, up to 256 for an accumulator.")
	own, other, weights := Load(Param("own").Base(), GP64()), Load(Param("other").Base(), GP64()), Load(Param("weights").Base(), GP64())
	left := Load(Param("own").Len(), GP64())
	second := GP64()
	LEAQ(Mem{Base: weights, Index: left, Scale: 2}, second)
	zero, one, sums := YMM(), YMM(), []reg.VecVirtual{YMM(), YMM()}
	VPXOR(zero, zero, zero)
	for _, sum := range sums {
		VPXOR(sum, sum, sum)
	}
	constant := GP32()
	MOVL(U32(255), constant)
	VMOVD(constant, one.AsX())
	VPBROADCASTW(one.AsX(), one)
	i := GP64()
	XORQ(i, i)
	Label("loop")
	for j, side := range []struct{ x, w reg.Register }{{own, weights}, {other, second}} {
		y, product := YMM(), YMM()
		VMOVDQU(Mem{Base: side.x, Index: i, Scale: 2}, y)
		VPMAXSW(zero, y, y)
		VPMINSW(one, y, y)
		VPMULLW(Mem{Base: side.w, Index: i, Scale: 2}, y, product)
		VPMADDWD(product, y, y)
		VPADDD(y, sums[j], sums[j])
	}
	ADDQ(Imm(lanes), i)
	CMPQ(i, left)
	JL(LabelRef("loop"))
	sumUp(sums)
	RET()
}

// addFloats writes the kernel of addFloatsPlain.
func addFloats() {
	TEXT("addFloatsAVX2", NOSPLIT, "func(dst, src []float32)")
	Pragma("noescape")
	Doc("addFloatsAVX2 is addFloatsPlain for lengths that are multiples of 8.")
	dst, src := Load(Param("dst").Base(), GP64()), Load(Param("src").Base(), GP64())
	left := Load(Param("dst").Len(), GP64())
	for _, registers := range []int{4, 1} {
		name := map[int]string{4: "four", 1: "one"}[registers]
		Label(name)
		CMPQ(left, U32(uint32(registers*lanes/2)))
		JL(LabelRef(name + "_done"))
		for i := range registers {
			x := YMM()
			VMOVUPS(Mem{Base: dst, Disp: 32 * i}, x)
			VADDPS(Mem{Base: src, Disp: 32 * i}, x, x)
			VMOVUPS(x, Mem{Base: dst, Disp: 32 * i})
		}
		ADDQ(U32(uint32(registers*32)), dst)
		ADDQ(U32(uint32(registers*32)), src)
		SUBQ(U32(uint32(registers*lanes/2)), left)
		JMP(LabelRef(name))
		Label(name + "_done")
	}
	VZEROUPPER()
	RET()
}

// sumUp stores the sum of all 32-bit numbers of the registers, in 64 bits.
func sumUp(sums []reg.VecVirtual) {
	total := YMM()
	VPXOR(total, total, total)
	for _, sum := range sums {
		half, wide := XMM(), YMM()
		VEXTRACTI128(Imm(1), sum, half)
		VPMOVSXDQ(half, wide)
		VPADDQ(wide, total, total)
		VPMOVSXDQ(sum.AsX(), wide)
		VPADDQ(wide, total, total)
	}
	half := XMM()
	VEXTRACTI128(Imm(1), total, half)
	VPADDQ(half, total.AsX(), half)
	high := XMM()
	VPSHUFD(Imm(0xee), half, high)
	VPADDQ(high, half, half)
	result := GP64()
	VMOVQ(half, result)
	VZEROUPPER()
	Store(result, ReturnIndex(0))
}

// hasAVX2 writes the question whether processor and operating system have AVX2. Source: Intel 64 and IA-32
// Architectures Software Developer's Manual, volume 1, 14.3 and 14.7.1.
func hasAVX2() {
	TEXT("hasAVX2", NOSPLIT, "func() bool")
	Pragma("noescape")
	Doc("hasAVX2 reports whether processor and operating system have AVX2.")
	leaf := func(n uint32) {
		MOVL(U32(n), reg.EAX)
		XORL(reg.ECX, reg.ECX)
		CPUID()
	}
	leaf(0)
	CMPL(reg.EAX, U32(7))
	JL(LabelRef("no"))
	leaf(1)
	const osxsaveAndAVX = 1<<27 | 1<<28
	ANDL(U32(osxsaveAndAVX), reg.ECX)
	CMPL(reg.ECX, U32(osxsaveAndAVX))
	JNE(LabelRef("no"))
	XORL(reg.ECX, reg.ECX)
	XGETBV()
	const xmmAndYMM = 6
	ANDL(U32(xmmAndYMM), reg.EAX)
	CMPL(reg.EAX, U32(xmmAndYMM))
	JNE(LabelRef("no"))
	leaf(7)
	SHRL(Imm(5), reg.EBX)
	ANDL(U32(1), reg.EBX)
	Store(reg.BL, ReturnIndex(0))
	RET()
	Label("no")
	result := GP8()
	XORB(result, result)
	Store(result, ReturnIndex(0))
	RET()
}
