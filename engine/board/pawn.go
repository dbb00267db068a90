package board

import (
	"tinyhouse/engine/geom"
)

// PawnSteps is how the pawns of one colour move. All pawns of a set move at once, by rotating it.
type PawnSteps struct {
	Up, Left, Right          int      // square offsets of a step and of the two captures
	CanUp, CanLeft, CanRight geom.Set // from where those stay on the board
	Passed                   geom.Set // squares that a double step passes over
	Zone                     geom.Set // where pawns promote
	Keeps                    geom.Set // where a pawn may arrive and stay one
	To                       []Kind   // what they may become
}

// PawnSteps returns how the pawns of c move, all zero in a game without pawns. It is read-only.
func (g *Game) PawnSteps(c Color) *PawnSteps { return &g.pawns[c] }

// pawnMoves is the targets of a set of pawns, by the step that leads there.
type pawnMoves struct {
	push, double, left, right geom.Set
}

func (g *Game) compilePawns(c Color) {
	if g.pawn == 0 {
		return
	}
	w, last, v := g.geo.Width, g.geo.Height-1, g.variant
	t := PawnSteps{Up: w, Left: w - 1, Right: w + 1}
	if c == Black {
		t = PawnSteps{Up: -w, Left: -w - 1, Right: -w + 1}
		last = 0
	}
	t.CanUp = g.squares &^ g.geo.RankSet(last)
	t.CanLeft = t.CanUp &^ g.geo.FileSet(0)
	t.CanRight = t.CanUp &^ g.geo.FileSet(w-1)
	if v.Pawn.DoubleStep {
		t.Passed = (v.Pawn.DoubleFrom[c] & t.CanUp).Rotate(t.Up)
	}
	t.Keeps = g.squares
	if v.Drop.MobileOnly {
		t.Keeps = t.CanUp
	}
	if len(v.Promote.To) > 0 {
		t.Zone = v.Promote.Zone[c] & g.squares
		if v.Promote.PawnMandatory {
			t.Keeps &^= t.Zone
		}
		for _, letter := range []byte(v.Promote.To) {
			k, _ := g.KindOf(letter)
			t.To = append(t.To, k)
		}
	}
	g.pawns[c] = t
}

// moves returns the targets of pawns within allowed.
func (t *PawnSteps) moves(pawns, occ, theirs, allowed geom.Set) pawnMoves {
	push := (pawns & t.CanUp).Rotate(t.Up) &^ occ
	return pawnMoves{
		push:   push & allowed,
		double: (push & t.Passed & t.CanUp).Rotate(t.Up) &^ occ & allowed,
		left:   (pawns & t.CanLeft).Rotate(t.Left) & theirs & allowed,
		right:  (pawns & t.CanRight).Rotate(t.Right) & theirs & allowed,
	}
}

// AttackedBy returns the squares from which a pawn attacks sq.
func (t *PawnSteps) AttackedBy(sq geom.Square) geom.Set {
	at := geom.Of(sq)
	return at.Rotate(-t.Left)&t.CanLeft | at.Rotate(-t.Right)&t.CanRight
}

// back returns the square from which a step by the offset n leads to a square.
func back(to geom.Square, n int) geom.Square { return geom.Square(int(to) - n) }

// count returns the number of moves to targets, with every promotion.
func (t *PawnSteps) count(targets geom.Set) int {
	return (targets & t.Keeps).Len() + (targets&t.Zone).Len()*len(t.To)
}

func (g *Game) countPawns(p *Position, s *checkInfo) int {
	us := p.turn & 1
	t := &g.pawns[us]
	pawns := p.kinds[g.pawn&7] & s.own
	n := t.countAll(pawns&^s.pinned, s.occ, s.occ&^s.own, s.allowed)
	for pinned := pawns & s.pinned; pinned != 0; pinned &= pinned - 1 {
		n += t.countAll(pinned&-pinned, s.occ, s.occ&^s.own, g.pinMask(p, s, pinned.First()))
	}
	if p.ep != geom.NoSquare {
		n += g.enPassants(p, s).Len() * t.count(geom.Of(p.ep))
	}
	return n
}

func (t *PawnSteps) countAll(pawns, occ, theirs, allowed geom.Set) int {
	m := t.moves(pawns, occ, theirs, allowed)
	if (m.push|m.double|m.left|m.right)&^(t.Keeps&^t.Zone) == 0 {
		return m.push.Len() + m.double.Len() + m.left.Len() + m.right.Len()
	}
	return t.count(m.push) + t.count(m.double) + t.count(m.left) + t.count(m.right)
}

// enPassants returns the squares of the pawns that can legally capture en passant. Two pieces leave
// their squares at once, so checkInfo does not tell whether the king is safe.
func (g *Game) enPassants(p *Position, s *checkInfo) geom.Set {
	us := p.turn & 1
	t := &g.pawns[us]
	pawns := t.AttackedBy(p.ep) & p.kinds[g.pawn&7] & s.own
	if !g.hasKing {
		return pawns
	}
	victim := geom.Of(back(p.ep, t.Up))
	for sq := range pawns.All() {
		occ := s.occ&^victim&^geom.Of(sq) | geom.Of(p.ep)
		if g.Attackers(p, us^1, s.king, occ) != 0 {
			pawns = pawns.Without(sq)
		}
	}
	return pawns
}

// setEnPassantBehind sets the square passed over by a double step of us, if an enemy pawn attacks
// it.
func (g *Game) setEnPassantBehind(p *Position, us Color, sq geom.Square) {
	t := &g.pawns[us^1]
	if g.variant.Pawn.EnPassant && t.AttackedBy(sq)&p.Of(us^1, g.pawn) != 0 {
		p.setEnPassant(sq)
	}
}

func (t *PawnSteps) isDoubleStep(from, to geom.Square) bool {
	return int(to) == int(from)+2*t.Up
}

// PawnHome returns the squares on which a pawn of c can ever stand: on or ahead of the ranks where
// pawns start or may be dropped, and short of where they must promote. In a game that starts
// without pawns, they may start on any rank but the first and the last.
func (g *Game) PawnHome(c Color) geom.Set { return g.pawnHome[c] }

func (g *Game) compilePawnHome(c Color) {
	if g.pawn == 0 {
		return
	}
	t := &g.pawns[c]
	born := g.variant.StartSquares(g.letters[g.pawn])[c]
	if g.drops {
		born |= g.dropZone[c][g.pawn]
	}
	if born == 0 {
		born = t.Keeps & t.CanUp.Rotate(t.Up) & t.CanUp
	}
	var home geom.Set
	for rank := range g.geo.Height {
		if whole := g.geo.RankSet(rank); whole&born != 0 {
			home |= whole
		}
	}
	for range g.geo.Height {
		home |= (home & t.CanUp).Rotate(t.Up)
	}
	g.pawnHome[c] = home&t.Keeps | born
}
