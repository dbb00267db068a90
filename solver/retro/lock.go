package retro

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tinyhouse/tb/lock"
)

// Locks: what belongs here keeps two processes from working at the same place.

// holdAll takes the locks of a checkpoint's folder, which it makes, and of a table.
func holdAll(folder, out string) (let func(), err error) {
	if err := os.Mkdir(folder, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("retro: checkpoint: %w", err)
	}
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("retro: checkpoint %s is a file, want a folder", folder)
	}
	letFolder, err := lock.Hold(filepath.Join(folder, "lock"))
	if err != nil {
		os.Remove(folder) // unless something is in it
		return nil, fmt.Errorf("retro: checkpoint %s: %w", folder, err)
	}
	letTable, err := lock.Hold(out + ".lock")
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
