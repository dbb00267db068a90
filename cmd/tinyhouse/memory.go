package main

// Memory: how much of it there is, how much of that commands take, and how sizes are typed.

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
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

// halfMemory returns half of the memory in bytes, a gigabyte where nobody knows: what a command
// takes unless it is told otherwise. The system needs some, too.
func halfMemory() int64 {
	if n := memoryMiB(); n > 0 {
		return int64(n) << 19
	}
	return 1 << 30
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

// parseBytes reads a size: bytes, or a number with K, M, G or T behind it for powers of
// 1024, in either case.
func parseBytes(text string) (int64, error) {
	number, shift := text, 0
	if n := len(text) - 1; n >= 0 {
		if i := strings.IndexByte("kmgt", text[n]|0x20); i >= 0 {
			number, shift = text[:n], 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64>>shift {
		return 0, fmt.Errorf("%.40q: want a size such as 512M, 8G or bytes", text)
	}
	return n << shift, nil
}
