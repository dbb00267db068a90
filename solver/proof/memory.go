package proof

// memory divides the memory of a solver. The table has a quarter. The enumeration has half while
// it grows; the two draw strategies have the rest, and what the enumeration leaves when it has
// stopped. A certificate has what table and enumeration leave, since the draw strategies that it
// does not need are gone then.
//
// Not counted are the tree of jobs, 48 bytes for each move of a position that a job has not
// decided, and the layouts of signatures, a kilobyte each.
type memory struct{ all, table int64 }

// memoryOf divides bytes. A game of pawns has no enumeration, and hardly needs the table: its own
// search has half.
func memoryOf(bytes int64, ofPawns bool) memory {
	if ofPawns {
		return memory{bytes, min(bytes/4, 1<<20)}
	}
	return memory{bytes, bytes / 4}
}

// enumeration returns the bytes that the enumeration, or the search of package pawns, may use.
func (m memory) enumeration() int64 { return m.all / 2 }

// leastMembers is the room that a draw strategy has in any case.
const leastMembers = 1 << 14

// positions returns how many positions of the given bytes each a strategy may have, beside an
// enumeration of the given bytes.
func (m memory) positions(enumeration, each int64) int {
	return int(max((m.all-m.table-enumeration)/each, leastMembers))
}
