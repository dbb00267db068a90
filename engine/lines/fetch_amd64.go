package lines

// Fetch begins to bring a line near, and does not wait for it.
//
//go:noescape
func Fetch(l *Line)
