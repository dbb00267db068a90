package search

import "tinyhouse/engine/board"

// stage is the next step of a picker.
type stage uint8

const (
	hashMove stage = iota
	generateNoisy
	goodNoisy
	generateQuiet
	quietMoves
	badNoisy
	done
)

// picker generates the legal moves of a ply in stages, those likely to be best first: the hash
// move, noisy moves with SEE of at least 0, quiet moves by their histories, other noisy moves.
// Source: chessprogramming wiki, Move Ordering.
type picker struct {
	w         *worker
	ss        *stackEntry
	ply       int
	hashMove  board.Move
	stage     stage
	at        int  // index in the list of the stage
	bad       int  // moves with SEE below 0, moved to the front of the noisy list
	noisyOnly bool // noisy moves only
	unordered bool // quiet moves are skipped or searched in any order
}

// start begins with a ply; hashMove must be legal or NoMove.
func (pk *picker) start(w *worker, ply int, hashMove board.Move) {
	*pk = picker{w: w, ss: &w.stack[ply], ply: ply, hashMove: hashMove}
	if hashMove == board.NoMove {
		pk.stage = generateNoisy
	}
}

// next returns the next move, NoMove after the last. Hot, and long because all stages are one
// loop, so that the step to the next costs no call.
func (pk *picker) next() (m board.Move, noisy bool) {
	ss := pk.ss
	for {
		switch pk.stage {
		case hashMove:
			pk.stage = generateNoisy
			return pk.hashMove, isNoisy(pk.w.game, &ss.pos, pk.hashMove)
		case generateNoisy:
			pk.w.game.Noisy(&ss.pos, &ss.noisy)
			pk.scoreNoisy()
			pk.at, pk.bad = 0, 0
			pk.stage = goodNoisy
		case goodNoisy:
			if pk.at >= ss.noisy.Len() {
				pk.stage = generateQuiet
				continue
			}
			m := pick(ss.noisy.All(), ss.scores[0][:ss.noisy.Len()], pk.at)
			pk.at++
			if m == pk.hashMove {
				continue
			}
			if !pk.w.eval.SEE(&ss.pos, m, 0) {
				ss.noisy.All()[pk.bad] = m
				pk.bad++
				continue
			}
			return m, true
		case generateQuiet:
			pk.at, pk.stage = 0, badNoisy
			if !pk.noisyOnly {
				pk.w.game.Quiet(&ss.pos, &ss.quiet)
				pk.scoreQuiet()
				pk.stage = quietMoves
			}
		case quietMoves:
			if pk.at >= ss.quiet.Len() {
				pk.at, pk.stage = 0, badNoisy
				continue
			}
			m := ss.quiet.At(pk.at)
			if !pk.unordered {
				m = pick(ss.quiet.All(), ss.scores[1][:ss.quiet.Len()], pk.at)
			}
			pk.at++
			if m != pk.hashMove {
				return m, false
			}
		case badNoisy:
			if pk.at >= pk.bad {
				pk.stage = done
				continue
			}
			pk.at++
			return ss.noisy.At(pk.at - 1), true
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

// scoreNoisy scores noisy moves by captured and promoted piece, then by history.
func (pk *picker) scoreNoisy() {
	ss, w := pk.ss, pk.w
	for i, m := range ss.noisy.All() {
		v := 0
		to := m.To()
		if ss.pos.Occupied().Has(to) {
			v = w.eval.Value(ss.pos.KindAt(to), ss.pos.Promoted().Has(to))
		}
		if m.IsPromotion() {
			v += w.eval.Value(m.Kind(), false)
		}
		v = 8*v + int(w.history.noisy[slotOf(&ss.pos, m)][victim(&ss.pos, m)])/8
		ss.scores[0][i] = int32(v)
	}
}

// scoreQuiet scores quiet moves by their histories, with a bonus for killers and the countermove.
func (pk *picker) scoreQuiet() {
	ss, w := pk.ss, pk.w
	counter := board.NoMove
	if pk.ply > 0 {
		counter = w.history.counterMoves[ss.pos.Turn()&1][w.stack[pk.ply-1].slot]
	}
	for i, m := range ss.quiet.All() {
		v := w.quietScore(pk.ply, ss, m, slotOf(&ss.pos, m))
		switch m {
		case ss.killers[0]:
			v += 40000
		case ss.killers[1]:
			v += 30000
		case counter:
			v += 15000
		}
		ss.scores[1][i] = int32(v)
	}
}
