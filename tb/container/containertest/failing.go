package containertest

import (
	"io"
	"math/rand/v2"
	"sync"
	"syscall"
)

// Failing reads from R as from a disk that fails after some reads, and then at random. It may be
// read by any number of goroutines at a time.
type Failing struct {
	R     io.ReaderAt
	Good  int  // reads before the first failure
	Short bool // failures return some of the bytes, as at the end of a file

	mu     sync.Mutex
	rng    *rand.Rand
	reads  int
	failed int
}

// ReadAt fails with EIO, or with the bytes up to an end of the file.
func (f *Failing) ReadAt(b []byte, at int64) (int, error) {
	f.mu.Lock()
	if f.rng == nil {
		f.rng = rand.New(rand.NewPCG(uint64(f.Good), 1))
	}
	f.reads++
	fails := f.reads > f.Good && (f.failed == 0 || f.rng.IntN(2) == 0)
	if fails {
		f.failed++
	}
	f.mu.Unlock()
	if !fails {
		return f.R.ReadAt(b, at)
	}
	if f.Short {
		n, _ := f.R.ReadAt(b[:len(b)/2], at)
		return n, io.EOF
	}
	return 0, syscall.EIO
}

// Failed returns how many reads have failed.
func (f *Failing) Failed() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}
