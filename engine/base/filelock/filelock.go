// Package filelock keeps two processes from working on the same file or folder.
package filelock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// Lock creates and locks the file at path until unlock is called or the process ends: the system
// then drops the lock, so a lock file that a killed process leaves behind does no harm. On a file
// system without locks it succeeds and excludes no other process.
func Lock(path string) (unlock func(), err error) {
	for {
		lock := flock.New(path, flock.SetPermissions(0o666))
		ok, err := lock.TryLock()
		switch {
		case errors.Is(err, errors.ErrUnsupported):
			return func() { os.Remove(path) }, nil
		case err != nil:
			return nil, err
		case !ok:
			return nil, fmt.Errorf("another process is at work there: it holds the lock %s", path)
		case current(lock):
			return func() { release(lock) }, nil
		}
		lock.Unlock() // its previous owner has removed the file since
	}
}

// LockFolder creates path, not its parents, and locks it. Unlocking removes the folder if it is
// empty. An empty path stands for no folder and needs no lock. The error names the path.
func LockFolder(path string) (unlock func(), err error) {
	if path == "" {
		return func() {}, nil
	}
	if err := os.Mkdir(path, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, err
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file, want a folder", path)
	}
	unlockFile, err := Lock(filepath.Join(path, "lock"))
	if err != nil {
		os.Remove(path)
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return func() {
		unlockFile()
		os.Remove(path)
	}, nil
}

// current reports whether the locked file is still the one at its path. If that cannot be known,
// it reports true.
func current(lock *flock.Flock) bool {
	locked, err := lock.Stat()
	if err != nil {
		return true
	}
	there, err := os.Stat(lock.Path())
	return err == nil && os.SameFile(locked, there)
}

// release removes the lock file and unlocks it, in the other order where a file in use cannot be
// removed. A file with content is not ours and stays.
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
