package lookup

import (
	"cmp"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
)

// Position is what is known of a position, for the side to move, in the form of lila-tablebase.
// Every key is always there.
type Position struct {
	Checkmate    bool   `json:"checkmate"`
	Stalemate    bool   `json:"stalemate"`
	VariantWin   bool   `json:"variant_win"`
	VariantLoss  bool   `json:"variant_loss"`
	Insufficient bool   `json:"insufficient_material"`
	DTZ          *int   `json:"dtz"`         // always null: tables know no move limit
	PreciseDTZ   *int   `json:"precise_dtz"` // always null
	DTM          *int   `json:"dtm"`         // plies, negative for a loss, 0 for a draw; null if it is not exact, or the game is over
	DTW          *int   `json:"dtw"`         // always null
	DTC          *int   `json:"dtc"`         // always null
	Category     string `json:"category"`    // "win", "loss", "draw" or "unknown"
	Own          Own    `json:"tinyhouse"`

	finding Finding
	over    bool
}

// Own is what lila-tablebase has no place for. The value is Bound the true one, in an order from
// quick losses over slow ones and draws to slow wins and quick ones: "win 9, at least" is a win in
// 9 plies or sooner.
type Own struct {
	Value  string  `json:"value"` // "win", "loss", "draw" or "unknown"
	Plies  *int    `json:"plies"` // of a win or loss
	Bound  *string `json:"bound"` // "exact", "at least" or "at most"
	Source *string `json:"source"`
	Table  *string `json:"table"` // id of the table or certificate
}

// Move is a move, and what is known of the position after it for the side that moves there.
type Move struct {
	UCI        string `json:"uci"`
	SAN        string `json:"san"`
	Zeroing    bool   `json:"zeroing"`    // the move starts the count of the move limit anew
	Conversion bool   `json:"conversion"` // a capture or a promotion
	Position

	move board.Move
}

// Answer is what is known of a position and of its moves, the best first.
type Answer struct {
	Position
	Moves   []Move `json:"moves"`
	FEN     string `json:"fen"`
	Variant string `json:"variant"`
}

// Probe returns what is known of a position of g. An error is damage of a file.
func Probe(f Finder, g *board.Game, p *board.Position) (*Answer, error) {
	pos, moves, err := rank(f, g, p)
	if err != nil {
		return nil, err
	}
	for i := range moves {
		moves[i].SAN = notation.SAN(g, p, moves[i].move)
	}
	return &Answer{Position: pos, Moves: moves, FEN: notation.FEN(g, p), Variant: g.Variant().Name}, nil
}

// rank returns what is known of p and its moves, the best first, without SAN.
func rank(f Finder, g *board.Game, p *board.Position) (Position, []Move, error) {
	pos, err := describe(f, g, p)
	if err != nil || pos.over {
		return pos, []Move{}, err
	}
	var l board.List
	g.Moves(p, &l)
	moves := make([]Move, 0, l.Len())
	for _, m := range l.All() {
		var next board.Position
		g.Apply(&next, p, m)
		after, err := describe(f, g, &next)
		if err != nil {
			return pos, nil, err
		}
		captured := next.Color(next.Turn()).Len() < p.Color(next.Turn()).Len()
		moves = append(moves, Move{UCI: notation.Move(g, p, m), Zeroing: next.Clock() == 0,
			Conversion: captured || m.IsPromotion(), Position: after, move: m})
	}
	slices.SortStableFunc(moves, compare)
	return pos.infer(moves), moves, nil
}

// describe returns what the rules and the files know of a position, without its moves.
func describe(f Finder, g *board.Game, p *board.Position) (Position, error) {
	if o := g.Ended(p); o.Over() {
		v := score.Exact{Outcome: score.Outcome(o.Result)}
		pos := known(Finding{Bounds: score.Bounds{Lower: v, Upper: v}, Source: "rules"})
		pos.Checkmate, pos.Stalemate = o.Reason == board.Checkmate, o.Reason == board.Stalemate
		pos.VariantWin = o.Result == rules.Win
		pos.VariantLoss = o.Result == rules.Loss && o.Reason != board.Checkmate
		pos.DTM, pos.over = nil, true
		return pos, nil
	}
	if bareKings(g, p) {
		draw := score.Exact{Outcome: score.Draw}
		pos := known(Finding{Bounds: score.Bounds{Lower: draw, Upper: draw}, Source: "rules"})
		pos.Insufficient = true
		return pos, nil
	}
	found, err := f.Find(g, p)
	return known(found), err
}

// bareKings reports whether two kings alone are left in a game that only a mate can decide.
func bareKings(g *board.Game, p *board.Position) bool {
	end := &g.Variant().End
	return g.HasKing() && !g.MayEndEarly() && end.Stalemate == rules.Draw &&
		p.Occupied() == p.Kind(board.King) && p.Hand(board.White).Len()+p.Hand(board.Black).Len() == 0
}

// known returns the position of a finding while the game goes on.
func known(found Finding) Position {
	pos := Position{finding: found, Category: "unknown", Own: Own{Value: "unknown"}}
	b := found.Bounds
	v, ok := b.Exact()
	bound := "exact"
	switch {
	case ok:
		pos.Category = word(v)
		if b.Lower != b.Upper {
			bound = "at least"
			if v.Outcome == score.Loss {
				bound = "at most"
			}
		} else {
			plies := int(v.Outcome) * int(v.Plies)
			pos.DTM = &plies
		}
	case b.Lower.Outcome == score.Draw:
		v, bound = b.Lower, "at least"
	case b.Upper.Outcome == score.Draw:
		v, bound = b.Upper, "at most"
	default:
		return pos
	}
	pos.Own = Own{Value: word(v), Bound: &bound, Source: &found.Source}
	if v.Outcome != score.Draw {
		plies := int(v.Plies)
		pos.Own.Plies = &plies
	}
	if found.File != "" {
		pos.Own.Table = &found.File
	}
	return pos
}

// word returns the outcome of a value.
func word(v score.Exact) string { return [...]string{"loss", "draw", "win"}[v.Outcome+1] }

// infer returns pos with what its moves prove of it.
func (pos Position) infer(moves []Move) Position {
	best := score.Bounds{Lower: score.LossIn(0), Upper: score.LossIn(0)}
	var lower, upper Finding // of the moves that best comes from
	for i := range moves {
		b := moves[i].finding.Bounds.Prev()
		if i == 0 || b.Lower.Compare(best.Lower) > 0 {
			best.Lower, lower = b.Lower, moves[i].finding
		}
		if i == 0 || b.Upper.Compare(best.Upper) > 0 {
			best.Upper, upper = b.Upper, moves[i].finding
		}
	}
	now := pos.finding
	if best.Lower.Compare(now.Bounds.Lower) > 0 && best.Lower.Outcome != score.Loss {
		now = Finding{score.Bounds{Lower: best.Lower, Upper: now.Bounds.Upper}, lower.Source, lower.File}
	}
	if best.Upper.Compare(now.Bounds.Upper) < 0 && best.Upper.Outcome != score.Win {
		now = Finding{score.Bounds{Lower: now.Bounds.Lower, Upper: best.Upper}, upper.Source, upper.File}
	}
	if v, ok := now.Bounds.Exact(); ok && best.Lower == best.Upper && v == best.Lower {
		now.Bounds = best // the plies are exact, too
	}
	if now.Bounds == pos.finding.Bounds {
		return pos
	}
	inferred := known(now)
	inferred.Insufficient = pos.Insufficient
	return inferred
}

// compare orders moves: the best first.
func compare(a, b Move) int {
	if c := cmp.Compare(categoryRank[a.Category], categoryRank[b.Category]); c != 0 {
		return c
	}
	sign := 1
	if a.Category == "win" { // for the opponent
		sign = -1
	}
	x, y := a.finding.Bounds.Prev(), b.finding.Bounds.Prev()
	return cmp.Or(
		-compareBool(a.over && a.Category == "loss", b.over && b.Category == "loss"),
		-cmp.Or(x.Lower.Compare(y.Lower), x.Upper.Compare(y.Upper)),
		-sign*compareBool(a.Conversion, b.Conversion),
		-sign*compareBool(a.Zeroing, b.Zeroing),
		cmp.Compare(a.UCI, b.UCI))
}

// categoryRank orders the categories of positions after a move.
var categoryRank = map[string]int{"loss": 0, "unknown": 1, "draw": 2, "win": 3}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
