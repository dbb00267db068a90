package index

import (
	"errors"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Layout numbers the positions of one signature. It is immutable and may be shared.
type Layout struct {
	ix        *Indexer
	signature Signature
	leads     bool       // there is a leading pair
	leader    board.Kind // its kind
	pawns     [2]int     // on the board, by colour
	groups    []group
	segments  []*segment
	segmentOf [][]*segment // by section, then class * span + white pawns on shared squares - least; nil: no position
	least     int          // white pawns on shared squares, in any position
	span      int          // 1 + the difference between the least and the most of these
	hasRoyals bool         // the leading pair is royal
	size      uint64       // numbers of positions that are not trivial
	full      uint64       // all numbers
}

// group is like pieces on the board, other than pawns and the leading pair.
type group struct {
	color    board.Color
	kind     board.Kind
	promoted bool
	count    int
}

// digit is one digit of the mixed radix: the subset of the allowed squares that like pieces occupy,
// by its rank, times the weight.
type digit struct {
	region geom.Set // allowed squares, of which others may be occupied
	flip   geom.Set // the pieces are on the squares of their kind & (promoted ^ flip)
	weight uint64
	count  uint8
	color  board.Color
	kind   board.Kind
}

// segment is the numbers of positions that differ only in the leading pair and the digits.
type segment struct {
	base, each uint64  // first number; numbers for each leading pair
	first      int     // the first of these pairs
	folds      *fold   // of the first digit, if the rules mirror and no pair leads; else nil
	pawns      []digit // the digits of pawns
	groups     []digit // the others
	digits     []digit // pawns, then groups; empty without pieces
	section    *section
	size       uint64
}

// errFull is for signatures with too many positions.
var errFull = errors.New("index: more positions of one signature than 64 bits count")

// Layout returns the layout of a signature, in some microseconds. It fails if the numbers do not
// fit 64 bits or no position has the signature. With more pieces than squares the size is 0.
func (ix *Indexer) Layout(s Signature) (*Layout, error) {
	if err := ix.Check(&s); err != nil {
		return nil, err
	}
	l := &Layout{ix: ix, signature: s}
	for c := range l.pawns {
		if ix.g.Pawn() != 0 {
			l.pawns[c] = s.Count(board.Color(c), ix.g.Pawn(), false)
		}
	}
	l.findLeader()
	l.listGroups()
	if s.onBoard() > ix.geo.Squares() {
		return l, nil
	}
	l.findSpan()
	for i := range ix.sections {
		l.segmentOf = append(l.segmentOf, make([]*segment, (len(ix.sections[i].classes)+1)*l.span))
	}
	for _, trivial := range []bool{false, true} {
		for i := range ix.sections {
			if err := l.addSection(&ix.sections[i], trivial); err != nil {
				return nil, err
			}
		}
		if !trivial {
			l.size = l.full
		}
	}
	if l.full == 0 {
		l.segmentOf = nil
	}
	return l, nil
}

// Signature returns the signature whose positions l numbers.
func (l *Layout) Signature() Signature { return l.signature }

// Size returns the number of numbers without those of trivial positions.
func (l *Layout) Size() uint64 { return l.size }

// Full returns the number of all numbers. Those from Size on belong to trivial positions: the game
// is over, or the side to move wins in one ply by capturing the royal piece.
func (l *Layout) Full() uint64 { return l.full }

// Bytes returns about how much memory l takes.
func (l *Layout) Bytes() int64 {
	const header, ofSegment, ofDigit, ofPointer = 320, 160, 32, 8
	n := header
	for _, b := range l.segments {
		n += ofSegment + ofDigit*len(b.digits) + ofPointer
	}
	for _, all := range l.segmentOf {
		n += ofPointer * (len(all) + 3)
	}
	return int64(n)
}

// findLeader chooses the leading pair: the royal pieces if each side has one of them, and none in
// hand; else the kings, or the first kind other than the pawn of which each side has exactly one.
func (l *Layout) findLeader() {
	if l.ix.HasRoyalPair(&l.signature) {
		l.leads, l.leader, l.hasRoyals = true, l.ix.royal, true
		return
	}
	for k := range board.Kind(l.ix.kinds) {
		pawn := k == l.ix.g.Pawn() && k != 0
		if !pawn && l.signature.Count(board.White, k, false) == 1 && l.signature.Count(board.Black, k, false) == 1 {
			l.leads, l.leader = true, k
			return
		}
	}
}

// listGroups lists the pieces that come after the leading pair and the pawns.
func (l *Layout) listGroups() {
	for k := range board.Kind(l.ix.kinds) {
		for i := range 4 {
			gr := group{color: board.Color(i & 1), kind: k, promoted: i >= 2}
			gr.count = l.signature.Count(gr.color, k, gr.promoted)
			pawn := k == l.ix.g.Pawn() && k != 0
			led := l.leads && k == l.leader && !gr.promoted
			if gr.count > 0 && !pawn && !led {
				l.groups = append(l.groups, gr)
			}
		}
	}
}

// findSpan finds how many white pawns can be on shared squares. Signatures can have more pawns than
// there are squares for the others, and a layout must not have room for each number of them.
func (l *Layout) findSpan() {
	least, most := l.pawns[0], 0
	for i := range l.ix.sections {
		sec := &l.ix.sections[i]
		white := l.pawns[0] - sec.fixed[0].Len()
		least = min(least, max(white-sec.regions[1].Len(), 0))
		most = max(most, min(white, sec.regions[0].Len()))
	}
	l.least, l.span = least, max(most-least+1, 1)
}

// pairRange is consecutive pairs with common segments, and the range of their classes.
type pairRange struct {
	class
	from, to int
}

// pairRanges returns the ranges of a section: one for each class; without free pawns one for the
// trivial classes and one for the others; without a leading pair a single one.
func (l *Layout) pairRanges(sec *section) []pairRange {
	all := pairRange{class: class{count: len(sec.pairs)}, to: len(sec.classes)}
	if !l.leads {
		all.class, all.to = class{count: 1}, max(all.to, 1)
		return []pairRange{all}
	}
	var runs []pairRange
	for i, c := range sec.classes {
		c.trivial = c.trivial && l.hasRoyals
		last := len(runs) - 1
		if last >= 0 && l.pawns == [2]int{sec.fixed[0].Len(), sec.fixed[1].Len()} && runs[last].trivial == c.trivial {
			runs[last].count += c.count
			runs[last].to++
			continue
		}
		runs = append(runs, pairRange{class: c, from: i, to: i + 1})
	}
	return runs
}

// addSection adds the trivial segments of a section or the others: one for each range of pairs and
// each number of white pawns on shared squares.
func (l *Layout) addSection(sec *section, trivial bool) error {
	white, black := l.pawns[0]-sec.fixed[0].Len(), l.pawns[1]-sec.fixed[1].Len()
	for _, r := range l.pairRanges(sec) {
		if r.trivial != trivial {
			continue
		}
		for shared := l.least; shared < l.least+l.span && shared <= white; shared++ {
			b, err := l.addSegment(sec, r.class, [3]int{shared, white - shared, black})
			if err != nil {
				return err
			}
			for c := r.from; c < r.to; c++ {
				l.segmentOf[sec.number][c*l.span+shared-l.least] = b
			}
		}
	}
	return nil
}

// addSegment adds the segment of a class with a number of pawns in each region, and returns it, or
// nil if it has no position: so a layout takes no more memory than its numbers account for.
func (l *Layout) addSegment(sec *section, c class, pawns [3]int) (*segment, error) {
	b := &segment{section: sec, base: l.full, first: c.first, each: 1}
	var sizes []uint64
	b.digits, sizes = l.digitsOf(sec, c, pawns)
	b.pawns = b.digits[:len(b.digits)-len(l.groups)]
	b.groups = b.digits[len(b.pawns):]
	if sec.folds && !l.leads && len(b.digits) > 0 {
		d := &b.digits[0]
		b.folds = newFold(l.ix.geo, l.ix.maps[2], d.region, int(d.count))
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
	if l.full += b.size; full || l.full < b.size {
		return nil, errFull
	}
	if b.size == 0 {
		return nil, nil
	}
	l.segments = append(l.segments, b)
	return b, nil
}

// digitsOf returns the digits of a segment without their weights, and the radix of each.
func (l *Layout) digitsOf(sec *section, c class, pawns [3]int) (digits []digit, sizes []uint64) {
	for i, n := range pawns {
		if n == 0 {
			continue
		}
		us := board.Color(i / 2)
		digits = append(digits, digit{region: sec.regions[i], flip: ^geom.Set(0), count: uint8(n),
			color: us, kind: l.ix.g.Pawn()})
		room := sec.regions[i].Len() - c.used[i]
		if us == board.Black {
			room -= pawns[0]
		}
		sizes = append(sizes, Choose(room, n))
	}
	room := l.ix.geo.Squares() - sec.empty.Len() - l.signature.onBoard()
	for _, gr := range l.groups {
		room += gr.count
	}
	for _, gr := range l.groups {
		d := digit{region: l.ix.squares &^ sec.taken, count: uint8(gr.count), color: gr.color, kind: gr.kind}
		if !gr.promoted {
			d.flip = ^geom.Set(0)
		}
		digits, sizes = append(digits, d), append(sizes, Choose(room, gr.count))
		room -= gr.count
	}
	return digits, sizes
}

// segmentAt returns the segment with number i, which must be below Full: the last that starts at i
// or before.
func (l *Layout) segmentAt(i uint64) *segment {
	if i >= l.full {
		panic("index: number beyond the layout")
	}
	low, high := 0, len(l.segments)
	for high-low > 1 {
		if mid := (low + high) / 2; l.segments[mid].base <= i {
			low = mid
		} else {
			high = mid
		}
	}
	return l.segments[low]
}

// Indexer returns the indexer that made l.
func (l *Layout) Indexer() *Indexer { return l.ix }
