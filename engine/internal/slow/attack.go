package slow

import (
	"iter"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// pawnAtoms are the steps and captures of every pawn, seen from White's side.
var pawnAtoms = []rules.Atom{
	{File: 0, Rank: 1, Limit: 1, Quiet: true},
	{File: -1, Rank: 1, Limit: 1, Capture: true},
	{File: 1, Rank: 1, Limit: 1, Capture: true},
}

func (p *Position) atoms(pc Piece) []rules.Atom {
	if p.isPawn(pc) {
		return pawnAtoms
	}
	return p.v.Piece(p.movesAs(pc)).Atoms
}

// walk yields the squares that a piece of a colour reaches by an atom, up to and including the first
// occupied one.
func (p *Position) walk(colour Colour, from geom.Square, a rules.Atom) iter.Seq[geom.Square] {
	return func(yield func(geom.Square) bool) {
		for _, leg := range a.Path() {
			sq := p.v.Board.Offset(from, int(leg[0])*colour.forward(), int(leg[1])*colour.forward())
			if sq == geom.NoSquare || !p.empty(sq) {
				return
			}
		}
		sq := from
		for n := 0; a.Limit == 0 || n < int(a.Limit); n++ {
			sq = p.v.Board.Offset(sq, int(a.File)*colour.forward(), int(a.Rank)*colour.forward())
			if sq == geom.NoSquare || !yield(sq) || !p.empty(sq) {
				return
			}
		}
	}
}

// attacked reports whether a piece of colour by could capture an enemy on sq.
func (p *Position) attacked(sq geom.Square, by Colour) bool {
	for from := range p.squares() {
		if p.owns(by, from) && p.attacks(from, sq) {
			return true
		}
	}
	return false
}

// attacks reports whether the piece on from could capture an enemy on sq.
func (p *Position) attacks(from, sq geom.Square) bool {
	pc := p.board[from]
	for _, a := range p.atoms(pc) {
		if !a.Capture {
			continue
		}
		for to := range p.walk(pc.Colour, from, a) {
			if to == sq {
				return true
			}
		}
	}
	return false
}

// kingAttacked reports whether a side's royal king, if it has one, is attacked.
func (p *Position) kingAttacked(colour Colour) bool {
	king := p.letterOf(rules.RoyalKing)
	if king == 0 {
		return false
	}
	for sq := range p.squares() {
		if p.owns(colour, sq) && p.board[sq].Letter == king && p.attacked(sq, 1-colour) {
			return true
		}
	}
	return false
}

// InCheck reports whether the royal king of the side to move is attacked.
func (p *Position) InCheck() bool { return p.kingAttacked(p.side) }

// Lawful reports whether each side has the one royal king that the variant requires, and the side not
// to move is not in check.
func (p *Position) Lawful() bool {
	king := p.letterOf(rules.RoyalKing)
	for colour := range Black + 1 {
		if king != 0 && p.standing(colour, king) != 1 {
			return false
		}
	}
	return !p.kingAttacked(1 - p.side)
}

// mobile reports whether pc, alone on the board, could move from sq without a capture.
func (p *Position) mobile(pc Piece, sq geom.Square) bool {
	lone := Position{v: p.v}
	for _, a := range p.atoms(pc) {
		for range lone.walk(pc.Colour, sq, a) {
			if a.Quiet {
				return true
			}
		}
	}
	return false
}
