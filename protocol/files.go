//go:build !js

package protocol

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// openLog opens a file to append to.
func openLog(path string) (io.WriteCloser, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot log to %.200q: not a regular file", path)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, fmt.Errorf("cannot log: %w", err)
	}
	return f, nil
}

// readFile reads a file that a user names, at most a byte more than the limit. It refuses devices and pipes,
// which may never end.
func readFile(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open %.200q: %w", path, errors.Unwrap(err))
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot open %.200q: not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open %.200q: %w", path, errors.Unwrap(err))
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit+1))
}
