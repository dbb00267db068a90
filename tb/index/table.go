package index

import (
	"errors"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Tables: what belongs here lays out the numbers of one slice. Those who follow the
// layout are in find.go and cursor.go.

// Table numbers the positions of one slice. It is immutable and may be shared.
type Table struct {
	ix      *Indexer
	slice   Slice
	leads   bool       // a pair leads
	leader  board.Kind // of this kind
	pawns   [2]int     // on the board
	groups  []group
	blocks  []*block
	blockOf [][]*block // by frame, then class * (white pawns + 1) + white pawns on shared squares
	size    uint64
}

// group is like men on the board, other than pawns and the pair that leads.
type group struct {
	color    board.Color
	kind     board.Kind
	promoted bool
	count    int
}

// digit is one digit of the mixed radix: which of the subsets of some squares like men
// are on, times the weight.
type digit struct {
	region geom.Set // where they stand, but for squares that others have taken
	flip   geom.Set // they are on squares of their kind & (promoted ^ flip)
	weight uint64
	count  uint8
	color  board.Color
	kind   board.Kind
}

// block is the numbers of positions that differ only in what the digits say.
type block struct {
	base, each uint64  // first number; numbers for each pair that leads
	first      int     // the first of these pairs
	folds      *fold   // of the first digit, where no pair leads under a mirror; or nil
	pawns      []digit // the digits of pawns
	groups     []digit // the others
	digits     []digit // all of them, in order; none without men
	frame      *frame
	size       uint64
}

// errFull is for slices beyond 64 bits.
var errFull = errors.New("index: more positions in one slice than 64 bits count")

// Table lays out the numbers of a slice: some microseconds. It fails where they do not fit
// 64 bits or no position is of the slice. A slice with more men than room has size 0.
func (ix *Indexer) Table(s Slice) (*Table, error) {
	if err := ix.check(&s); err != nil {
		return nil, err
	}
	t := &Table{ix: ix, slice: s}
	for c := range t.pawns {
		if ix.g.Pawn() != 0 {
			t.pawns[c] = s.Count(board.Color(c), ix.g.Pawn(), false)
		}
	}
	t.findLeader()
	t.listGroups()
	if s.standing() > ix.geo.Squares() {
		return t, nil
	}
	for i := range ix.frames {
		if err := t.addFrame(&ix.frames[i]); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Slice returns the slice whose positions t numbers.
func (t *Table) Slice() Slice { return t.slice }

// Size returns how many numbers there are.
func (t *Table) Size() uint64 { return t.size }

// findLeader chooses the pair that leads: the kings, or the first kind other than the pawn
// of which both sides have exactly one.
func (t *Table) findLeader() {
	for k := range board.Kind(t.ix.kinds) {
		pawn := k == t.ix.g.Pawn() && k != 0
		if !pawn && t.slice.Count(board.White, k, false) == 1 && t.slice.Count(board.Black, k, false) == 1 {
			t.leads, t.leader = true, k
			return
		}
	}
}

// listGroups lists the men that come after the pair and the pawns.
func (t *Table) listGroups() {
	for k := range board.Kind(t.ix.kinds) {
		for i := range 4 {
			gr := group{color: board.Color(i & 1), kind: k, promoted: i >= 2}
			gr.count = t.slice.Count(gr.color, k, gr.promoted)
			pawn := k == t.ix.g.Pawn() && k != 0
			led := t.leads && k == t.leader && !gr.promoted
			if gr.count > 0 && !pawn && !led {
				t.groups = append(t.groups, gr)
			}
		}
	}
}

// addFrame adds the blocks of a frame: one for each class of pairs and share of pawns; a
// single one where there are no pawns to share.
func (t *Table) addFrame(f *frame) error {
	white, black := t.pawns[0]-f.fixed[0].Len(), t.pawns[1]-f.fixed[1].Len()
	classes := f.classes
	switch {
	case !t.leads:
		classes = noPairs
	case white == 0 && black == 0:
		classes = []class{{count: len(f.pairs)}}
	}
	blockOf := make([]*block, len(f.classes)*(t.pawns[0]+1)+1)
	for c := range max(len(classes), len(f.classes)) {
		for shared := range max(white+1, 0) {
			at := c*(t.pawns[0]+1) + shared
			if c >= len(classes) {
				blockOf[at] = blockOf[shared]
				continue
			}
			b, err := t.addBlock(f, classes[c], [3]int{shared, white - shared, black})
			if err != nil {
				return err
			}
			blockOf[at] = b
		}
	}
	t.blockOf = append(t.blockOf, blockOf)
	return nil
}

// addBlock adds the block of a class with the pawns given.
func (t *Table) addBlock(f *frame, c class, pawns [3]int) (*block, error) {
	b := &block{frame: f, base: t.size, first: c.first, each: 1}
	var sizes []uint64
	b.digits, sizes = t.digitsOf(f, c, pawns)
	b.pawns = b.digits[:len(b.digits)-len(t.groups)]
	b.groups = b.digits[len(b.pawns):]
	if f.folds && !t.leads && len(b.digits) > 0 {
		d := &b.digits[0]
		b.folds = newFold(t.ix.geo, t.ix.maps[2], d.region, int(d.count))
		sizes[0] = b.folds.size
	}
	full := false
	for i, size := range slices.Backward(sizes) {
		b.digits[i].weight = b.each
		if b.each, full = product(b.each, size); full {
			return nil, errFull
		}
	}
	b.size, full = product(b.each, uint64(c.count))
	if t.size += b.size; full || t.size < b.size {
		return nil, errFull
	}
	t.blocks = append(t.blocks, b)
	return b, nil
}

// digitsOf returns the digits of a block, yet without weights, and how many values each has.
func (t *Table) digitsOf(f *frame, c class, pawns [3]int) (digits []digit, sizes []uint64) {
	for i, n := range pawns {
		if n == 0 {
			continue
		}
		us := board.Color(i / 2)
		digits = append(digits, digit{region: f.regions[i], flip: ^geom.Set(0), count: uint8(n),
			color: us, kind: t.ix.g.Pawn()})
		room := f.regions[i].Len() - c.used[i]
		if us == board.Black {
			room -= pawns[0]
		}
		sizes = append(sizes, choose(room, n))
	}
	room := t.ix.geo.Squares() - f.empty.Len() - t.slice.standing()
	for _, gr := range t.groups {
		room += gr.count
	}
	for _, gr := range t.groups {
		d := digit{region: t.ix.squares &^ f.taken, count: uint8(gr.count), color: gr.color, kind: gr.kind}
		if !gr.promoted {
			d.flip = ^geom.Set(0)
		}
		digits, sizes = append(digits, d), append(sizes, choose(room, gr.count))
		room -= gr.count
	}
	return digits, sizes
}

// blockAt returns the block with number i, which must be below Size: the last that starts
// there or before. Those without numbers come before the next that starts at the same.
func (t *Table) blockAt(i uint64) *block {
	if i >= t.size {
		panic("index: number beyond the table")
	}
	low, high := 0, len(t.blocks)
	for high-low > 1 {
		if mid := (low + high) / 2; t.blocks[mid].base <= i {
			low = mid
		} else {
			high = mid
		}
	}
	return t.blocks[low]
}

// Images returns how many positions share a number with p, which must be as for Encode:
// itself, its mirror image if that is another, and both with the colours turned.
func (t *Table) Images(p *board.Position) int {
	n := 1
	if t.ix.turn {
		n = 2
	}
	if t.ix.mirror && !t.isSelf(p) {
		n *= 2
	}
	return n
}

// isSelf reports whether p is its own mirror image, first looking where it mostly is not.
func (t *Table) isSelf(p *board.Position) bool {
	m := t.ix.maps[2]
	if t.leads {
		man := (p.Of(board.White, t.leader) &^ p.Promoted()).First()
		if m.to[man&63] != man {
			return false
		}
	}
	self := m.to[p.EnPassant()] == p.EnPassant() && m.set(p.Promoted()) == p.Promoted()
	for c := range board.Color(2) {
		self = self && m.set(p.Color(c)) == p.Color(c)
	}
	for k := range board.Kind(t.ix.kinds) {
		self = self && m.set(p.Kind(k)) == p.Kind(k)
	}
	return self
}

// Indexer returns the indexer that made t.
func (t *Table) Indexer() *Indexer { return t.ix }
