package engine

import "time"

// Bench searches fixed positions of all built-in variants to fixed depths with one thread
// and returns the nodes visited, which are the same in every run, and the time it took.
// Report, which may be nil, is called for each position.
func Bench(report func(variant, fen string, nodes uint64)) (nodes uint64, elapsed time.Duration) {
	return 0, 0
}
