// Package atomicfile replaces a file as a whole: readers see the old content or the new one, also
// after a crash.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// File is the temporary file that replaces another. Use it as a file, then Commit or Abort it.
type File struct {
	*os.File
	path string
}

// Create creates a temporary file beside path. It refuses a path that is not a regular file.
func Create(path string) (*File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is a folder or device, want a file", path)
	}
	for i := 0; ; i++ {
		f, err := os.OpenFile(path+"."+strconv.Itoa(i)+".tmp", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		switch {
		case err == nil:
			return &File{f, path}, nil
		case !errors.Is(err, fs.ErrExist) || i == 1000:
			return nil, err
		}
	}
}

// Check returns an error if no file can be created at path, so that long work can fail early.
func Check(path string) error {
	f, err := Create(path)
	if err == nil {
		f.Abort()
	}
	return err
}

// Commit writes the temporary file to disk and renames it to its path. After an error the
// temporary file is gone and the old file stays.
func (f *File) Commit() error {
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if err := os.Rename(f.Name(), f.path); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	// Not every system can sync a folder. The file is whole without.
	if dir, err := os.Open(filepath.Dir(f.path)); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
	return nil
}

// Abort removes the temporary file. Call it at most once, and not after Commit.
func (f *File) Abort() {
	_ = f.Close()
	_ = os.Remove(f.Name())
}

// Write replaces the file at path by what write writes, which is buffered.
func Write(path string, write func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(f, 1<<20)
	if err := write(b); err != nil {
		f.Abort()
		return err
	}
	if err := b.Flush(); err != nil {
		f.Abort()
		return err
	}
	return f.Commit()
}

// RemoveTemporary removes the temporary files that killed processes have left beside path. No
// process may be writing the file at path.
func RemoveTemporary(path string) error {
	entries, err := os.ReadDir(filepath.Dir(path))
	for _, e := range entries {
		suffix, ours := strings.CutPrefix(e.Name(), filepath.Base(path)+".")
		if ours && temporary(suffix) {
			err = errors.Join(err, os.Remove(filepath.Join(filepath.Dir(path), e.Name())))
		}
	}
	return err
}

// temporary reports whether a suffix is what Create appends to the name of a file.
func temporary(suffix string) bool {
	number, ok := strings.CutSuffix(suffix, ".tmp")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}
