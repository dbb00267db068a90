package play

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
)

// exact returns the value of a position for the side to move, if the rules or a table know it. Tables
// ignore the move limit, so a value that depends on it is not known.
func (s *session) exact(p *board.Position) (score.Exact, bool) {
	switch o := s.rules.Ended(p); {
	case o.Over():
		return score.Exact{Outcome: score.Outcome(o.Result)}, true
	case s.Prober == nil || !s.Prober.Holds(s.rules):
		return score.Exact{}, false
	}
	x, ok := s.Prober.Probe(s.rules, p)
	return x, ok && !s.rules.MoveLimitWithin(p, int(x.Plies))
}

// listMoves prints the legal moves: the best first, with their values, if tables hold them all.
func (s *session) listMoves() {
	p := s.pos()
	var l board.List
	s.rules.Moves(p, &l)
	moves := slices.Clone(l.All())
	values, all := map[board.Move]score.Exact{}, true
	for _, m := range moves {
		var next board.Position
		s.rules.Apply(&next, p, m)
		x, ok := s.exact(&next)
		values[m], all = x.Prev(), all && ok
	}
	if !all {
		s.listNames(moves)
		return
	}
	slices.SortStableFunc(moves, func(a, b board.Move) int { return values[b].Compare(values[a]) })
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	for _, m := range moves {
		fmt.Fprintf(w, "  %s\t%s\t%v\n", notation.SAN(s.rules, p, m), notation.Move(s.rules, p, m), values[m])
	}
	if err := w.Flush(); err != nil && s.err == nil {
		s.err = err
	}
}

// listNames prints moves in lines.
func (s *session) listNames(moves []board.Move) {
	line := ""
	for _, m := range moves {
		name := notation.SAN(s.rules, s.pos(), m)
		if len(line)+len(name) > 76 {
			s.say(" %s", line)
			line = ""
		}
		line += " " + name
	}
	s.say(" %s", line)
}

// doHint prints the principal variation of a search at full strength.
func (s *session) doHint(ctx context.Context, _ string) error {
	best, info := s.search(ctx, s.Limits, false)
	switch {
	case ctx.Err() != nil:
		return nil
	case !best.OK:
		return errOver
	}
	line := info.PV
	if len(line) == 0 {
		line = []board.Move{best.Move}
	}
	s.say("hint: %s  %s", strings.Join(input.MoveTexts(s.rules, *s.pos(), line, notation.SAN), " "), s.verdict(info))
	return nil
}

// verdict returns the exact value of the position, or else the score of a search. Scores are those
// of White.
func (s *session) verdict(i engine.Info) string {
	us := s.pos().Turn()
	if x, ok := s.exact(s.pos()); ok {
		if x.Outcome == score.Draw {
			return "a draw, by the table"
		}
		winner := us
		if x.Outcome == score.Loss {
			winner = us.Other()
		}
		return fmt.Sprintf("%s wins in %s, by the table", notation.SideName(winner), count(int(x.Plies), "ply", "plies"))
	}
	if x, ok := i.Forced(); ok {
		winner, moves := us, x.MateMoves()
		if x.Outcome == score.Loss {
			winner, moves = us.Other(), -moves
		}
		return fmt.Sprintf("%s wins in %s", notation.SideName(winner), count(moves, "move", "moves"))
	}
	v := i.Value
	if us == board.Black {
		v = -v
	}
	return fmt.Sprintf("%+.2f", float64(v)/100)
}

// count returns "1 move" or "2 moves".
func count(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprint(n, " ", many)
}

const (
	barWidth = 24
	barNodes = 5000 // of the search for the bar
)

// bar returns a bar that shows the points White can expect, and the verdict.
func (s *session) bar() string {
	var i engine.Info
	x, known := s.exact(s.pos())
	points := 500 * (int(x.Outcome) + 1)
	if !known {
		_, i = s.search(context.Background(), engine.Limits{Nodes: barNodes}, false)
		points = i.WDL[0] + i.WDL[1]/2
	}
	if s.pos().Turn() == board.Black {
		points = 1000 - points
	}
	white := (points*barWidth + 500) / 1000
	if s.Color {
		const ours, theirs = "\x1b[48;5;231m", "\x1b[48;5;240m"
		return ours + strings.Repeat(" ", white) + theirs + strings.Repeat(" ", barWidth-white) + colorOff + "  " + s.verdict(i)
	}
	return "[" + strings.Repeat("#", white) + strings.Repeat("-", barWidth-white) + "]  " + s.verdict(i)
}
