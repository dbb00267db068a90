package match

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
)

// Adjudication defines when games end earlier than by the rules. With the zero value only MaxPlies
// does so.
type Adjudication struct {
	// Table ends games in positions whose exact value it knows; nil: none.
	Table Prober

	// An engine loses after ResignMoves consecutive own scores of at most -ResignScore centipawns;
	// 0 moves: never.
	ResignMoves, ResignScore int

	// From move DrawFrom on, a game is drawn after DrawMoves consecutive moves with scores of both
	// engines within DrawScore of 0; 0 moves: never.
	DrawFrom, DrawMoves, DrawScore int

	MaxMoves int // a game of this length is drawn; 0: it goes on
}

// String names the settings.
func (a *Adjudication) String() string {
	return fmt.Sprintf("table %t, resign %d moves at %d, draw from %d for %d moves within %d, %d moves at most",
		a.Table != nil, a.ResignMoves, a.ResignScore, a.DrawFrom, a.DrawMoves, a.DrawScore, a.MaxMoves)
}

// MaxPlies is the length at which every game is drawn, for games without a rule that ends them.
const MaxPlies = 6000

// referee adjudicates a game.
type referee struct {
	Adjudication
	bad  [2]int // consecutive moves with a score to resign
	even int    // consecutive plies with a drawish score
}

// addScore adds the score of a side's move; i may be nil.
func (r *referee) addScore(us board.Color, i *info) {
	if i == nil || !i.scored || i.bound {
		r.bad[us], r.even = 0, 0
		return
	}
	r.bad[us]++
	if i.centipawns() > -r.ResignScore {
		r.bad[us] = 0
	}
	r.even++
	if v := i.centipawns(); max(v, -v) > r.DrawScore {
		r.even = 0
	}
}

// adjudicate returns the result of a game that is not over by the rules, or nil.
func (r *referee) adjudicate(l *line) *Result {
	var result Result
	us := l.pos.Turn()
	switch exact := r.probeTable(l); {
	case exact != "":
		result = adjudicated(exact, "table")
	case r.ResignMoves > 0 && r.bad[us.Other()] >= r.ResignMoves:
		result = adjudicated(notation.WonBy(us), "score")
	case r.DrawMoves > 0 && len(l.moves) >= 2*r.DrawFrom && r.even >= 2*r.DrawMoves:
		result = adjudicated(notation.Drawn, "score")
	case r.MaxMoves > 0 && len(l.moves) >= 2*r.MaxMoves, len(l.moves) >= MaxPlies:
		result = adjudicated(notation.Drawn, "move limit")
	default:
		return nil
	}
	return &result
}

// probeTable returns the result by the table, or "". A win counts only if the winner can force it before
// the move limit of the rules draws the game; a draw always counts.
func (r *referee) probeTable(l *line) string {
	if r.Table == nil {
		return ""
	}
	v, ok := r.Table.Probe(l.game, &l.pos)
	if !ok {
		return ""
	}
	switch us := l.pos.Turn(); {
	case v.Outcome == score.Draw:
		return notation.Drawn
	case l.game.MoveLimitWithin(&l.pos, int(v.Plies)):
		return ""
	case v.Outcome == score.Win:
		return notation.WonBy(us)
	default:
		return notation.WonBy(us.Other())
	}
}
