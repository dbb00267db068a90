package tb

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/engine/tablebase"
	"tinyhouse/tb/container"
)

var _ tablebase.Prober = (*Set)(nil)

// Holds reports whether any position of g is in a table or a certificate.
func (s *Set) Holds(g *board.Game) bool { return s.group(g) != nil }

// Probe returns the exact value of a position of g if a table has it or the records of
// certificates leave one outcome; then the distance is the greatest possible one. It reports
// damage to OnError and treats what is lost by it as unknown.
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
	if v, ok := s.probeTables(files, p); ok {
		return v, true
	}
	for _, f := range files.cacheable {
		_, v, ok, err := f.Probe(p)
		if err != nil {
			s.report(f.File, err)
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
	if v, ok := s.probeTables(files, p); ok {
		return score.Bounds{Lower: v, Upper: v}
	}
	return s.bounds(files, p)
}

// probeTables returns the value that a table has of a position.
func (s *Set) probeTables(files *group, p *board.Position) (score.Exact, bool) {
	// Most positions of a game have too many pieces: this test keeps them cheap.
	if p.Occupied().Len()+p.Hand(board.White).Len()+p.Hand(board.Black).Len() > files.maxUnits {
		return score.Exact{}, false
	}
	at, ok := files.places[files.ix.SignatureOf(p)]
	if !ok {
		return score.Exact{}, false
	}
	v, ok, err := at.table.ProbeAt(at.signature, p)
	if err != nil {
		s.report(at.table.File, err)
	}
	return v, ok
}

// bounds returns what the certificates prove together.
func (s *Set) bounds(files *group, p *board.Position) score.Bounds {
	all := score.Unknown
	for _, f := range files.certificates {
		b, err := f.Bounds(p)
		if err != nil {
			s.report(f.File, err)
			continue
		}
		if b.Lower.Compare(all.Lower) > 0 {
			all.Lower = b.Lower
		}
		if b.Upper.Compare(all.Upper) < 0 {
			all.Upper = b.Upper
		}
	}
	return all
}

// report reports the first damage of a file.
func (s *Set) report(f *container.File, err error) {
	if s.OnError == nil {
		return
	}
	if _, before := s.damaged.LoadOrStore(f, true); !before {
		s.OnError(err)
	}
}
