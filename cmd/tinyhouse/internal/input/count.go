package input

import (
	"io"
	"os"
	"sync/atomic"
)

// Counter is a stream of which it is known how much has been read, from another goroutine too.
type Counter struct {
	r    io.Reader
	size int64 // 0 where nobody knows
	read atomic.Int64
}

// Count returns r counted.
func Count(r io.Reader) *Counter {
	c := &Counter{r: r}
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			c.size = info.Size()
		}
	}
	return c
}

// Read reads, and counts.
func (c *Counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.read.Add(int64(n))
	return n, err
}

// Share returns how much has been read, from 0 to 1; 0 where nobody knows.
func (c *Counter) Share() float64 {
	if c.size == 0 {
		return 0
	}
	return float64(c.read.Load()) / float64(c.size)
}
