package search

import (
	"math"

	"tinyhouse/engine/board"
)

// This file limits the playing strength to a rating: by nodes, and by choosing among the best
// moves at random. The ratings are a rough scale, not measured against people.

// strongest is the rating from which the strength is not limited.
const strongest = 2850

// weakLines is the number of moves that a limited engine chooses from.
const weakLines = 4

// limitNodes limits the nodes for the rating: 40 at 500, twice as many for every 190 points.
func (s *Searcher) limitNodes() {
	if s.settings.Elo == 0 || s.settings.Elo >= strongest {
		s.settings.Elo = 0
		return
	}
	n := uint64(40 * math.Exp2(float64(s.settings.Elo-500)/190))
	if s.limits.Nodes == 0 || n < s.limits.Nodes {
		s.limits.Nodes = n
	}
}

// chooseWeakMove sets the answer to one of the best moves, chosen by value plus a random bonus
// that is larger for lower ratings. The choice is the same whenever the position is searched.
func (w *worker) chooseWeakMove() {
	if len(w.roots) < 2 || w.answer.len == 0 || w.answer.depth < 1 {
		return
	}
	scale := float64(strongest-w.settings.Elo) / 12
	seed := w.stack[0].pos.Key()
	best := math.Inf(-1)
	var choice *rootMove
	for i := range min(weakLines, len(w.roots)) {
		r := &w.roots[i]
		if r.bound != Exact || r.len == 0 {
			continue
		}
		seed = seed*6364136223846793005 + 1442695040888963407
		bonus := -math.Log(1-float64(seed>>11)/(1<<53)) * scale
		if v := float64(r.value) + bonus; v > best {
			best, choice = v, r
		}
	}
	if choice != nil && choice.move != board.NoMove {
		w.answer = *choice
	}
}
