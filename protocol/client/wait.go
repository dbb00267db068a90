package client

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Waited returns how long the engine, and this program, have been ready to run and had no
// processor, over all threads: time that a busy machine took, and nobody is to blame for. It
// is 0 where the system does not tell; Linux does.
func (e *Engine) Waited() time.Duration {
	if e.cmd == nil || e.cmd.Process == nil {
		return 0
	}
	return waited(e.cmd.Process.Pid) + waited(os.Getpid())
}

// waited adds up the threads of a process.
func waited(pid int) time.Duration {
	files, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/schedstat")
	var sum time.Duration
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		var run, wait, slices int64
		if n, _ := fmt.Sscan(string(text), &run, &wait, &slices); n == 3 {
			sum += time.Duration(wait)
		}
	}
	return sum
}
