package cacheline

import "sync"

// discardAt is the number of lines above which Clear returns memory to the system: those of a
// gigabyte.
const discardAt = 1 << 24

// Clear zeroes lines, with several threads. Above a gigabyte it returns their memory to the
// system where that works: this takes milliseconds instead of seconds, and the next access to each
// page clears it.
func Clear(l []Line) {
	const chunk = 1 << 18
	if len(l) <= chunk {
		clear(l)
		return
	}
	if len(l) > discardAt && discard(l) {
		return
	}
	var wg sync.WaitGroup
	for from := 0; from < len(l); from += chunk {
		part := l[from:min(from+chunk, len(l))]
		wg.Go(func() { clear(part) })
	}
	wg.Wait()
}
