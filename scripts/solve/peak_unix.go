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
		return int64(usage.Maxrss) // bytes there, KiB elsewhere
	}
	return int64(usage.Maxrss) << 10
}
