package tb

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Bounds: what belongs here draws conclusions from the records of a position and of those
// after its moves.

// ended returns the value of a position in which the game is over.
func ended(g *board.Game, p *board.Position) (v score.Exact, over bool) {
	o := g.Ended(p)
	return score.Exact{Outcome: score.Outcome(o.Result)}, o.Over()
}

// Bounds returns what the records and the rules say of p: from below its own record, from
// above those of all positions after its moves. It costs as many probes as there are moves up
// to the first without a record, one at least.
func (f *Proof) Bounds(p *board.Position) (score.Bounds, error) {
	if v, over := ended(f.game, p); over {
		return score.Bounds{Lower: v, Upper: v}, nil
	}
	b := score.Unknown
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
				return score.Unknown.Upper, err
			}
		}
		if !known {
			v, known = ended(f.game, &next)
		}
		if !known || v.Outcome == score.Loss {
			return score.Unknown.Upper, nil
		}
		if v = v.Prev(); v.Compare(best) > 0 {
			best = v
		}
	}
	return best, nil
}
