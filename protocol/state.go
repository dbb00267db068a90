package protocol

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/setup"
)

// MaxPlies limits the moves of a position command. The counters of a position hold twice as many.
const MaxPlies = 20000

// gameState is a game in progress: its rules, its position and the keys of the positions before it,
// oldest first. On error its methods change nothing.
type gameState struct {
	game    *board.Game
	pos     board.Position
	history []uint64
}

// newState returns the start position of a variant.
func newState(v *rules.Variant) (*gameState, error) {
	g, err := board.Compile(v)
	if err != nil {
		return nil, err
	}
	pos, err := notation.Start(g)
	if err != nil {
		return nil, err
	}
	return &gameState{game: g, pos: pos}, nil
}

// set sets the position of a FEN, or the start position if it is empty, and plays the moves.
func (s *gameState) set(n Notation, fen string, moves []string) error {
	if len(moves) > MaxPlies {
		return fmt.Errorf("position: %d moves: want at most %d", len(moves), MaxPlies)
	}
	pos, err := notation.Start(s.game)
	if fen != "" {
		pos, err = n.ParsePosition(s.game, fen)
	}
	if err != nil {
		return fmt.Errorf("position: %w", err)
	}
	history := make([]uint64, 0, len(moves))
	for i, text := range moves {
		m, err := n.ParseMove(s.game, &pos, text)
		if err != nil {
			return fmt.Errorf("position: move %d: %w", i+1, err)
		}
		history = append(history, pos.Key())
		s.game.Apply(&pos, &pos, m)
	}
	s.pos, s.history = pos, history
	return nil
}

// flip turns the board upside down and swaps the colours of pieces, hands and the side to move. The
// error says that the result is no position of the game: its sides may have different rules.
func (s *gameState) flip() error {
	old, geo := &s.pos, s.game.Geometry()
	spec := setup.Spec{Turn: old.Turn().Other(), EnPassant: old.EnPassant(), Clock: old.Clock(), Fullmove: old.Fullmove()}
	for sq := range old.Occupied().All() {
		piece, _ := old.At(sq)
		piece.Color = piece.Color.Other()
		spec.Put(geo.FlipSquare(sq), piece)
	}
	for c := range spec.Hands {
		for k := range spec.Hands[c] {
			spec.Hands[c][k] = old.Hand(board.Color(c).Other()).Count(board.Kind(k))
		}
	}
	white, black := old.Castling()&(board.WhiteKingSide|board.WhiteQueenSide), old.Castling()>>2
	spec.Castling = white<<2 | black
	if old.EnPassant() < 64 {
		spec.EnPassant = geo.FlipSquare(old.EnPassant())
	}
	pos, err := setup.New(s.game, &spec)
	if err == nil {
		s.pos, s.history = pos, nil
	}
	return err
}
