//go:build !linux

package lines

// Enlarge does nothing where large pages are not asked for.
func Enlarge([]Line) {}

// Join does nothing where large pages are not asked for.
func Join([]Line) {}
