package cacheline

// Prefetch starts loading a line into the cache and does not wait for it.
//
//go:noescape
func Prefetch(l *Line)
