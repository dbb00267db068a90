//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak returns the largest resident memory of a process that has ended.
func peak(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return usage.Maxrss // bytes there, KiB elsewhere
	}
	return usage.Maxrss << 10
}
