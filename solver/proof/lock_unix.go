//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package proof

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file, and reports false if somebody else has.
func tryLock(f *os.File) bool {
	return !errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}
