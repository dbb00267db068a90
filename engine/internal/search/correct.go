package search

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/table"
	"tinyhouse/engine/score"
)

// The estimate errs the same way in positions that are alike: with the same pawns and the
// same pieces in hand. What searches found there corrects it.

const (
	corrections     = 1 << 14
	correctionGrain = 128 // of a stored correction in a centipawn
	correctionMax   = 64 * correctionGrain
)

// correction returns the place of the correction for the position in f.
func (w *worker) correction(f *frame) *int32 {
	p := &f.pos
	var white, black uint64
	if pawn := w.game.Pawn(); pawn != 0 {
		white, black = uint64(p.Of(board.White, pawn)), uint64(p.Of(board.Black, pawn))
	}
	white ^= uint64(p.Hand(board.White)) * 0x9e3779b97f4a7c15
	black ^= uint64(p.Hand(board.Black)) * 0xbf58476d1ce4e5b9
	h := (white ^ black*0x94d049bb133111eb) * 0xd6e8feb86659fd93
	h = (h ^ h>>32) * 0xd6e8feb86659fd93
	return &w.history.correct[p.Turn()&1][h>>50]
}

// corrected returns the static value of f from the plain estimate.
func (w *worker) corrected(f *frame, plain score.Value) score.Value {
	if !w.options.Corrections {
		return plain
	}
	v := plain + score.Value(*w.correction(f)/correctionGrain)
	if v == 0 {
		v = 1
	}
	return max(-score.Decisive+1, min(v, score.Decisive-1))
}

// learnCorrection notes how far the value found lies from the estimate, if it says
// anything: a bound must lie beyond it.
func (w *worker) learnCorrection(n *node, f *frame, b table.Bound) {
	if !w.options.Corrections || f.inCheck || n.best.IsDecisive() ||
		b == table.Lower && n.best <= f.static || b == table.Upper && n.best >= f.static ||
		n.move != board.NoMove && isNoisy(w.game, &f.pos, n.move) {
		return
	}
	c := w.correction(f)
	weight := int32(min(n.depth+1, 16))
	diff := int32(max(-256, min(n.best-f.plain, 256))) * correctionGrain
	*c = (*c*(256-weight) + diff*weight) / 256
	*c = max(-correctionMax, min(*c, correctionMax))
}
