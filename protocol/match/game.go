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

// game is a game in progress.
type game struct {
	*line
	match    *match
	number   int
	began    time.Time
	from     string     // position command up to the moves
	players  [2]*player // by colour, as all arrays but counts and lost
	clocks   [2]clock
	sent     [2][]string // moves in the notation for each side: its own as it wrote them
	book     int         // moves of the opening
	comments []string
	referee
	counts [2]Counts // by engine
	lost   [2]bool   // by engine: it stalled or crashed
}

// newGame sets up the opening.
func newGame(m *match, number int, o Opening) *game {
	x := &game{line: newLine(m.Game, o.Start), match: m, number: number, began: time.Now(), from: "startpos"}
	x.referee.Adjudication = m.Adjudication
	if start, err := notation.Start(m.Game); err != nil || start != o.Start {
		x.from = "fen " + notation.FEN(m.Game, &o.Start)
	}
	for color := range x.clocks {
		x.clocks[color] = newClock(m.Engines[x.engine(color)].Control)
	}
	for _, move := range o.Moves {
		text := notation.Move(m.Game, &x.pos, move)
		x.sent[0], x.sent[1] = append(x.sent[0], text), append(x.sent[1], text)
		x.comments = append(x.comments, "book")
		x.play(move)
	}
	x.book = len(o.Moves)
	return x
}

// engine returns the index of the engine that plays a colour: the first has White in even games.
func (x *game) engine(color int) int { return (color + x.number) % 2 }

// run plays the game to its end. The error is that of ctx.
func (x *game) run(ctx context.Context) (*Result, error) {
	for {
		if o := x.outcome(); o.Over() {
			r := resultByRules(x.game, o, x.pos.Turn())
			return &r, nil
		}
		if r := x.adjudicate(x.line); r != nil {
			return r, nil
		}
		if r, err := x.turn(ctx, int(x.pos.Turn())); r != nil || err != nil {
			return r, err
		}
	}
}

// searchLog keeps lines of a search.
type searchLog struct {
	best *info // the last exact line of rank 1, or the last of rank 1 if none is exact
	last string
}

// turn lets the side to move search and plays its move. A result ends the game.
func (x *game) turn(ctx context.Context, us int) (*Result, error) {
	p := x.players[us]
	p.Position(x.from, x.sent[us])
	if err := p.Ready(ctx, x.checkIdleLine(us)); err != nil {
		return x.loseEngine(ctx, us, err)
	}
	limit := x.clocks[us].limit()
	if limit > 0 {
		limit += x.match.Margin
	}
	var log searchLog
	a, err := p.Go(ctx, goWords(&x.clocks, us), limit, func(l client.Line) bool {
		x.addLine(&log, us, l.Text)
		return false
	})
	if err != nil {
		return x.loseEngine(ctx, us, err)
	}
	if !x.inTime(us, a.Took) {
		return x.forfeit(timeLoss, us, ""), nil
	}
	return x.playAnswer(&log, us, a), nil
}

// inTime charges the clock of a side and reports whether its time sufficed. A clock overrun within the
// margin continues at 0.
func (x *game) inTime(us int, took time.Duration) bool {
	over := x.clocks[us].charge(took)
	if over <= 0 {
		return true
	}
	c := &x.counts[x.engine(us)]
	c.Overruns++
	c.Worst = max(c.Worst, over)
	return over <= x.match.Margin
}

// checkIdleLine returns a function that receives the lines between searches.
func (x *game) checkIdleLine(color int) func(client.Line) {
	return func(l client.Line) {
		if x.match.Strict && !strings.HasPrefix(l.Text, "info string variant ") {
			x.warn(color, l.Text, "a line outside of a search")
		}
	}
}

// addLine adds a line to the log of a search and checks it.
func (x *game) addLine(log *searchLog, us int, text string) {
	strict := x.match.Strict
	if !strings.HasPrefix(text, "info ") && !strict {
		return
	}
	if strings.HasPrefix(text, "info string ERROR") && strict {
		x.warn(us, text, "the engine reports an error")
		return
	}
	log.last = text
	i, err := parseInfo(text)
	if err != nil && strict {
		x.warn(us, text, "%v", err)
	}
	if i.rank == 1 && len(i.pv) > 0 && (i.exact() || log.best == nil || log.best.bound) {
		log.best = i
	}
	if move := x.illegalIn(i.pv); move != "" {
		x.warnPV(us, text, move)
	} else if strict {
		if err := x.checkInfo(i); err != nil {
			x.warn(us, text, "%v", err)
		}
	}
}

// playAnswer checks and plays the move of an answer. An illegal one has a result.
func (x *game) playAnswer(log *searchLog, us int, a client.Answer) *Result {
	m, err := notation.ParseMove(x.game, &x.pos, a.Move)
	if err != nil {
		x.reportFault(us, "%s: %v", notation.FEN(x.game, &x.pos), err)
		return x.forfeit(illegalMove, us, plainMove(a.Move))
	}
	if x.match.Strict {
		x.checkAnswer(log, us, a)
	}
	comment := seconds(a.Took.Round(time.Millisecond)) + "s"
	x.comments = append(x.comments, strings.TrimSpace(log.best.String()+" "+comment))
	x.addScore(board.Color(us), log.best)
	x.sent[us] = append(x.sent[us], a.Move)
	x.sent[1-us] = append(x.sent[1-us], notation.Move(x.game, &x.pos, m))
	x.play(m)
	return nil
}

// checkAnswer checks an answer with a legal move strictly.
func (x *game) checkAnswer(log *searchLog, us int, a client.Answer) {
	quote := a.Text
	if log.best != nil {
		quote = log.best.text + "\n" + log.last + "\n" + a.Text
	}
	if _, err := parseExact(x.game, &x.pos, a.Move); err != nil {
		x.warn(us, quote, "%v", err)
	} else if err := x.checkBest(log.best, a.Move); err != nil {
		x.warn(us, quote, "%v", err)
	}
	switch words := strings.Fields(a.Text); {
	case a.Ponder != "" && len(words) == 4:
		if _, err := x.follow([]string{a.Move, a.Ponder}); err != nil {
			x.warn(us, quote, "ponder move: %v", err)
		}
	case len(words) > 2:
		x.warn(us, quote, "more words than a ponder move")
	}
}

// plainMove returns an illegal move in a form for the reason of a result.
func plainMove(move string) string {
	if move == "" {
		return "(none)"
	}
	move = strings.NewReplacer("{", "(", "}", ")").Replace(move[:min(len(move), 20)])
	return strings.ToValidUTF8(move, "?")
}

// forfeit counts a fault and returns the result.
func (x *game) forfeit(f fault, color int, detail string) *Result {
	c := &x.counts[x.engine(color)]
	*[]*int{&c.IllegalMoves, &c.TimeLosses, &c.Stalls, &c.Disconnects}[f]++
	r := forfeit(f, board.Color(color), detail)
	return &r
}

// reportFault prints a warning that names the engine and the game.
func (x *game) reportFault(color int, format string, args ...any) {
	x.match.report.warning("%s in game %d: %s", x.match.names[x.engine(color)], x.number+1, fmt.Sprintf(format, args...))
}

// maxWarnings limits the printed warnings about an engine in a game. All are counted.
const maxWarnings = 5

// warnPV counts an illegal move in a PV and warns in CuteChess's words.
func (x *game) warnPV(color int, text, move string) {
	c := &x.counts[x.engine(color)]
	c.IllegalPVs++
	if x.match.Strict {
		x.warn(color, text, "illegal PV move %.20s", move)
		return
	}
	if c.IllegalPVs <= maxWarnings {
		x.match.report.warning("Illegal PV move %.20s from %s", move, x.match.names[x.engine(color)])
	}
}

// warn counts an irregularity and prints it with the commands that repeat it.
func (x *game) warn(color int, quote, format string, args ...any) {
	c := &x.counts[x.engine(color)]
	if c.Warnings++; c.Warnings > maxWarnings {
		return
	}
	text := fmt.Sprintf(format, args...)
	text += "\n\t> position " + x.from + " moves " + strings.Join(x.sent[color], " ") + "\n\t> go " + goWords(&x.clocks, color)
	for quoted := range strings.Lines(quote) {
		text += "\n\t< " + strings.TrimSuffix(quoted, "\n")
	}
	x.reportFault(color, "%s", text)
}
