//go:build !linux

package lines

// advise does nothing where large pages are not asked for.
func advise([]Line) {}
