package cacheline

import (
	"syscall"
	"unsafe"
)

// Map returns bytes/64 zeroed lines, at least one, outside the Go heap, and a function to free
// them. It touches none of them, while New clears all where the heap reuses memory.
func Map(bytes int64) (l []Line, free func()) {
	n := max(bytes/64, 1)
	b, err := syscall.Mmap(-1, 0, int(n*64), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return New(bytes), func() {}
	}
	return unsafe.Slice((*Line)(unsafe.Pointer(&b[0])), n), func() { syscall.Munmap(b) }
}
