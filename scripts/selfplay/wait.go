package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// waited returns how long the threads of a process have been ready to run and had no
// processor, all added up: time that a busy machine took, not the program. It is 0 where the
// system does not tell; Linux does.
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

// delay returns how long a player and the referee have waited for a processor.
func (p *player) delay() time.Duration { return waited(p.cmd.Process.Pid) + waited(os.Getpid()) }
