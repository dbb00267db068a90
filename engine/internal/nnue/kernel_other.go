//go:build !amd64

package nnue

// addRows is addRowsPlain.
func addRows(dst, src, weights []int16, added, removed []int32) {
	addRowsPlain(dst, src, weights, added, removed)
}

// output is outputPlain.
func output(own, other, weights []int16) int64 { return outputPlain(own, other, weights) }

// AddFloats adds src, which must be as long, to dst, for the fit of nets. It gives the same sums on all machines.
func AddFloats(dst, src []float32) { addFloatsPlain(dst, src) }
