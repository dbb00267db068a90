package index

import (
	"errors"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Tables: what belongs here lays out the numbers of one slice. Encode and Decode, which
// follow the layout, are in code.go.

// Table numbers the positions of one slice. It is immutable and may be shared.
type Table struct {
	ix      *Indexer
	slice   Slice
	leads   bool       // a pair leads
	leader  board.Kind // of this kind
	pawns   [2]int
	groups  []group
	blocks  []block
	blockOf [][]int32 // by frame, then class * (white pawns + 1) + white pawns on shared squares
	size    uint64
}

// group is like men on the board, other than pawns and the pair that leads.
type group struct {
	color    board.Color
	kind     board.Kind
	promoted bool
	flip     geom.Set // the group's squares are those of its kind & (promoted ^ flip)
	count    int
}

// step is one digit of the mixed radix: which of the subsets of some squares with count
// men it is, times the weight.
type step struct {
	count  int
	weight uint64
}

// block is the numbers of positions that differ only in what the digits say.
type block struct {
	base, each  uint64 // first number; numbers for each pair that leads
	frame       int
	first, many int     // the pairs that lead
	pawns       [3]step // white on shared squares, white on others, black
	groups      []step  // as Table.groups
	folds       *fold   // of the first men placed, where no pair leads under a mirror; or nil
	foldedAt    int     // whose: which of pawns, or 3 for the first group
}

// errFull is for slices beyond 64 bits.
var errFull = errors.New("index: more positions in one slice than 64 bits count")

// Table lays out the numbers of a slice: some microseconds. It fails where they do not fit
// 64 bits or the slice has not one king a side. A slice with more men than room has size 0.
func (ix *Indexer) Table(s Slice) (*Table, error) {
	t := &Table{ix: ix, slice: s}
	for c := range t.pawns {
		if n := s.Count(board.Color(c), board.King, false); ix.g.HasKing() && n != 1 {
			return nil, errors.New("index: slice " + ix.Text(s) + ": want one king a side")
		}
		if ix.g.Pawn() != 0 {
			t.pawns[c] = s.Count(board.Color(c), ix.g.Pawn(), false)
		}
	}
	t.findLeader()
	t.listGroups()
	if s.standing() > ix.geo.Squares() {
		return t, nil
	}
	t.blockOf = make([][]int32, len(ix.frames))
	for i := range ix.frames {
		if err := t.addFrame(i); err != nil {
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
			if !gr.promoted {
				gr.flip = ^geom.Set(0)
			}
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
func (t *Table) addFrame(number int) error {
	f := &t.ix.frames[number]
	free := t.ix.geo.Squares() - f.empty.Len() - t.slice.standing()
	groups, size, err := t.weigh(free)
	if err != nil {
		return err
	}
	white, black := t.pawns[0]-f.fixed[0].Len(), t.pawns[1]-f.fixed[1].Len()
	classes := f.classes
	switch {
	case !t.leads:
		classes = noPairs
	case white == 0 && black == 0:
		classes = []class{{count: len(f.pairs)}}
	}
	t.blockOf[number] = make([]int32, len(f.classes)*(t.pawns[0]+1)+1)
	for c := range max(len(classes), len(f.classes)) {
		for shared := range max(white+1, 0) {
			at := c*(t.pawns[0]+1) + shared
			if c >= len(classes) {
				t.blockOf[number][at] = t.blockOf[number][shared]
				continue
			}
			t.blockOf[number][at] = int32(len(t.blocks))
			b := block{frame: number, first: classes[c].first, many: classes[c].count, groups: groups}
			if err := t.addBlock(f, b, classes[c], [3]int{shared, white - shared, black}, size); err != nil {
				return err
			}
		}
	}
	return nil
}

// weigh returns the steps of the groups, of which free squares stay empty in the end, and
// the number of ways to place them.
func (t *Table) weigh(free int) ([]step, uint64, error) {
	steps, size := make([]step, len(t.groups)), uint64(1)
	for i := len(t.groups) - 1; i >= 0; i-- {
		free += t.groups[i].count
		steps[i] = step{count: t.groups[i].count, weight: size}
		full := false
		if size, full = product(size, choose(free, t.groups[i].count)); full {
			return nil, 0, errFull
		}
	}
	return steps, size, nil
}

// addBlock adds the block of a class with the pawns given; rest is the ways to place the
// groups after them.
func (t *Table) addBlock(f *frame, b block, c class, pawns [3]int, rest uint64) error {
	var room [3]int
	for i := range room {
		room[i] = f.regions[i].Len() - c.used[i]
	}
	sizes := [4]uint64{choose(room[0], pawns[0]), choose(room[1], pawns[1]), choose(room[2]-pawns[0], pawns[2]), rest}
	if f.folds && !t.leads {
		t.foldFirst(f, &b, pawns, &sizes)
	}
	b.each = 1
	for i := len(sizes) - 1; i >= 0; i-- {
		if i < len(pawns) {
			b.pawns[i].count, b.pawns[i].weight = pawns[i], b.each
		}
		full := false
		if b.each, full = product(b.each, sizes[i]); full {
			return errFull
		}
	}
	b.base = t.size
	all, full := product(b.each, uint64(b.many))
	if t.size += all; full || t.size < all {
		return errFull
	}
	t.blocks = append(t.blocks, b)
	return nil
}

// foldFirst folds the first men placed, if there are any, and corrects their size.
func (t *Table) foldFirst(f *frame, b *block, pawns [3]int, sizes *[4]uint64) {
	mirror, geo := t.ix.maps[2], t.ix.geo
	for i, n := range pawns {
		if n > 0 {
			b.folds, b.foldedAt = newFold(geo, mirror, f.regions[i], n), i
			sizes[i] = b.folds.size
			return
		}
	}
	if len(t.groups) > 0 {
		b.folds, b.foldedAt = newFold(geo, mirror, t.ix.g.Squares(), t.groups[0].count), len(pawns)
		sizes[3] = b.folds.size * b.groups[0].weight
	}
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
	return &t.blocks[low]
}

// Indexer returns the indexer that made t.
func (t *Table) Indexer() *Indexer { return t.ix }
