// Package play plays a game in the terminal: it draws the board, reads moves and commands line by
// line, and shows the values that tables know. Input from a pipe or a file is read in the same way.
package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Options are the settings of a session.
type Options struct {
	Game   *board.Game
	Start  board.Position
	Engine *engine.Engine // of Game, with the options to play with
	Prober engine.Prober  // tables, or nil
	Limits engine.Limits  // of the engine's moves, and of hints
	People [2]bool        // the sides that people play, by colour; the engine plays the others
	Color  bool           // draw with colours
	Bar    bool           // show who is better
	Now    func() time.Time

	// ReadLine, if not nil, reads a line from a terminal, instead of the input. Its error is
	// context.Canceled after Ctrl-C. An interrupt then asks whether to save the game.
	ReadLine func(ctx context.Context, prompt string) (string, error)
}

// Run plays until the input ends, the command quit, or ctx is cancelled. The error is one of in or
// out, or that of ctx.
func Run(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	s := &session{Options: o, game: newGame(o.Game, o.Start), out: out, asks: o.ReadLine != nil}
	if !s.asks {
		lines := input.NewLines(ctx, in)
		s.ReadLine = func(context.Context, string) (string, error) { return lines.Next() }
	}
	s.say(`%s: type moves, or "help"`, o.Game.Variant().Name)
	s.show()
	for s.err == nil && !s.quit && ctx.Err() == nil {
		s.turn(ctx)
	}
	if s.quit {
		return s.err
	}
	return cmp.Or(s.err, ctx.Err())
}

// session is a game in progress, and its input and output.
type session struct {
	Options
	*game
	out  io.Writer
	asks bool // after an interrupt
	quit bool
	err  error // the first error of the input or the output
}

// turn lets the engine move, or executes a line of input.
func (s *session) turn(ctx context.Context) {
	turn, stop := ctx, func() {}
	if s.asks {
		turn, stop = signal.NotifyContext(ctx, os.Interrupt)
	}
	var err error
	if s.engineToMove() {
		s.answer(turn)
	} else {
		err = s.read(turn)
	}
	interrupted := turn.Err() != nil || errors.Is(err, context.Canceled)
	stop()
	if interrupted && ctx.Err() == nil {
		s.askToSave(ctx)
	}
}

// askToSave asks after an interrupt whether to save the game, to quit or to continue.
func (s *session) askToSave(ctx context.Context) {
	s.say("")
	for s.quit = true; len(s.moves) > 0; {
		text, err := s.ReadLine(ctx, "Quit and save to FILE (quit: without saving, empty: continue): ")
		switch text = strings.TrimSpace(text); {
		case err != nil || text == "quit":
			return
		case text == "":
			s.quit = false
			return
		}
		if err = s.save(ctx, strings.TrimPrefix(text, "save ")); err == nil {
			return
		}
		s.say("%v", err)
	}
}

// say prints a line.
func (s *session) say(format string, args ...any) {
	if _, err := fmt.Fprintf(s.out, format+"\n", args...); err != nil && s.err == nil {
		s.err = err
	}
}

func (s *session) engineToMove() bool {
	result, _ := s.result()
	return result == notation.Unknown && !s.tooLong() && !s.People[s.pos().Turn()]
}

// read reads a line and executes it. It returns the error of reading.
func (s *session) read(ctx context.Context) error {
	text, err := s.ReadLine(ctx, notation.SideName(s.pos().Turn())+"> ")
	switch text = strings.TrimSpace(text); {
	case err == input.ErrLong:
		s.say("%v: not read", err)
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
	case err != nil:
		if s.quit = true; err != io.EOF {
			s.err = err
		}
	case text != "":
		s.execute(ctx, text)
	}
	return err
}

// answer plays the engine's move.
func (s *session) answer(ctx context.Context) {
	p := *s.pos()
	best, info := s.search(ctx, s.Limits, s.Engine.Options().LimitStrength)
	if ctx.Err() != nil {
		return
	}
	s.say("%s plays %s (%s)  %s", notation.SideName(p.Turn()), notation.SAN(s.rules, &p, best.Move), notation.Move(s.rules, &p, best.Move), s.verdict(info))
	s.play(best.Move)
	s.show()
}

// search returns the engine's move and the last report of its principal variation. Limited says
// whether the limit of the playing strength applies.
func (s *session) search(ctx context.Context, l engine.Limits, limited bool) (engine.Best, engine.Info) {
	was := s.Engine.Options()
	now := was
	now.LimitStrength = limited
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

// enter plays the move that was typed, or says why it cannot.
func (s *session) enter(text string) {
	if result, _ := s.result(); result != notation.Unknown || s.tooLong() {
		s.say("%.80q: the game is over; try undo, new or save FILE", text)
		return
	}
	m, err := parseMove(s.rules, s.pos(), text)
	if err != nil {
		s.say(`%s; "moves" lists the moves, "help" the commands`, reason(err))
		return
	}
	s.play(m)
	s.show()
}

// reason returns the text of an error without the prefix of package notation.
func reason(err error) string {
	if e, ok := err.(*notation.Error); ok {
		return fmt.Sprintf("%.80q: %v", e.Text, e.Err)
	}
	return err.Error()
}
