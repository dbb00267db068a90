// Package eval estimates positions: material on the board and in hand, where pieces stand
// and what they attack, pawns, and the safety of kings. It reads what it needs from the
// rules of the game; the weights are data.
package eval

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Limit is the largest estimate.
const Limit = 20000

// Eval is the evaluation of one game. It is immutable, and shared between threads.
type Eval struct {
	game *board.Game

	values   [board.MaxKinds][2]tapered
	psq      [2][board.MaxKinds][2][64]tapered // value and square
	hand     [board.MaxKinds]tapered
	mobility [board.MaxKinds][2]tapered
	usual    [board.MaxKinds][2]int
	pairs    [board.MaxKinds]tapered // for two of a kind that keeps to one colour of squares
	stage    [board.MaxKinds]int     // what a piece adds to the stage of the game
	full     int                     // the stage at the start; 0: always the middle game

	ring     [64]geom.Set    // a square and those beside it
	beside   [64]geom.Set    // the files beside a square's
	span     [2][64]geom.Set // ahead of a square on its file and those beside
	ahead    [2][64]geom.Set // ahead of it on its file
	distance [64][64]uint8
	goal     [2]geom.Set // where pawns promote or win

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
	e.compileStage()
	return e
}

// compileGoals finds where pawns are going.
func (e *Eval) compileGoals() {
	v := e.game.Variant()
	for c := range e.goal {
		if len(v.Promote.To) > 0 {
			e.goal[c] = v.Promote.Zone[c]
		}
		if v.End.Flag != 0 && v.End.Flag == e.game.Letter(e.game.Pawn()) {
			e.goal[c] |= v.End.FlagZone[c]
		}
	}
}

// compileStage weighs pieces for the stage of the game: by their value, all at home being
// the middle game. Games with drops stay there.
func (e *Eval) compileStage() {
	if e.game.HasDrops() || !e.game.HasKing() {
		return
	}
	for k := range board.Kind(e.game.Kinds()) {
		if k == board.King || k == e.game.Pawn() {
			continue
		}
		e.stage[k] = e.values[k][0].mg() / 16
		for _, men := range e.game.Variant().StartSquares(e.game.Letter(k)) {
			e.full += e.stage[k] * men.Len()
		}
	}
}

// form returns 1 for a piece that moves otherwise since it was promoted, 0 for any other.
func (e *Eval) form(k board.Kind, promoted bool) int {
	if promoted && e.game.HasPromotedForm(k) {
		return 1
	}
	return 0
}

// Value returns what a piece of kind k on the board is worth, for exchanges: with drops,
// taking it also gains what it becomes in hand.
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

// sides holds what has been gathered of each colour.
type sides struct {
	p       *board.Position
	occ     geom.Set
	men     [2]geom.Set
	pawns   [2]geom.Set
	king    [2]geom.Square
	attacks [2]geom.Set // of all pieces
	twice   [2]geom.Set // attacked by more than one
	byPawn  [2]geom.Set
	score   [2]tapered
	units   [2]int // against the other side's king
	stage   int
	force   [2]int // value of the pieces other than pawns and king
}

// Evaluate returns the estimate of p for the side to move, never 0: that is for draws.
func (e *Eval) Evaluate(p *board.Position) int {
	s := sides{p: p, occ: p.Occupied()}
	e.gather(&s)
	us := p.Turn()
	total := s.score[us&1] - s.score[us&1^1] + e.w.tempo
	return e.finish(&s, us, total)
}

// gather fills s and sums up the terms of both sides.
func (e *Eval) gather(s *sides) {
	for c := range board.Color(2) {
		s.men[c] = s.p.Color(c)
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

// finish tapers, scales what cannot be won and keeps clear of 0.
func (e *Eval) finish(s *sides, us board.Color, total tapered) int {
	v := total.mg()
	if e.full > 0 {
		stage := min(s.stage, e.full)
		v = (total.mg()*stage + total.eg()*(e.full-stage)) / e.full
		v = e.ending(s, us, v)
	}
	v = max(-Limit, min(v, Limit))
	if v == 0 {
		return 1
	}
	return v
}

// pieces sums up the pieces of c other than pawns: value, square, mobility and what they
// attack around the enemy king. Hot: one call a side and position.
func (e *Eval) pieces(s *sides, c board.Color) {
	var total tapered
	p, them := s.p, c^1
	avoid := s.men[c] | s.byPawn[them&1]
	var ring geom.Set
	if e.game.HasKing() {
		ring = e.ring[s.king[them&1]&63]
	}
	for k := range board.Kind(e.game.Kinds()) {
		men := p.Of(c, k)
		if men == 0 || k == e.game.Pawn() && k != 0 {
			continue
		}
		n := men.Len()
		s.stage += e.stage[k&7] * n
		if n > 1 {
			total += e.pairs[k&7]
		}
		for ; men != 0; men &= men - 1 {
			sq := men.First() & 63
			promoted := p.Promoted().Has(sq)
			form := e.form(k, promoted)
			a := e.game.Attacks(c, k, promoted, sq, s.occ)
			s.twice[c&1] |= s.attacks[c&1] & a
			s.attacks[c&1] |= a
			total += e.psq[c&1][k&7][form][sq]
			if k == board.King {
				continue
			}
			s.force[c&1] += e.values[k&7][form].eg()
			total += e.mobility[k&7][form] * tapered((a&^avoid).Len()-e.usual[k&7][form])
			if near := a & ring; near != 0 {
				s.units[c&1] += e.w.ringPiece + e.w.ring*near.Len()
			}
		}
	}
	s.score[c&1] += total
}

// hands returns the value of what c holds, and counts it for the attack.
func (e *Eval) hands(s *sides, c board.Color) tapered {
	h := s.p.Hand(c)
	if h == 0 {
		return 0
	}
	var total tapered
	for k := board.Kind(1); int(k) < e.game.Kinds(); k++ {
		n := h.Count(k)
		total += e.hand[k&7] * tapered(n)
		s.units[c&1] += e.w.ringHand * min(n, 3)
	}
	return total
}
