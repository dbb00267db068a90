package fit

import "math"

// The scales that BestScale chooses from: each is scaleStep times the one before.
const (
	minScale  = 50
	maxScale  = 2000
	scaleStep = 1.05
)

// BestScale returns the centipawns for 1 in log-odds with which the scores of the training samples predict the
// results of their games best, by the mean squared error: what a score of an evaluation means.
func (d *Data) BestScale() int {
	best, least := DefaultOptions().Scale, math.Inf(1)
	for scale := float64(minScale); scale <= maxScale; scale *= scaleStep {
		o := Options{Scale: int(scale), ScoreShare: 1}
		loss := 0.0
		for i := 0; i < len(d.train); i += 1 + len(d.train)/100_000 {
			n := d.train[i]
			e := float64(d.target(n, &o)) - float64(d.result[n]+1)/2
			loss += e * e
		}
		if loss < least {
			best, least = o.Scale, loss
		}
	}
	return best
}
