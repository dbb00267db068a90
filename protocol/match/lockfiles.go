package match

import (
	"fmt"
	"os"
	"path/filepath"

	"tinyhouse/engine/base/filelock"
)

// lockFiles locks the checkpoint and the PGN file against other matches. The lock of a file is beside
// it, with the suffix .lock.
func (m *match) lockFiles() (unlock func(), err error) {
	var unlocks []func()
	unlock = func() {
		for _, each := range unlocks {
			each()
		}
	}
	if m.PGN != "" && m.Checkpoint != "" && realPath(m.PGN) == realPath(m.Checkpoint) {
		return nil, fmt.Errorf("match: %s is both the PGN file and the checkpoint: want two files", m.PGN)
	}
	for _, path := range []string{m.PGN, m.Checkpoint} {
		if path == "" || isDevice(path) {
			continue
		}
		each, err := filelock.Lock(realPath(path) + ".lock")
		if err != nil {
			unlock()
			return nil, fmt.Errorf("match: %s: %w", path, err)
		}
		unlocks = append(unlocks, each)
	}
	return unlock, nil
}

// realPath returns the absolute path of a file, which may not exist yet, with links resolved if possible.
func realPath(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	} else if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(folder, filepath.Base(path))
	}
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// isDevice reports whether path exists and is no regular file, so that several matches may write it.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular()
}
