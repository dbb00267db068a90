// Package elo estimates the difference in strength between two players from the results of their
// games, and tests hypotheses about it.
//
// Games come in pairs with the same opening and the colours swapped. An opening may favour one side, so
// the games of a pair are not independent, but pairs are. A pair scores 0, 1/2, 1, 3/2 or 2 points:
// these five frequencies are the pentanomial statistics, and estimate the variance.
//
// All figures are from the view of the first player.
package elo

import "math"

// Score counts results.
type Score struct {
	Wins, Losses, Draws int
	Pairs               [5]int // pairs by half points

	last int // half points of the last game
}

// Add counts a game with 0, 1 or 2 half points.
func (s *Score) Add(halfPoints int) {
	switch halfPoints {
	case 0:
		s.Losses++
	case 1:
		s.Draws++
	default:
		s.Wins++
	}
	if s.Games()%2 == 0 {
		s.Pairs[s.last+halfPoints]++
	}
	s.last = halfPoints
}

// Games returns the number of games.
func (s *Score) Games() int { return s.Wins + s.Losses + s.Draws }

// Mean returns the points per game, NaN without games.
func (s *Score) Mean() float64 {
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(s.Games())
}

// DrawRatio returns the share of draws, NaN without games.
func (s *Score) DrawRatio() float64 { return float64(s.Draws) / float64(s.Games()) }

// Error returns the standard error of Mean, estimated from pairs, or from games if there are fewer than
// two pairs. It is NaN if the variance is 0: equal results tell nothing about the error.
func (s *Score) Error() float64 {
	variance, n := 0.0, float64(s.Games())
	if pairs := Count(s.Pairs); pairs >= 2 {
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

// Elo returns the difference in Elo and the half width of its 95 % confidence interval. The difference
// is infinite if one player won all games. The margin is NaN if Error is, and if the interval of the
// mean exceeds 0 or 1.
func (s *Score) Elo() (difference, margin float64) {
	mean, wide := s.Mean(), 1.959964*s.Error()
	return FromMean(mean), (FromMean(mean+wide) - FromMean(mean-wide)) / 2
}

// LOS returns the likelihood of superiority: the probability, by the normal distribution, that the true
// mean is above one half. If Error is NaN, it compares wins with losses, as CuteChess does.
func (s *Score) LOS() float64 {
	lead := (s.Mean() - 0.5) / s.Error()
	if math.IsNaN(lead) {
		lead = float64(s.Wins-s.Losses) / math.Sqrt(max(float64(s.Wins+s.Losses), 1))
	}
	return (1 + math.Erf(lead/math.Sqrt2)) / 2
}

// FromMean returns the difference in Elo at which a mean score is expected, by the logistic curve that
// defines the Elo scale. It is infinite for 0 and 1, and NaN beyond them.
func FromMean(mean float64) float64 { return -400 * math.Log10(1/mean-1) }

// toMean is the inverse of FromMean.
func toMean(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Count returns the number of pairs.
func Count(pairs [5]int) int {
	n := 0
	for _, c := range pairs {
		n += c
	}
	return n
}

// moments returns mean and variance of the points per game of pairs.
func moments(pairs [5]int) (mean, variance float64) {
	n := float64(Count(pairs))
	for i, count := range pairs {
		mean += float64(count) / n * points(i)
	}
	for i, count := range pairs {
		variance += float64(count) / n * (points(i) - mean) * (points(i) - mean)
	}
	return mean, variance
}

// points returns the points per game of a pair with i half points.
func points(i int) float64 { return float64(i) / 4 }
