package tb

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/engine/tablebase"
	"tinyhouse/tb/container"
)

var _ tablebase.Prober = (*Set)(nil)

// Holds reports whether any position of g is in a table or a certificate that can be read.
func (s *Set) Holds(g *board.Game) bool { return s.group(g) != nil }

// Probe returns the exact value of a position of g if a table has it or the records of
// certificates leave one outcome; then the distance is the greatest possible one. It does not
// return errors: after its first one a file counts as closed, see OnError.
func (s *Set) Probe(g *board.Game, p *board.Position) (score.Exact, bool) {
	return s.Bounds(g, p).Exact()
}

// ProbeNode is Probe for every node of a search. Of certificates it sees only wins that have a
// record themselves, and it skips certificates too large for the cache, where most probes would
// unpack a block.
func (s *Set) ProbeNode(g *board.Game, p *board.Position) (score.Exact, bool) {
	files := s.group(g)
	if files == nil {
		return score.Exact{}, false
	}
	if v, ok := s.probeTables(g, files, p); ok {
		return v, true
	}
	for _, f := range files.cacheable {
		_, v, ok, err := f.Probe(p)
		if err != nil {
			s.retire(f.File, err)
		}
		if ok && v.Outcome == score.Win {
			return v, true
		}
	}
	return score.Exact{}, false
}

// Bounds returns what is known of the value of a position of g: score.Unknown if nothing is.
func (s *Set) Bounds(g *board.Game, p *board.Position) score.Bounds {
	files := s.group(g)
	if files == nil {
		return score.Unknown
	}
	if v, ok := s.probeTables(g, files, p); ok {
		return score.Bounds{Lower: v, Upper: v}
	}
	return s.bounds(files, p)
}

// probeTables returns the value that a table of g has of a position.
func (s *Set) probeTables(g *board.Game, files *group, p *board.Position) (score.Exact, bool) {
	// Most positions of a game have too many pieces: this test keeps them cheap.
	if p.Occupied().Len()+p.Hand(board.White).Len()+p.Hand(board.Black).Len() > files.maxUnits {
		return score.Exact{}, false
	}
	signature := files.ix.SignatureOf(p)
	i, ok := files.signatures.Find(&signature)
	if !ok {
		return score.Exact{}, false
	}
	at := &files.places[i]
	v, ok, err := at.table.ProbeAt(int(at.signature), p)
	if err == nil {
		return v, ok
	}
	s.retire(at.table.File, err)
	if files = s.group(g); files == nil {
		return score.Exact{}, false
	}
	return s.probeTables(g, files, p) // another table may have the position
}

// bounds returns what the certificates prove together.
func (s *Set) bounds(files *group, p *board.Position) score.Bounds {
	all := score.Unknown
	for _, f := range files.certificates {
		b, err := f.Bounds(p)
		if err != nil {
			s.retire(f.File, err)
			continue
		}
		tighten(&all, b)
	}
	return all
}

// tighten makes all the bounds that hold if all and b do, and reports whether b adds anything.
func tighten(all *score.Bounds, b score.Bounds) (adds bool) {
	if b.Lower.Compare(all.Lower) > 0 {
		all.Lower, adds = b.Lower, true
	}
	if b.Upper.Compare(all.Upper) < 0 {
		all.Upper, adds = b.Upper, true
	}
	return adds
}

// Find returns what Bounds does and the file that it rests on, nil if nothing is known: a table,
// or the last certificate that adds anything. It returns damage as an error, and does
// not retire the file: the next probe of the same block returns the error again.
func (s *Set) Find(g *board.Game, p *board.Position) (b score.Bounds, from *container.File, err error) {
	files := s.group(g)
	if files == nil {
		return score.Unknown, nil, nil
	}
	signature := files.ix.SignatureOf(p)
	if i, ok := files.signatures.Find(&signature); ok {
		at := &files.places[i]
		if v, ok, err := at.table.ProbeAt(int(at.signature), p); ok || err != nil {
			return score.Bounds{Lower: v, Upper: v}, at.table.File, err
		}
	}
	b = score.Unknown
	for _, f := range files.certificates {
		proved, err := f.Bounds(p)
		if err != nil {
			return score.Unknown, f.File, err
		}
		if tighten(&b, proved) {
			from = f.File
		}
	}
	return b, from, nil
}

// retire reports the first error of a file and probes it no more: what changes while it is open, or
// lies on a failing disk, would go on to cost time and errors. Other files may have its positions.
func (s *Set) retire(f *container.File, err error) {
	s.mu.Lock()
	before := s.retired[f]
	if !before {
		s.retired[f] = true
		s.add(nil, nil)
	}
	s.mu.Unlock()
	if !before && s.OnError != nil {
		s.OnError(fmt.Errorf("%w; the %s is not used any more", err, f.Kind()))
	}
}
