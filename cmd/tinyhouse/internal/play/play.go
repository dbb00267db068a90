// Package play is a game at the terminal, between people and the engine: it draws the board,
// reads moves and commands a line at a time, and tells what tables know. Input that is not from
// a terminal is read the same way, so that a file of commands is a game as well.
package play

import (
	"context"
	"fmt"
	"io"
	"time"

	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/protocol"
)

// Options say what is played, and by whom.
type Options struct {
	Game   *board.Game
	Start  board.Position
	Engine *engine.Engine // of the game; its options are those to play with
	Prober engine.Prober  // tables, or nil
	Limits engine.Limits  // of the engine's moves, and of hints
	People [2]bool        // which sides people play, by colour; the engine plays the others
	Color  bool           // draw with colours
	Prompt bool           // print a prompt before reading
	Bar    bool           // show who is better
	Now    func() time.Time
}

// Run plays until the input ends, somebody quits or ctx is cancelled, all of which are good ends:
// the error is one of in or out.
func Run(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	s := &session{Options: o, game: newGame(o.Game, o.Start), out: out, lines: input.NewLines(ctx, in)}
	s.say(`%s: type moves, or "help"`, o.Game.Variant().Name)
	s.show()
	for s.err == nil && !s.quit && ctx.Err() == nil {
		if s.thinks() {
			s.answer(ctx)
			continue
		}
		s.read(ctx)
	}
	return s.err
}

// session is a game under way, and who watches it.
type session struct {
	Options
	*game
	out   io.Writer
	lines *input.Lines
	quit  bool
	err   error // the first of in or out
}

// say prints a line.
func (s *session) say(format string, args ...any) {
	if _, err := fmt.Fprintf(s.out, format+"\n", args...); err != nil && s.err == nil {
		s.err = err
	}
}

// thinks reports whether it is for the engine to move.
func (s *session) thinks() bool {
	result, _ := s.result()
	return result == notation.Unknown && !s.tooLong() && !s.People[s.pos().Turn()]
}

// read reads a line and does what it says.
func (s *session) read(ctx context.Context) {
	if s.Prompt {
		fmt.Fprintf(s.out, "%s> ", notation.SideName(s.pos().Turn()))
	}
	text, err := s.lines.Next()
	switch {
	case err == input.ErrLong:
		s.say("%v: left unread", err)
	case err != nil:
		if s.Prompt {
			s.say("")
		}
		if s.quit = true; err != io.EOF && ctx.Err() == nil {
			s.err = err
		}
	default:
		s.obey(ctx, text)
	}
}

// answer plays the engine's move.
func (s *session) answer(ctx context.Context) {
	p := *s.pos()
	best, info := s.search(ctx, s.Limits, s.Engine.Options().LimitStrength)
	if ctx.Err() != nil || !best.OK {
		s.quit = true
		return
	}
	s.say("%s plays %s (%s)  %s", notation.SideName(p.Turn()), notation.SAN(s.rules, &p, best.Move), notation.Move(s.rules, &p, best.Move), s.verdict(info))
	s.play(best.Move)
	s.show()
}

// search returns the engine's move and what it thinks of it, at its full strength or not.
func (s *session) search(ctx context.Context, l engine.Limits, weak bool) (engine.Best, engine.Info) {
	was := s.Engine.Options()
	now := was
	now.LimitStrength = weak
	if err := s.Engine.SetOptions(now); err == nil {
		defer s.Engine.SetOptions(was)
	}
	var last engine.Info
	s.Engine.Set(*s.pos(), s.history())
	best := s.Engine.Go(ctx, l, func(i engine.Info) {
		if i.Bound == engine.Exact && i.MultiPV <= 1 {
			last = i
		}
	})
	return best, last
}

// enter plays the move that a person typed, or says why not.
func (s *session) enter(text string) {
	p := s.pos()
	if result, _ := s.result(); result != notation.Unknown || s.tooLong() {
		s.say("%.80q: the game is over; try undo, new or save FILE", text)
		return
	}
	m, err := notation.ParseAny(s.rules, p, text)
	if err != nil {
		s.say(`%s; "moves" lists the moves, "help" the commands`, reason(err))
		return
	}
	s.play(m)
	s.show()
}

// reason returns an error of package notation for people.
func reason(err error) string {
	if e, ok := err.(*notation.Error); ok {
		return fmt.Sprintf("%.80q: %v", e.Text, e.Err)
	}
	return err.Error()
}

// game is the moves played, and what they led to.
type game struct {
	rules     *board.Game
	moves     []board.Move
	positions []board.Position // one more than moves
	resigned  string           // the result, if somebody has
}

// newGame returns a game that has not begun.
func newGame(g *board.Game, start board.Position) *game {
	return &game{rules: g, positions: []board.Position{start}}
}

// pos returns the position on the board.
func (g *game) pos() *board.Position { return &g.positions[len(g.moves)] }

// history returns the keys of the positions before it, oldest first.
func (g *game) history() []uint64 {
	var keys []uint64
	for i := range g.moves {
		keys = append(keys, g.positions[i].Key())
	}
	return keys
}

// play makes a legal move.
func (g *game) play(m board.Move) {
	var next board.Position
	g.rules.Apply(&next, g.pos(), m)
	g.moves = append(g.moves, m)
	g.positions = append(g.positions, next)
}

// back takes moves back until so many are left.
func (g *game) back(left int) {
	g.moves, g.positions, g.resigned = g.moves[:left], g.positions[:left+1], ""
}

// result returns how the game stands, as PGN says it, and why.
func (g *game) result() (result, why string) {
	if g.resigned != "" {
		return g.resigned, "resignation"
	}
	m := input.Moment{Position: *g.pos(), History: g.history()}
	return m.Result(g.rules)
}

// tooLong reports whether the game cannot go on for ever.
func (g *game) tooLong() bool { return len(g.moves) >= protocol.MaxPlies }
