package search

import (
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"math/rand/v2"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/internal/eval"
	"tinyhouse/engine/rules"
)

// TestTune fits the weights of the evaluation to the results of games that the search plays
// against itself: the estimates of quiet positions should foretell them. It changes one
// weight after the other, as long as that helps. Source: chessprogramming wiki, Texel's
// Tuning Method.
//
//	TUNE=tinyhouse GAMES=2000 NODES=400 SWEEPS=10 go test -run Tune -v -timeout 1h
//
// It prints lines for weights.txt.
func TestTune(t *testing.T) {
	name := os.Getenv("TUNE")
	if name == "" || testing.Short() {
		t.Skip("set TUNE to tune")
	}
	g := enginetest.Game(t, name)
	samples := gather(t, g, number("GAMES", 1000), uint64(number("NODES", 400)))
	f := &fit{g: g, samples: samples, w: eval.Weights(g)}
	f.scale = f.bestScale()
	best := f.loss(f.w)
	t.Logf("%d positions, scale %.0f, loss %.5f", len(samples), f.scale, best)
	for sweep := range number("SWEEPS", 10) {
		before := best
		best = f.sweep(best)
		t.Logf("sweep %d: loss %.5f", sweep, best)
		if before-best < 2e-6 {
			break
		}
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(f.w)) {
		fmt.Fprintf(&b, "%s = %d %d\n", name, f.w[name][0], f.w[name][1])
	}
	fmt.Print(b.String())
}

// sample is a quiet position and how the game ended for White: 1, a half or 0.
type sample struct {
	p      board.Position
	result float64
}

// gather plays games and returns their quiet positions.
func gather(t *testing.T, g *board.Game, games int, nodes uint64) []sample {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var all []sample
	for worker := range 2 {
		wg.Go(func() {
			s := New(g, 4, 1, Standard())
			for n := worker; n < games; n += 2 {
				part := record(t, g, s, n, nodes)
				mu.Lock()
				all = append(all, part...)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return all
}

// record plays one game.
func record(t *testing.T, g *board.Game, s *Searcher, n int, nodes uint64) []sample {
	r := rand.New(rand.NewPCG(uint64(n), 1234))
	p, past := wander(t, g, r, 3+r.IntN(8))
	s.Clear()
	var kept []sample
	finish := func(result rules.Result, turn board.Color) []sample {
		white := (1 + float64(result)) / 2
		if turn == board.Black {
			white = 1 - white
		}
		for i := range kept {
			kept[i].result = white
		}
		return kept
	}
	for range 200 {
		if o := g.Outcome(&p, past); o.Over() {
			return finish(o.Result, p.Turn())
		}
		var last Info
		best := s.Run(context.Background(), &p, past, Limits{Nodes: nodes}, Settings{Lines: 1}, func(i Info) { last = i })
		if last.Bound == Exact && last.Value.IsDecisive() {
			if last.Value > 0 {
				return finish(rules.Win, p.Turn())
			}
			return finish(rules.Loss, p.Turn())
		}
		if !g.InCheck(&p) && !isNoisy(g, &p, best.Move) {
			kept = append(kept, sample{p: p})
		}
		past = append(past, p.Key())
		g.Apply(&p, &p, best.Move)
	}
	return finish(rules.Draw, p.Turn())
}

// fit is a fitting under way.
type fit struct {
	g       *board.Game
	samples []sample
	w       map[string][2]int
	scale   float64
}

// loss returns the mean square error of the expected results.
func (f *fit) loss(w map[string][2]int) float64 {
	var b strings.Builder
	b.WriteString("[any]\n")
	for name, v := range w {
		fmt.Fprintf(&b, "%s = %d %d\n", name, v[0], v[1])
	}
	e, err := eval.NewWith(f.g, b.String())
	if err != nil {
		panic(err)
	}
	var sums [2]float64
	var wg sync.WaitGroup
	for half := range sums {
		wg.Go(func() {
			sum := 0.0
			for i := half; i < len(f.samples); i += 2 {
				s := &f.samples[i]
				v := float64(e.Evaluate(&s.p))
				if s.p.Turn() == board.Black {
					v = -v
				}
				d := s.result - 1/(1+math.Exp(-v/f.scale))
				sum += d * d
			}
			sums[half] = sum
		})
	}
	wg.Wait()
	return (sums[0] + sums[1]) / float64(len(f.samples))
}

// bestScale returns the number of centipawns that makes estimates fit results best.
func (f *fit) bestScale() float64 {
	best, least := 0.0, math.Inf(1)
	for scale := 60.0; scale < 900; scale *= 1.12 {
		f.scale = scale
		if l := f.loss(f.w); l < least {
			best, least = scale, l
		}
	}
	return best
}

// sweep tries to change every weight and returns the loss that is left.
func (f *fit) sweep(best float64) float64 {
	for _, name := range slices.Sorted(maps.Keys(f.w)) {
		for part := range 2 {
			for _, sign := range []int{1, -1} {
				improved := false
				for range 4 {
					old := f.w[name]
					v := old
					v[part] += sign * max(1, max(v[part], -v[part])/12)
					f.w[name] = v
					l := f.loss(f.w)
					if l >= best-1e-8 {
						f.w[name] = old
						break
					}
					best, improved = l, true
				}
				if improved {
					break
				}
			}
		}
	}
	return best
}
