package board

import "tinyhouse/engine/geom"

// Moves lists the legal moves of the side to move in l; there are none once the game has
// been won by a flag or an extinction. The order is fixed by the position.
func (g *Game) Moves(p *Position, l *List) {
	l.Clear()
	g.generate(p, l, noisy|quiet)
}

// Noisy lists the legal captures and pawn promotions.
func (g *Game) Noisy(p *Position, l *List) {
	l.Clear()
	g.generate(p, l, noisy)
}

// Quiet lists the legal moves that Noisy does not.
func (g *Game) Quiet(p *Position, l *List) {
	l.Clear()
	g.generate(p, l, quiet)
}

// sort is a set of sorts of moves.
type sort uint8

const (
	noisy sort = 1 << iota // captures and pawn promotions
	quiet                  // the rest
)

// lister is a generation under way.
type lister struct {
	g    *Game
	p    *Position
	s    sight
	l    *List
	want sort
	into geom.Set // targets wanted of pieces other than pawns
}

func (g *Game) generate(p *Position, l *List, want sort) {
	if g.ends.any && g.over(p) {
		return
	}
	gen := lister{g: g, p: p, l: l, want: want}
	g.look(p, &gen.s)
	if want&noisy != 0 {
		gen.into |= gen.s.occ
	}
	if want&quiet != 0 {
		gen.into |= ^gen.s.occ
	}
	if g.hasKing {
		gen.addKing()
		if gen.s.allowed == 0 {
			return
		}
	}
	if g.pawn != 0 {
		gen.addPawns()
	}
	gen.addForms()
	if g.drops && want&quiet != 0 {
		gen.addDrops()
	}
}

// addAll adds the moves from one square to each of targets.
func (gen *lister) addAll(from geom.Square, targets geom.Set) {
	for ; targets != 0; targets &= targets - 1 {
		gen.l.add(NewMove(from, targets.First()))
	}
}

func (gen *lister) addKing() {
	g, p, s := gen.g, gen.p, &gen.s
	gen.addAll(s.king, g.kingTargets(p, s)&gen.into)
	if g.castling && gen.want&quiet != 0 {
		gen.addAll(s.king, g.castlings(p, s))
	}
}

func (gen *lister) addForms() {
	g, p, s := gen.g, gen.p, &gen.s
	forms := g.forms[p.turn&1]
	for i := range forms {
		f := &forms[i]
		for men := f.squares(p, s.own); men != 0; men &= men - 1 {
			from := men.First()
			targets := g.formTargets(p, s, f, from) & gen.into
			if !g.promotes {
				gen.addAll(from, targets)
				continue
			}
			plain, promoting := g.split(f, from, targets)
			gen.addAll(from, plain)
			for to := range promoting.All() {
				gen.l.add(NewPromotion(from, to, f.kind))
			}
		}
	}
}

func (gen *lister) addPawns() {
	g, p, s := gen.g, gen.p, &gen.s
	t := &g.pawns[p.turn&1]
	pawns := p.kinds[g.pawn&7] & s.own
	theirs := s.occ &^ s.own
	gen.addPawnMoves(t, t.moves(pawns&^s.pinned, s.occ, theirs, s.allowed))
	for sq := range (pawns & s.pinned).All() {
		gen.addPawnMoves(t, t.moves(geom.Of(sq), s.occ, theirs, g.leash(p, s, sq)))
	}
	if p.ep != geom.NoSquare && gen.want&noisy != 0 {
		for from := range g.enPassants(p, s).All() {
			gen.addPawn(t, from, p.ep, noisy)
		}
	}
}

func (gen *lister) addPawnMoves(t *PawnSteps, m pawnMoves) {
	if gen.want&noisy != 0 {
		gen.addPawnTargets(t, m.left, t.Left, noisy)
		gen.addPawnTargets(t, m.right, t.Right, noisy)
	}
	gen.addPawnTargets(t, m.push, t.Up, quiet)
	gen.addPawnTargets(t, m.double, 2*t.Up, quiet)
}

// addPawnTargets adds the pawn moves to targets, each from offset squares before.
func (gen *lister) addPawnTargets(t *PawnSteps, targets geom.Set, offset int, as sort) {
	for ; targets != 0; targets &= targets - 1 {
		to := targets.First()
		gen.addPawn(t, back(to, offset), to, as)
	}
}

// addPawn adds the moves of one pawn to one square: as a pawn, which is of sort as, and
// as each kind it may become.
func (gen *lister) addPawn(t *PawnSteps, from, to geom.Square, as sort) {
	if gen.want&as != 0 && t.Keeps.Has(to) {
		gen.l.add(NewMove(from, to))
	}
	if gen.want&noisy == 0 || !t.Zone.Has(to) {
		return
	}
	for _, k := range t.To {
		gen.l.add(NewPromotion(from, to, k))
	}
}

func (gen *lister) addDrops() {
	empty := gen.s.allowed &^ gen.s.occ
	for h := gen.p.hands[gen.p.turn&1]; h != 0; {
		k := held(h)
		for to := range gen.g.landing(gen.p, k, empty).All() {
			gen.l.add(NewDrop(k, to))
		}
		h = h.less(k)
	}
}
