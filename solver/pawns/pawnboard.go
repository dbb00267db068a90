package pawns

import (
	"math/bits"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// pawnBoard is a position in 24 bytes, seen by the side to move, whose pawns go up the board.
// Each file is a byte; its lowest bit is the first rank of the side to move. So a step is a
// shift by one, a reflection reverses the bytes, and no shift of a pawn before its last rank
// needs a mask:
//
//	own<<1 steps, own<<9 and own>>7 captures towards the higher and the lower file
//
// While the game is not over, pawns of both sides are on bits 1 to 6 of their byte.
type pawnBoard struct {
	own, foe uint64
	ep       uint64 // the square passed over by a double step of foe that own can capture on, or 0
}

// The ranks as the side to move counts them, from 0.
const (
	rank0 uint64 = 0x0101010101010101 << iota
	rank1
	rank2
	rank3
	rank4
	rank5
	rank6
	rank7
)

// turned returns s with the ranks in reverse order.
func turned(s uint64) uint64 {
	s = s>>1&0x5555555555555555 | s&0x5555555555555555<<1
	s = s>>2&0x3333333333333333 | s&0x3333333333333333<<2
	return s>>4&0x0f0f0f0f0f0f0f0f | s&0x0f0f0f0f0f0f0f0f<<4
}

// mirrored returns s with the files in reverse order.
func mirrored(s uint64) uint64 { return bits.ReverseBytes64(s) }

// spread maps the bits of a rank to the lowest bits of the files.
var spread = func() (t [256]uint64) {
	for i := range t {
		for file := range 8 {
			t[i] |= uint64(i>>file&1) << (8 * file)
		}
	}
	return t
}()

// files converts a set of squares of a board of width files and 8 ranks to a byte for each file.
func files(s geom.Set, width int) uint64 {
	mask := geom.Set(1)<<width - 1
	var x uint64
	for rank := range 8 {
		x |= spread[s&mask&255] << rank
		s >>= width & 15
	}
	return x
}

// board converts a position.
func (a *Analysis) board(p *board.Position) pawnBoard {
	us := p.Turn()
	b := pawnBoard{own: files(p.Color(us), a.width), foe: files(p.Color(us.Other()), a.width)}
	if sq := p.EnPassant(); sq != geom.NoSquare {
		b.ep = files(geom.Of(sq), a.width)
	}
	if us == board.Black {
		b.own, b.foe, b.ep = turned(b.own), turned(b.foe), turned(b.ep)
	}
	return b
}

// attacksUp returns the squares that pawns going up attack, attacksDown those of pawns going down.
func attacksUp(s uint64) uint64   { return (s&^rank7)<<9 | (s&^rank7)>>7 }
func attacksDown(s uint64) uint64 { return (s&^rank0)<<7 | (s&^rank0)>>9 }

// targets returns the target squares of the moves of own by kind: captures towards the higher
// and the lower file, single and double steps.
func (b *pawnBoard) targets() (high, low, once, twice uint64) {
	victims, free := b.foe|b.ep, ^(b.own | b.foe)
	once = b.own << 1 & free
	return b.own << 9 & victims, b.own >> 7 & victims, once, (once & rank2) << 1 & free
}

// canMove reports whether the side to move has a legal move.
func (b *pawnBoard) canMove() bool {
	return b.own<<1&^(b.own|b.foe) != 0 || attacksUp(b.own)&(b.foe|b.ep) != 0
}

// foeCanMove reports whether foe would have a legal move if it had the turn.
func (b *pawnBoard) foeCanMove() bool {
	return b.foe>>1&^(b.own|b.foe) != 0 || attacksDown(b.foe)&b.own != 0
}

// after returns the board after the move of a pawn, seen by foe.
func (b *pawnBoard) after(from, to uint64) pawnBoard {
	own := b.own&^from | to
	foe := b.foe &^ to
	if to == b.ep {
		foe &^= to >> 1
	}
	next := pawnBoard{own: turned(foe), foe: turned(own)}
	if to == from<<2 && attacksDown(foe)&(from<<1) != 0 {
		next.ep = turned(from << 1)
	}
	return next
}

// maxMoves bounds the moves of a side. With n pawns and m of the opponent on 48 squares, a side
// has at most n steps, 8 double ones, 2 captures en passant, and as many captures as twice the
// smaller of n and m: 82 for n = 24.
const maxMoves = 96
