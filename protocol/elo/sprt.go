package elo

import (
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test of two hypotheses about the difference in Elo: H0, that it
// is Elo0, and H1, that it is Elo1. The test goes on until the log-likelihood ratio leaves its bounds. It
// rejects a true H0 with a probability of about Alpha and a true H1 with about Beta (Wald, Sequential
// Tests of Statistical Hypotheses, 1945).
//
// A hypothesis fixes only the mean of the distribution of pairs, so the test takes the generalised
// ratio: that of the largest likelihoods under either mean. Let f be the frequencies of the outcomes and
// a their points. The distribution p of mean s that maximises sum(f log p) is p = f / (1 + x (a-s)), by
// Lagrange multipliers, with x such that sum(p (a-s)) = 0. That sum falls in x, so bisection finds x.
// With N pairs the ratio is
//
//	N sum(f log((1 + x0 (a-s0)) / (1 + x1 (a-s1))))
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
}

// Check returns an error for parameters out of range.
func (t *SPRT) Check() error {
	ok := t.Elo0 < t.Elo1 && math.Abs(t.Elo0) < 2000 && math.Abs(t.Elo1) < 2000 &&
		t.Alpha > 0 && t.Beta > 0 && t.Alpha < 0.5 && t.Beta < 0.5
	if !ok {
		return fmt.Errorf("elo: sprt with Elo %v and %v, alpha %v, beta %v: want the first Elo below the second, the others between 0 and 0.5",
			t.Elo0, t.Elo1, t.Alpha, t.Beta)
	}
	return nil
}

// Status is the state of a test.
type Status struct {
	SPRT
	LLR      float64 `json:"llr"`
	Lower    float64 `json:"lower"`
	Upper    float64 `json:"upper"`
	Decision string  `json:"decision,omitempty"` // the accepted hypothesis, "H0" or "H1"
}

// Status returns the state of the test after pairs of games.
func (t *SPRT) Status(pairs [5]int) *Status {
	s := &Status{SPRT: *t, LLR: t.llr(pairs)}
	s.Lower, s.Upper = t.bounds()
	switch {
	case s.LLR <= s.Lower:
		s.Decision = "H0"
	case s.LLR >= s.Upper:
		s.Decision = "H1"
	}
	return s
}

// Progress returns the ratio as a share of its bound, negative towards H0.
func (s *Status) Progress() float64 {
	if s.LLR >= 0 {
		return s.LLR / s.Upper
	}
	return -s.LLR / s.Lower
}

// bounds returns the ratios at which H0 and H1 are accepted.
func (t *SPRT) bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// rare replaces a count of 0: an outcome not seen yet is not impossible.
const rare = 1e-3

// llr returns the log-likelihood ratio after pairs of games.
func (t *SPRT) llr(pairs [5]int) float64 {
	if Count(pairs) == 0 {
		return 0
	}
	var f [5]float64
	for i, n := range pairs {
		f[i] = max(float64(n), rare)
	}
	s0, s1 := toMean(t.Elo0), toMean(t.Elo1)
	x0, x1 := multiplier(f, s0), multiplier(f, s1)
	llr := 0.0
	for i, n := range f {
		llr += n * math.Log((1+x0*(points(i)-s0))/(1+x1*(points(i)-s1)))
	}
	return llr
}

// multiplier returns the x of SPRT for frequencies and a mean s between 0 and 1.
func multiplier(f [5]float64, s float64) float64 {
	low, high := -1/(1-s), 1/s // where a probability is infinite
	for range 100 {
		x := (low + high) / 2
		slope := 0.0
		for i, n := range f {
			slope += n * (points(i) - s) / (1 + x*(points(i)-s))
		}
		if slope > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}
