// Package lines gives memory in cache lines, for tables that are read at random by many
// threads at once.
package lines

// Line is a cache line of eight words.
type Line [8]uint64

// New returns as many lines as bytes have room for, and at least one. They are 0.
func New(bytes int64) []Line {
	l := make([]Line, max(bytes/64, 1))
	advise(l)
	return l
}
