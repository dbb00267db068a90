package input

import (
	"context"
	"io"
	"os"

	"tinyhouse/engine/base/lineread"
)

// OpenText is Open for a text. The cancelling of ctx ends reads, and a line without end is an error.
func OpenText(ctx context.Context, path string) (io.ReadCloser, error) {
	file, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{lineread.Bounded(Interruptible(ctx, file)), file}, nil
}

// Open opens a file for reading. It waits for the writer of a named pipe until ctx is cancelled.
func Open(ctx context.Context, path string) (*os.File, error) {
	type result struct {
		file *os.File
		err  error
	}
	opened := make(chan result, 1)
	go func() {
		file, err := os.Open(path)
		opened <- result{file, err}
	}()
	select {
	case r := <-opened:
		return r.file, r.err
	case <-ctx.Done(): // the goroutine waits on, to the end of the program
		return nil, ctx.Err()
	}
}
