package board

import "tinyhouse/engine/geom"

// Moves lists the legal moves of the side to move in l; there are none once a flag or an extinction
// has ended the game. The order depends on the position alone.
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

// moveClass is a set of classes of moves.
type moveClass uint8

const (
	noisy moveClass = 1 << iota // captures and pawn promotions
	quiet                       // the rest
)

// generator holds the state of one generation.
type generator struct {
	g       *Game
	p       *Position
	s       checkInfo
	l       *List
	want    moveClass
	targets geom.Set // wanted of pieces other than pawns
}

func (g *Game) generate(p *Position, l *List, want moveClass) {
	if g.endings.any && g.endedEarly(p) {
		return
	}
	gen := generator{g: g, p: p, l: l, want: want}
	g.findChecks(p, &gen.s)
	if want&noisy != 0 {
		gen.targets |= gen.s.occ
	}
	if want&quiet != 0 {
		gen.targets |= ^gen.s.occ
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
	gen.addPieces()
	if g.drops && want&quiet != 0 {
		gen.addDrops()
	}
}

func (gen *generator) addAll(from geom.Square, targets geom.Set) {
	for ; targets != 0; targets &= targets - 1 {
		gen.l.add(NewMove(from, targets.First()))
	}
}

func (gen *generator) addKing() {
	g, p, s := gen.g, gen.p, &gen.s
	gen.addAll(s.king, g.kingTargets(p, s)&gen.targets)
	if g.castling && gen.want&quiet != 0 {
		gen.addAll(s.king, g.castlings(p, s))
	}
}

func (gen *generator) addPieces() {
	g, p, s := gen.g, gen.p, &gen.s
	movements := g.movements[p.turn&1]
	for i := range movements {
		f := &movements[i]
		for pieces := f.pieces(p, s.own); pieces != 0; pieces &= pieces - 1 {
			from := pieces.First()
			targets := g.pieceTargets(p, s, f, from) & gen.targets
			if !g.promotes {
				gen.addAll(from, targets)
				continue
			}
			plain, promoting := g.splitPromotions(f, from, targets)
			gen.addAll(from, plain)
			for to := range promoting.All() {
				gen.l.add(NewPromotion(from, to, f.kind))
			}
		}
	}
}

func (gen *generator) addPawns() {
	g, p, s := gen.g, gen.p, &gen.s
	t := &g.pawns[p.turn&1]
	pawns := p.kinds[g.pawn&7] & s.own
	theirs := s.occ &^ s.own
	gen.addPawnMoves(t, t.moves(pawns&^s.pinned, s.occ, theirs, s.allowed))
	for sq := range (pawns & s.pinned).All() {
		gen.addPawnMoves(t, t.moves(geom.Of(sq), s.occ, theirs, g.pinMask(p, s, sq)))
	}
	if p.ep != geom.NoSquare && gen.want&noisy != 0 {
		for from := range g.enPassants(p, s).All() {
			gen.addPawn(t, from, p.ep, noisy)
		}
	}
}

func (gen *generator) addPawnMoves(t *PawnSteps, m pawnMoves) {
	if gen.want&noisy != 0 {
		gen.addPawnTargets(t, m.left, t.Left, noisy)
		gen.addPawnTargets(t, m.right, t.Right, noisy)
	}
	gen.addPawnTargets(t, m.push, t.Up, quiet)
	gen.addPawnTargets(t, m.double, 2*t.Up, quiet)
}

// addPawnTargets adds the pawn moves to targets, each from the square offset before.
func (gen *generator) addPawnTargets(t *PawnSteps, targets geom.Set, offset int, as moveClass) {
	for ; targets != 0; targets &= targets - 1 {
		to := targets.First()
		gen.addPawn(t, back(to, offset), to, as)
	}
}

// addPawn adds the moves of one pawn to one square: the move that keeps it a pawn, of class as, and
// each promotion.
func (gen *generator) addPawn(t *PawnSteps, from, to geom.Square, as moveClass) {
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

func (gen *generator) addDrops() {
	empty := gen.s.allowed &^ gen.s.occ
	for h := gen.p.hands[gen.p.turn&1]; h != 0; {
		k := lowestKind(h)
		for to := range gen.g.dropTargets(gen.p, k, empty).All() {
			gen.l.add(NewDrop(k, to))
		}
		h = h.without(k)
	}
}
