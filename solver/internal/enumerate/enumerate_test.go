package enumerate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/brute"
)

// valuesOf returns the values of a space by brute force.
func valuesOf(t *testing.T, s *brute.Space) []score.Exact {
	t.Helper()
	values, err := s.Solve()
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// drawn is a game that is a draw as soon as a ferz is captured, which is often the only move.
const drawn = `
[drawn]
maxRank = 3
maxFile = 3
king = k
rook = r
fers = f
startFen = kf1/3/RFK w - - 0 1
extinctionValue = draw
extinctionPieceTypes = f
doubleStep = false
castling = false
nMoveRule = 0
`

// TestEnumeration compares an enumeration with brute force in whole spaces. It is interrupted all
// the time, and continues with another root.
func TestEnumeration(t *testing.T) {
	for _, x := range []struct{ variant, material string }{
		{"thinchess8", ""}, {"tinyhouse", "P1"}, {"tinyhouse", "W1"}, {"tinyhouse-firstrank", "P1"}, {"dobutsu", "L2C2"}, {"losalamos", "KRvK"}, {"gardner", "KQvK"},
	} {
		t.Run(x.variant+x.material, func(t *testing.T) {
			compareMaterial(t, enginetest.Game(t, x.variant), x.material)
		})
	}
	t.Run("drawn", func(t *testing.T) { compareMaterial(t, enginetest.Custom(t, drawn, "drawn"), "KRFvKF") })
	compareRandom(t, 20)
}

// compareRandom compares the spaces of random games with one piece beside the kings: of the first
// ones that have at most 20,000 positions.
func compareRandom(t *testing.T, games int) {
	t.Helper()
	for seed := uint64(0); games > 0; seed++ {
		if seed == 200 {
			t.Fatalf("%d games too few of %d are small enough", games, seed)
		}
		g := enginetest.Random(t, seed)
		m, err := solver.Start(g)
		if err != nil {
			t.Fatal(err)
		}
		for c := range m {
			for k := range m[c] {
				for m[c][k] > 0 && m.Len() > 1 {
					m[c][k]--
				}
			}
		}
		if s, err := brute.New(g, brute.Material(m), 20_000); err == nil {
			games--
			t.Run(fmt.Sprint(seed), func(t *testing.T) { compareSpace(t, g, s, valuesOf(t, s), 1) })
		}
	}
}

// flickering is a context that has ended at every second call of Err.
type flickering struct {
	context.Context
	ended bool
}

func (c *flickering) Err() error {
	if c.ended = !c.ended; c.ended {
		return nil
	}
	return context.Canceled
}

// compareMaterial compares some positions of the space of a material.
func compareMaterial(t *testing.T, g *board.Game, material string) {
	t.Helper()
	m, err := solver.Parse(g, material)
	if err != nil {
		t.Fatal(err)
	}
	s, err := brute.New(g, brute.Material(m), 200_000)
	if err != nil {
		t.Fatal(err)
	}
	compareSpace(t, g, s, valuesOf(t, s), s.Len()/500+1)
}

// compareSpace compares one in oneIn positions of a space, in random order.
func compareSpace(t *testing.T, g *board.Game, s *brute.Space, values []score.Exact, oneIn int) {
	t.Helper()
	e := New(g)
	rng := rand.New(rand.NewPCG(3, uint64(s.Len())))
	ctx := &flickering{Context: context.Background()}
	open := rng.Perm(s.Len())[:(s.Len()+oneIn-1)/oneIn]
	for limit := uint64(1); len(open) > 0; limit++ {
		left := open[:0]
		for _, i := range open {
			if !e.Explore(ctx, s.At(i), rng.Uint64N(limit), 1<<28) {
				left = append(left, i)
				continue
			}
			x, _ := e.lookUp(s.At(i))
			if want := values[i]; x.outcome() != want.Outcome || x.plies() < int(want.Plies) && x.outcome() != score.Draw {
				t.Errorf("%s: %v in %d, want %v", notation.FEN(g, s.At(i)), x.outcome(), x.plies(), want)
			}
		}
		if open = left; len(open) > 0 && !e.CanGrow(s.At(open[0])) {
			t.Fatal("full")
		}
	}
	if e.search.Active() > 0 != e.search.Entered() || e.search.Active() == 0 && e.search.Edges() > 0 {
		t.Errorf("%d nodes and %d edges are left", e.search.Active(), e.search.Edges())
	}
}

// TestFull gives an enumeration less memory than it needs: it stops within its memory, and the
// values that it has are right.
func TestFull(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	root := enginetest.Position(t, g, "4/K3/p1w1/k3[] w - - 0 1")
	whole := New(g)
	if !whole.Explore(context.Background(), &root, math.MaxInt64, 1<<28) {
		t.Fatal("the whole does not fit")
	}
	for _, memory := range []int64{0, 1 << 20, 9 << 20, 12 << 20} {
		e := New(g)
		if e.Explore(context.Background(), &root, math.MaxInt64, memory) || e.CanGrow(&root) || e.Bytes() > memory {
			t.Errorf("%d bytes where %d are allowed", e.Bytes(), memory)
		}
		known := 0
		rng := rand.New(rand.NewPCG(4, uint64(memory)))
		for range 1000 {
			p := root
			for !g.Ended(&p).Over() {
				x, _ := whole.lookUp(&p)
				if y, ok := e.lookUp(&p); ok {
					known++
					if x.outcome() != y.outcome() {
						t.Errorf("%s: %v, want %v", notation.FEN(g, &p), y.outcome(), x.outcome())
					}
				}
				var l board.List
				g.Moves(&p, &l)
				g.Apply(&p, &p, l.All()[rng.IntN(l.Len())])
			}
		}
		if memory > 1<<20 && known == 0 {
			t.Error("nothing is known")
		}
	}
}
