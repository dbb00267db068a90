package index

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Cursor and Decode: what belongs here turns numbers into positions along the layout of a
// Table. The way there is in find.go.
//
//	level 0        the block's fixed pawns and the pair that leads
//	level i + 1    the men of digit i
//
// Each level holds for a run of numbers: those that differ only in later digits. The next
// number keeps the levels whose run it is in, moves the men of the first other level on
// by one subset, and puts the men after them on their first squares.

// maxLevels is enough for the pawns' three steps and all colours, kinds and forms.
const maxLevels = 1 + 3 + 4*board.MaxKinds

// Cursor decodes numbers that mostly rise: some 20 ns where they rise by one, 30 where by a
// few, against Decode's 150. It is for one goroutine.
type Cursor struct {
	t      *Layout
	b      *block // of the last number; nil at first
	f      *frame
	draft  board.Builder
	pair   [2]geom.Set // that leads
	tie    bool        // the men that choose between mirror images are their own
	self   bool
	depth  int // levels in use
	levels [maxLevels]level
}

// level is the men of one digit. They stay for the numbers from first to first + span - 1.
type level struct {
	first, span uint64
	men, free   geom.Set // free: the squares they choose from
}

// Cursor returns a cursor over t.
func (t *Layout) Cursor() *Cursor { return &Cursor{t: t} }

// Reset makes c a cursor over t.
func (c *Cursor) Reset(t *Layout) { c.t, c.b, c.depth = t, nil, 0 }

// Decode makes dst the position with a number below Full and returns true, or returns
// false where no position has the number: the side not to move would be in check, or the
// mirror image has a lesser number. Where the rules have the colour turn White is to move.
// The move counters are those of a new game. It allocates nothing.
func (t *Layout) Decode(number uint64, dst *board.Position) bool {
	c := Cursor{t: t}
	_, ok := c.At(number)
	if ok {
		*dst = c.draft.Finish()
	}
	return ok
}

// At returns the position with a number below Full as Decode does, but with a wrong key:
// it is for moves, counts, attacks, endings and numbers, which do not read it. The position
// is the cursor's and stays until the next call.
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
	p := &c.draft.Position
	return p, !c.t.ix.g.OpponentInCheck(p) && c.isLesser(number)
}

// Self reports whether the position that At returned last is its own mirror image.
func (c *Cursor) Self() bool { return c.self }

// open starts on the block of a number, with nothing but its fixed pawns on the board.
func (c *Cursor) open(number uint64) {
	t := c.t
	c.b = t.blockAt(number)
	c.f, c.depth = c.b.frame, 1+len(c.b.digits)
	c.draft = board.NewBuilder(c.f.turn, c.f.ep, t.slice.hands)
	for us, men := range c.f.fixed {
		c.draft.Place(board.Color(us), t.ix.g.Pawn(), men)
	}
}

// lift takes the men of level i off the board.
func (c *Cursor) lift(i int) {
	if i == 0 {
		c.draft.Remove(board.White, c.t.leader, c.pair[board.White])
		c.draft.Remove(board.Black, c.t.leader, c.pair[board.Black])
		return
	}
	l, d := &c.levels[i], &c.b.digits[i-1]
	c.draft.Remove(d.color, d.kind, l.men)
	if d.flip == 0 {
		c.draft.TogglePromoted(l.men)
	}
}

// place puts the men of level i where the number has them: the levels before hold for the
// number, the men of those after are off the board. Near tells that the levels before are
// as they were for the number before, so that the men may be a step away.
func (c *Cursor) place(i int, number uint64, near bool) {
	if i == 0 {
		c.placePair(number)
		return
	}
	l, d, start := &c.levels[i], &c.b.digits[i-1], c.levels[i-1].first
	if !near {
		l.free = d.region &^ c.draft.Occupied()
	}
	switch rest := number - start; {
	case i == 1 && c.b.folds != nil:
		digit := rest / d.weight
		l.first, l.men = start+digit*d.weight, c.b.folds.unrank(digit)
		c.tie = c.b.folds.mirror.set(l.men) == l.men
	case rest < d.weight:
		l.first, l.men = start, lowest(l.free, int(d.count))
	case near && number-l.first < 2*d.weight:
		l.first, l.men = l.first+d.weight, next(l.men, l.free)
	default:
		digit := rest / d.weight
		l.first, l.men = start+digit*d.weight, unrank(digit, int(d.count), l.free)
	}
	l.span = d.weight
	c.draft.Place(d.color, d.kind, l.men)
	if d.flip == 0 {
		c.draft.TogglePromoted(l.men)
	}
}

// placePair puts the pair that leads, if one does, where the number has it.
func (c *Cursor) placePair(number uint64) {
	place := (number - c.b.base) / c.b.each
	c.levels[0] = level{first: c.b.base + place*c.b.each, span: c.b.each}
	if !c.t.leads {
		c.tie = c.f.folds
		return
	}
	p := c.f.pairs[c.b.first+int(place)]
	c.pair, c.tie = [2]geom.Set{geom.Of(p.white), geom.Of(p.black)}, c.f.lead[p.number()]>>leadTie&1 != 0
	c.draft.Place(board.White, c.t.leader, c.pair[board.White])
	c.draft.Place(board.Black, c.t.leader, c.pair[board.Black])
}

// isLesser reports whether the position on the board has the number, and not its mirror
// image a lesser one.
func (c *Cursor) isLesser(number uint64) bool {
	p := &c.draft.Position
	c.self = false
	if !c.tie && p.Of(c.f.turn, c.t.ix.g.Pawn())&c.f.rival == 0 {
		return true
	}
	other, _, _ := c.t.number(c.f, view{p: p, at: 2})
	c.self = other == number
	return other >= number
}
