package tt

// Bound is the relation of an entry's value to the true one.
type Bound uint8

// The bounds. The zero value marks an entry without a value.
const (
	NoBound Bound = iota
	Upper         // the true value is at most Value
	Lower         // the true value is at least Value
	Exact
)

// Entry is what the table stores of a position.
type Entry struct {
	Move  uint16
	Value int16
	Eval  int16 // the static evaluation
	Depth int8
	Bound Bound
}

// An entry is packed into a word:
//
//	63..58      57..56  55..48  47..32  31..16  15..0
//	generation  bound   depth   eval    value   move
const (
	generationShift = 58
	generations     = 63
)

// pack returns e as a word. It is never 0, which marks an empty slot: depths are above -128 and
// stored plus 128.
func (e Entry) pack(generation uint64) uint64 {
	return uint64(e.Move) | uint64(uint16(e.Value))<<16 | uint64(uint16(e.Eval))<<32 |
		uint64(uint8(e.Depth)+128)<<48 | uint64(e.Bound)<<56 | generation<<generationShift
}

func unpack(data uint64) Entry {
	return Entry{
		Move:  uint16(data),
		Value: int16(uint16(data >> 16)),
		Eval:  int16(uint16(data >> 32)),
		Depth: int8(uint8(data>>48) - 128),
		Bound: Bound(data >> 56 & 3),
	}
}
