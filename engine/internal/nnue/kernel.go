package nnue

// These are the loops over weights in plain Go. The kernels for AVX2 give the same results bit for bit:
// additions wrap around, and no sum of outputs overflows.

// addRowsPlain sets dst to src plus the added rows minus the removed ones; rows are offsets in weights.
func addRowsPlain(dst, src, weights []int16, added, removed []int32) {
	src = src[:len(dst)]
	copy(dst, src)
	for _, at := range added {
		row := weights[at:][:len(dst)]
		for i := range dst {
			dst[i] += row[i]
		}
	}
	for _, at := range removed {
		row := weights[at:][:len(dst)]
		for i := range dst {
			dst[i] -= row[i]
		}
	}
}

// outputPlain returns the dot product of both accumulators, after activation, with the weights, which are
// from -128 to 127 and as many as both accumulators have.
func outputPlain(own, other, weights []int16) int64 {
	return dotPlain(own, weights) + dotPlain(other, weights[len(own):])
}

func dotPlain(x, weights []int16) int64 {
	weights = weights[:len(x)]
	sum := int64(0)
	for i, v := range x {
		y := int32(min(max(v, 0), One))
		sum += int64(y * y * int32(weights[i]))
	}
	return sum
}

// addFloatsPlain adds src, which is as long, to dst.
func addFloatsPlain(dst, src []float32) {
	src = src[:len(dst)]
	for i, x := range src {
		dst[i] += x
	}
}
