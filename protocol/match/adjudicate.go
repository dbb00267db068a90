package match

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
)

// Adjudication says when games end before the rules end them. The zero value is: never, but
// after MaxPlies.
type Adjudication struct {
	// Table knows what is won, lost or drawn; nil: nobody does.
	Table Oracle

	// A game is lost for a player who has said for so many moves in a row that his score is
	// at most -ResignScore, in centipawns; 0 moves: never.
	ResignMoves, ResignScore int

	// A game is drawn when, not before move DrawFrom, both have said for so many moves in a
	// row that their score is within DrawScore of 0; 0 moves: never.
	DrawFrom, DrawMoves, DrawScore int

	MaxMoves int // a game of so many moves is a draw; 0: it goes on
}

// String names the settings.
func (a *Adjudication) String() string {
	return fmt.Sprintf("table %t, resign %d moves at %d, draw from %d for %d moves within %d, %d moves at most",
		a.Table != nil, a.ResignMoves, a.ResignScore, a.DrawFrom, a.DrawMoves, a.DrawScore, a.MaxMoves)
}

// MaxPlies is where every game ends as a draw: there are games without a rule that ends them
// soon.
const MaxPlies = 6000

// referee keeps in mind what the players have said of their chances.
type referee struct {
	Adjudication
	bad  [2]int // moves in a row with a hopeless score
	even int    // plies in a row with a score near nothing
}

// heard takes note of the score that a side has given with its move; i may be nil.
func (r *referee) heard(us board.Color, i *info) {
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

// adjudicate returns the verdict on a game that goes on by the rules, or nil.
func (r *referee) adjudicate(l *line) *Verdict {
	var v Verdict
	us := l.pos.Turn()
	switch result := r.exact(l); {
	case result != "":
		v = adjudicated(result, "table")
	case r.ResignMoves > 0 && r.bad[us.Other()] >= r.ResignMoves:
		v = adjudicated(notation.WonBy(us), "score")
	case r.DrawMoves > 0 && len(l.moves) >= 2*r.DrawFrom && r.even >= 2*r.DrawMoves:
		v = adjudicated(notation.Drawn, "score")
	case r.MaxMoves > 0 && len(l.moves) >= 2*r.MaxMoves, len(l.moves) >= MaxPlies:
		v = adjudicated(notation.Drawn, "move limit")
	default:
		return nil
	}
	return &v
}

// exact returns the result that the table knows, or "". A win counts only where the winner
// can force it before the move limit draws the game; a draw stands in any case, since the
// limit wins for nobody.
func (r *referee) exact(l *line) string {
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
