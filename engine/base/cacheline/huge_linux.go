package cacheline

import (
	"syscall"
	"unsafe"
)

// MADV_HUGEPAGE and MADV_COLLAPSE (since Linux 6.1) of linux/mman.h.
const (
	hugePage = 14
	collapse = 25
)

// RequestHuge asks the system to back lines that are not in use yet with huge pages. The first
// access to each huge page then clears all of it.
func RequestHuge(l []Line) { advise(l, hugePage) }

// Collapse moves lines that are in use to huge pages, where the system can: a proof search in half
// a gigabyte took a quarter longer without.
func Collapse(l []Line) {
	if advise(l, hugePage) {
		advise(l, collapse)
	}
}

// advise calls madvise for the whole pages of lines and reports whether it succeeded.
func advise(l []Line, advice int) bool {
	b := unsafe.Slice((*byte)(unsafe.Pointer(&l[0])), len(l)*64)
	const page = 1 << 12
	skip := int(-uintptr(unsafe.Pointer(&b[0])) % page)
	return len(b) > skip+page && syscall.Madvise(b[skip:len(b)&^(page-1)], advice) == nil
}
