package tb

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Bounds: what belongs here draws conclusions from the records of a position and of those
// after its moves.

// Bounds are what is known of the value of a position for the side to move: it is no worse
// than Lower and no better than Upper. So distances are the most that they can be: a win in 9
// ends in 9 plies or sooner, as does a loss in 9.
type Bounds struct{ Lower, Upper score.Exact }

// Unknown is the bounds of a position of which nothing is known.
var Unknown = Bounds{Lower: score.LossIn(0), Upper: score.WinIn(0)}

// Exact returns the value if the bounds leave one outcome: a win in at most so many plies, a
// loss, a draw.
func (b Bounds) Exact() (v score.Exact, ok bool) {
	switch {
	case b.Lower.Outcome == score.Win:
		return b.Lower, true
	case b.Upper.Outcome == score.Loss:
		return b.Upper, true
	}
	return score.Exact{}, b.Lower.Outcome == score.Draw && b.Upper.Outcome == score.Draw
}

// Prev returns the bounds of a move to a position of bounds b for the other side.
func (b Bounds) Prev() Bounds { return Bounds{Lower: b.Upper.Prev(), Upper: b.Lower.Prev()} }

// String returns the bounds in words: "win 5", "loss 0", "draw", "at least draw", "at most
// draw" or "unknown".
func (b Bounds) String() string {
	v, ok := b.Exact()
	switch {
	case ok:
		return v.String()
	case b.Lower.Outcome == score.Draw:
		return "at least draw"
	case b.Upper.Outcome == score.Draw:
		return "at most draw"
	}
	return "unknown"
}

// ended returns the value of a position in which the game is over.
func ended(g *board.Game, p *board.Position) (v score.Exact, over bool) {
	o := g.Ended(p)
	return score.Exact{Outcome: score.Outcome(o.Result)}, o.Over()
}

// Bounds returns what the records and the rules say of p: from below its own record, from
// above those of all positions after its moves. It costs as many probes as there are moves up
// to the first without a record, one at least.
func (f *Proof) Bounds(p *board.Position) (Bounds, error) {
	if v, over := ended(f.game, p); over {
		return Bounds{v, v}, nil
	}
	b := Unknown
	_, v, ok, err := f.Probe(p)
	if ok {
		b.Lower = v
	}
	if err != nil || ok && v.Outcome == score.Win {
		return b, err
	}
	b.Upper, err = f.upper(p)
	return b, err
}

// upper returns the bound from above of a position in which the game goes on.
func (f *Proof) upper(p *board.Position) (score.Exact, error) {
	var l board.List
	var next board.Position
	f.game.Moves(p, &l)
	best := score.LossIn(0)
	for _, m := range l.All() {
		f.game.Apply(&next, p, m)
		v, known := score.Exact{}, false
		if o := f.game.Decided(&next); o.Over() {
			v, known = score.Exact{Outcome: score.Outcome(o.Result)}, true
		}
		if !known {
			var err error
			if _, v, known, err = f.Probe(&next); err != nil {
				return Unknown.Upper, err
			}
		}
		if !known {
			v, known = ended(f.game, &next)
		}
		if !known || v.Outcome == score.Loss {
			return Unknown.Upper, nil
		}
		if v = v.Prev(); v.Compare(best) > 0 {
			best = v
		}
	}
	return best, nil
}
