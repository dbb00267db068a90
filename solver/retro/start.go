package retro

import (
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/tb/index"
)

// StartSignatures returns signatures from which play can reach every position of some material:
// all pieces on the board and, where there are drops, all in hand, except the kinds whose
// extinction ends the game. Where captured pieces change sides they belong to White. The last
// signature has the most positions.
//
// Where a side lacks such a kind in all of these, the game is over in them, but not where pieces
// have promoted to the kind. Then StartSignatures returns the signatures with as few promotions
// as it takes, or nothing if no promotion helps.
func StartSignatures(ix *index.Indexer, g *board.Game, m *solver.Material) []index.Signature {
	extinction, _ := extinctionKinds(g)
	var onBoard, inHand index.Signature
	for c := range board.Color(2) {
		if g.HasKing() {
			onBoard.Add(c, board.King, false, 1)
			inHand.Add(c, board.King, false, 1)
		}
		for k := range board.Kind(g.Kinds()) {
			n := m[c][k]
			switch {
			case k == board.King && g.HasKing():
			case g.HasCaptures() && slices.Contains(extinction, k):
				inHand.Add(board.White, k, false, n-n/2)
				inHand.Add(board.Black, k, false, n/2)
				onBoard.Add(board.White, k, false, n-n/2)
				onBoard.Add(board.Black, k, false, n/2)
			default:
				inHand.Give(c, k, n)
				onBoard.Add(c, k, false, n)
			}
		}
	}
	first := onBoard
	if g.HasDrops() {
		first = inHand
	}
	switch {
	case ix.Extinct(&onBoard):
		return rescued(ix, g, first)
	case g.HasDrops():
		return []index.Signature{inHand, onBoard}
	}
	return []index.Signature{onBoard}
}

// rescued returns the signatures in which the game is not over, and to which only promotions to
// kinds whose extinction ends the game lead from s, in which it is over. Where captured pieces
// change sides, the pieces of these kinds and those that promote may be of either colour.
func rescued(ix *index.Indexer, g *board.Game, s index.Signature) []index.Signature {
	var found []index.Signature
	seen := map[index.Signature]bool{s: true}
	for queue := []index.Signature{s}; len(queue) > 0; queue = queue[1:] {
		if !ix.Extinct(&queue[0]) {
			found = append(found, queue[0])
			continue
		}
		for _, next := range append(promotedIn(g, queue[0]), recoloured(g, queue[0])...) {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return found
}

// promotedIn returns the signatures in which one piece of s has promoted to a kind whose extinction
// ends the game. The piece may come from a hand, of the other colour too where captured pieces
// change sides.
func promotedIn(g *board.Game, s index.Signature) (all []index.Signature) {
	for from := range board.Kind(g.Kinds()) {
		for c := range board.Color(2) {
			rest := s
			switch {
			case s.Count(c, from, false) > 0:
				rest.Add(c, from, false, -1)
			case s.Hand(c).Count(from) > 0:
				rest.Give(c, from, -1)
			default:
				continue
			}
			for owner := range board.Color(2) {
				if owner != c && !g.HasCaptures() || g.Variant().Promote.Zone[owner] == 0 {
					continue
				}
				for _, p := range promotionsTo(g, from, owner) {
					next := rest
					next.Add(owner, p.Kind, p.Promoted, 1)
					all = append(all, next)
				}
			}
		}
	}
	return all
}

// promotionsTo returns what a piece of kind from becomes by promotion, if that counts as a kind
// whose extinction ends the game.
func promotionsTo(g *board.Game, from board.Kind, c board.Color) (all []board.Piece) {
	extinction, _ := extinctionKinds(g)
	if from != 0 && from == g.Pawn() {
		for _, to := range g.PawnSteps(c).To {
			if slices.Contains(extinction, to) {
				all = append(all, board.Piece{Color: c, Kind: to, Promoted: g.HasCaptures()})
			}
		}
	}
	if g.HasPromotedForm(from) {
		to, ok := g.KindOf(g.Variant().Piece(g.Letter(from)).Promoted)
		if ok && slices.Contains(extinction, to) {
			all = append(all, board.Piece{Color: c, Kind: from, Promoted: true})
		}
	}
	return all
}

// recoloured returns the signatures in which one piece of White, of a kind whose extinction ends
// the game, is Black's, where captured pieces change sides.
func recoloured(g *board.Game, s index.Signature) (all []index.Signature) {
	extinction, _ := extinctionKinds(g)
	for _, k := range extinction {
		if g.HasCaptures() && s.Count(board.White, k, false) > 0 {
			next := s
			next.Add(board.White, k, false, -1)
			next.Add(board.Black, k, false, 1)
			all = append(all, next)
		}
	}
	return all
}
