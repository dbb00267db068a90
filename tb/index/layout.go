package index

import (
	"errors"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Tables: what belongs here lays out the numbers of one slice. Those who follow the
// layout are in find.go and cursor.go.

// Layout numbers the positions of one slice. It is immutable and may be shared.
type Layout struct {
	ix      *Indexer
	slice   Signature
	leads   bool       // a pair leads
	leader  board.Kind // of this kind
	pawns   [2]int     // on the board
	groups  []group
	blocks  []*block
	blockOf [][]*block // by frame, then class * (white pawns + 1) + white pawns on shared squares
	settles bool       // pairs can settle the game
	size    uint64     // numbers of positions that are not settled
	full    uint64     // all of them
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

// Layout lays out the numbers of a slice: some microseconds. It fails where they do not fit
// 64 bits or no position is of the slice. A slice with more men than room has size 0.
func (ix *Indexer) Layout(s Signature) (*Layout, error) {
	if err := ix.check(&s); err != nil {
		return nil, err
	}
	t := &Layout{ix: ix, slice: s}
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
		t.blockOf = append(t.blockOf, make([]*block, len(ix.frames[i].classes)*(t.pawns[0]+1)+1))
	}
	for _, settled := range []bool{false, true} {
		for i := range ix.frames {
			if err := t.addFrame(&ix.frames[i], settled); err != nil {
				return nil, err
			}
		}
		if !settled {
			t.size = t.full
		}
	}
	return t, nil
}

// Signature returns the slice whose positions t numbers.
func (t *Layout) Signature() Signature { return t.slice }

// Size returns how many numbers there are but for settled positions.
func (t *Layout) Size() uint64 { return t.size }

// Full returns how many numbers there are. Those from Size on are of positions that the pair
// that leads has settled: the game is over, or the side to move wins in one ply.
func (t *Layout) Full() uint64 { return t.full }

// findLeader chooses the pair that leads: the vital kind if both sides have one man of it
// and none in hand; else the kings, or the first kind other than the pawn of which both sides
// have exactly one.
func (t *Layout) findLeader() {
	if t.ix.HasRoyalPair(&t.slice) {
		t.leads, t.leader, t.settles = true, t.ix.vital, true
		return
	}
	for k := range board.Kind(t.ix.kinds) {
		pawn := k == t.ix.g.Pawn() && k != 0
		if !pawn && t.slice.Count(board.White, k, false) == 1 && t.slice.Count(board.Black, k, false) == 1 {
			t.leads, t.leader = true, k
			return
		}
	}
}

// listGroups lists the men that come after the pair and the pawns.
func (t *Layout) listGroups() {
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

// run is pairs with blocks in common, and which classes they are of.
type run struct {
	class
	from, to int
}

// runs returns the runs of a frame: its classes; where there are no pawns to share, those
// together that do not settle the game, and those that do; a single one where no pair leads.
func (t *Layout) runs(f *frame) []run {
	all := run{class: class{count: len(f.pairs)}, to: len(f.classes)}
	if !t.leads {
		all.class, all.to = class{count: 1}, max(all.to, 1)
		return []run{all}
	}
	var runs []run
	for i, c := range f.classes {
		c.settled = c.settled && t.settles
		last := len(runs) - 1
		if last >= 0 && t.pawns == [2]int{f.fixed[0].Len(), f.fixed[1].Len()} && runs[last].settled == c.settled {
			runs[last].count += c.count
			runs[last].to++
			continue
		}
		runs = append(runs, run{class: c, from: i, to: i + 1})
	}
	return runs
}

// addFrame adds the blocks of a frame that are settled, or those that are not: one for each
// run of pairs and share of pawns.
func (t *Layout) addFrame(f *frame, settled bool) error {
	white, black := t.pawns[0]-f.fixed[0].Len(), t.pawns[1]-f.fixed[1].Len()
	for _, r := range t.runs(f) {
		if r.settled != settled {
			continue
		}
		for shared := range max(white+1, 0) {
			b, err := t.addBlock(f, r.class, [3]int{shared, white - shared, black})
			if err != nil {
				return err
			}
			for c := r.from; c < r.to; c++ {
				t.blockOf[f.number][c*(t.pawns[0]+1)+shared] = b
			}
		}
	}
	return nil
}

// addBlock adds the block of a class with the pawns given.
func (t *Layout) addBlock(f *frame, c class, pawns [3]int) (*block, error) {
	b := &block{frame: f, base: t.full, first: c.first, each: 1}
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
	if t.full += b.size; full || t.full < b.size {
		return nil, errFull
	}
	t.blocks = append(t.blocks, b)
	return b, nil
}

// digitsOf returns the digits of a block, yet without weights, and how many values each has.
func (t *Layout) digitsOf(f *frame, c class, pawns [3]int) (digits []digit, sizes []uint64) {
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

// blockAt returns the block with number i, which must be below Full: the last that starts
// there or before. Those without numbers come before the next that starts at the same.
func (t *Layout) blockAt(i uint64) *block {
	if i >= t.full {
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
func (t *Layout) Images(p *board.Position) int {
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
func (t *Layout) isSelf(p *board.Position) bool {
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
func (t *Layout) Indexer() *Indexer { return t.ix }
