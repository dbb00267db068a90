package unmove

import (
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/reach"
	"tinyhouse/engine/rules"
)

// retreat finds where the pieces of one colour and kind, promoted shogi-style or not, have come from.
type retreat struct {
	quiet, capture *reach.Table
	mobile         geom.Set // where the pieces may arrive
}

// newRetreat compiles the pieces of colour c and kind k, which is not the pawn; promoted selects
// their shogi-style promoted form.
func newRetreat(g *board.Game, c board.Color, k board.Kind, promoted bool) *retreat {
	v, black := g.Variant(), c == board.Black
	piece := v.Piece(g.Letter(k))
	if promoted {
		piece = v.Piece(piece.Promoted)
	}
	quiets := reach.Quiets(piece.Atoms, black)
	r := &retreat{mobile: g.Squares(), capture: reach.NewReverse(v.Board, reach.Captures(piece.Atoms, black))}
	r.quiet = r.capture
	if slices.ContainsFunc(piece.Atoms, func(a rules.Atom) bool { return a.Capture != a.Quiet }) {
		r.quiet = reach.NewReverse(v.Board, quiets)
	}
	if v.Drop.MobileOnly {
		r.mobile = reach.New(v.Board, quiets).Mobile(g.Squares())
	}
	return r
}

// from returns the squares from which a piece can have reached sq without and with a capture
// there, when the other pieces stand on occ. Some of the squares may be in occ.
func (r *retreat) from(sq geom.Square, occ geom.Set) (quiet, capture geom.Set) {
	capture = r.capture.From(sq, occ)
	if r.quiet == r.capture {
		return capture, capture
	}
	return r.quiet.From(sq, occ), capture
}
