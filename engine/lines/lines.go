// Package lines gives memory in cache lines, for tables that are read at random by many
// threads at once.
package lines

// Line is a cache line of eight words.
type Line [8]uint64

// New returns as many lines as bytes have room for, and at least one. They are 0.
func New(bytes int64) []Line { return make([]Line, max(bytes/64, 1)) }

// JoinAt returns how many entries should be in use when lines are joined: so few that there is
// little to move, and more than a short search needs, which would wait for large pages longer than
// it takes. With one entry for each small page, the system took ten times as long over 8 GiB.
func JoinAt(l []Line) int64 { return max(int64(len(l))/(64*64), 1) }
