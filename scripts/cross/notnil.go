package main

import (
	"github.com/notnil/chess"
)

// inProcess is the name of the peer that is the Go library notnil/chess, for orthodox chess.
const inProcess = "notnil"

// library counts with notnil/chess.
type library struct{}

// divide returns the leaves below each move of a position.
func (library) divide(fen string, depth int) (map[string]uint64, error) {
	setUp, err := chess.FEN(fen)
	if err != nil {
		return nil, err
	}
	p := chess.NewGame(setUp).Position()
	counts := map[string]uint64{}
	for _, m := range p.ValidMoves() {
		counts[chess.UCINotation{}.Encode(p, m)] = leaves(p.Update(m), depth-1)
	}
	return counts, nil
}

// leaves counts leaves by listing every move: the library has no count of its own.
func leaves(p *chess.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var nodes uint64
	for _, m := range p.ValidMoves() {
		nodes += leaves(p.Update(m), depth-1)
	}
	return nodes
}

// close does nothing: there is no process.
func (library) close() {}
