package match

import (
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test between two hypotheses on the difference in
// Elo: H0, that it is Elo0, and H1, that it is Elo1. It goes on until the log-likelihood
// ratio leaves its bounds, and then takes the wrong side with a probability of about Alpha
// where H0 is true, about Beta where H1 is (Wald, Sequential Tests of Statistical
// Hypotheses, 1945).
//
// How pairs are distributed is not known beyond their mean under either hypothesis, so the
// ratio is the generalised one: of the largest likelihoods that the results can have with
// the one mean and with the other. Those are found exactly. Let f be the frequencies of the
// outcomes, with points a. To maximise sum(f log p) over distributions p of mean s one sets
// the derivatives of sum(f log p) - l sum(p) - m sum(p a) to zero, which gives
// p = f / (1 + x (a-s)), where x is chosen such that sum(p (a-s)) = 0; that sum falls in x,
// so halving an interval finds it. With N pairs the ratio then is
//
//	N sum(f log((1 + x0 (a-s0)) / (1 + x1 (a-s1))))
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
}

// Check returns an error for a test that cannot be done.
func (t *SPRT) Check() error {
	ok := t.Elo0 < t.Elo1 && math.Abs(t.Elo0) < 2000 && math.Abs(t.Elo1) < 2000 &&
		t.Alpha > 0 && t.Beta > 0 && t.Alpha < 0.5 && t.Beta < 0.5
	if !ok {
		return fmt.Errorf("match: sprt with Elo %v and %v, alpha %v, beta %v: want the first Elo below the second, the others between 0 and 0.5",
			t.Elo0, t.Elo1, t.Alpha, t.Beta)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which H0 and H1 are accepted.
func (t *SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// rare is what a count of zero is taken for: an outcome that has not been seen yet is not
// impossible. It is small enough to change nothing else.
const rare = 1e-3

// LLR returns the log-likelihood ratio after pairs of games, by their outcomes.
func (t *SPRT) LLR(pairs [5]int) float64 {
	if sum(pairs) == 0 {
		return 0
	}
	var f [5]float64
	for i, n := range pairs {
		f[i] = max(float64(n), rare)
	}
	s0, s1 := scoreOf(t.Elo0), scoreOf(t.Elo1)
	x0, x1 := tilt(f, s0), tilt(f, s1)
	llr := 0.0
	for i, n := range f {
		llr += n * math.Log((1+x0*(points(i)-s0))/(1+x1*(points(i)-s1)))
	}
	return llr
}

// tilt returns the x by which counts become a distribution of mean s, which is between 0
// and 1; see SPRT.
func tilt(f [5]float64, s float64) float64 {
	low, high := -1/(1-s), 1/s // where a share would be infinite
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

// Decision returns "H0" or "H1" for the one that is accepted at a ratio, or "".
func (t *SPRT) Decision(llr float64) string {
	switch lower, upper := t.Bounds(); {
	case llr <= lower:
		return "H0"
	case llr >= upper:
		return "H1"
	}
	return ""
}
