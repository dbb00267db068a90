package search

import "tinyhouse/engine/board"

// slots is the number of triples (drop or board move, kind, target).
const slots = 2 * board.MaxKinds * 64

// historyMax is the largest absolute value of a history.
const historyMax = 16384

// history counts which moves have caused cutoffs. Source: chessprogramming wiki, History
// Heuristic, Countermove Heuristic, Continuation History.
type history struct {
	quiet        [2][72][64]int16 // by colour, origin and target
	noisy        [slots][board.MaxKinds]int16
	continuation [slots][slots]int16 // by slot of the move one or two plies before, and slot
	counterMoves [2][slots]board.Move
}

// slotOf returns the slot of a legal move of p.
func slotOf(p *board.Position, m board.Move) int {
	if m.IsDrop() {
		return 512 + int(m.Kind())<<6 + int(m.To())
	}
	return int(p.KindAt(m.From()))<<6 + int(m.To())
}

// origin returns the square that a move comes from, for drops 64 plus the kind.
func origin(m board.Move) int {
	if m.IsDrop() {
		return 64 + int(m.Kind())
	}
	return int(m.From())
}

// applyGravity adds a bonus or malus to v, the less the closer v is to ±historyMax.
func applyGravity(v *int16, bonus int) {
	size := max(bonus, -bonus)
	*v += int16(bonus - int(*v)*size/historyMax)
}

// bonus returns the history bonus of a cutoff at a depth.
func bonus(depth int) int { return min(16*depth*depth+120*depth, 1800) }

// quietScore returns the sum of the histories of a quiet move at ply.
func (w *worker) quietScore(ply int, ss *stackEntry, m board.Move, slot int) int {
	h := w.history
	v := int(h.quiet[ss.pos.Turn()&1][origin(m)][m.To()])
	for back := 1; back <= 2 && back <= ply; back++ {
		v += int(h.continuation[w.stack[ply-back].slot][slot])
	}
	return v
}

// updateQuietHistories gives a bonus to the quiet move that caused a cutoff, and a malus to the
// moves tried before.
func (w *worker) updateQuietHistories(ply, depth int, best board.Move, quietTried []board.Move) {
	ss := &w.stack[ply]
	if ss.killers[0] != best {
		ss.killers[1], ss.killers[0] = ss.killers[0], best
	}
	if ply > 0 {
		w.history.counterMoves[ss.pos.Turn()&1][w.stack[ply-1].slot] = best
	}
	w.addBonus(ply, best, bonus(depth))
	for _, m := range quietTried {
		if m != best {
			w.addBonus(ply, m, -bonus(depth))
		}
	}
}

// addBonus adds a bonus to all histories of a quiet move.
func (w *worker) addBonus(ply int, m board.Move, bonus int) {
	ss, h := &w.stack[ply], w.history
	slot := slotOf(&ss.pos, m)
	applyGravity(&h.quiet[ss.pos.Turn()&1][origin(m)][m.To()], bonus)
	for back := 1; back <= 2 && back <= ply; back++ {
		applyGravity(&h.continuation[w.stack[ply-back].slot][slot], bonus)
	}
}

// victim returns the kind that a noisy move captures, 0 for none.
func victim(p *board.Position, m board.Move) board.Kind { return p.KindAt(m.To()) }

// updateNoisyHistory gives the move that caused a cutoff a bonus if it is noisy, and a malus to the
// noisy moves tried before.
func (w *worker) updateNoisyHistory(ply, depth int, best board.Move, noisyTried []board.Move) {
	p := &w.stack[ply].pos
	for _, m := range noisyTried {
		if m != best {
			applyGravity(&w.history.noisy[slotOf(p, m)][victim(p, m)], -bonus(depth))
		}
	}
	if isNoisy(w.game, p, best) {
		applyGravity(&w.history.noisy[slotOf(p, best)][victim(p, best)], bonus(depth))
	}
}

// isNoisy reports whether a legal move captures or promotes a pawn: whether board.Noisy lists it.
func isNoisy(g *board.Game, p *board.Position, m board.Move) bool {
	if m.IsDrop() {
		return false
	}
	to := m.To()
	if p.Color(p.Turn().Other()).Has(to) {
		return true
	}
	if g.Pawn() == 0 || p.KindAt(m.From()) != g.Pawn() {
		return false
	}
	return m.IsPromotion() || to == p.EnPassant()
}
