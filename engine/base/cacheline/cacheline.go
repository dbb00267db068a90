// Package cacheline allocates memory in cache lines, for tables that many threads read at random.
package cacheline

// Line is a cache line of eight words.
type Line [8]uint64

// New returns bytes/64 zeroed lines, at least one.
func New(bytes int64) []Line { return make([]Line, max(bytes/64, 1)) }

// CollapseAt returns the number of entries in use at which to call Collapse: few enough that there
// is little to move, and more than a short search uses, which would take longer to collapse than
// to run. With one entry for each small page, Linux needed ten times as long over 8 GiB.
func CollapseAt(l []Line) int64 { return max(int64(len(l))/(64*64), 1) }
