package match

import (
	"fmt"
	"os"
	"path/filepath"

	"tinyhouse/engine/base/filelock"
)

// Locks: a match has its files to itself while it runs, for two that wrote one file would
// mix their games. The lock of a file stands beside it, with .lock after its name.

// hold takes the locks of the journal and of the PGN file. An error names the file.
func (m *match) hold() (let func(), err error) {
	var held []func()
	let = func() {
		for _, one := range held {
			one()
		}
	}
	if m.PGN != "" && m.Journal != "" && place(m.PGN) == place(m.Journal) {
		return nil, fmt.Errorf("match: %s is the PGN file and the journal: want two files", m.PGN)
	}
	for _, path := range []string{m.PGN, m.Journal} {
		if path == "" || isDevice(path) {
			continue
		}
		one, err := filelock.Lock(place(path) + ".lock")
		if err != nil {
			let()
			return nil, fmt.Errorf("match: %s: %w", path, err)
		}
		held = append(held, one)
	}
	return let, nil
}

// place returns where a file is, whatever links lead there; path where nobody can tell.
func place(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	} else if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(folder, filepath.Base(path)) // it does not exist yet
	}
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// isDevice reports whether path is there and no file: anybody may write to a device.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular()
}
