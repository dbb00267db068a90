package board

// Check recomputes everything a position keeps and returns an error that names the first
// broken invariant (see Position), or nil. For tests and debug builds: some microseconds.
func (g *Game) Check(p *Position) error {
	occ := p.Occupied()
	var seen = p.colors[White] & p.colors[Black]
	if seen != 0 {
		return broken("I1: a square of both colours")
	}
	for k := range p.kinds {
		if p.kinds[k]&seen != 0 {
			return broken("I1: a square of two kinds")
		}
		seen |= p.kinds[k]
	}
	if seen != occ || !occ.SubsetOf(g.squares) {
		return broken("I1: kinds and colours differ")
	}
	switch f := g.faults(p); {
	case f&BadPromotion != 0:
		return broken("I2: promoted mark")
	case f&KingCount != 0:
		return broken("I3: kings")
	case f&OpponentCheck != 0:
		return broken("I4: side not to move in check")
	case f != 0:
		return f
	}
	if p.ep < 64 && g.pawns[p.turn].attackedBy(p.ep)&p.Of(p.turn, g.pawn) == 0 {
		return broken("I5: useless en passant square")
	}
	if p.key != p.keyFromScratch() {
		return broken("I6: key")
	}
	return nil
}

// broken is the error of a broken invariant.
type broken string

// Error returns the text.
func (b broken) Error() string { return "board: invariant " + string(b) }

func must(err error) {
	if err != nil {
		panic(err)
	}
}
