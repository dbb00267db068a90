package elo

import (
	"math"
	"math/rand/v2"
	"testing"
)

// sampler draws random pairs of games: elo is the difference in strength, draws the share of draws, and
// openings favour one side by up to lead.
type sampler struct {
	*rand.Rand
	elo, draws, lead float64
}

// game returns the half points of a game with a difference in Elo.
func (r sampler) game(elo float64) int {
	mean := toMean(elo)
	draws := min(r.draws, 2*mean, 2*(1-mean))
	switch x := r.Float64(); {
	case x < draws:
		return 1
	case x < draws+mean-draws/2:
		return 2
	}
	return 0
}

func (r sampler) pair() (first, second int) {
	lead := (2*r.Float64() - 1) * r.lead
	return r.game(r.elo + lead), r.game(r.elo - lead)
}

// TestSPRTErrorRates checks the rates of error of both kinds, and far from both hypotheses.
func TestSPRTErrorRates(t *testing.T) {
	if testing.Short() {
		t.Skip("a simulation of several seconds")
	}
	const runs = 600
	test := SPRT{Elo0: 0, Elo1: 30, Alpha: 0.05, Beta: 0.05}
	if lower, upper := test.bounds(); math.Abs(lower+2.944) > 0.001 || math.Abs(upper-2.944) > 0.001 {
		t.Errorf("bounds %v, %v", lower, upper)
	}
	for _, c := range []struct {
		elo       float64
		low, high float64 // share of runs in which H1 is accepted
	}{
		// Five in a hundred, with three standard deviations of 600 runs.
		{0, 0.02, 0.078}, {30, 0.922, 0.98}, {-40, 0, 0.01}, {80, 0.99, 1}, {15, 0.42, 0.58},
	} {
		r := sampler{rand.New(rand.NewPCG(1, uint64(c.elo+1000))), c.elo, 0.3, 150}
		accepted, length := 0, 0
		for range runs {
			var pairs [5]int
			for decision := ""; decision == ""; length++ {
				first, second := r.pair()
				pairs[first+second]++
				if decision = test.Status(pairs).Decision; decision == "H1" {
					accepted++
				}
			}
		}
		share := float64(accepted) / runs
		t.Logf("Elo %v: H1 in %.3f of %d runs, %d pairs in the mean", c.elo, share, runs, length/runs)
		if share < c.low || share > c.high {
			t.Errorf("Elo %v: H1 accepted in %.3f, want %v to %v", c.elo, share, c.low, c.high)
		}
	}
}

// TestErrorBars checks that 95 % of the intervals contain the true difference, and the rate of a low
// LOS, with balanced and with unbalanced openings.
func TestErrorBars(t *testing.T) {
	if testing.Short() {
		t.Skip("a simulation of several seconds")
	}
	const runs, pairs = 3000, 200
	for _, lead := range []float64{0, 300} {
		for _, elo := range []float64{0, 60, -120} {
			r := sampler{rand.New(rand.NewPCG(2, uint64(elo+lead+1000))), elo, 0.4, lead}
			truth := FromMean(r.mean())
			within, doubted := 0, 0
			for range runs {
				s := r.score(pairs)
				difference, margin := s.Elo()
				if math.Abs(difference-truth) <= margin {
					within++
				}
				if s.LOS() < 0.1 {
					doubted++
				}
			}
			share := float64(within) / runs
			t.Logf("lead %v, Elo %v: within the bars in %.3f of %d matches, LOS below 10 %% in %.3f", lead, elo, share, runs, float64(doubted)/runs)
			// The normal approximation with 200 pairs costs up to 1 %.
			if share < 0.935 || share > 0.965 {
				t.Errorf("lead %v, Elo %v: within the bars in %.3f, want 0.95", lead, elo, share)
			}
			if d := float64(doubted) / runs; elo == 0 && (d < 0.08 || d > 0.12) {
				t.Errorf("lead %v: LOS below 10 %% in %.3f, want 0.1", lead, d)
			}
		}
	}
}

// mean returns the true mean, estimated from many games: unbalanced openings change it.
func (r sampler) mean() float64 {
	sum := 0
	for range 400_000 {
		first, second := r.pair()
		sum += first + second
	}
	return float64(sum) / 1_600_000
}

// score returns the results of a match.
func (r sampler) score(pairs int) *Score {
	s := &Score{}
	for range pairs {
		first, second := r.pair()
		s.Add(first)
		s.Add(second)
	}
	return s
}

// TestLLR compares the ratio with its limit for close hypotheses and many games, a random walk with the
// variance of pairs, and tests the decisions.
func TestLLR(t *testing.T) {
	test := SPRT{Elo0: -1, Elo1: 2, Alpha: 0.05, Beta: 0.05}
	for _, pairs := range [][5]int{{100, 300, 700, 310, 90}, {5, 200, 5000, 300, 4}, {1, 1, 1, 1, 1}} {
		mean, variance := moments(pairs)
		s0, s1 := toMean(test.Elo0), toMean(test.Elo1)
		want := float64(Count(pairs)) * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
		if got := test.llr(pairs); math.Abs(got-want) > 0.02*math.Abs(want)+1e-4 {
			t.Errorf("%v: %v, want about %v", pairs, got, want)
		}
	}
	wide := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	for pairs, want := range map[[5]int]string{{}: "", {0, 0, 0, 0, 1}: "", {0, 0, 0, 0, 300}: "H1", {300}: "H0"} {
		got := wide.Status(pairs)
		if got.Decision != want || (got.LLR < 0) != (pairs[0] > 0) || (want != "") != (math.Abs(got.Progress()) >= 1) {
			t.Errorf("%v: %+v, want %q", pairs, got, want)
		}
	}
}

// TestLLRMirrors swaps the players.
func TestLLRMirrors(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		var a, b [5]int
		for i := range a {
			a[i] = r.IntN(100)
			b[4-i] = a[i]
		}
		x := (&SPRT{Elo0: -3, Elo1: 8}).llr(a)
		y := (&SPRT{Elo0: -8, Elo1: 3}).llr(b)
		if math.Abs(x+y) > 1e-6*(1+math.Abs(x)) {
			t.Errorf("%v: %v, from the other side %v", a, x, y)
		}
	}
}

func TestSPRTCheck(t *testing.T) {
	for _, bad := range []SPRT{{0, 0, .05, .05}, {5, 0, .05, .05}, {0, 5, 0, .05}, {0, 5, .05, .5}, {math.NaN(), 5, .05, .05}, {0, math.Inf(1), .05, .05}} {
		if bad.Check() == nil {
			t.Errorf("%v is no error", bad)
		}
	}
	if err := (&SPRT{0, 5, .05, .1}).Check(); err != nil {
		t.Error(err)
	}
}

func TestScore(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		s                Score
		elo, margin, los float64
	}{
		{Score{}, nan, nan, 50},
		{Score{Wins: 1}, inf, nan, 84.1}, // as in CuteChess
		{Score{Losses: 1}, -inf, nan, 15.9},
		{Score{Draws: 1}, 0, nan, 50},
		{Score{Wins: 1, Losses: 1, Pairs: [5]int{0, 0, 1, 0, 0}}, 0, nan, 50},
		{Score{Wins: 3, Losses: 1}, 190.8, nan, 87.6},
		{Score{Wins: 120, Losses: 80}, 70.4, 49.5, 99.8},
		// Equal pairs have no variance.
		{Score{Wins: 100, Losses: 100, Pairs: [5]int{0, 0, 100, 0, 0}}, 0, nan, 50},
		{Score{Draws: 4, Pairs: [5]int{0, 0, 2, 0, 0}}, 0, nan, 50},
		{Score{Wins: 4, Pairs: [5]int{0, 0, 0, 0, 2}}, inf, nan, 97.7},
		{Score{Losses: 40, Pairs: [5]int{20, 0, 0, 0, 0}}, -inf, nan, 0},
		{Score{Wins: 5, Draws: 5, Pairs: [5]int{0, 0, 0, 5, 0}}, 190.8, nan, 98.7},
		{Score{Wins: 50, Losses: 50, Draws: 100, Pairs: [5]int{25, 0, 50, 0, 25}}, 0, 48.5, 50},
	} {
		elo, margin := c.s.Elo()
		for i, pair := range [][2]float64{{elo, c.elo}, {margin, c.margin}, {100 * c.s.LOS(), c.los}} {
			if got, want := pair[0], pair[1]; got != want && !(math.Abs(got-want) < 0.06) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%+v: figure %d is %v, want %v", c.s, i, got, want)
			}
		}
	}
}
