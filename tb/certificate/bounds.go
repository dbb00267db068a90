package certificate

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Bounds returns what the records and the rules prove of p: its own record is a lower bound, and
// the records of the positions after all its moves give an upper one. It probes once, and then
// once for each move up to the first without a record.
func (f *File) Bounds(p *board.Position) (score.Bounds, error) {
	if o := f.Game().Ended(p); o.Over() {
		v := exactOf(o)
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

// exactOf returns the value of a game that is over.
func exactOf(o board.Outcome) score.Exact { return score.Exact{Outcome: score.Outcome(o.Result)} }

// upper returns the upper bound of a position in which the game goes on.
func (f *File) upper(p *board.Position) (score.Exact, error) {
	var l board.List
	var next board.Position
	f.Game().Moves(p, &l)
	best := score.LossIn(0)
	for _, m := range l.All() {
		f.Game().Apply(&next, p, m)
		v, known, err := f.reply(&next)
		if err != nil || !known || v.Outcome == score.Loss {
			return score.Unknown.Upper, err
		}
		if v = v.Prev(); v.Compare(best) > 0 {
			best = v
		}
	}
	return best, nil
}

// reply returns a lower bound of the value of p by the rules or by its record. It counts the
// moves of p last, since that takes longer than looking for goals.
func (f *File) reply(p *board.Position) (v score.Exact, known bool, err error) {
	if o := f.Game().Decided(p); o.Over() {
		return exactOf(o), true, nil
	}
	if _, v, known, err = f.Probe(p); known || err != nil {
		return v, known, err
	}
	o := f.Game().Ended(p)
	return exactOf(o), o.Over(), nil
}
