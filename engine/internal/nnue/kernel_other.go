//go:build !amd64

package nnue

// addRows is addRowsPlain.
func addRows(dst, src, weights []int16, added, removed []int32) {
	addRowsPlain(dst, src, weights, added, removed)
}

// output is outputPlain.
func output(own, other, weights []int16) int64 { return outputPlain(own, other, weights) }
