package proof

import (
	"fmt"
	"os"
)

// Locks: what belongs here keeps two processes from working at the same checkpoint.

// hold takes the lock file at path, so that nobody else has it until let is called or the
// process ends, however it ends: the system forgets the lock then, and a file that is left
// stands in nobody's way. Where the system or the folder knows no locks it does nothing.
func hold(path string) (let func(), err error) {
	for {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
		if err != nil {
			return nil, fmt.Errorf("proof: %w", err)
		}
		if !tryLock(f) {
			f.Close()
			return nil, fmt.Errorf("proof: another process is at work there: it holds the lock %s", path)
		}
		if held, err := f.Stat(); err == nil {
			if there, err := os.Stat(path); err == nil && os.SameFile(held, there) {
				return func() {
					early := os.Remove(path)
					f.Close()
					if early != nil { // a file in use cannot be removed there
						os.Remove(path)
					}
				}, nil
			}
		}
		f.Close() // who had it before has removed the file since
	}
}
