package eval

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// pawnAttacks collects the squares that the pawns of c attack.
func (e *Eval) pawnAttacks(s *sides, c board.Color, pawn board.Kind) {
	var once, twice geom.Set
	for pieces := s.pawns[c&1]; pieces != 0; pieces &= pieces - 1 {
		a := e.game.Attacks(c, pawn, false, pieces.First(), 0)
		twice |= once & a
		once |= a
	}
	s.byPawn[c&1] = once
	s.attacks[c&1] = once
	s.twice[c&1] = twice
}

// pawnTerms returns the value of the pawns of c and of their structure.
func (e *Eval) pawnTerms(s *sides, c board.Color) tapered {
	var total tapered
	own, theirs, them := s.pawns[c&1], s.pawns[c&1^1], c^1
	table := &e.psq[c&1][e.game.Pawn()&7][0]
	for pieces := own; pieces != 0; pieces &= pieces - 1 {
		sq := pieces.First() & 63
		total += table[sq]
		if e.ahead[c&1][sq]&own != 0 {
			total += e.w.doubled
		}
		if e.beside[sq]&own == 0 {
			total += e.w.isolated
		}
		if s.byPawn[c&1].Has(sq) {
			total += e.w.connected
		}
		if e.span[c&1][sq]&theirs == 0 && e.ahead[c&1][sq]&own == 0 && e.ahead[c&1][sq]&e.pawnGoals[c&1] != 0 {
			total += e.passedPawn(s, c, them, sq)
		}
	}
	return total
}

// passedPawn returns the bonus of a passed pawn of c on sq.
func (e *Eval) passedPawn(s *sides, c, them board.Color, sq geom.Square) tapered {
	way := e.ahead[c&1][sq]
	height := e.game.Geometry().Height
	left := (way &^ (e.pawnGoals[c&1])).Len() + 1
	progress := max(8-left*8/height, 0)
	total := e.w.passed * tapered(progress*progress/4)
	if way&s.occ != 0 {
		total += e.w.blocked * tapered(progress)
	}
	if e.game.HasKing() {
		far := int(e.distance[s.king[them&1]&63][sq]) - int(e.distance[s.king[c&1]&63][sq])
		total += e.w.passedKing * tapered(far)
	}
	return total
}
