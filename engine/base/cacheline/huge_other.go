//go:build !linux

package cacheline

// RequestHuge does nothing on this system.
func RequestHuge([]Line) {}

// Collapse does nothing on this system.
func Collapse([]Line) {}

func discard([]Line) bool { return false }
