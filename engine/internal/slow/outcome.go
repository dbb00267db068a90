package slow

import "tinyhouse/engine/rules"

// Outcome returns the result for the side to move and whether the game is over. earlier holds the
// earlier positions of the game, in any order, for repetitions.
func (p *Position) Outcome(earlier ...*Position) (result rules.Result, over bool) {
	if result, over := p.decided(); over {
		return result, true
	}
	end := p.v.End
	stuck := len(p.Moves()) == 0
	switch {
	case stuck && p.InCheck():
		return end.Checkmate, true
	case stuck:
		return end.Stalemate, true
	case end.NMove > 0 && p.halfmoves >= 2*end.NMove:
		return rules.Draw, true
	case end.NFold > 0 && p.occurrences(earlier) >= end.NFold:
		return end.NFoldIs, true
	}
	return rules.Draw, false
}

// occurrences returns the number of earlier positions that equal p but for the counters, and 1.
func (p *Position) occurrences(earlier []*Position) int {
	n := 1
	for _, q := range earlier {
		r := *q
		r.halfmoves, r.fullmoves = p.halfmoves, p.fullmoves
		if r == *p {
			n++
		}
	}
	return n
}

// decided returns the result of a game that extinction or a flag has ended. Extinction goes first, and
// of both sides the one that has just moved.
func (p *Position) decided() (result rules.Result, over bool) {
	us, them := p.side, 1-p.side
	switch {
	case p.extinct(them):
		return -p.v.End.ExtinctIs, true
	case p.extinct(us):
		return p.v.End.ExtinctIs, true
	case p.flagged(them):
		return rules.Loss, true
	case p.flagged(us):
		return rules.Win, true
	}
	return rules.Draw, false
}

// extinct reports whether a side has too few pieces of a kind.
func (p *Position) extinct(colour Colour) bool {
	for _, letter := range []byte(p.v.End.Extinct) {
		if p.standing(colour, letter)+int(p.hands[colour][letter]) <= p.v.End.ExtinctCount {
			return true
		}
	}
	return false
}

// flagged reports whether a side's flag piece is in its zone, and not attacked if the rules demand
// that.
func (p *Position) flagged(colour Colour) bool {
	end := p.v.End
	for sq := range p.squares() {
		if p.owns(colour, sq) && p.movesAs(p.board[sq]) == end.Flag && end.FlagZone[colour].Has(sq) &&
			!(end.FlagSafe && p.attacked(sq, 1-colour)) {
			return true
		}
	}
	return false
}

// standing counts a side's pieces of a kind on the board. A piece that is promoted shogi-style counts
// as the kind whose moves it has.
func (p *Position) standing(colour Colour, letter byte) int {
	n := 0
	for sq := range p.squares() {
		if p.owns(colour, sq) && p.movesAs(p.board[sq]) == letter {
			n++
		}
	}
	return n
}
