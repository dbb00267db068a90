// Package brute solves small state spaces in the plainest way there is: it lists every
// position, plays every move, and goes over all of them round by round until nothing
// changes. It is the ground truth for the real solvers in tests, so nothing belongs here
// that is clever, and nothing that they use too but the core.
package brute

import (
	"errors"
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Material counts the men beside the kings, by colour and kind: those a side may have at
// most. In a game where captured men change sides, both rows together are the units in play,
// all of which stay in play for ever.
type Material [2][board.MaxKinds]int

// ErrTooLarge reports a space of more positions than the limit.
var ErrTooLarge = errors.New("brute: the space is too large")

// Space is every position of some material, for either side to move: see New.
type Space struct {
	game      *board.Game
	positions []board.Position
	index     map[key]int32
	limit     int
}

// New lists the positions of the material m, at most limit of them: more are an error, and
// so are far more placements that are none. A position is every placement in which the side not to move is not in check and the game is
// not over by a flag or an extinction:
//
//   - each king, where there are kings, is on the board;
//   - where captured men change sides, each unit is on the board or in hand, of either colour;
//   - elsewhere each man is on the board, in the hand of its owner if there are drops, or gone;
//   - on the board a pawn may also be what it promotes to, marked as promoted where the core
//     marks it, and a man with a promoted form of its own may be in that form;
//   - pawns stand only where the core lets them stand.
//
// There are no castling rights. A placement to which a double step may have led that can be
// answered en passant is another position. Clocks are 0. The memory is some 300 bytes a
// position.
func New(g *board.Game, m Material, limit int) (*Space, error) {
	s := &Space{game: g, index: map[key]int32{}, limit: limit}
	p := placer{space: s, men: menOf(g, &m)}
	p.setup.EnPassant = geom.NoSquare
	p.place(0, 0)
	if p.err != nil {
		return nil, p.err
	}
	return s, nil
}

// Len returns the number of positions.
func (s *Space) Len() int { return len(s.positions) }

// At returns position i, counted from 0, in the order of listing.
func (s *Space) At(i int) *board.Position { return &s.positions[i] }

// Find returns the number of a position, whatever its clocks; ok is false for one that is
// not in the space.
func (s *Space) Find(p *board.Position) (i int, ok bool) {
	n, ok := s.index[keyOf(s.game, p)]
	return int(n), ok
}

// add adds a position that is not there yet and in which the game goes on.
func (s *Space) add(p *board.Position) error {
	k := keyOf(s.game, p)
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

// key is all of a position but its clocks: an exact code, no hash. The kind of the man on a
// square is the three bits of the planes there.
type key struct {
	colors    [2]geom.Set
	planes    [3]geom.Set
	promoted  geom.Set
	hands     [2]board.Hand
	enPassant geom.Square
	castling  board.Rights
	turn      board.Color
}

func keyOf(g *board.Game, p *board.Position) key {
	k := key{
		colors:    [2]geom.Set{p.Color(board.White), p.Color(board.Black)},
		promoted:  p.Promoted(),
		hands:     [2]board.Hand{p.Hand(board.White), p.Hand(board.Black)},
		enPassant: p.EnPassant(),
		castling:  p.Castling(),
		turn:      p.Turn(),
	}
	for kind := range board.Kind(g.Kinds()) {
		for bit := range k.planes {
			if kind>>bit&1 != 0 {
				k.planes[bit] |= p.Kind(kind)
			}
		}
	}
	return k
}
