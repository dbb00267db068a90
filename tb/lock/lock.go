// Package lock keeps two processes from working at the same place.
package lock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// Hold takes the lock file at path, so that nobody else has it until let is called or the
// process ends, however it ends: the system forgets the lock then, and a file that is left
// stands in nobody's way. A folder that knows no locks is taken as it is.
func Hold(path string) (let func(), err error) {
	for {
		held := flock.New(path, flock.SetPermissions(0o666))
		ok, err := held.TryLock()
		switch {
		case errors.Is(err, errors.ErrUnsupported):
			return func() { os.Remove(path) }, nil
		case err != nil:
			return nil, err
		case !ok:
			return nil, fmt.Errorf("another process is at work there: it holds the lock %s", path)
		case current(held):
			return func() { release(held) }, nil
		}
		held.Unlock() // who had it before has removed the file since
	}
}

// Folder makes a folder, unless it is there, but none that it would be in, and takes the lock in
// it. When that is let go, the folder goes, too, unless something is in it. An empty path is no
// folder, and there is nothing to hold. The error names the path.
func Folder(path string) (let func(), err error) {
	if path == "" {
		return func() {}, nil
	}
	if err := os.Mkdir(path, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, err
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file, want a folder", path)
	}
	unlock, err := Hold(filepath.Join(path, "lock"))
	if err != nil {
		os.Remove(path)
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return func() {
		unlock()
		os.Remove(path)
	}, nil
}

// current reports whether the file that is locked is the one at its path.
func current(lock *flock.Flock) bool {
	held, err := lock.Stat()
	if err != nil {
		return true // nobody can tell
	}
	there, err := os.Stat(lock.Path())
	return err == nil && os.SameFile(held, there)
}

// release removes the file while it is held, or where a file in use cannot be removed,
// after that; but not a file of somebody's that has the name of a lock.
func release(lock *flock.Flock) {
	info, err := lock.Stat()
	if err != nil || info.Size() > 0 {
		lock.Unlock()
		return
	}
	early := os.Remove(lock.Path())
	lock.Unlock()
	if early != nil {
		os.Remove(lock.Path())
	}
}
