package match

import (
	"math"

	"tinyhouse/engine/notation"
	"tinyhouse/protocol/elo"
)

// tally sums games up.
type tally struct {
	elo.Score
	counts  [2]Counts // by engine
	reasons map[string]int
	plies   int
}

func (t *tally) add(r *GameRecord) {
	halfPoints := 1
	if r.Result.Result != notation.Drawn {
		halfPoints = 0
		if (r.Result.Result == notation.WhiteWins) == (r.White == 0) {
			halfPoints = 2
		}
	}
	t.Add(halfPoints)
	if t.reasons == nil {
		t.reasons = map[string]int{}
	}
	t.reasons[r.Reason]++
	t.plies += r.Plies
	for i := range t.counts {
		t.counts[i].plus(&r.Counts[i])
	}
}

// Summary is the result of a match. Numbers that are infinite or NaN are nil.
type Summary struct {
	Variant   string         `json:"variant"`
	Finished  bool           `json:"finished"`
	Games     int            `json:"games"`
	Wins      int            `json:"wins"` // of the first engine, as all below
	Losses    int            `json:"losses"`
	Draws     int            `json:"draws"`
	Score     *float64       `json:"score"`
	Elo       *float64       `json:"elo"`
	EloMargin *float64       `json:"elo_margin"` // of the 95 % confidence interval
	LOS       *float64       `json:"los"`
	DrawRatio *float64       `json:"draw_ratio"`
	Pairs     [5]int         `json:"pentanomial"` // pairs of games by half points
	SPRT      *elo.Status    `json:"sprt,omitempty"`
	Engines   [2]Faults      `json:"engines"`
	Reasons   map[string]int `json:"reasons"`
	Plies     int            `json:"plies"`
}

// Faults counts the faults of an engine.
type Faults struct {
	Name string `json:"name"`
	Counts
}

// IsClean reports whether neither engine has faults.
func (s *Summary) IsClean() bool { return s.Engines[0].IsClean() && s.Engines[1].IsClean() }

// summary returns the summary of the games that count.
func (m *match) summary() *Summary {
	t := &m.total
	difference, margin := t.Elo()
	s := &Summary{
		Variant: m.Game.Variant().Name, Finished: m.over(), Games: t.Games(), Wins: t.Wins, Losses: t.Losses, Draws: t.Draws,
		Score: finite(t.Mean()), Elo: finite(difference), EloMargin: finite(margin), LOS: finite(t.LOS()), DrawRatio: finite(t.DrawRatio()),
		Pairs: t.Pairs, Reasons: t.reasons, Plies: t.plies,
	}
	for i := range s.Engines {
		s.Engines[i] = Faults{m.names[i], t.counts[i]}
	}
	if m.SPRT != nil {
		s.SPRT = m.SPRT.Status(t.Pairs)
	}
	return s
}

// finite returns x, or nil if JSON cannot represent it.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
