package protocol

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// MaxPlies is the longest game that a position may come with, in moves of one side. The
// counters of a position hold twice as many.
const MaxPlies = 20000

// play is the game on the board: the variant and the position, with the keys of the
// positions before it, oldest first. Its methods change all of it, or on error nothing.
type play struct {
	game    *board.Game
	pos     board.Position
	history []uint64
}

// newPlay returns the start position of a variant.
func newPlay(v *rules.Variant) (*play, error) {
	g, err := board.Compile(v)
	if err != nil {
		return nil, err
	}
	pos, err := notation.Start(g)
	if err != nil {
		return nil, err
	}
	return &play{game: g, pos: pos}, nil
}

// set goes to the position of a FEN, or the start where it is empty, and plays the moves,
// both written as a protocol does.
func (p *play) set(n Notation, fen string, moves []string) error {
	if len(moves) > MaxPlies {
		return fmt.Errorf("position: %d moves: want at most %d", len(moves), MaxPlies)
	}
	pos, err := notation.Start(p.game)
	if fen != "" {
		pos, err = n.ParsePosition(p.game, fen)
	}
	if err != nil {
		return fmt.Errorf("position: %w", err)
	}
	history := make([]uint64, 0, len(moves))
	for i, text := range moves {
		m, err := n.ParseMove(p.game, &pos, text)
		if err != nil {
			return fmt.Errorf("position: move %d: %w", i+1, err)
		}
		history = append(history, pos.Key())
		p.game.Apply(&pos, &pos, m)
	}
	p.pos, p.history = pos, history
	return nil
}

// flip turns the board upside down and changes the colours, hands and side to move, as
// Stockfish's command does. It is a position of the same game wherever both sides play by
// the same rules.
func (p *play) flip() error {
	old, geo := &p.pos, p.game.Geometry()
	s := board.Setup{Turn: old.Turn().Other(), EnPassant: old.EnPassant(), Clock: old.Clock(), Fullmove: old.Fullmove()}
	for sq := range old.Occupied().All() {
		piece, _ := old.At(sq)
		piece.Color = piece.Color.Other()
		s.Put(geo.FlipSquare(sq), piece)
	}
	for c := range s.Hands {
		for k := range s.Hands[c] {
			s.Hands[c][k] = old.Hand(board.Color(c).Other()).Count(board.Kind(k))
		}
	}
	white, black := old.Castling()&(board.WhiteKingSide|board.WhiteQueenSide), old.Castling()>>2
	s.Castling = white<<2 | black
	if old.EnPassant() < 64 {
		s.EnPassant = geo.FlipSquare(old.EnPassant())
	}
	pos, err := p.game.New(&s)
	if err == nil {
		p.pos, p.history = pos, nil
	}
	return err
}
