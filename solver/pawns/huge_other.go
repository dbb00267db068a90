//go:build !linux

package pawns

// advise does nothing where large pages are not asked for.
func advise([]line) {}
