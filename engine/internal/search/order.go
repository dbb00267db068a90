package search

import (
	"tinyhouse/engine/board"
)

// stage is how far a picker has come.
type stage uint8

const (
	tableMove stage = iota
	makeNoisy
	goodNoisy
	makeQuiet
	quietMoves
	badNoisy
	done
)

// picker yields the legal moves of a ply, those likely to be best first, and generates no
// more of them than are asked for: the table's move, captures that gain, quiet moves by
// their history, captures that lose. In check it generates all at once.
type picker struct {
	w     *worker
	f     *frame
	ply   int
	hash  board.Move
	stage stage
	at    int  // in the list being picked from
	bad   int  // losing captures, moved to the front of the noisy list
	only  bool // noisy moves only
	rush  bool // the order of quiet moves no longer matters
}

// start sets the picker up for a ply; hash must be legal or NoMove.
func (pk *picker) start(w *worker, ply int, hash board.Move) {
	*pk = picker{w: w, f: &w.frames[ply], ply: ply, hash: hash}
	if hash == board.NoMove {
		pk.stage = makeNoisy
	}
}

// next returns the next move, NoMove after the last. Hot, and long because the stages are
// one loop, so that going on to the next costs no call.
func (pk *picker) next() (m board.Move, noisy bool) {
	f := pk.f
	for {
		switch pk.stage {
		case tableMove:
			pk.stage = makeNoisy
			return pk.hash, isNoisy(pk.w.game, &f.pos, pk.hash)
		case makeNoisy:
			pk.w.game.Noisy(&f.pos, &f.noisy)
			pk.scoreNoisy()
			pk.at, pk.bad = 0, 0
			pk.stage = goodNoisy
		case goodNoisy:
			if pk.at >= f.noisy.Len() {
				pk.stage = makeQuiet
				continue
			}
			m := pick(f.noisy.All(), f.scores[0][:f.noisy.Len()], pk.at)
			pk.at++
			if m == pk.hash {
				continue
			}
			if !pk.w.eval.Gains(&f.pos, m, 0) {
				f.noisy.All()[pk.bad] = m
				pk.bad++
				continue
			}
			return m, true
		case makeQuiet:
			pk.at, pk.stage = 0, badNoisy
			if !pk.only {
				pk.w.game.Quiet(&f.pos, &f.quiet)
				pk.scoreQuiet()
				pk.stage = quietMoves
			}
		case quietMoves:
			if pk.at >= f.quiet.Len() {
				pk.at, pk.stage = 0, badNoisy
				continue
			}
			m := f.quiet.At(pk.at)
			if !pk.rush {
				m = pick(f.quiet.All(), f.scores[1][:f.quiet.Len()], pk.at)
			}
			pk.at++
			if m != pk.hash {
				return m, false
			}
		case badNoisy:
			if pk.at >= pk.bad {
				pk.stage = done
				continue
			}
			pk.at++
			return f.noisy.At(pk.at - 1), true
		default:
			return board.NoMove, false
		}
	}
}

// pick swaps the best of moves[at:] to at and returns it.
func pick(moves []board.Move, scores []int32, at int) board.Move {
	best := at
	for i := at + 1; i < len(scores); i++ {
		if scores[i] > scores[best] {
			best = i
		}
	}
	moves[at], moves[best] = moves[best], moves[at]
	scores[at], scores[best] = scores[best], scores[at]
	return moves[at]
}

// scoreNoisy orders captures by what they take, then by history; promotions by what they
// make.
func (pk *picker) scoreNoisy() {
	f, w := pk.f, pk.w
	for i, m := range f.noisy.All() {
		v := 0
		to := m.To()
		if f.pos.Occupied().Has(to) {
			v = w.eval.Value(f.pos.KindAt(to), f.pos.Promoted().Has(to))
		}
		if m.IsPromotion() {
			v += w.eval.Value(m.Kind(), false)
		}
		v = 8*v + int(w.history.noisy[slotOf(&f.pos, m)][victim(&f.pos, m)])/8
		f.scores[0][i] = int32(v)
	}
}

// scoreQuiet orders quiet moves by their histories, killers and the counter move first.
func (pk *picker) scoreQuiet() {
	f, w := pk.f, pk.w
	counter := board.NoMove
	if pk.ply > 0 {
		counter = w.history.counters[f.pos.Turn()&1][w.frames[pk.ply-1].slot]
	}
	for i, m := range f.quiet.All() {
		v := w.quietScore(pk.ply, f, m, slotOf(&f.pos, m))
		switch m {
		case f.killers[0]:
			v += 40000
		case f.killers[1]:
			v += 30000
		case counter:
			v += 15000
		}
		f.scores[1][i] = int32(v)
	}
}
