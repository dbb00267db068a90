package eval

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// This file knows what pieces attack. The board package answers for legal moves only; an
// evaluation and an exchange on one square also want attacks under an occupancy of their
// own choosing.

// reach is what one form of a piece attacks from every square.
type reach struct {
	leap  [64]geom.Set
	lines [][64]geom.Line
	lames [64][]lame
	lamed bool
}

// lame is a leap that is blocked by what stands on its path.
type lame struct {
	to   geom.Square
	path geom.Set
}

// from returns the squares attacked from sq.
func (r *reach) from(sq geom.Square, occ geom.Set) geom.Set {
	sq &= 63
	t := r.leap[sq]
	for i := range r.lines {
		t |= r.lines[i][sq].Attacks(occ)
	}
	if r.lamed {
		for _, l := range r.lames[sq] {
			if l.path&occ == 0 {
				t |= 1 << (l.to & 63)
			}
		}
	}
	return t
}

// newReach compiles the atoms of a piece of c that use accepts.
func newReach(geo geom.Geometry, c board.Color, atoms []rules.Atom, use func(rules.Atom) bool) *reach {
	r := new(reach)
	for _, a := range atoms {
		if !use(a) {
			continue
		}
		if c == board.Black {
			a.Rank = -a.Rank
		}
		var rays [64]geom.Line
		path := a.Path()
		for sq := range geo.Board().All() {
			switch to := geo.Offset(sq, int(a.File), int(a.Rank)); {
			case a.Limit != 1:
				ray := geo.Ray(sq, int(a.File), int(a.Rank), int(a.Limit))
				rays[sq] = geom.Line{Lower: ray & (1<<sq - 1), Upper: ray &^ (1<<sq - 1)}
			case to == geom.NoSquare:
			case len(path) == 0:
				r.leap[sq] |= geom.Of(to)
			default:
				l := lame{to: to}
				for _, step := range path {
					l.path |= geom.Of(geo.Offset(sq, int(step[0]), int(step[1])))
				}
				r.lames[sq] = append(r.lames[sq], l)
				r.lamed = true
			}
		}
		if a.Limit != 1 {
			r.addRays(rays)
		}
	}
	return r
}

// addRays adds one direction of a slider, joining it with the opposite one where the two
// make a line: where no square has both halves on the same side.
func (r *reach) addRays(rays [64]geom.Line) {
	for i := range r.lines {
		fits, opposite := true, false
		for sq := range rays {
			a, b := r.lines[i][sq], rays[sq]
			fits = fits && (a.Lower == 0 || b.Lower == 0) && (a.Upper == 0 || b.Upper == 0)
			opposite = opposite || a.Lower|a.Upper != 0 && b.Lower|b.Upper != 0
		}
		if fits && opposite {
			for sq := range rays {
				r.lines[i][sq].Lower |= rays[sq].Lower
				r.lines[i][sq].Upper |= rays[sq].Upper
			}
			return
		}
	}
	r.lines = append(r.lines, rays)
}

// attackers is where, on an empty board, the pieces of one colour and form stand that
// attack a square.
type attackers struct {
	leap    [64]geom.Set // nothing can be in the way
	blocked [64]geom.Set // something can: see Attacks.between
}

// attacksTable holds the attacks of all pieces of a game, both ways round.
type attacksTable struct {
	game    *board.Game
	forward [2][board.MaxKinds][2]*reach // by colour, kind, and whether promoted shogi-style
	quiet   [2][board.MaxKinds][2]*reach // the same for moves to empty squares
	to      [2][board.MaxKinds][2]attackers
	between [64][64]geom.Set // [target][attacker]
	forms   [board.MaxKinds]bool
}

func newAttacks(g *board.Game) *attacksTable {
	t := &attacksTable{game: g}
	for k := range board.Kind(g.Kinds()) {
		piece := g.Variant().Piece(g.Letter(k))
		if k == board.King && !g.HasKing() || piece == nil {
			continue
		}
		atoms := [2][]rules.Atom{piece.Atoms, piece.Atoms}
		if piece.Promoted != 0 {
			t.forms[k] = true
			atoms[1] = g.Variant().Piece(piece.Promoted).Atoms
		}
		for c := range t.forward {
			for form := range atoms {
				t.compile(board.Color(c), k, form, atoms[form])
			}
		}
	}
	return t
}

func (t *attacksTable) compile(c board.Color, k board.Kind, form int, atoms []rules.Atom) {
	geo := t.game.Geometry()
	captures := newReach(geo, c, atoms, func(a rules.Atom) bool { return a.Capture })
	t.forward[c][k][form] = captures
	t.quiet[c][k][form] = newReach(geo, c, atoms, func(a rules.Atom) bool { return a.Quiet })
	to := &t.to[c][k][form]
	for from := range geo.Board().All() {
		for sq := range captures.leap[from].All() {
			to.leap[sq] = to.leap[sq].With(from)
		}
		for _, l := range captures.lames[from] {
			to.blocked[l.to] = to.blocked[l.to].With(from)
			t.between[l.to][from] = l.path
		}
		for i := range captures.lines {
			for sq := range captures.lines[i][from].Attacks(0).All() {
				to.blocked[sq] = to.blocked[sq].With(from)
				t.between[sq][from] = way(captures.lines[i][from], from, sq)
			}
		}
	}
}

// way returns the squares of a slider's line strictly between two squares of it.
func way(l geom.Line, from, to geom.Square) geom.Set {
	low, high := min(from, to), max(from, to)
	return (l.Lower | l.Upper) & (1<<high - 1) &^ (1<<(low+1) - 1)
}

// attacks returns what the piece of colour c and kind k on sq attacks.
func (t *attacksTable) attacks(p *board.Position, c board.Color, k board.Kind, sq geom.Square, occ geom.Set) geom.Set {
	return t.forward[c&1][k&7][t.form(p, k, sq)].from(sq, occ)
}

// form returns 1 for a piece promoted shogi-style, 0 for any other.
func (t *attacksTable) form(p *board.Position, k board.Kind, sq geom.Square) int {
	if t.forms[k&7] && p.Promoted().Has(sq) {
		return 1
	}
	return 0
}

// attackersTo returns the pieces of c that attack sq when only occ is occupied.
func (t *attacksTable) attackersTo(p *board.Position, c board.Color, sq geom.Square, occ geom.Set) geom.Set {
	var found geom.Set
	sq &= 63
	for k := range board.Kind(t.game.Kinds()) {
		men := p.Of(c, k) & occ
		if men == 0 {
			continue
		}
		if t.forms[k] {
			found |= t.strike(&t.to[c][k][0], sq, men&^p.Promoted(), occ)
			found |= t.strike(&t.to[c][k][1], sq, men&p.Promoted(), occ)
			continue
		}
		found |= t.strike(&t.to[c][k][0], sq, men, occ)
	}
	return found
}

// strike returns which of men, all of one form, attack sq.
func (t *attacksTable) strike(a *attackers, sq geom.Square, men, occ geom.Set) geom.Set {
	found := a.leap[sq] & men
	for maybe := a.blocked[sq] & men; maybe != 0; maybe &= maybe - 1 {
		if from := maybe.First() & 63; t.between[sq][from]&occ == 0 {
			found |= 1 << from
		}
	}
	return found
}
