//go:build !amd64

package cacheline

// Prefetch does nothing on this architecture.
func Prefetch(*Line) {}
