package retro

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// Locks: what belongs here keeps two processes from working at the same place.

// hold takes the lock file at path, so that nobody else has it until let is called or the
// process ends, however it ends: the system forgets the lock then, and a file that is left
// stands in nobody's way. A folder that knows no locks is taken as it is.
func hold(path string) (let func(), err error) {
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
		lock.Unlock() // who had it before has removed the file since
	}
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

// holdAll takes the locks of a checkpoint's folder, which it makes, and of a table.
func holdAll(folder, out string) (let func(), err error) {
	if err := os.Mkdir(folder, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("retro: checkpoint: %w", err)
	}
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("retro: checkpoint %s is a file, want a folder", folder)
	}
	letFolder, err := hold(filepath.Join(folder, "lock"))
	if err != nil {
		os.Remove(folder) // unless something is in it
		return nil, fmt.Errorf("retro: checkpoint %s: %w", folder, err)
	}
	letTable, err := hold(out + ".lock")
	if err != nil {
		err = fmt.Errorf("retro: table %s: %w", out, err)
	}
	let = func() {
		if letTable != nil {
			letTable()
		}
		letFolder()
		os.Remove(folder)
	}
	if err != nil {
		let()
	}
	return let, err
}
