// Package memory reads how much memory the machine has, and sizes that users write.
package memory

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// MiB returns the memory of the machine, or of its container, in MiB; 0 where the system
// has no file for it. It is the upper bound of the option Hash, because the program would crash
// with a larger table.
func MiB() int {
	text, _ := os.ReadFile("/proc/meminfo") // "MemTotal:  16315424 kB"
	_, text, _ = bytes.Cut(text, []byte("MemTotal:"))
	memory := leadingNumber(text) >> 10
	text, _ = os.ReadFile("/sys/fs/cgroup/memory.max") // bytes, or "max"
	if limit := leadingNumber(text) >> 20; limit > 0 && (limit < memory || memory == 0) {
		memory = limit
	}
	return memory
}

// Half returns half of the memory in bytes, or a gigabyte where it is unknown: the default
// of flags for memory.
func Half() int64 {
	if n := MiB(); n > 0 {
		return int64(n) << 19
	}
	return 1 << 30
}

// leadingNumber returns the first word of text as a number, or 0.
func leadingNumber(text []byte) int {
	words := bytes.Fields(text)
	if len(words) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(string(words[0]))
	return n
}

// Parse parses a size in bytes. A suffix K, M, G or T, in either case, multiplies it by a
// power of 1024.
func Parse(text string) (int64, error) {
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
