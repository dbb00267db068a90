package board

import (
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// What reverse moves need of the compiled rules. What belongs here hands out tables or makes
// those that only looking backward wants: they are made when asked for and no part of Game.

// Retreat is how the pieces of one form (those of a colour and kind, turned over shogi-style
// or not) go back: from where they can have come.
type Retreat struct {
	quiet, capture *mover   // movers that run the other way
	Mobile         geom.Set // where the form may arrive
}

// Retreat returns the retreat of the pieces of colour c and kind k, which is not the pawn; turned
// is for their promoted form where g.Turns(k). It takes as long as compiling the kind.
func (g *Game) Retreat(c Color, k Kind, turned bool) *Retreat {
	piece, f := g.piece(k), &g.king[c]
	for i := range g.forms[c] {
		if form := &g.forms[c][i]; form.kind == k && (form.flip|form.or == 0) == turned {
			f = form
		}
	}
	if turned {
		piece = g.variant.Piece(piece.Promoted)
	}
	r := &Retreat{Mobile: f.mobile}
	r.capture = newSources(g.geo, c, piece.Atoms, func(a rules.Atom) bool { return a.Capture })
	r.quiet = r.capture
	if f.quiet != f.capture {
		r.quiet = newSources(g.geo, c, piece.Atoms, func(a rules.Atom) bool { return a.Quiet })
	}
	return r
}

// From returns the squares from which a piece can have reached sq without and with a capture
// there, when only the squares of occ were occupied besides. Some may be occupied themselves.
func (r *Retreat) From(sq geom.Square, occ geom.Set) (quiet, capture geom.Set) {
	capture = r.capture.reach(sq, occ)
	if r.quiet == r.capture {
		return capture, capture
	}
	return r.quiet.reach(sq, occ), capture
}

// Strikes returns the squares from which a piece attacks sq when only the squares of occ are
// occupied besides.
func (r *Retreat) Strikes(sq geom.Square, occ geom.Set) geom.Set { return r.capture.reach(sq, occ) }

// Aim is a ray from an attacker to the king of the side to move.
type Aim struct {
	From    geom.Set // the attacker's square
	Way     geom.Set // what must be empty between them
	Blocker geom.Set // the one man on the way, of the attacker's colour, or none: then it is check
}

// Aims lists the rays on which a move of the side not to move can have uncovered the king of
// the side to move, and returns the men that attack it by leaps. Ok is false where there are
// more rays than the list holds. There must be a king.
func (g *Game) Aims(p *Position, l *AimList) (leaps geom.Set, ok bool) {
	l.n = 0
	us, them := p.turn&1, p.turn&1^1
	theirs, occ := p.colors[them], p.Occupied()
	king := (p.kinds[King] & p.colors[us]).First() & 63
	rays := g.rays[them]
	for i := range rays {
		r := &rays[i]
		for maybe := r.men(p, king) & theirs; maybe != 0; maybe &= maybe - 1 {
			way := r.between[king][maybe.First()&63]
			in := way & occ
			if in.Many() || !in.SubsetOf(theirs) {
				continue
			}
			if l.n == len(l.aims) {
				return 0, false
			}
			l.aims[l.n] = Aim{maybe & -maybe, way, in}
			l.n++
		}
	}
	return g.guards[them].on(p, king) & theirs, true
}

// AimList is a list of rays; it is large enough for all but made-up positions.
type AimList struct {
	aims [16]Aim
	n    int
}

// All returns the rays.
func (l *AimList) All() []Aim { return l.aims[:l.n] }

// newSources compiles the atoms for which use is true, seen from c, backward: the squares a
// mover reaches are those from which it would be reached. Leaps and slides run the other way
// as the opponent's do; the legs of lame leaps stay where they are.
func newSources(geo geom.Geometry, c Color, atoms []rules.Atom, use func(rules.Atom) bool) *mover {
	m := newMover(geo, c.Other(), atoms, func(a rules.Atom) bool { return use(a) && !a.Lame })
	var lameAtoms []rules.Atom
	for _, a := range atoms {
		if use(a) && a.Lame {
			lameAtoms = append(lameAtoms, turned(a, c))
		}
	}
	m.lames = newLames(geo, lameAtoms, legsTo)
	return m
}

// legsTo returns the lame leaps of atoms, already turned, that end on sq, each as if it went
// from there to where it starts.
func legsTo(geo geom.Geometry, sq geom.Square, atoms []rules.Atom) []leg {
	var legs []leg
	for i, a := range atoms {
		from := geo.Offset(sq, -int(a.File), -int(a.Rank))
		if from != geom.NoSquare {
			legs = append(legs, leg{to: from, path: legsFrom(geo, from, atoms[i:i+1])[0].path})
		}
	}
	return legs
}

// PawnSteps is how the pawns of one colour move.
type PawnSteps struct {
	Up, Left, Right          int      // square offsets of a step and of the two captures
	CanUp, CanLeft, CanRight geom.Set // from where those stay on the board
	Passed                   geom.Set // squares that a double step passes over
	Zone                     geom.Set // where pawns promote
	Keeps                    geom.Set // where a pawn may arrive and stay one
	To                       []Kind   // what they may become; not to be written to
}

// PawnSteps returns how the pawns of c move, all zero in a game without pawns.
func (g *Game) PawnSteps(c Color) PawnSteps {
	t := &g.pawns[c]
	return PawnSteps{t.up, t.left, t.right, t.canUp, t.canLeft, t.canRight, t.passed, t.zone, t.keeps, t.to}
}

// DropZone returns where c may drop pieces of kind k, squares and company aside: none in a
// game without drops.
func (g *Game) DropZone(c Color, k Kind) geom.Set {
	if !g.drops {
		return 0
	}
	return g.dropZone[c][k]
}
