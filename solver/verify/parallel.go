package verify

import (
	"context"
	"sync"
)

// parallel passes the numbers below n to work, in ranges of up to size that each thread gets in
// ascending order, until all are done, work returns an error, or ctx ends. work returns what it
// has done in units of progress, which may be nil.
func parallel(ctx context.Context, threads int, n, size uint64, work func(thread int, from, to uint64) (uint64, error), progress func(done uint64)) error {
	var mu sync.Mutex
	var next, done uint64
	var failed error
	claim := func() (from, to uint64) {
		mu.Lock()
		defer mu.Unlock()
		if failed == nil {
			failed = ctx.Err()
		}
		if failed != nil {
			return 0, 0
		}
		from = next
		next = min(from+size, n)
		return from, next
	}
	var wg sync.WaitGroup
	for thread := range threads {
		wg.Go(func() {
			for from, to := claim(); from < to; from, to = claim() {
				units, err := work(thread, from, to)
				mu.Lock()
				if failed == nil {
					failed = err
				}
				done += units
				if progress != nil {
					progress(done)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return failed
}
