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

// Share returns the part of a file that has been read, from 0 to 1; 0 if in is no regular file.
func Share(in io.Reader) float64 {
	f, ok := in.(*os.File)
	if !ok {
		return 0
	}
	at, err := f.Seek(0, io.SeekCurrent)
	info, wrong := f.Stat()
	if err != nil || wrong != nil || info.Size() == 0 {
		return 0
	}
	return float64(at) / float64(info.Size())
}
