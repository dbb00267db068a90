package retro

import (
	"fmt"

	"tinyhouse/engine/base/filelock"
)

// Locks: what belongs here keeps two processes from working at the same place.

// holdAll takes the locks of a checkpoint's folder, which it makes, and of a table.
func holdAll(folder, out string) (let func(), err error) {
	letFolder, err := filelock.LockFolder(folder)
	if err != nil {
		return nil, fmt.Errorf("retro: checkpoint: %w", err)
	}
	letTable, err := filelock.Lock(out + ".lock")
	if err != nil {
		err = fmt.Errorf("retro: table %s: %w", out, err)
	}
	let = func() {
		if letTable != nil {
			letTable()
		}
		letFolder()
	}
	if err != nil {
		let()
	}
	return let, err
}
