package tb_test

import (
	"os"
	"path/filepath"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/tb"
)

// after returns the positions after all moves of p.
func after(g *board.Game, p *board.Position) []board.Position {
	var l board.List
	g.Moves(p, &l)
	all := make([]board.Position, l.Len())
	for i, m := range l.All() {
		g.Apply(&all[i], p, m)
	}
	return all
}

// claimOf returns a record of p with some move.
func claimOf(g *board.Game, p board.Position, v score.Exact) claim {
	var l board.List
	g.Moves(&p, &l)
	return claim{p, l.At(0), v}
}

// TestBounds says what follows from records, right or not, of the start and of what comes
// after it.
func TestBounds(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	root, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	next := after(g, &root)
	all := func(v score.Exact, but int) (claims []claim) {
		for i, q := range next {
			if i != but {
				claims = append(claims, claimOf(g, q, v))
			}
		}
		return claims
	}
	longer := append(all(score.WinIn(3), -1), claimOf(g, next[0], score.WinIn(1)))
	longer = append(longer[1:], claimOf(g, next[1], score.WinIn(3)))
	for _, c := range []struct {
		name   string
		claims []claim
		want   string
	}{
		{"nothing", nil, "unknown"},
		{"win", []claim{claimOf(g, root, score.WinIn(9))}, "win 9"},
		{"hold", []claim{claimOf(g, root, score.Exact{})}, "at least draw"},
		{"one move missing", all(score.Exact{}, 0), "unknown"},
		{"opponent holds", all(score.Exact{}, -1), "at most draw"},
		{"opponent wins", all(score.WinIn(6), -1), "loss 7"},
		{"longest", longer, "loss 4"},
		{"both hold", append(all(score.Exact{}, -1), claimOf(g, root, score.Exact{})), "draw"},
		{"win anyway", append(all(score.Exact{}, -1), claimOf(g, root, score.WinIn(3))), "win 3"},
	} {
		path := filepath.Join(t.TempDir(), "x.thc")
		writeProof(t, path, g, c.claims)
		f, err := tb.OpenProof(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Bounds(&root)
		if err != nil || b.String() != c.want {
			t.Errorf("%s: %v, want %s; %v", c.name, b, c.want, err)
		}
		s := tb.NewSet(1 << 20)
		s.AddProof(f)
		want, known := b.Exact()
		if v, ok := s.Probe(g, &root); ok != known || v != want || !s.Holds(g) || len(s.Proofs()) != 1 || s.Len() != 0 {
			t.Errorf("%s: a set says %v, %v", c.name, v, ok)
		}
		if got := s.Bounds(g, &root); got != b {
			t.Errorf("%s: a set says %v, want %v", c.name, got, b)
		}
		if chess := enginetest.Game(t, "chess"); s.Holds(chess) {
			t.Error("holds chess")
		}
		if err := s.Close(); err != nil || s.Holds(g) {
			t.Error("not closed", err)
		}
	}
}

// TestBoundsOver says that the rules tell what no record does.
func TestBoundsOver(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	f, err := readProof(proofBytes(t, g, nil))
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]string{
		"k3/W3/K3/4[] b - - 0 1":  "unknown",
		"k3/FW2/K3/4[] b - - 0 1": "win 0", // stalemate
		"3k/4/4/K3[w] w - - 0 1":  "unknown",
	} {
		p := enginetest.Position(t, g, fen)
		if b, err := f.Bounds(&p); err != nil || b.String() != want {
			t.Errorf("%s: %v, want %s; %v", fen, b, want, err)
		}
	}
}

// TestSetProofs fills a folder with a table and certificates: two certificates say together
// what none says alone, and damage is told once.
func TestSetProofs(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	root, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	d := space(t, "tinyhouse", "KWvK")
	write(t, filepath.Join(folder, "a.tht"), d, fill(t, d, some(9)), 1)
	writeProof(t, filepath.Join(folder, "b.thc"), g, []claim{claimOf(g, root, score.Exact{})})
	var replies []claim
	for _, q := range after(g, &root) {
		replies = append(replies, claimOf(g, q, score.Exact{}))
	}
	writeProof(t, filepath.Join(folder, "c.thc"), g, replies)
	s := tb.NewSet(1 << 20)
	if err := s.Open(folder); err != nil || s.Len() != 1 || len(s.Proofs()) != 2 {
		t.Fatal(err, s.Len(), len(s.Proofs()))
	}
	if v, ok := s.Probe(g, &root); !ok || v.Outcome != score.Draw {
		t.Errorf("%v, %v", v, ok)
	}
	p := enginetest.Position(t, g, "3k/4/W3/K3[] w - - 0 1")
	if _, ok := s.Probe(g, &p); !ok {
		t.Error("the table is not asked")
	}
	if n := testing.AllocsPerRun(100, func() { s.Probe(g, &root) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	first := replies[0]
	writeProof(t, filepath.Join(folder, "d.thc"), g, []claim{{first.p, first.m, score.WinIn(5)}})
	if err := s.Open(filepath.Join(folder, "d.thc")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		p    board.Position
		want bool
	}{{root, false}, {p, true}, {first.p, true}, {replies[1].p, false}} {
		if _, ok := s.ProbeNode(g, &c.p); ok != c.want {
			t.Errorf("%s: seen %v at a glance", notation.FEN(g, &c.p), ok)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	path := filepath.Join(folder, "b.thc")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)-72-8-40-2] ^= 1 // in the block
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
	told := 0
	s.OnError = func(error) { told++ }
	if s.ProbeNode(g, &root); len(s.Proofs()) > 0 {
		t.Error("still there")
	}
	if err := s.Open(path); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, ok := s.Probe(g, &root); ok {
			t.Error("known")
		}
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}
