package input

import (
	"io"
	"os"
	"sync/atomic"
)

// Counter is a reader that counts the bytes read. Share may be called while another goroutine reads.
type Counter struct {
	r    io.Reader
	size int64 // 0 if unknown
	read atomic.Int64
}

// Count returns a Counter of r.
func Count(r io.Reader) *Counter {
	c := &Counter{r: r}
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			c.size = info.Size()
		}
	}
	return c
}

// Read implements io.Reader.
func (c *Counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.read.Add(int64(n))
	return n, err
}

// Share returns the part of the input that has been read, from 0 to 1; 0 if its size is unknown.
func (c *Counter) Share() float64 {
	if c.size == 0 {
		return 0
	}
	return float64(c.read.Load()) / float64(c.size)
}
