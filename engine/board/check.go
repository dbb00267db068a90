package board

// Check returns an error that names the first broken invariant of the package comment, or nil. It
// costs microseconds.
func (g *Game) Check(p *Position) error {
	occ := p.Occupied()
	seen := p.colors[White] & p.colors[Black]
	if seen != 0 {
		return invariantError("I1: a square of both colours")
	}
	for k := range p.kinds {
		if p.kinds[k]&seen != 0 {
			return invariantError("I1: a square of two kinds")
		}
		seen |= p.kinds[k]
	}
	if seen != occ || !occ.SubsetOf(g.squares) {
		return invariantError("I1: kinds and colours differ")
	}
	switch f := g.Faults(p); {
	case f&BadPromotion != 0:
		return invariantError("I2: promoted mark")
	case f&KingCount != 0:
		return invariantError("I3: kings")
	case f&OpponentCheck != 0:
		return invariantError("I4: side not to move in check")
	case f != 0:
		return f
	}
	if p.ep < 64 && g.pawns[p.turn].AttackedBy(p.ep)&p.Of(p.turn, g.pawn) == 0 {
		return invariantError("I5: useless en passant square")
	}
	if p.key != p.keyFromScratch() {
		return invariantError("I6: key")
	}
	return nil
}

type invariantError string

// Error returns the text.
func (e invariantError) Error() string { return "board: invariant " + string(e) }

func must(err error) {
	if err != nil {
		panic(err)
	}
}
