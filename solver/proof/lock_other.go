//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package proof

import "os"

// tryLock reports true: here nobody locks.
func tryLock(*os.File) bool { return true }
