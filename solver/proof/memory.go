package proof

// Memory: what belongs here divides the memory of a solver among all that grows in it. A quarter
// is the table's and half the atlas', as long as that grows; two closed sets have the rest. The room
// of an atlas that has stopped short of its end is theirs, too. A certificate has what the table and the
// atlas leave: closed sets that it does not need are gone then.
//
// Not counted are the top of the tree, 48 bytes for each move of a position that a job has left open, which
// is a few bytes for each position searched at most, and the numbers of slices, a kilobyte each.

// memory is a number of bytes to be divided.
type memory struct{ all, table int64 }

// The bytes that things take, but for those of the table and the atlas.
const (
	memberBytes = 400 // a member of a closed set
	winBytes    = 800 // a position of a win
)

// memoryOf divides so many bytes. A game of pawns has no atlas, and no need of the table: the
// search of package pawns has its half.
func memoryOf(bytes int64, ofPawns bool) memory {
	if ofPawns {
		return memory{bytes, min(bytes/4, 1<<20)}
	}
	return memory{bytes, bytes / 4}
}

// atlas returns how many bytes an atlas, or the search of package pawns, may have.
func (m memory) atlas() int64 { return m.all / 2 }

// claims returns how many positions a certificate may have beside an atlas of so many bytes: of a win, which
// is searched for again in part, with closed sets, or of a closed set.
func (m memory) claims(atlas int64, win bool) int {
	bytes := int64(memberBytes)
	if win {
		bytes = 2 * winBytes
	}
	return int(max((m.all-m.table-atlas)/bytes, fewMembers))
}

// members returns how many members a closed set may have beside another one and an atlas of so many
// bytes, which may be growing.
func (m memory) members(atlas int64, grows bool) uint64 {
	if grows {
		atlas = m.atlas()
	}
	return uint64(max((m.all-m.table-atlas)/2/memberBytes, fewMembers))
}
