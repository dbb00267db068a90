package atlas

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

// space returns the positions of a space with their values, of at most so many positions.
func space(t *testing.T, g *board.Game, m solver.Material, limit int) (*brute.Space, []score.Exact) {
	t.Helper()
	s, err := brute.New(g, brute.Material(m), limit)
	if err != nil {
		t.Skip(err)
	}
	values, err := s.Solve()
	if err != nil {
		t.Fatal(err)
	}
	return s, values
}

// drawn is a game that is a draw as soon as a ferz is taken, which is often all that is left to do.
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

// TestAtlas compares an atlas with brute force in whole spaces. Its work is broken off all the time,
// to go on with another root.
func TestAtlas(t *testing.T) {
	for _, x := range []struct{ variant, material string }{
		{"thinchess8", ""}, {"tinyhouse", "P1"}, {"tinyhouse", "W1"}, {"tinyhouse-firstrank", "P1"}, {"dobutsu", "L2C2"}, {"losalamos", "KRvK"}, {"gardner", "KQvK"},
	} {
		t.Run(x.variant+x.material, func(t *testing.T) {
			compareMaterial(t, enginetest.Game(t, x.variant), x.material)
		})
	}
	t.Run("drawn", func(t *testing.T) { compareMaterial(t, enginetest.Custom(t, drawn, "drawn"), "KRFvKF") })
	for seed := range uint64(40) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
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
			s, values := space(t, g, m, 20_000)
			compareAtlas(t, g, s, values, 1)
		})
	}
}

// fickle is a context that ends every other time.
type fickle struct {
	context.Context
	ended bool
}

func (c *fickle) Err() error {
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
	s, values := space(t, g, m, 200_000)
	compareAtlas(t, g, s, values, len(values)/500+1)
}

// compareAtlas compares one in so many positions of a space, in random order.
func compareAtlas(t *testing.T, g *board.Game, s *brute.Space, values []score.Exact, oneIn int) {
	t.Helper()
	a := New(g)
	rng := rand.New(rand.NewPCG(3, uint64(s.Len())))
	ctx := &fickle{Context: context.Background()}
	open := rng.Perm(s.Len())[:(s.Len()+oneIn-1)/oneIn]
	for limit := uint64(1); len(open) > 0; limit++ {
		left := open[:0]
		for _, i := range open {
			if !a.Explore(ctx, s.At(i), rng.Uint64N(limit), 1<<28) {
				left = append(left, i)
				continue
			}
			x, _ := a.look(s.At(i))
			if want := values[i]; x.outcome() != want.Outcome || x.plies() < int(want.Plies) && x.outcome() != score.Draw {
				t.Errorf("%s: %v in %d, want %v", notation.FEN(g, s.At(i)), x.outcome(), x.plies(), want)
			}
		}
		if open = left; len(open) > 0 && !a.Grows(s.At(open[0])) {
			t.Fatal("full")
		}
	}
	if a.active.len() > 0 && a.path.len() == 0 || a.active.len() == 0 && a.edges.len() > 0 {
		t.Errorf("%d nodes and %d edges are left", a.active.len(), a.edges.len())
	}
}

// TestFullAtlas gives an atlas less room than it needs: it says so, takes no more, and what it
// knows stays right.
func TestFullAtlas(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	root := enginetest.Position(t, g, "4/K3/p1w1/k3[] w - - 0 1")
	whole := New(g)
	if !whole.Explore(context.Background(), &root, math.MaxInt64, 1<<28) {
		t.Fatal("it does not fit")
	}
	for _, room := range []int64{0, 1 << 20, 9 << 20, 12 << 20} {
		a := New(g)
		if a.Explore(context.Background(), &root, math.MaxInt64, room) || a.Grows(&root) || a.Bytes() > room {
			t.Errorf("%d bytes where %d are allowed", a.Bytes(), room)
		}
		known := 0
		rng := rand.New(rand.NewPCG(4, uint64(room)))
		for range 1000 {
			p := root
			for !whole.game.Ended(&p).Over() {
				x, _ := whole.look(&p)
				if y, ok := a.look(&p); ok {
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
		if room > 1<<20 && known == 0 {
			t.Error("nothing is known")
		}
	}
}
