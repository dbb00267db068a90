package match

import (
	"math"

	"tinyhouse/engine/notation"
)

// tally is the sum of the games that count.
type tally struct {
	Score
	counts  [2]Counts // by player
	reasons map[string]int
	plies   int
	before  int // half points of the first player in the game before
}

// add counts the next game.
func (t *tally) add(r *Result) {
	halves := 1
	if r.Result != notation.Drawn {
		halves = 0
		if (r.Result == notation.WhiteWins) == (r.White == 0) {
			halves = 2
		}
	}
	t.Score.add(halves)
	if r.Game%2 == 1 {
		t.Pairs[t.before+halves]++
	}
	t.before = halves
	if t.reasons == nil {
		t.reasons = map[string]int{}
	}
	t.reasons[r.Reason]++
	t.plies += r.Plies
	for i := range t.counts {
		t.counts[i].plus(&r.Counts[i])
	}
}

// Summary is what came of a match, for scripts. Numbers that are infinite or none are nil.
type Summary struct {
	Variant   string         `json:"variant"`
	Finished  bool           `json:"finished"`
	Games     int            `json:"games"`
	Wins      int            `json:"wins"` // of the first engine, as all the rest
	Losses    int            `json:"losses"`
	Draws     int            `json:"draws"`
	Score     *float64       `json:"score"`
	Elo       *float64       `json:"elo"`
	EloMargin *float64       `json:"elo_margin"` // 95 % are within
	LOS       *float64       `json:"los"`
	DrawRatio *float64       `json:"draw_ratio"`
	Pairs     [5]int         `json:"pentanomial"` // pairs of games by half points
	SPRT      *TestState     `json:"sprt,omitempty"`
	Engines   [2]Faults      `json:"engines"`
	Reasons   map[string]int `json:"reasons"`
	Plies     int            `json:"plies"`
}

// Faults is a player and what he did wrong.
type Faults struct {
	Name string `json:"name"`
	Counts
}

// TestState is how a sequential test stands.
type TestState struct {
	SPRT
	LLR      float64 `json:"llr"`
	Lower    float64 `json:"lower"`
	Upper    float64 `json:"upper"`
	Decision string  `json:"decision,omitempty"` // the hypothesis accepted
}

// state returns how the test stands after pairs of games.
func (t *SPRT) state(pairs [5]int) *TestState {
	s := &TestState{SPRT: *t, LLR: t.LLR(pairs)}
	s.Lower, s.Upper = t.Bounds()
	s.Decision = t.Decision(s.LLR)
	return s
}

// share returns how far the ratio is on the way to its bound, negative on the way to H0.
func (t *TestState) share() float64 {
	if t.LLR >= 0 {
		return t.LLR / t.Upper
	}
	return -t.LLR / t.Lower
}

// IsClean reports whether no player did anything wrong.
func (s *Summary) IsClean() bool { return s.Engines[0].IsClean() && s.Engines[1].IsClean() }

// summary sums up what counts.
func (m *match) summary() *Summary {
	t := &m.total
	elo, margin := t.Elo()
	s := &Summary{
		Variant: m.Game.Variant().Name, Finished: m.over(), Games: t.Games(), Wins: t.Wins, Losses: t.Losses, Draws: t.Draws,
		Score: finite(t.Mean()), Elo: finite(elo), EloMargin: finite(margin), LOS: finite(t.LOS()), DrawRatio: finite(t.DrawRatio()),
		Pairs: t.Pairs, Reasons: t.reasons, Plies: t.plies,
	}
	for i := range s.Engines {
		s.Engines[i] = Faults{m.names[i], t.counts[i]}
	}
	if m.SPRT != nil {
		s.SPRT = m.SPRT.state(t.Pairs)
	}
	return s
}

// finite returns a number that JSON can hold, or nil.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
