// Package eval evaluates positions of any game by material, squares, mobility, pawns, threats
// and king safety. It derives its tables from the rules of the game and the weights in
// weights.txt.
package eval

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Limit is the largest evaluation, in centipawns.
const Limit = 20000

// Eval is the evaluation of one game. It is immutable, so threads may share it.
type Eval struct {
	game *board.Game

	values      [board.MaxKinds][2]tapered
	psq         [2][board.MaxKinds][2][64]tapered // value plus piece-square table
	hand        [board.MaxKinds]tapered
	mobility    [board.MaxKinds][2]tapered
	meanAttacks [board.MaxKinds][2]int
	pairs       [board.MaxKinds]tapered // bonus for two of a kind that never leaves its colour of squares
	phase       [board.MaxKinds]int     // what a piece adds to the game phase
	fullPhase   int                     // the phase of the start position; 0: always the middlegame

	ring      [64]geom.Set    // the squares around a square, and itself
	beside    [64]geom.Set    // the adjacent files
	span      [2][64]geom.Set // the squares ahead of a square on its file and the adjacent ones
	ahead     [2][64]geom.Set // the squares ahead of a square on its file
	distance  [64][64]uint8
	pawnGoals [2]geom.Set // where pawns promote or win

	w weights
}

// New builds the evaluation of a game.
func New(g *board.Game) *Eval {
	w, err := parseWeights(weightsText, g)
	if err != nil {
		panic(err)
	}
	e := &Eval{game: g, w: *w}
	for k := range board.Kind(g.Kinds()) {
		if k != board.King || g.HasKing() {
			e.compileKind(k)
		}
	}
	e.compileBoard()
	e.compileGoals()
	e.compilePhase()
	return e
}

// compileGoals sets the zones in which pawns promote or win.
func (e *Eval) compileGoals() {
	v := e.game.Variant()
	for c := range e.pawnGoals {
		if len(v.Promote.To) > 0 {
			e.pawnGoals[c] = v.Promote.Zone[c]
		}
		if v.End.Flag != 0 && v.End.Flag == e.game.Letter(e.game.Pawn()) {
			e.pawnGoals[c] |= v.End.FlagZone[c]
		}
	}
}

// compilePhase weighs the pieces for the game phase by their value. The start position is all
// middlegame, and games with drops or without kings never leave it.
func (e *Eval) compilePhase() {
	if e.game.HasDrops() || !e.game.HasKing() {
		return
	}
	for k := range board.Kind(e.game.Kinds()) {
		if k == board.King || k == e.game.Pawn() {
			continue
		}
		e.phase[k] = e.values[k][0].mg() / 16
		for _, pieces := range e.game.Variant().StartSquares(e.game.Letter(k)) {
			e.fullPhase += e.phase[k] * pieces.Len()
		}
	}
}

// form returns 1 for a promoted piece with moves of its own, 0 for any other: the index of its
// values.
func (e *Eval) form(k board.Kind, promoted bool) int {
	if promoted && e.game.HasPromotedForm(k) {
		return 1
	}
	return 0
}

// Value returns what capturing a piece of kind k gains. Where captured pieces go to the hand,
// this is its value on the board and in hand.
func (e *Eval) Value(k board.Kind, promoted bool) int {
	form := e.form(k, promoted)
	v := e.values[k&7][form].mg()
	if e.game.HasCaptures() {
		if promoted && form == 0 {
			k = e.game.Demoted(k)
		}
		v += e.hand[k&7].mg()
	}
	return v
}

// sides holds the features of a position, by colour.
type sides struct {
	p            *board.Position
	occ          geom.Set
	pieces       [2]geom.Set
	pawns        [2]geom.Set
	king         [2]geom.Square
	attacks      [2]geom.Set // of all pieces
	twice        [2]geom.Set // by two pieces or more
	byPawn       [2]geom.Set
	score        [2]tapered
	attackUnits  [2]int // against the enemy king
	phase        int
	nonPawnValue [2]int // endgame value of the pieces other than pawns and king
}

// Evaluate returns the evaluation of p for the side to move in centipawns. It is never 0,
// which the search reserves for draws.
func (e *Eval) Evaluate(p *board.Position) int {
	s := sides{p: p, occ: p.Occupied()}
	e.gather(&s)
	us := p.Turn()
	total := s.score[us&1] - s.score[us&1^1] + e.w.tempo
	return e.taper(&s, us, total)
}

// gather collects the features and sums up the terms of both sides.
func (e *Eval) gather(s *sides) {
	for c := range board.Color(2) {
		s.pieces[c] = s.p.Color(c)
		s.king[c] = geom.NoSquare
		if e.game.HasKing() {
			s.king[c] = s.p.Of(c, board.King).First()
		}
		if pawn := e.game.Pawn(); pawn != 0 {
			s.pawns[c] = s.p.Of(c, pawn)
			e.pawnAttacks(s, c, pawn)
		}
	}
	for c := range board.Color(2) {
		e.pieces(s, c)
		if s.pawns[c] != 0 {
			s.score[c] += e.pawnTerms(s, c)
		}
		if e.game.HasDrops() {
			s.score[c] += e.hands(s, c)
		}
	}
	for c := range board.Color(2) {
		s.score[c] += e.threats(s, c)
		if e.game.HasKing() {
			s.score[c] += e.kingSafety(s, c)
		}
	}
}

// taper interpolates between middlegame and endgame, scales endgames and avoids 0.
func (e *Eval) taper(s *sides, us board.Color, total tapered) int {
	v := total.mg()
	if e.fullPhase > 0 {
		phase := min(s.phase, e.fullPhase)
		v = (total.mg()*phase + total.eg()*(e.fullPhase-phase)) / e.fullPhase
		v = e.scaleEndgame(s, us, v)
	}
	v = max(-Limit, min(v, Limit))
	if v == 0 {
		return 1
	}
	return v
}

// pieces adds value, square and mobility of the pieces of c other than pawns, and collects
// what they attack. Hot: it runs once for each side of a position.
func (e *Eval) pieces(s *sides, c board.Color) {
	var total tapered
	p, them := s.p, c^1
	avoid := s.pieces[c] | s.byPawn[them&1]
	var ring geom.Set
	if e.game.HasKing() {
		ring = e.ring[s.king[them&1]&63]
	}
	for k := range board.Kind(e.game.Kinds()) {
		pieces := p.Of(c, k)
		if pieces == 0 || k == e.game.Pawn() && k != 0 {
			continue
		}
		n := pieces.Len()
		s.phase += e.phase[k&7] * n
		if n > 1 {
			total += e.pairs[k&7]
		}
		for ; pieces != 0; pieces &= pieces - 1 {
			sq := pieces.First() & 63
			promoted := p.Promoted().Has(sq)
			form := e.form(k, promoted)
			a := e.game.Attacks(c, k, promoted, sq, s.occ)
			s.twice[c&1] |= s.attacks[c&1] & a
			s.attacks[c&1] |= a
			total += e.psq[c&1][k&7][form][sq]
			if k == board.King {
				continue
			}
			s.nonPawnValue[c&1] += e.values[k&7][form].eg()
			total += e.mobility[k&7][form] * tapered((a&^avoid).Len()-e.meanAttacks[k&7][form])
			if near := a & ring; near != 0 {
				s.attackUnits[c&1] += e.w.ringPiece + e.w.ring*near.Len()
			}
		}
	}
	s.score[c&1] += total
}

// hands returns the value of the hand of c, and adds its attack units.
func (e *Eval) hands(s *sides, c board.Color) tapered {
	h := s.p.Hand(c)
	if h == 0 {
		return 0
	}
	var total tapered
	for k := board.Kind(1); int(k) < e.game.Kinds(); k++ {
		n := h.Count(k)
		total += e.hand[k&7] * tapered(n)
		s.attackUnits[c&1] += e.w.ringHand * min(n, 3)
	}
	return total
}
