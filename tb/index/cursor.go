package index

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// maxLevels is enough for the pair, three digits of pawns, and all colours, kinds and forms.
const maxLevels = 1 + 3 + 4*board.MaxKinds

// Cursor decodes numbers. It takes some 20 ns if they rise by one and 30 if they rise by a few,
// where Decode takes 150. It is for one goroutine.
//
// Level 0 is the leading pair, level i + 1 the pieces of digit i. Each level stays the same for a
// range of numbers: those that differ only in later digits. The next number keeps the levels whose
// range it is in, moves the pieces of the first other level to the next subset, and puts the pieces
// of later levels on their first squares.
type Cursor struct {
	layout  *Layout
	b       *segment // of the last number, nil at first
	section *section
	builder board.Builder
	pair    [2]geom.Set // the leading pair
	tie     bool        // both mirror images may be numbered
	self    bool
	depth   int // levels in use
	levels  [maxLevels]level
}

// level is the pieces of one digit, for the numbers from first to first + span - 1.
type level struct {
	first, span  uint64
	pieces, free geom.Set // free: the squares to choose from
}

// Cursor returns a cursor over l.
func (l *Layout) Cursor() *Cursor { return &Cursor{layout: l} }

// Reset makes c a cursor over l.
func (c *Cursor) Reset(l *Layout) { c.layout, c.b, c.depth = l, nil, 0 }

// Decode sets dst to the position with a number below Full. It returns false if no position has the
// number: the side not to move would be in check, or the mirror image has a lesser number. Where
// the rules have the colour turn, White is to move. The move counters are those of a new game. It
// allocates nothing.
func (l *Layout) Decode(number uint64, dst *board.Position) bool {
	c := Cursor{layout: l}
	_, ok := c.At(number)
	if ok {
		*dst = c.builder.Finish()
	}
	return ok
}

// At returns the position with a number below Full as Decode does, but with a wrong key: use it for
// what does not read the key, such as moves, attacks, outcomes and numbers. The position belongs to
// the cursor and changes with the next call.
func (c *Cursor) At(number uint64) (*board.Position, bool) {
	from := 0
	if c.b == nil || number-c.b.base >= c.b.size {
		c.open(number)
	} else {
		for from = c.depth; from > 0 && number-c.levels[from-1].first >= c.levels[from-1].span; from-- {
			c.lift(from - 1)
		}
	}
	for i := from; i < c.depth; i++ {
		c.place(i, number, i == from)
	}
	p := &c.builder.Position
	return p, !c.layout.ix.g.OpponentInCheck(p) && c.isLeast(number)
}

// Self reports whether the last position of At is its own mirror image.
func (c *Cursor) Self() bool { return c.self }

// open starts the segment of a number with its fixed pawns on the board.
func (c *Cursor) open(number uint64) {
	t := c.layout
	c.b = t.segmentAt(number)
	c.section, c.depth = c.b.section, 1+len(c.b.digits)
	c.builder = board.NewBuilder(c.section.turn, c.section.ep, t.signature.hands)
	for us, pieces := range c.section.fixed {
		c.builder.Place(board.Color(us), t.ix.g.Pawn(), pieces)
	}
}

// lift removes the pieces of level i from the board.
func (c *Cursor) lift(i int) {
	if i == 0 {
		c.builder.Remove(board.White, c.layout.leader, c.pair[board.White])
		c.builder.Remove(board.Black, c.layout.leader, c.pair[board.Black])
		return
	}
	l, d := &c.levels[i], &c.b.digits[i-1]
	c.builder.Remove(d.color, d.kind, l.pieces)
	if d.flip == 0 {
		c.builder.TogglePromoted(l.pieces)
	}
}

// place puts the pieces of level i where the number has them. The levels before are right for the
// number, and the pieces of later levels are off the board. Near says that the levels before have
// not changed since the last number, so that the next subset may be the right one.
func (c *Cursor) place(i int, number uint64, near bool) {
	if i == 0 {
		c.placePair(number)
		return
	}
	l, d, start := &c.levels[i], &c.b.digits[i-1], c.levels[i-1].first
	if !near {
		l.free = d.region &^ c.builder.Occupied()
	}
	switch rest := number - start; {
	case i == 1 && c.b.folds != nil:
		digit := rest / d.weight
		l.first, l.pieces = start+digit*d.weight, c.b.folds.unrank(digit)
		c.tie = c.b.folds.mirror.Set(l.pieces) == l.pieces
	case rest < d.weight:
		l.first, l.pieces = start, lowest(l.free, int(d.count))
	case near && number-l.first < 2*d.weight:
		l.first, l.pieces = l.first+d.weight, next(l.pieces, l.free)
	default:
		digit := rest / d.weight
		l.first, l.pieces = start+digit*d.weight, Unrank(digit, int(d.count), l.free)
	}
	l.span = d.weight
	c.builder.Place(d.color, d.kind, l.pieces)
	if d.flip == 0 {
		c.builder.TogglePromoted(l.pieces)
	}
}

// placePair puts the leading pair, if there is one, where the number has it.
func (c *Cursor) placePair(number uint64) {
	place := (number - c.b.base) / c.b.each
	c.levels[0] = level{first: c.b.base + place*c.b.each, span: c.b.each}
	if !c.layout.leads {
		c.tie = c.section.folds
		return
	}
	p := c.section.pairs[c.b.first+int(place)]
	c.pair, c.tie = [2]geom.Set{geom.Of(p.white), geom.Of(p.black)}, c.section.lead[p.number()]>>leadTie&1 != 0
	c.builder.Place(board.White, c.layout.leader, c.pair[board.White])
	c.builder.Place(board.Black, c.layout.leader, c.pair[board.Black])
}

// isLeast reports whether the mirror image of the position on the board has no lesser number.
func (c *Cursor) isLeast(number uint64) bool {
	p := &c.builder.Position
	c.self = false
	if !c.tie && p.Of(c.section.turn, c.layout.ix.g.Pawn())&c.section.otherAttacker == 0 {
		return true
	}
	other, _, _ := c.layout.number(c.section, view{p: p, at: 2})
	c.self = other == number
	return other >= number
}
