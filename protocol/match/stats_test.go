package match

import (
	"math"
	"math/rand/v2"
	"testing"
)

// pairs draws outcomes of pairs of games between players of a difference in Elo, with so
// many draws, where openings favour one side by up to a lead in Elo. The two games of a pair
// have the same opening.
type sampler struct {
	*rand.Rand
	elo, draws, lead float64
}

// game returns the half points of a game with a difference in Elo: the mean is what Elo's
// curve says, the draws are as many as it leaves room for.
func (r sampler) game(elo float64) int {
	mean := scoreOf(elo)
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

// TestSPRTErrorRates says that the test errs as often as it is allowed to, whichever
// hypothesis is true, and hardly ever where the truth is far beyond either.
func TestSPRTErrorRates(t *testing.T) {
	if testing.Short() {
		t.Skip("a simulation of some seconds")
	}
	const runs = 600
	test := SPRT{Elo0: 0, Elo1: 30, Alpha: 0.05, Beta: 0.05}
	if lower, upper := test.Bounds(); math.Abs(lower+2.944) > 0.001 || math.Abs(upper-2.944) > 0.001 {
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
				decision = test.Decision(test.LLR(pairs))
				if decision == "H1" {
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

// TestErrorBars says that the interval of Elo holds the truth 95 times in a hundred, and so
// does LOS say what it should; with openings of a lead the games one by one would not.
func TestErrorBars(t *testing.T) {
	if testing.Short() {
		t.Skip("a simulation of some seconds")
	}
	const runs, pairs = 3000, 200
	for _, lead := range []float64{0, 300} {
		for _, elo := range []float64{0, 60, -120} {
			r := sampler{rand.New(rand.NewPCG(2, uint64(elo+lead+1000))), elo, 0.4, lead}
			truth := eloOf(r.mean())
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
			// One more in a hundred is what 200 pairs and the normal distribution cost.
			if share < 0.935 || share > 0.965 {
				t.Errorf("lead %v, Elo %v: within the bars in %.3f, want 0.95", lead, elo, share)
			}
			if d := float64(doubted) / runs; elo == 0 && (d < 0.08 || d > 0.12) {
				t.Errorf("lead %v: LOS below 10 %% in %.3f, want 0.1", lead, d)
			}
		}
	}
}

// mean returns the true mean, by a long run: a lead bends the curve.
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
		s.add(first)
		s.add(second)
		s.Pairs[first+second]++
	}
	return s
}

// TestLLR compares the ratio with the formula it tends to where the hypotheses are close and
// the games many: a random walk whose steps have the variance of pairs.
func TestLLR(t *testing.T) {
	test := SPRT{Elo0: -1, Elo1: 2, Alpha: 0.05, Beta: 0.05}
	for _, pairs := range [][5]int{{100, 300, 700, 310, 90}, {5, 200, 5000, 300, 4}, {1, 1, 1, 1, 1}} {
		mean, variance := moments(pairs)
		s0, s1 := scoreOf(test.Elo0), scoreOf(test.Elo1)
		want := float64(sum(pairs)) * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
		if got := test.LLR(pairs); math.Abs(got-want) > 0.02*math.Abs(want)+1e-4 {
			t.Errorf("%v: %v, want about %v", pairs, got, want)
		}
	}
	if got := test.LLR([5]int{}); got != 0 {
		t.Errorf("without games: %v", got)
	}
	// A single outcome, even the most extreme, decides nothing, and many of them do.
	wide := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	if llr := wide.LLR([5]int{0, 0, 0, 0, 1}); wide.Decision(llr) != "" || llr < 0 {
		t.Errorf("one pair won: %v", llr)
	}
	if llr := wide.LLR([5]int{0, 0, 0, 0, 300}); wide.Decision(llr) != "H1" {
		t.Errorf("300 pairs won: %v", llr)
	}
	if llr := wide.LLR([5]int{300, 0, 0, 0, 0}); wide.Decision(llr) != "H0" {
		t.Errorf("300 pairs lost: %v", llr)
	}
}

// TestLLRMirrors says that the test does not care who is the first player.
func TestLLRMirrors(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		var a, b [5]int
		for i := range a {
			a[i] = r.IntN(100)
			b[4-i] = a[i]
		}
		x := (&SPRT{Elo0: -3, Elo1: 8}).LLR(a)
		y := (&SPRT{Elo0: -8, Elo1: 3}).LLR(b)
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
	for _, c := range []struct {
		s                Score
		elo, margin, los string
	}{
		{Score{}, "nan", "nan", "50.0"},
		{Score{Wins: 1}, "inf", "nan", "84.1"}, // as CuteChess has it
		{Score{Losses: 1}, "-inf", "nan", "15.9"},
		{Score{Draws: 1}, "0.0", "nan", "50.0"},
		{Score{Wins: 1, Losses: 1, Pairs: [5]int{0, 0, 1, 0, 0}}, "0.0", "nan", "50.0"},
		{Score{Wins: 3, Losses: 1}, "190.8", "nan", "87.6"},
		{Score{Wins: 120, Losses: 80}, "70.4", "49.5", "99.8"},
		// All pairs are alike: they have no spread that an error could be told from.
		{Score{Wins: 100, Losses: 100, Pairs: [5]int{0, 0, 100, 0, 0}}, "0.0", "nan", "50.0"},
		{Score{Draws: 4, Pairs: [5]int{0, 0, 2, 0, 0}}, "0.0", "nan", "50.0"},
		{Score{Wins: 4, Pairs: [5]int{0, 0, 0, 0, 2}}, "inf", "nan", "97.7"},
		{Score{Losses: 40, Pairs: [5]int{20, 0, 0, 0, 0}}, "-inf", "nan", "0.0"},
		{Score{Wins: 5, Draws: 5, Pairs: [5]int{0, 0, 0, 5, 0}}, "190.8", "nan", "98.7"},
		{Score{Wins: 50, Losses: 50, Draws: 100, Pairs: [5]int{25, 0, 50, 0, 25}}, "0.0", "48.5", "50.0"},
	} {
		elo, margin := c.s.Elo()
		if decimal(elo, 1) != c.elo || decimal(margin, 1) != c.margin || decimal(100*c.s.LOS(), 1) != c.los {
			t.Errorf("%+v: Elo %v +/- %v, LOS %v; want %s, %s, %s", c.s, elo, margin, 100*c.s.LOS(), c.elo, c.margin, c.los)
		}
	}
}
