// Package samples reads and writes files of positions with what is known of their values, from which
// evaluations learn. docs/formats.md specifies the format.
package samples

import (
	"errors"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/setup"
)

// Sample is a position and its value for the side to move.
type Sample struct {
	Position board.Position // its counters are those of a new game
	Score    int16          // of a search, in centipawns
	Result   rules.Result   // of the game it is from
}

// ErrDamaged says that a file or a part of it is not what a Writer has written.
var ErrDamaged = errors.New("samples: it is damaged")

// maxSample limits a sample, in bytes.
const maxSample = 1 + 1 + 8 + 64*5/8 + 2*(board.MaxKinds-1) + 2 + 1

// Coder packs samples of one game.
type Coder struct {
	game     *board.Game
	occupied int // bytes of a set of squares
}

// NewCoder returns a coder for samples of g.
func NewCoder(g *board.Game) *Coder {
	return &Coder{game: g, occupied: (g.Geometry().Squares() + 7) / 8}
}

// Append appends a sample to b.
func (c *Coder) Append(b []byte, s *Sample) []byte {
	p := &s.Position
	b = append(b, byte(p.Turn())|byte(p.Castling())<<1, byte(p.EnPassant()))
	for i := range c.occupied {
		b = append(b, byte(p.Occupied()>>(8*i)))
	}
	bits, n := uint(0), 0
	for sq := range p.Occupied().All() {
		piece, _ := p.At(sq)
		man := uint(piece.Kind) | uint(piece.Color)<<3
		if piece.Promoted {
			man |= 16
		}
		bits |= man << n
		for n += 5; n >= 8; n -= 8 {
			b, bits = append(b, byte(bits)), bits>>8
		}
	}
	if n > 0 {
		b = append(b, byte(bits))
	}
	if c.game.HasDrops() {
		for side := range board.Color(2) {
			for k := board.Kind(1); int(k) < c.game.Kinds(); k++ {
				b = append(b, byte(p.Hand(side).Count(k)))
			}
		}
	}
	return append(b, byte(s.Score), byte(s.Score>>8), byte(s.Result+1))
}

// Read returns the sample at the beginning of b and its length. The position is legal.
func (c *Coder) Read(b []byte) (s Sample, n int, err error) {
	r := reader{data: b}
	state, ep := r.byte(), geom.Square(r.byte())
	spec := setup.Spec{Turn: board.Color(state & 1), Castling: board.Rights(state >> 1), EnPassant: ep}
	for i := range c.occupied {
		spec.Occupied |= geom.Set(r.byte()) << (8 * i)
	}
	men := r.next((5*spec.Occupied.Len() + 7) / 8)
	i := 0
	for sq := range spec.Occupied.All() {
		man := five(men, i)
		spec.Pieces[sq] = board.Piece{Kind: board.Kind(man & 7), Color: board.Color(man >> 3 & 1), Promoted: man>>4 != 0}
		i++
	}
	rest := byte(0) // the bits after the last man
	if used := 5 * i % 8; used > 0 && len(men) > 0 {
		rest = men[len(men)-1] >> used
	}
	if c.game.HasDrops() {
		for side := range spec.Hands {
			for k := 1; k < c.game.Kinds(); k++ {
				spec.Hands[side][k] = int(r.byte())
			}
		}
	}
	s.Score = int16(r.byte()) | int16(r.byte())<<8
	result := r.byte()
	if r.short || result > 2 || rest != 0 || state >= 32 || ep > geom.NoSquare {
		return s, 0, ErrDamaged
	}
	s.Result = rules.Result(result) - 1
	s.Position, err = setup.New(c.game, &spec)
	if err != nil || s.Position.EnPassant() != ep {
		return s, 0, ErrDamaged
	}
	return s, r.at, nil
}

// five returns the i-th group of five bits, the lowest first, with zeros after the end.
func five(b []byte, i int) int {
	v := 0
	for j := range 2 {
		if at := 5*i/8 + j; at < len(b) {
			v |= int(b[at]) << (8 * j)
		}
	}
	return v >> (5 * i % 8) & 31
}

// reader reads bytes; after the end, zeros.
type reader struct {
	data  []byte
	at    int
	short bool // more was read than there is
}

func (r *reader) byte() byte {
	if b := r.next(1); len(b) > 0 {
		return b[0]
	}
	return 0
}

func (r *reader) next(n int) []byte {
	if n > len(r.data)-r.at {
		r.short = true
		return nil
	}
	r.at += n
	return r.data[r.at-n : r.at]
}
