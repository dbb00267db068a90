package proof

import (
	"cmp"
	"math"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Guides: what belongs here lets the search of a game engine say how the leaves of the tree
// look. What it says is where to dig, never what is true: whatever a guide says, answers are the
// same, sooner or later.
// Source: Schaeffer et al. (2007), "Checkers is solved", has values of an engine say what to
// prove; Wu et al. (2011), "Job-level proof-number search", has it make the numbers.

// Guide searches as a player does, not exactly. One that belongs to a worker is asked by that
// alone.
type Guide interface {
	// Value returns what p, where the game goes on, is worth to its side to move after a search
	// of so many nodes.
	Value(p *board.Position, nodes uint64) score.Value
}

// How many nodes a guide may search for a move: for each at first, and then for the best and
// those close to it. With 4,000 and 16,000 nodes for these, the win in Tinyhouse after 1.Kb2 Uc2
// takes 1.2 and 1.0 times as much time as with 64,000; two moves further on, after d1c2 d3d2, it takes 1.2
// times with 16,000 and 2.8 times with 256,000.
const (
	judgeNodes  = 2_000
	ponderNodes = 64_000
	ponderBest  = 4
	ponderNear  = 8
	ponderClose = 100 // centipawns
)

// judgement is a move and what it is worth to the side that plays it.
type judgement struct {
	at    int // in the list of moves
	pos   board.Position
	value score.Value
}

// judge returns what p is worth to the attacker after each of its moves, in their order, or nil
// if the worker is to stop. Of moves that the table knows the outcome of, it is 0.
func (w *worker) judge(p *board.Position, attacker board.Color) []score.Value {
	attacking := p.Turn() == attacker
	var l board.List
	w.solver.game.Moves(p, &l)
	values := make([]score.Value, l.Len())
	var open []judgement
	for i, m := range l.All() {
		j := judgement{at: i}
		w.solver.game.Apply(&j.pos, p, m)
		_, k, over := w.solver.meet(&j.pos, !attacking)
		if over || w.solver.table.decided(k) {
			continue
		}
		j.value = -w.guide.Value(&j.pos, judgeNodes)
		open = append(open, j)
		if w.stop.Load() {
			return nil
		}
	}
	slices.SortStableFunc(open, func(a, b judgement) int { return cmp.Compare(b.value, a.value) })
	for i := range open {
		j := &open[i]
		if i < ponderBest || i < ponderNear && j.value > open[0].value-ponderClose {
			j.value = -w.guide.Value(&j.pos, ponderNodes)
		}
		if values[j.at] = j.value; !attacking {
			values[j.at] = -j.value
		}
		if w.stop.Load() {
			return nil
		}
	}
	return values
}

// The numbers of a leaf by its value: where it is even, both are 2^evenBits, and each halving
// centipawns more for the attacker halve what its success costs and double what its failure does.
// On the position above, halving 60 and 200 cost 1.2 and 2.3 times as much time as 100.
const (
	evenBits = 10
	halving  = 100
	mostTold = 9 * halving
)

// numbersOf returns the numbers of a leaf by its value for the attacker.
func numbersOf(v score.Value, attacking bool) numbers {
	of := func(v float64) uint32 { return uint32(math.Exp2(evenBits - v/halving)) }
	told := float64(max(min(v, mostTold), -mostTold))
	if attacking {
		return numbers{of(told), of(-told)}
	}
	return numbers{of(-told), of(told)}
}

// digging returns the budget of a job on a leaf by its value for the attacker: a win is found
// where it is near.
func digging(v score.Value) uint64 {
	switch {
	case v >= 600:
		return 1 << 16
	case v >= 200:
		return 1 << 14
	case v >= -100:
		return 1 << 12
	}
	return 1 << 9
}

// crowd is how little of what all but the worst answer cost counts, as a share: values know
// already that there are others, and their plain sum would send the search from one
// move to the next as soon as it is looked at. 8 to 32 are alike, 1 and 2 cost 1.6 times as much.
const crowd = 16

// sumOf returns what it costs to refute all kids of a node, of a tree with a guide.
func (t *tree) sumOf(n *twig) uint32 {
	worst, sum := uint64(0), uint64(0)
	for _, k := range t.twigs[n.first : n.first+n.kids] {
		if !k.decided() {
			worst = max(worst, uint64(k.phi))
			sum += uint64(k.phi)
		}
	}
	return uint32(min(max(worst+(sum-worst)/crowd, 1), largest))
}
