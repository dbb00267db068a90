package nnue_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/internal/nnue"
)

// FuzzKernels checks that the kernels in use give the results of the plain ones for any numbers, also the
// largest and the smallest.
func FuzzKernels(f *testing.F) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 100 {
		data := make([]byte, 40+rng.IntN(200))
		for i := range data {
			data[i] = byte([]uint32{0, 0x7f, 0x80, 0xff, rng.Uint32()}[rng.IntN(5)])
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 4 {
			return
		}
		n, at := nnue.HiddenStep*(1+int(data[0]%8)), 0
		next := func() int16 { // the data, again and again
			at = (at + 2) % (len(data) - 1)
			return int16(binary.LittleEndian.Uint16(data[at:]))
		}
		fill := func(n int) []int16 {
			s := make([]int16, n)
			for i := range s {
				s[i] = next()
			}
			return s
		}
		rows := func(count byte) []int32 {
			s := make([]int32, count%20)
			for i := range s {
				s[i] = int32(uint16(next())%8) * int32(n)
			}
			return s
		}
		src, weights, out := fill(n), fill(8*n), fill(2*n)
		for i := range out {
			out[i] = int16(int8(out[i]))
		}
		added, removed := rows(data[1]), rows(data[2])
		got, want := make([]int16, n), make([]int16, n)
		nnue.AddRows(got, src, weights, added, removed)
		nnue.AddRowsPlain(want, src, weights, added, removed)
		if !slices.Equal(got, want) {
			t.Errorf("rows of %d: got\n%v want\n%v", n, got, want)
		}
		if got, want := nnue.Output(got, src, out), nnue.OutputPlain(want, src, out); got != want {
			t.Errorf("output of %d: %d, want %d", n, got, want)
		}
	})
}

// TestAddFloats checks that sums are the same bit for bit for all lengths, and that nothing after them changes.
func TestAddFloats(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	for n := range 150 {
		got, src := make([]float32, n+8), make([]float32, n)
		for i := range got {
			got[i] = float32(rng.NormFloat64())
		}
		for i := range src {
			src[i] = float32(rng.NormFloat64() * math.Pow(10, float64(rng.IntN(12)-6)))
		}
		want := slices.Clone(got)
		nnue.AddFloats(got[:n], src)
		nnue.AddFloatsPlain(want[:n], src)
		if !slices.Equal(got, want) {
			t.Errorf("%d numbers: got\n%v want\n%v", n, got, want)
		}
	}
}

// TestLargestOutput checks that the largest and the smallest sum of outputs do not overflow.
func TestLargestOutput(t *testing.T) {
	x, w := make([]int16, nnue.MaxHidden), make([]int16, 2*nnue.MaxHidden)
	for _, weight := range []int16{127, -128} {
		for i := range w {
			w[i] = weight
			x[i/2] = 32767
		}
		want := int64(2*nnue.MaxHidden) * nnue.One * nnue.One * int64(weight)
		if got := nnue.Output(x, x, w); got != want {
			t.Errorf("all weights %d: %d, want %d", weight, got, want)
		}
		if got := nnue.OutputPlain(x, x, w); got != want {
			t.Errorf("all weights %d, plain: %d, want %d", weight, got, want)
		}
	}
}

// TestGenerated checks that the kernels are what their generator writes, except for the command in their
// first line.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the generator")
	}
	if out, err := exec.Command("go", "list", "-C", "gen", "-mod=readonly", "-deps", ".").CombinedOutput(); err != nil {
		t.Skipf("the modules of the generator are missing: %s", out)
	}
	dir := t.TempDir()
	asm, stubs := filepath.Join(dir, "asm.s"), filepath.Join(dir, "stubs.go")
	if out, err := exec.Command("go", "run", "-C", "gen", ".", "-out", asm, "-stubs", stubs, "-pkg", "nnue").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for made, committed := range map[string]string{asm: "kernel_amd64.s", stubs: "kernel_stubs_amd64.go"} {
		_, got, _ := strings.Cut(string(enginetest.ReadFile(t, made)), "\n")
		_, want, _ := strings.Cut(string(enginetest.ReadFile(t, committed)), "\n")
		if got != want {
			t.Errorf("%s is not what gen writes: run go generate", committed)
		}
	}
}

// TestOtherSystems checks that the package builds where there are no kernels for the processor.
func TestOtherSystems(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the package for other processors")
	}
	for _, system := range []string{"linux/arm64", "linux/386", "js/wasm"} {
		cmd := exec.Command("go", "vet", ".")
		system, arch, _ := strings.Cut(system, "/")
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s/%s: %v\n%s", system, arch, err, out)
		}
	}
}

func BenchmarkKernels(b *testing.B) {
	rng := rand.New(rand.NewPCG(10, 10))
	const inputs, hidden = 768, 128
	w, out, x, y := make([]int16, inputs*hidden), make([]int16, 2*hidden), make([]int16, hidden), make([]int16, hidden)
	for i := range w {
		w[i] = int16(rng.IntN(200) - 100)
	}
	for i := range out {
		out[i] = int16(rng.IntN(256) - 128)
	}
	rows := []int32{5 * hidden, 700 * hidden}
	b.Logf("%s/%s", runtime.GOOS, runtime.GOARCH)
	for name, add := range map[string]func(dst, src, weights []int16, added, removed []int32){"AddRows": nnue.AddRows, "AddRowsPlain": nnue.AddRowsPlain} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				add(x, y, w, rows[:1], rows[1:])
			}
		})
	}
	for name, output := range map[string]func(own, other, weights []int16) int64{"Output": nnue.Output, "OutputPlain": nnue.OutputPlain} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				output(x, y, out)
			}
		})
	}
}
