// Package brute solves small state spaces by brute force: it lists every position, plays every
// move, and repeats rounds over all positions until no value changes. It is the reference for the
// solvers in tests, so it is simple and shares only the core with them.
package brute

import (
	"errors"
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Material counts the pieces of each side by kind, without the kings. Where captured pieces change
// sides, both rows together are the units in play.
type Material [2][board.MaxKinds]int

// ErrTooLarge reports a space of more positions than the limit.
var ErrTooLarge = errors.New("brute: the space is too large")

// Space is every position of some material, with either side to move; see New.
type Space struct {
	game      *board.Game
	positions []board.Position
	index     map[board.Position]int32 // by keyOf
	limit     int
}

// New lists the positions of the material m. More than limit positions are an error, ErrTooLarge,
// and so are far more placements. A position is every placement in which the side not to move is
// not in check and the game is not over by a flag or an extinction:
//
//   - each king, if there are kings, is on the board;
//   - where captured pieces change sides, each unit is on the board or in hand, of either colour;
//   - elsewhere each piece is on the board, in its owner's hand if there are drops, or captured;
//   - a pawn may have promoted, and be marked as promoted where the core marks that, and a piece
//     with a promoted form may have that form;
//   - pawns are only where the core allows them.
//
// There are no castling rights. A placement to which a double step may have led that can be
// captured en passant is another position. Clocks are 0. A position takes some 400 bytes.
func New(g *board.Game, m Material, limit int) (*Space, error) {
	s := &Space{game: g, index: map[board.Position]int32{}, limit: limit}
	p := placer{space: s, pieces: piecesOf(g, &m)}
	p.setup.EnPassant = geom.NoSquare
	p.place(0, 0)
	if p.err != nil {
		return nil, p.err
	}
	return s, nil
}

// Len returns the number of positions.
func (s *Space) Len() int { return len(s.positions) }

// At returns position i, from 0.
func (s *Space) At(i int) *board.Position { return &s.positions[i] }

// Find returns the number of a position, regardless of its clocks; ok is false if it is not in the
// space.
func (s *Space) Find(p *board.Position) (i int, ok bool) {
	n, ok := s.index[keyOf(p)]
	return int(n), ok
}

// add adds a position, unless it is in the space or the game is over there.
func (s *Space) add(p *board.Position) error {
	k := keyOf(p)
	if _, known := s.index[k]; known || s.game.Decided(p).Over() {
		return nil
	}
	if len(s.positions) == s.limit {
		return fmt.Errorf("%w: more than %d positions", ErrTooLarge, s.limit)
	}
	s.index[k] = int32(len(s.positions))
	s.positions = append(s.positions, *p)
	return nil
}

// keyOf returns p with its clocks set to 0, and its Zobrist key computed anew.
func keyOf(p *board.Position) board.Position {
	b := board.Builder{Position: *p}
	b.SetCounters(0, 0)
	return b.Finish()
}
