package main

import (
	"bytes"
	"os"
	"strconv"
)

// memoryMiB returns the memory of the machine, or of the container that the program is
// in, in MiB; 0 where the system does not say so in a file. Asking for a larger hash table
// than that would end the program, so none is offered.
func memoryMiB() int {
	text, _ := os.ReadFile("/proc/meminfo") // "MemTotal:  16315424 kB"
	_, text, _ = bytes.Cut(text, []byte("MemTotal:"))
	memory := leadingNumber(text) >> 10
	text, _ = os.ReadFile("/sys/fs/cgroup/memory.max") // bytes, or "max"
	if limit := leadingNumber(text) >> 20; limit > 0 && (limit < memory || memory == 0) {
		memory = limit
	}
	return memory
}

// leadingNumber returns the number that text starts with after blanks, or 0.
func leadingNumber(text []byte) int {
	words := bytes.Fields(text)
	if len(words) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(string(words[0]))
	return n
}
