// Package lines gives memory in cache lines, for tables that are read at random by many
// threads at once.
package lines

// Line is a cache line of eight words.
type Line [8]uint64

// New returns as many lines as bytes have room for, and at least one. They are 0.
func New(bytes int64) []Line { return make([]Line, max(bytes/64, 1)) }

// JoinAt returns how many lines should be in use when they are joined: one on each small page.
func JoinAt(l []Line) int64 { return max(int64(len(l))/64, 1) }
