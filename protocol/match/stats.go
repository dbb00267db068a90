package match

import (
	"math"
	"strconv"
	"strings"
)

// What results say of strength, and how surely. All of it is for the first player.
//
// Games come in pairs of the same opening with the colours changed. The results of a pair
// are not independent, for an opening may favour one side, but pairs are independent of each
// other; so what is estimated of the spread is estimated of pairs. A pair scores 0, 1/2, 1,
// 3/2 or 2 points: five outcomes, hence "pentanomial". The mean per game is the same either
// way, but its error is smaller, for the lead of an opening cancels out.

// Score counts results.
type Score struct {
	Wins, Losses, Draws int
	Pairs               [5]int // of two games, by the half points won
}

// Games returns the number of games.
func (s *Score) Games() int { return s.Wins + s.Losses + s.Draws }

// Mean returns the points per game, NaN without games.
func (s *Score) Mean() float64 {
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(s.Games())
}

// DrawRatio returns the share of draws, NaN without games.
func (s *Score) DrawRatio() float64 { return float64(s.Draws) / float64(s.Games()) }

// add counts a game with 0, 1 or 2 half points.
func (s *Score) add(halves int) {
	switch halves {
	case 0:
		s.Losses++
	case 1:
		s.Draws++
	default:
		s.Wins++
	}
}

// Error returns the standard error of Mean. Pairs tell it, from two of them on; before, the
// games one by one. Where all of them are alike it is NaN: results without a spread do not
// tell how far off their mean may be, and that it is not off at all would be wrong.
func (s *Score) Error() float64 {
	variance, n := 0.0, float64(s.Games())
	if pairs := sum(s.Pairs); pairs >= 2 {
		_, variance = moments(s.Pairs)
		n = float64(pairs)
	} else {
		mean := s.Mean()
		variance = (float64(s.Wins)+float64(s.Draws)/4)/n - mean*mean
	}
	if variance <= 0 {
		return math.NaN()
	}
	return math.Sqrt(variance / n)
}

// Elo returns the difference in strength, and the half width of the interval that holds it
// with a probability of 95 %. The difference is infinite where one player has won all games.
// The width is NaN where nobody can tell it: without games, where all are alike, and where
// the interval reaches beyond a score of 0 or 1. CuteChess has "inf" and "nan" for these.
func (s *Score) Elo() (difference, margin float64) {
	mean, wide := s.Mean(), 1.959964*s.Error()
	return eloOf(mean), (eloOf(mean+wide) - eloOf(mean-wide)) / 2
}

// LOS returns the likelihood that the first player is the stronger one: the probability,
// by the normal distribution, that its true mean is above one half. Where the spread is not
// known, wins are counted against losses as heads against tails, which CuteChess always does.
func (s *Score) LOS() float64 {
	lead := (s.Mean() - 0.5) / s.Error()
	if math.IsNaN(lead) {
		lead = float64(s.Wins-s.Losses) / math.Sqrt(max(float64(s.Wins+s.Losses), 1))
	}
	return (1 + math.Erf(lead/math.Sqrt2)) / 2
}

// eloOf returns the difference in Elo at which a mean score is expected, by the logistic
// curve that defines Elo's scale: the odds are 10 to the difference/400. It is infinite for
// scores of 0 and 1, and NaN beyond them.
func eloOf(mean float64) float64 { return -400 * math.Log10(1/mean-1) }

// scoreOf is the inverse of eloOf.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

func sum(counts [5]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// moments returns mean and variance of the points per game of pairs.
func moments(pairs [5]int) (mean, variance float64) {
	n := float64(sum(pairs))
	for i, count := range pairs {
		mean += float64(count) / n * points(i)
	}
	for i, count := range pairs {
		variance += float64(count) / n * (points(i) - mean) * (points(i) - mean)
	}
	return mean, variance
}

// points returns the points per game of outcome i of a pair.
func points(i int) float64 { return float64(i) / 4 }

// decimal writes a statistic as scripts expect it, with so many decimals.
func decimal(x float64, decimals int) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}
