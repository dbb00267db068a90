package match

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/protocol/client"
)

// game is a game being played. Its position and moves are the referee's.
type game struct {
	*line
	match    *match
	number   int
	began    time.Time
	from     string // what comes before the moves in the position command
	players  [2]*seat
	clocks   [2]clock
	told     [2][]string // the moves as either side has seen them, its own as it wrote them
	book     int         // moves that belong to the opening
	comments []string
	referee
	counts [2]Counts // by player
	lost   [2]bool   // by player: its engine is no more
}

// newGame sets the opening up on the board.
func newGame(m *match, number int, o Opening) *game {
	x := &game{line: newLine(m.Game, o.Start), match: m, number: number, began: time.Now(), from: "startpos"}
	x.referee.Adjudication = m.Adjudication
	if start, err := notation.Start(m.Game); err != nil || start != o.Start {
		x.from = "fen " + m.fenFor(&o.Start)
	}
	for color := range x.clocks {
		x.clocks[color] = newClock(m.Players[x.player(color)].Control)
	}
	for _, move := range o.Moves {
		text := notation.Move(m.Game, &x.pos, move)
		x.told[0], x.told[1] = append(x.told[0], text), append(x.told[1], text)
		x.comments = append(x.comments, "book")
		x.play(move)
	}
	x.book = len(o.Moves)
	return x
}

// player returns who plays a colour: the first player has White in even games.
func (x *game) player(color int) int { return (color + x.number) % 2 }

// run plays the game to its end. The error is that of the context.
func (x *game) run(ctx context.Context) (*Verdict, error) {
	for {
		if o := x.outcome(); o.Over() {
			v := byRules(x.game, o, x.pos.Turn())
			return &v, nil
		}
		if x.match.CuteChess && tooFew(x.game, &x.pos) {
			return &Verdict{Result: notation.Drawn, Reason: "Draw by insufficient mating material"}, nil
		}
		if v := x.adjudicate(x.line); v != nil {
			return v, nil
		}
		if v, err := x.turn(ctx, int(x.pos.Turn())); v != nil || err != nil {
			return v, err
		}
	}
}

// thought is what was said in a search.
type thought struct {
	last  *info // the last exact line of the best move, or its last line if none is
	final string
}

// turn lets the side to move think and plays its move; a verdict ends the game.
func (x *game) turn(ctx context.Context, us int) (*Verdict, error) {
	s := x.players[us]
	s.Position(x.from, x.told[us])
	if err := s.Ready(ctx, x.heedStart(us)); err != nil {
		return x.lose(ctx, us, err)
	}
	limit, waited := x.clocks[us].limit(), time.Duration(0)
	if limit > 0 {
		limit += x.match.Margin
		if x.match.Excuse {
			limit += maxExcuse
			waited = s.Waited()
		}
	}
	var t thought
	a, err := s.Go(ctx, goWords(&x.clocks, us), limit, func(l client.Line) bool {
		x.read(&t, us, l.Text)
		return false
	})
	if err != nil {
		return x.lose(ctx, us, err)
	}
	if !x.inTime(us, a.Took, waited) {
		return x.forfeit(timeLoss, us, ""), nil
	}
	return x.answer(&t, us, a), nil
}

// maxExcuse is how long a busy machine may keep an engine from answering.
const maxExcuse = 10 * time.Second

// inTime charges the clock of a side and reports whether there was enough left. A clock
// overrun within the margin goes on at nothing: the time may have been lost on the way.
func (x *game) inTime(us int, took, waited time.Duration) bool {
	over := x.clocks[us].charge(took)
	if over <= 0 {
		return true
	}
	c := &x.counts[x.player(us)]
	c.Overruns++
	c.Worst = max(c.Worst, over)
	if over <= x.match.Margin {
		return true
	}
	if x.match.Excuse && over-(x.players[us].Waited()-waited) <= x.match.Margin {
		c.Excused++
		return true
	}
	return false
}

// heedStart returns who listens before a search, when there is nothing to be said.
func (x *game) heedStart(color int) func(client.Line) {
	return func(l client.Line) {
		if x.match.Strict && !strings.HasPrefix(l.Text, "info string variant ") {
			x.warn(color, l.Text, "a line outside of a search")
		}
	}
}

// read takes note of a line of a search.
func (x *game) read(t *thought, us int, text string) {
	strict := x.match.Strict
	if !strings.HasPrefix(text, "info ") && !strict {
		return
	}
	if strings.HasPrefix(text, "info string ERROR") && strict {
		x.warn(us, text, "the engine complains")
		return
	}
	t.final = text
	i, err := parseInfo(text)
	if err != nil && strict {
		x.warn(us, text, "%v", err)
	}
	if i.rank == 1 && len(i.pv) > 0 && (i.exact() || t.last == nil || t.last.bound) {
		t.last = i
	}
	if move := x.illegalIn(i.pv); move != "" {
		x.warnPV(us, text, move)
	} else if strict {
		if err := x.check(i); err != nil {
			x.warn(us, text, "%v", err)
		}
	}
}

// answer judges and plays the move of an answer; a verdict is that it is illegal.
func (x *game) answer(t *thought, us int, a client.Answer) *Verdict {
	m, err := notation.ParseMove(x.game, &x.pos, a.Move)
	if err != nil {
		x.say(us, "%s: %v", notation.FEN(x.game, &x.pos), err)
		return x.forfeit(illegalMove, us, plainMove(a.Move))
	}
	if x.match.Strict {
		x.judge(t, us, a)
	}
	comment := seconds(a.Took.Round(time.Millisecond)) + "s"
	if value := t.last.String(); value != "" {
		comment = value + " " + comment
	}
	x.comments = append(x.comments, comment)
	x.heard(board.Color(us), t.last)
	x.told[us] = append(x.told[us], a.Move)
	x.told[1-us] = append(x.told[1-us], notation.Move(x.game, &x.pos, m))
	x.play(m)
	return nil
}

// judge looks at an answer with a legal move as strictly as can be.
func (x *game) judge(t *thought, us int, a client.Answer) {
	quote := a.Text
	if t.last != nil {
		quote = t.last.text + "\n" + t.final + "\n" + a.Text
	}
	if _, err := spelled(x.game, &x.pos, a.Move); err != nil {
		x.warn(us, quote, "%v", err)
	} else if err := x.conclude(t.last, a.Move); err != nil {
		x.warn(us, quote, "%v", err)
	}
	switch words := strings.Fields(a.Text); {
	case a.Ponder != "" && len(words) == 4:
		if _, err := x.walk([]string{a.Move, a.Ponder}); err != nil {
			x.warn(us, quote, "ponder move: %v", err)
		}
	case len(words) > 2:
		x.warn(us, quote, "more than a move to ponder")
	}
}

// plainMove returns a move that is none as a reason can quote it.
func plainMove(move string) string {
	if move == "" {
		return "(none)"
	}
	move = strings.NewReplacer("{", "(", "}", ")").Replace(move[:min(len(move), 20)])
	return strings.ToValidUTF8(move, "?")
}

// forfeit counts a fault that loses the game.
func (x *game) forfeit(f fault, color int, detail string) *Verdict {
	x.counts[x.player(color)].add(f)
	v := forfeit(f, board.Color(color), detail)
	return &v
}

// say tells people what has happened to a player's engine, and in which game.
func (x *game) say(color int, format string, args ...any) {
	x.match.report.warning("%s in game %d: %s", x.match.names[x.player(color)], x.number+1, fmt.Sprintf(format, args...))
}

// maxWarnings is how many warnings of a player are printed in a game; the rest is counted.
const maxWarnings = 5

// warnPV counts an illegal move in a line, and says so in CuteChess's words.
func (x *game) warnPV(color int, text, move string) {
	c := &x.counts[x.player(color)]
	c.IllegalPVs++
	if x.match.Strict {
		x.warn(color, text, "illegal PV move %.20s", move)
		return
	}
	if c.IllegalPVs <= maxWarnings {
		x.match.report.warning("Illegal PV move %.20s from %s", move, x.match.names[x.player(color)])
	}
}

// warn counts what is not as it should be and tells it with all that it takes to see it
// again.
func (x *game) warn(color int, quote, format string, args ...any) {
	c := &x.counts[x.player(color)]
	if c.Warnings++; c.Warnings > maxWarnings {
		return
	}
	text := fmt.Sprintf(format, args...)
	text += "\n\t> position " + x.from + " moves " + strings.Join(x.told[color], " ") + "\n\t> go " + goWords(&x.clocks, color)
	for quoted := range strings.Lines(quote) {
		text += "\n\t< " + strings.TrimSuffix(quoted, "\n")
	}
	x.say(color, "%s", text)
}
