package nnue

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// maxActive is the largest number of inputs that one side sees set: a full board, both hands and all
// rights to castle.
const maxActive = geom.MaxSquares + 2*(board.MaxKinds-1)*MaxHand + 4

// maxChanges limits the differences that an update adds and subtracts; beyond them it is no faster than
// to start from the biases.
const maxChanges = 32

// Accumulators holds the accumulators of the positions of a line, for one thread. They are right for the
// positions that they were computed for, whatever the line is now: a stale one costs time only.
type Accumulators struct {
	net     *Net
	entries []entry
	values  []int16 // of entry i: White's from 2 * i * Hidden on, then Black's

	changes [maxChanges]change
	added   [maxActive]int32 // rows, as offsets in Weights.Rows
	removed [maxChanges]int32
}

// entry is the position that a pair of accumulators belongs to.
type entry struct {
	pos      board.Position
	reversed [2]int // as Inputs.isReversed, by side
	set      bool
}

// change is a difference between positions: a man, a piece in hand or a right.
type change struct {
	what  changed
	color board.Color
	kind  board.Kind
	form  uint8 // 1: promoted
	at    uint8 // square, number in hand or index in rightsOf
	gone  bool  // it was there before
}

// changed says what differs.
type changed uint8

const (
	man changed = iota
	inHand
	castlingRight
)

// NewAccumulators returns accumulators for lines of up to plies positions.
func NewAccumulators(n *Net, plies int) *Accumulators {
	return &Accumulators{net: n, entries: make([]entry, plies), values: make([]int16, plies*2*n.Hidden)}
}

// Net returns the net.
func (a *Accumulators) Net() *Net { return a.net }

// Evaluate returns Net.Evaluate of p, the last position of a line; keys are those of all its positions.
// It allocates nothing.
func (a *Accumulators) Evaluate(p *board.Position, keys []uint64) int {
	ply := len(keys) - 1
	from := ply
	for from >= 0 && !(a.entries[from].set && a.entries[from].pos.Key() == keys[from]) {
		from--
	}
	if from < ply {
		a.update(from, ply, p)
	}
	n := a.net
	own, other := a.side(ply, p.Turn()), a.side(ply, p.Turn().Other())
	return n.centipawns(output(own, other, n.output))
}

// side returns the accumulator of a side at ply.
func (a *Accumulators) side(ply int, side board.Color) []int16 {
	h := a.net.Hidden
	return a.values[(2*ply+int(side&1))*h:][:h:h]
}

// update computes the accumulators of p at ply from those at ply from, or from nothing if that is -1.
func (a *Accumulators) update(from, ply int, p *board.Position) {
	e, n := &a.entries[ply], 0
	near := from >= 0
	if near {
		n, near = a.compare(&a.entries[from].pos, p)
	}
	for side := range board.Color(2) {
		reversed := a.net.inputs.isReversed(p, side)
		if near && reversed == a.entries[from].reversed[side&1] {
			a.change(a.side(ply, side), a.side(from, side), side, reversed, a.changes[:n])
		} else {
			a.build(a.side(ply, side), side, p)
		}
		e.reversed[side&1] = reversed
	}
	e.pos, e.set = *p, true
}

// build computes an accumulator from the biases.
func (a *Accumulators) build(dst []int16, side board.Color, p *board.Position) {
	rows := a.net.inputs.Active(p, side, a.added[:0])
	for i := range rows {
		rows[i] *= int32(a.net.Hidden)
	}
	addRows(dst, a.net.Biases, a.net.Rows, rows, nil)
}

// change computes an accumulator from another one and the changes since.
func (a *Accumulators) change(dst, src []int16, side board.Color, reversed int, changes []change) {
	in, added, removed := a.net.inputs, 0, 0
	squares := &in.squares[side&1][reversed&1]
	for i := range changes {
		c := &changes[i]
		var input int32
		switch c.what {
		case man:
			input = in.men[side&1][c.color&1][c.kind&7][c.form&1] + int32(squares[c.at&63])
		case inHand:
			input = in.handBase[side&1][c.color&1][c.kind&7] + int32(c.at)
		default:
			input = in.castlingInput(side, int(c.at), reversed)
		}
		input *= int32(a.net.Hidden)
		if c.gone {
			a.removed[removed&(maxChanges-1)] = input
			removed++
		} else {
			a.added[added&(maxChanges-1)] = input
			added++
		}
	}
	addRows(dst, src, a.net.Rows, a.added[:added], a.removed[:removed])
}

// compare lists the differences between two positions; ok is false if they are too many to be worth
// an update. It is long because it looks at men, hands and rights in one pass without calls.
func (a *Accumulators) compare(old, now *board.Position) (n int, ok bool) {
	differ := (old.Color(board.White) ^ now.Color(board.White)) | (old.Color(board.Black) ^ now.Color(board.Black)) |
		(old.Promoted() ^ now.Promoted())
	for k := range board.Kind(board.MaxKinds) {
		differ |= old.Kind(k) ^ now.Kind(k)
	}
	if differ.Len() > min(now.Occupied().Len(), maxChanges/4) {
		return 0, false
	}
	for ; differ != 0; differ &= differ - 1 {
		sq := differ.First() & 63
		if old.Occupied().Has(sq) {
			a.changes[n&(maxChanges-1)] = manChange(old, sq, true)
			n++
		}
		if now.Occupied().Has(sq) {
			a.changes[n&(maxChanges-1)] = manChange(now, sq, false)
			n++
		}
	}
	for c := range board.Color(2) {
		if old.Hand(c) != now.Hand(c) {
			if n, ok = a.compareHands(old.Hand(c), now.Hand(c), c, n); !ok {
				return 0, false
			}
		}
	}
	if lost := old.Castling() ^ now.Castling(); lost != 0 {
		for i, right := range rightsOf {
			if lost&right == 0 {
				continue
			}
			if n == maxChanges {
				return 0, false
			}
			a.changes[n] = change{what: castlingRight, at: uint8(i), gone: old.Castling()&right != 0}
			n++
		}
	}
	return n, true
}

// manChange returns the change of the man of p on sq.
func manChange(p *board.Position, sq geom.Square, gone bool) change {
	c := change{what: man, kind: p.KindAt(sq), form: uint8(p.Promoted() >> sq & 1), at: uint8(sq), gone: gone}
	c.color = board.Color(p.Color(board.Black) >> sq & 1)
	return c
}

// compareHands lists the differences between two hands of c after the first n changes.
func (a *Accumulators) compareHands(old, now board.Hand, c board.Color, n int) (int, bool) {
	for k := board.Kind(1); int(k) < a.net.inputs.game.Kinds(); k++ {
		limit := int(a.net.inputs.hands[k&7])
		before, after := min(old.Count(k), limit), min(now.Count(k), limit)
		for at := min(before, after); at < max(before, after); at++ {
			if n == maxChanges {
				return 0, false
			}
			a.changes[n] = change{what: inHand, color: c, kind: k, at: uint8(at), gone: before > after}
			n++
		}
	}
	return n, true
}
