package pawns

import (
	"math/bits"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Frame is a position as this package sees it, in 24 bytes: the side to move always goes up the board,
// and each file is a byte, its lowest bit the rank where the pawns of the side to move
// came from. So a step is a shift by one, a file is a byte, a reflection reverses bytes,
// and no shift of a pawn that is not home yet needs a mask:
//
//	own<<1 steps, own<<9 and own>>7 captures towards the higher and the lower file
//
// Pawns of either side stand on bits 1 to 6 of their byte as long as the game goes on.
type Frame struct {
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

// spread has, for the bits of a rank, the same bits at the bottom of eight files.
var spread = func() (t [256]uint64) {
	for i := range t {
		for file := range 8 {
			t[i] |= uint64(i>>file&1) << (8 * file)
		}
	}
	return t
}()

// files turns a set of squares of a board of width files and 8 ranks into bytes of files.
func files(s geom.Set, width int) uint64 {
	mask := geom.Set(1)<<width - 1
	var x uint64
	for rank := range 8 {
		x |= spread[s&mask&255] << rank
		s >>= width & 15
	}
	return x
}

// Frame returns the frame of a position.
func (l *Lore) Frame(p *board.Position) Frame {
	us := p.Turn()
	f := Frame{own: files(p.Color(us), l.width), foe: files(p.Color(us.Other()), l.width)}
	if sq := p.EnPassant(); sq != geom.NoSquare {
		f.ep = files(geom.Of(sq), l.width)
	}
	if us == board.Black {
		f.own, f.foe, f.ep = turned(f.own), turned(f.foe), turned(f.ep)
	}
	return f
}

// strikes returns the squares that pawns going up attack, sinks those of pawns going down.
func strikes(s uint64) uint64 { return (s&^rank7)<<9 | (s&^rank7)>>7 }
func sinks(s uint64) uint64   { return (s&^rank0)<<7 | (s&^rank0)>>9 }

// steps returns where the pawns of own can step, and where they can step twice.
func (f *Frame) steps() (once, twice uint64) {
	free := ^(f.own | f.foe)
	once = f.own << 1 & free
	return once, (once & rank2) << 1 & free
}

// canMove reports whether the side to move has a legal move.
func (f *Frame) canMove() bool {
	return f.own<<1&^(f.own|f.foe) != 0 || strikes(f.own)&(f.foe|f.ep) != 0
}

// foeCanMove reports whether foe would have a legal move if it had the turn.
func (f *Frame) foeCanMove() bool {
	return f.foe>>1&^(f.own|f.foe) != 0 || sinks(f.foe)&f.own != 0
}

// after returns the frame after a pawn has gone from one square to another, seen by foe.
func (f *Frame) after(from, to uint64) Frame {
	own := f.own&^from | to
	foe := f.foe &^ to
	if to == f.ep {
		foe &^= to >> 1
	}
	next := Frame{own: turned(foe), foe: turned(own)}
	if to == from<<2 && sinks(foe)&(from<<1) != 0 {
		next.ep = turned(from << 1)
	}
	return next
}

// MaxMoves is the capacity of a List. With n pawns and m of the opponent on 48 squares, a
// side has at most n steps, 8 double ones, 2 captures en passant, and as many captures as
// twice the smaller of n and m: 82 for n = 24.
const MaxMoves = 96

// List is a list of frames in an array owned by the caller.
type List struct {
	n   int
	all [MaxMoves]Frame
}

// All returns the frames; the slice is good until the list is filled again.
func (l *List) All() []Frame { return l.all[:l.n] }

// Next lists the frames after each legal move, seen by the opponent, captures first. It
// takes a few nanoseconds a move. No move is legal once a pawn has come home.
func (f *Frame) Next(l *List) {
	l.n = 0
	if _, over := f.over(); over {
		return
	}
	hits := f.foe | f.ep
	once, twice := f.steps()
	f.list(l, f.own<<9&hits, 9)
	f.list(l, f.own>>7&hits, -7)
	f.list(l, once, 1)
	f.list(l, twice, 2)
}

// list adds the frames after moves to the squares of to from by bits below.
func (f *Frame) list(l *List, to uint64, by int) {
	for ; to != 0; to &= to - 1 {
		at := to & -to
		l.all[l.n] = f.after(bits.RotateLeft64(at, -by), at)
		l.n++
	}
}
