package search

import (
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/score"
)

// values are exact values by position key.
type values map[uint64]score.Exact

// table returns a prober that knows the values.
func (v values) table() proof {
	all := proof{}
	for key, x := range v {
		all[key] = score.Bounds{Lower: x, Upper: x}
	}
	return all
}

// solve stores the value of every position reachable from p, by value iteration.
func (v values) solve(g *board.Game, p *board.Position) {
	reached := map[uint64]board.Position{}
	var walk func(p board.Position)
	walk = func(p board.Position) {
		if _, ok := reached[p.Key()]; ok {
			return
		}
		reached[p.Key()] = p
		for _, next := range enginetest.Next(g, &p) {
			walk(next)
		}
	}
	walk(*p)
	for changed := true; changed; {
		changed = false
		for key, p := range reached {
			if x := valueOf(g, &p, func(next *board.Position) score.Exact { return v[next.Key()] }); x != v[key] {
				v[key], changed = x, true
			}
		}
	}
	for key := range reached {
		v[key] = v[key] // draws are known, too
	}
}

// valueOf returns the value of p by the rules, or by the values of its successors.
func valueOf(g *board.Game, p *board.Position, known func(*board.Position) score.Exact) score.Exact {
	if o := g.Ended(p); o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}
	}
	best := score.LossIn(0)
	for _, next := range enginetest.Next(g, p) {
		if v := known(&next).Prev(); v.Compare(best) > 0 {
			best = v
		}
	}
	return best
}

// TestProbeRoot checks answers from a table without a search, and values that the search finds by
// probing its nodes.
func TestProbeRoot(t *testing.T) {
	g := enginetest.Game(t, "thinchess8")
	for _, fen := range []string{"k/1/1/r/1/R/1/K w - - 0 1", "k/1/n/1/1/1/R/K w - - 0 1"} {
		p := enginetest.Position(t, g, fen)
		known := values{}
		known.solve(g, &p)
		want := known[p.Key()]
		s := New(g, 1, 1)
		table := known.table()
		s.SetProber(table)
		best, infos := run(s, &p, nil, Limits{Depth: 1}, 3)
		if !best.OK || infos[0].Value != want.Value() || infos[0].TBHits < 1 || infos[0].PV[0] != best.Move {
			t.Errorf("%s: got %+v, %+v, want %+v", fen, best, infos[0], want)
		}
		for i, info := range infos {
			checkLine(t, g, p, nil, info)
			if i > 0 && info.Value > infos[i-1].Value {
				t.Errorf("%s: lines out of order", fen)
			}
		}
		delete(table, p.Key()) // now the search must find it by probing
		_, infos = run(s, &p, nil, Limits{Depth: 3}, 1)
		if last := infos[len(infos)-1]; last.Value != want.Value() || last.TBHits < 1 {
			t.Errorf("%s: found %+v, want %+v", fen, last, want)
		} else {
			checkLine(t, g, p, nil, last)
		}
	}
}

// delayed is a prober that adds plies to the distances of another one.
type delayed struct {
	proof
	plies int
}

func (d delayed) Bounds(g *board.Game, p *board.Position) score.Bounds {
	b := d.proof.Bounds(g, p)
	return score.Bounds{Lower: b.Lower.Later(d.plies), Upper: b.Upper.Later(d.plies)}
}

func (d delayed) Probe(g *board.Game, p *board.Position) (score.Exact, bool) {
	x, ok := d.proof.Probe(g, p)
	return x.Later(d.plies), ok
}

func (d delayed) ProbeNode(g *board.Game, p *board.Position) (score.Exact, bool) {
	return d.Probe(g, p)
}

// TestLongDistance probes wins and losses at greater distances than a search value holds: a root in
// the table has the exact distance, and the lines are in the order of the table; below the root they
// are wins and losses without a distance.
func TestLongDistance(t *testing.T) {
	g := enginetest.Game(t, "thinchess8")
	for fen, plies := range map[string]int{"k/n/1/1/N/r/R/K w - - 0 1": 1995, "k/1/n/1/1/R/1/K b - - 0 1": 2001,
		"k/n/1/1/1/r/R/K w - - 0 1": 16000, "k/1/1/1/1/n/1/K w - - 0 1": 65530} {
		p := enginetest.Position(t, g, fen)
		known := values{}
		known.solve(g, &p)
		table := delayed{known.table(), plies}
		want, _ := table.Probe(g, &p)
		s := New(g, 1, 1)
		s.SetProber(table)
		best, infos := run(s, &p, nil, Limits{Depth: 1}, 3)
		x, ok := infos[0].Forced()
		if best.Move != infos[0].PV[0] || ok != (want.Outcome != score.Draw) || ok && (x.Outcome != want.Outcome || x.MateMoves() != want.MateMoves()) {
			t.Errorf("%s: %+v, want %v", fen, infos[0], want)
		}
		if len(infos[0].PV) > score.MaxPlies {
			t.Errorf("%s: a line of %d plies", fen, len(infos[0].PV))
		}
		for i := 1; i < len(infos); i++ {
			a, _ := infos[i-1].Forced()
			b, _ := infos[i].Forced()
			if a.Compare(b) < 0 {
				t.Errorf("%s: %v before %v", fen, a, b)
			}
		}
		delete(table.proof, p.Key())
		_, infos = run(s, &p, nil, Limits{Depth: 3}, 1)
		last := infos[len(infos)-1]
		if x, ok := last.Forced(); ok && int(x.Plies) > score.MaxPlies || ok && x.Outcome != want.Outcome || want.Outcome != score.Draw && int(want.Plies) > score.MaxPlies+10 && last.Value != score.Value(want.Outcome)*score.Proven {
			t.Errorf("%s below the root: %+v, want %v", fen, last, want)
		}
	}
}

// TestProbeRootRepetition plays a drawn game by tables: no line continues after the repetition
// that ends the game. And a move that repeats for the last time is a draw, whatever the value of
// its position in the table.
func TestProbeRootRepetition(t *testing.T) {
	g := enginetest.Game(t, "thinchess8")
	p := enginetest.Position(t, g, "k/1/n/1/1/N/1/K w - - 0 1")
	known := values{}
	known.solve(g, &p)
	s := New(g, 1, 1)
	s.SetProber(known.table())
	var keys []uint64
	for !g.Outcome(&p, keys).Over() {
		best, infos := run(s, &p, keys, Limits{Depth: 1}, 1)
		checkLine(t, g, p, keys, infos[0])
		keys = append(keys, p.Key())
		g.Apply(&p, &p, best.Move)
	}
	if len(keys) < 8 {
		t.Errorf("over after %d plies", len(keys))
	}
	p = enginetest.Position(t, g, "k/n/1/1/N/r/R/K w - - 0 1")
	known.solve(g, &p)
	s.SetProber(known.table())
	best, infos := run(s, &p, nil, Limits{Depth: 1}, 1)
	if infos[0].Value != score.WinIn(11).Value() { // a single move wins
		t.Fatalf("%+v", infos[0])
	}
	var next board.Position
	g.Apply(&next, &p, best.Move)
	again, infos := run(s, &p, []uint64{next.Key(), p.Key(), next.Key(), p.Key()}, Limits{Depth: 1}, 1)
	if infos[0].Value != 0 {
		t.Errorf("%v repeats, then %v: %+v", best.Move, again.Move, infos[0])
	}
}

// proof is a certificate: bounds by position key, and exact values where they leave one outcome.
type proof map[uint64]score.Bounds

func (f proof) Holds(*board.Game) bool { return true }

func (f proof) Bounds(_ *board.Game, p *board.Position) score.Bounds {
	if b, ok := f[p.Key()]; ok {
		return b
	}
	return score.Unknown
}

func (f proof) Probe(g *board.Game, p *board.Position) (score.Exact, bool) {
	return f.Bounds(g, p).Exact()
}

func (f proof) ProbeNode(g *board.Game, p *board.Position) (score.Exact, bool) { return f.Probe(g, p) }

// prove stores a strategy that plays the last of the best moves: lower bounds of p, which is not
// lost, and of the positions in which its side moves again, upper bounds of those between.
func (f proof) prove(g *board.Game, known values, p board.Position) {
	if _, ok := f[p.Key()]; ok || g.Outcome(&p, nil).Over() {
		return
	}
	v := known[p.Key()]
	f[p.Key()] = score.Bounds{Lower: v, Upper: score.WinIn(0)}
	var next board.Position
	for _, q := range enginetest.Next(g, &p) {
		if known[q.Key()].Prev() == v {
			next = q
		}
	}
	if !g.Outcome(&next, nil).Over() {
		f[next.Key()] = score.Bounds{Lower: score.LossIn(0), Upper: known[next.Key()]}
	}
	for _, q := range enginetest.Next(g, &next) {
		f.prove(g, known, q)
	}
}

// TestCertificateWin plays a win by a certificate, which has one move for each position.
func TestCertificateWin(t *testing.T) {
	g := enginetest.Game(t, "thinchess8")
	p := enginetest.Position(t, g, "k/n/1/1/N/r/R/K w - - 0 1")
	known, f := values{}, proof{}
	known.solve(g, &p)
	f.prove(g, known, p)
	s := New(g, 1, 1)
	s.SetProber(f)
	left, keys := int(known[p.Key()].Plies), []uint64(nil)
	for ; !g.Outcome(&p, keys).Over(); left-- {
		best, infos := run(s, &p, keys, Limits{Depth: 1}, 1)
		info := infos[len(infos)-1]
		if info.TBHits < 1 || info.Nodes > 0 || info.Value != known[p.Key()].Value() || known[p.Key()].Outcome == 0 {
			t.Fatalf("%d plies left: %+v, want %v", left, info, known[p.Key()])
		}
		checkLine(t, g, p, keys, info)
		keys = append(keys, p.Key())
		g.Apply(&p, &p, best.Move)
	}
	if left != 0 {
		t.Errorf("%d plies left", left)
	}
	p = enginetest.Position(t, g, "k/n/1/1/N/r/R/K w - - 0 1")
	if _, infos := run(s, &p, nil, Limits{Depth: 3}, 2); len(infos) < 4 || infos[len(infos)-2].Value != score.WinIn(11).Value() {
		t.Errorf("two lines, one of which is known: %+v", infos)
	}
}

// TestFilterRoots searches drawn positions with a certificate of a draw: only moves that are proved
// not to lose are played.
func TestFilterRoots(t *testing.T) {
	g := enginetest.Game(t, "thinchess8")
	p := enginetest.Position(t, g, "k/1/n/1/1/N/1/K w - - 0 1")
	known, f := values{}, proof{}
	known.solve(g, &p)
	if known[p.Key()].Outcome != score.Draw {
		t.Fatal(known[p.Key()])
	}
	f.prove(g, known, p)
	s := New(g, 1, 1)
	s.SetProber(f)
	bounded := 0
	for key := range f {
		if known[key].Outcome == score.Draw && f[key].Lower == (score.Exact{}) {
			bounded++
		}
	}
	var keys []uint64
	for range 20 {
		if g.Outcome(&p, keys).Over() {
			break
		}
		best, _ := run(s, &p, keys, Limits{Depth: 4}, 1)
		keys = append(keys, p.Key())
		g.Apply(&p, &p, best.Move)
		if f.Bounds(g, &p).Upper.Outcome > score.Draw && !g.Outcome(&p, keys).Over() {
			t.Fatalf("after %d plies: a move that may lose", len(keys))
		}
		if g.Outcome(&p, keys).Over() {
			break
		}
		best, _ = run(s, &p, keys, Limits{Depth: 4}, 1) // the opponent, without a certificate
		keys = append(keys, p.Key())
		g.Apply(&p, &p, best.Move)
	}
	if bounded == 0 {
		t.Error("no move is proved not to lose")
	}
}
