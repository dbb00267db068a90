package unmove_test

import (
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/brute"
	"tinyhouse/solver/unmove"
)

// small is a file of games with every rule that matters here, on small boards.
const small = "../testdata/small.ini"

// TestSpaces takes back the moves of every position of some spaces, and of what their moves
// lead to, and compares with all moves forward.
func TestSpaces(t *testing.T) {
	for _, test := range []struct{ variant, material string }{
		{"step", "KPvKP"},
		{"odd", "KPvKP"},
		{"dead", "P2"},
		{"stephouse", "P2"},
		{"stephouse", "P1R1"},
		{"pocket", "KRvKP"},
		{"pocket", "KPvKP"},
		{"passant", "KPvKP"},
		{"passanthouse", "P1H1"},
		{"generals", "S2"},
		{"lances", "L2"},
		{"lances-loose", "N1G1"},
		{"zoo", "KAvKB"},
		{"zoo", "KCvKD"},
		{"zoo", "KEvKF"},
		{"zoo", "KCEvK"},
		{"strange", "P2"},
		{"strange", "P1W1"},
		{"race", "P1W2"},
		{"race", "W3"},
		{"dobutsu", "L2C1"},
		{"dobutsu", "L2E1"},
		{"peasants1", ""},
		{"peasants2", "PPvPP"},
		{"peasants3", "PPvPP"},
		{"chess", "KvK"},
		{"gardner", "KPvK"},
		{"losalamos", "KNvK"},
		{"thinchess8", ""},
		{"tinyhouse", "P1"},
	} {
		t.Run(test.variant+test.material, func(t *testing.T) {
			compareSpace(t, enginetest.FromFile(t, small, test.variant), test.material)
		})
	}
}

// arrivals is the predecessors of a position: how many there are, and a sum of numbers of
// theirs that tells whether they are the same.
type arrivals struct {
	n   int
	sum uint64
}

func (a *arrivals) add(q int, by string) {
	a.n++
	x := uint64(q)*0x9e3779b97f4a7c15 + 1
	for _, c := range []byte(by) {
		x = (x ^ uint64(c)) * 0x100000001b3
	}
	a.sum += x ^ x>>29
}

func compareSpace(t *testing.T, g *board.Game, text string) {
	m, err := solver.Parse(g, text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := brute.New(g, brute.Material(m), 300_000)
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() && s.Len() > 60_000 {
		t.Skipf("SKIPPED: %d positions; run it without -short", s.Len())
	}
	forward, edges := map[board.Position]arrivals{}, 0
	var l board.List
	for i := range s.Len() {
		q := s.At(i)
		forward[plain(q)] = forward[plain(q)] // nothing may lead to it
		g.Moves(q, &l)
		for _, m := range l.All() {
			var p board.Position
			g.Apply(&p, q, m)
			a := forward[plain(&p)]
			a.add(i, changeOf(g, q, m))
			forward[plain(&p)] = a
			edges++
		}
	}
	u, c := unmove.New(g), newChecker(t, g)
	for p, want := range forward {
		var got arrivals
		u.Before(&p, func(q *board.Position, by unmove.Change) {
			if i, ok := s.Find(q); ok {
				got.add(i, textOf(by))
			} else if !c.legal(q) { // it may be of other material, or the game may be over
				t.Fatalf("%s: predecessor %s is illegal", c.name(&p), c.name(q))
			}
		})
		if got != want {
			c.backward(&p)
			t.Fatalf("%s: %d predecessors, want %d", c.name(&p), got.n, want.n)
		}
	}
	t.Logf("%d positions, %d edges", s.Len(), edges)
}
