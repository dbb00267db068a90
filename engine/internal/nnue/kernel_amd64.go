package nnue

//go:generate go run -C gen . -out ../kernel_amd64.s -stubs ../kernel_stubs_amd64.go -pkg nnue

// useAVX2 chooses the kernels.
var useAVX2 = hasAVX2()

// addRows sets dst to src plus the added rows minus the removed ones. All slices of numbers are as long as
// dst, a multiple of 32, and rows are offsets in weights.
func addRows(dst, src, weights []int16, added, removed []int32) {
	if useAVX2 {
		addRowsAVX2(dst, src, weights, added, removed)
	} else {
		addRowsPlain(dst, src, weights, added, removed)
	}
}

// output returns the dot product of both accumulators, after activation, with the weights.
func output(own, other, weights []int16) int64 {
	if useAVX2 {
		return outputAVX2(own, other, weights)
	}
	return outputPlain(own, other, weights)
}

// AddFloats adds src, which must be as long, to dst, for the fit of nets. It gives the same sums on all machines.
func AddFloats(dst, src []float32) {
	src = src[:len(dst)]
	blocks := 0
	if useAVX2 {
		blocks = len(dst) &^ 7
		addFloatsAVX2(dst[:blocks], src[:blocks])
	}
	addFloatsPlain(dst[blocks:], src[blocks:])
}
