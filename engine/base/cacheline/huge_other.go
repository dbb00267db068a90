//go:build !linux

package cacheline

// RequestHuge does nothing on this system.
func RequestHuge([]Line) {}

// Collapse does nothing on this system.
func Collapse([]Line) {}

func discard([]Line) bool { return false }

// Map is New, with a function that does nothing: the garbage collector frees the lines.
func Map(bytes int64) (l []Line, free func()) { return New(bytes), func() {} }
