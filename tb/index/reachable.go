package index

import (
	"context"
	"errors"
	"slices"

	"tinyhouse/engine/board"
)

// ErrTooMany reports more signatures than a limit.
var ErrTooMany = errors.New("index: too many signatures")

// Reachable returns the signatures that play can reach from start, start included, fewest pieces
// first. It derives them from the rules and the counts: none is missing, and some may be there that
// no move leads to. Signatures with more pieces than squares are left out. Signatures where the game
// is over by extinction are included, and lead nowhere; solvers may skip them, since Game.Decided
// knows their results.
//
// The error is that of Layout or of ctx, or ErrTooMany if there are more than limit signatures that
// are not extinct; then the result is those found so far, limit of them and some that are extinct.
func (ix *Indexer) Reachable(ctx context.Context, start Signature, limit int) ([]Signature, error) {
	seen := map[Signature]bool{start: true}
	queue := []Signature{start}
	var all []Signature
	for len(queue) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s := queue[0]
		queue = queue[1:]
		t, err := ix.Layout(s)
		if err != nil {
			return nil, err
		}
		if t.Full() == 0 {
			continue
		}
		if !ix.Extinct(&s) {
			if limit--; limit < 0 {
				slices.SortFunc(all, func(a, b Signature) int { return a.compare(&b) })
				return all, ErrTooMany
			}
		}
		all = append(all, s)
		for _, next := range ix.Successors(s) {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	slices.SortFunc(all, func(a, b Signature) int { return a.compare(&b) })
	return all, nil
}

// Successors returns the signatures that one move can lead to from a position of s, each once, in a
// fixed order. With the colour turn the moves are White's, and the signature is turned after them;
// without it they are those of either side. An extinct signature has no successors.
func (ix *Indexer) Successors(s Signature) []Signature {
	if ix.Extinct(&s) {
		return nil
	}
	var all []Signature
	for us := range board.Color(2) {
		if us == board.Black && ix.turn {
			break
		}
		for _, next := range append(ix.afterMove(s, us), ix.afterDrop(s, us)...) {
			if ix.turn {
				next = next.Turned()
			}
			all = append(all, next)
		}
	}
	slices.SortFunc(all, func(a, b Signature) int { return a.compare(&b) })
	return slices.Compact(all)
}

// afterMove returns the signatures after a move on the board by us, with or without a capture and a
// promotion.
func (ix *Indexer) afterMove(s Signature, us board.Color) []Signature {
	taken := []Signature{s}
	for k := range board.Kind(ix.kinds) {
		royal := k == board.King && ix.g.HasKing()
		for _, promoted := range []bool{false, true} {
			if royal || s.Count(us.Other(), k, promoted) == 0 {
				continue
			}
			next := s
			next.Add(us.Other(), k, promoted, -1)
			if into := k; ix.g.HasCaptures() {
				if promoted {
					into = ix.g.Demoted(k)
				}
				next.Give(us, into, 1)
			}
			taken = append(taken, next)
		}
	}
	all := taken
	for _, next := range taken {
		all = append(all, ix.afterPromotion(next, us)...)
	}
	return all
}

// afterPromotion returns the signatures after the promotion of one piece of us in s.
func (ix *Indexer) afterPromotion(s Signature, us board.Color) []Signature {
	var all []Signature
	if ix.g.Variant().Promote.Zone[us] == 0 {
		return nil
	}
	for k := range board.Kind(ix.kinds) {
		if ix.g.HasPromotedForm(k) && s.Count(us, k, false) > 0 {
			next := s
			next.Add(us, k, false, -1)
			next.Add(us, k, true, 1)
			all = append(all, next)
		}
		if ix.pawnBecomes(k) && s.Count(us, ix.g.Pawn(), false) > 0 {
			next := s
			next.Add(us, ix.g.Pawn(), false, -1)
			next.Add(us, k, ix.g.HasCaptures(), 1)
			all = append(all, next)
		}
	}
	return all
}

func (ix *Indexer) afterDrop(s Signature, us board.Color) []Signature {
	var all []Signature
	for k := range board.Kind(ix.kinds) {
		if s.Hand(us).Count(k) > 0 {
			next := s
			next.Give(us, k, -1)
			next.Add(us, k, false, 1)
			all = append(all, next)
		}
	}
	return all
}

// Extinct reports whether the game is over in every position of s, since a side has lost pieces that
// it needs.
func (ix *Indexer) Extinct(s *Signature) bool {
	end := &ix.g.Variant().End
	for _, letter := range []byte(end.Extinct) {
		k, ok := ix.g.KindOf(letter)
		for c := range board.Color(2) {
			if ok && ix.countAs(s, c, k)+s.Hand(c).Count(k) <= end.ExtinctCount {
				return true
			}
		}
	}
	return false
}

// countAs counts the pieces of c on the board that count as kind k. In a shogi-style game a promoted
// piece counts as the kind whose moves it has.
func (ix *Indexer) countAs(s *Signature, c board.Color, k board.Kind) int {
	n := s.Count(c, k, false)
	if !ix.g.HasPromotedForm(k) {
		n += s.Count(c, k, true)
	}
	for from := range board.Kind(ix.kinds) {
		piece := ix.g.Variant().Piece(ix.g.Letter(from))
		if ix.g.HasPromotedForm(from) && piece != nil && piece.Promoted == ix.g.Letter(k) {
			n += s.Count(c, from, true)
		}
	}
	return n
}
