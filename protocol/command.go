package protocol

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Command is a line of input, understood. The kinds of commands are the types of this
// file: a Dialect makes them, the Session carries them out. A protocol with needs of its
// own has Act.
type Command interface{ do(s *Session) }

// Commands without parameters. Those that only look at the session are answered at once
// even while a search runs.
type (
	Identify  struct{} // say who you are and what options you have
	Ready     struct{} // answer at once
	NewGame   struct{} // forget everything learned
	Stop      struct{} // end the search and answer
	PonderHit struct{} // the expected move was played
	Quit      struct{} // end the session
	Show      struct{} // draw the position
	Eval      struct{} // explain the evaluation of the position
	RunBench  struct{} // run the benchmark
	Flip      struct{} // change the colours
	Compiler  struct{} // say how the program was built
	Pass      struct{} // answer a search that could not be understood: there is no move
)

// Commands with parameters.
type (
	// SetOption changes a setting. Names are the same in upper and lower case.
	SetOption struct{ Name, Value string }

	// Position sets the position, from the start where FEN is empty, after some moves.
	Position struct {
		FEN   string
		Moves []string
	}

	// Go starts a search. Moves are the root moves to consider, as text; nil is all.
	Go struct {
		Limits engine.Limits
		Moves  []string
	}

	// Perft counts the leaves below each move.
	Perft struct{ Depth int }

	// Debug says whether the session explains itself.
	Debug struct{ On bool }

	// Load reads variants, from a file, or from the lines that follow up to one that is End.
	Load struct{ Path, End string }

	// Check is Load that only looks for mistakes.
	Check struct{ Path, End string }

	// Unknown is anything else.
	Unknown struct{ Text string }
)

func (Identify) do(s *Session)    { s.write(s.dialect.Greet(s.config.ID, s.options())...) }
func (Ready) do(s *Session)       { s.write(s.dialect.Ready()) }
func (Stop) do(s *Session)        { s.stopJob() }
func (Quit) do(s *Session)        { s.quit = true }
func (c SetOption) do(s *Session) { s.setOption(c.Name, c.Value) }
func (c Debug) do(s *Session)     { s.debug = c.On }
func (c Load) do(s *Session)      { s.load(c.Path, c.End, false) }
func (c Check) do(s *Session)     { s.load(c.Path, c.End, true) }

func (c Unknown) do(s *Session) { s.write(oneLine(s.dialect.Unknown("command", c.Text))) }

// do waits for the end of a search, which the new game is not about.
func (NewGame) do(s *Session) {
	s.due.newGame = true
	s.sync()
}

// do turns pondering into thinking; at any other time it means nothing.
func (PonderHit) do(s *Session) {
	if s.job != nil && s.job.pondering {
		s.job.pondering = false
		s.backend.PonderHit()
	}
}

// do sets the position, for the next search: one under way goes on with its own. What is
// no position leaves the old one in play.
func (c Position) do(s *Session) {
	if err := s.Set(c.FEN, c.Moves); err != nil {
		s.problem(err)
		return
	}
	if s.debug {
		s.note("position " + notation.FEN(s.play.game, &s.play.pos))
	}
}

func (Show) do(s *Session) { s.write(diagram(s.play)...) }

func (Flip) do(s *Session) {
	if err := s.play.flip(); err != nil {
		s.problem(fmt.Errorf("flip: %w", err))
	}
}

// do asks the backend, which cannot be asked while it searches.
func (Eval) do(s *Session) {
	if s.job != nil {
		s.problem(errors.New("eval: a search is running, stop it first"))
		return
	}
	s.sync()
	s.backend.Set(s.play.pos, s.play.history)
	s.write(strings.Split(strings.TrimRight(s.backend.Eval(), "\n"), "\n")...)
}

func (Compiler) do(s *Session) {
	s.write(fmt.Sprintf("Compiled by %s (%s) for %s/%s", runtime.Version(), runtime.Compiler, runtime.GOOS, runtime.GOARCH))
}

// noMove ends a search that never began.
func (s *Session) noMove() {
	t := s.play
	s.write(s.dialect.Best(&Answer{Game: t.game, Root: &t.pos})...)
}

func (Pass) do(s *Session) {
	s.settle()
	s.noMove()
}

// do starts a search, after the end of another. Where the position was refused there is
// nothing to search, nor where none of the moves to consider is legal: whoever asks expects
// a move in another game than ours, and is told at once that there is none.
func (c Go) do(s *Session) {
	s.settle()
	if s.refused {
		s.problem(errors.New("go: the last position was refused"))
		s.noMove()
		return
	}
	if c.Moves != nil {
		c.Limits.SearchMoves = s.rootMoves(c.Moves)
		if len(c.Limits.SearchMoves) == 0 {
			s.noMove()
			return
		}
	}
	s.search(c.Limits)
}

// rootMoves reads the moves a search is restricted to; those that are not legal are
// reported and left out.
func (s *Session) rootMoves(texts []string) []board.Move {
	var moves []board.Move
	for i, text := range texts {
		m, err := s.dialect.ParseMove(s.play.game, &s.play.pos, text)
		switch {
		case err == nil:
			moves = append(moves, m)
		case i < 10:
			s.problem(fmt.Errorf("go: searchmoves: %w", err))
		}
	}
	return moves
}

// do starts a count.
func (c Perft) do(s *Session) {
	s.settle()
	t := s.play
	s.start(&job{patience: countPatience, run: func(ctx context.Context, emit func(event)) {
		emitPerft(ctx, t.game, t.pos, s.dialect, c.Depth, emit)
	}}, t.pos)
}

// do starts the benchmark; its last lines are what scripts read.
func (RunBench) do(s *Session) {
	s.settle()
	if s.config.Bench == nil {
		s.problem(errors.New("bench: there is none here"))
		return
	}
	s.start(&job{patience: benchPatience, run: func(_ context.Context, emit func(event)) {
		say := func(format string, args ...any) { emit(event{text: fmt.Sprintf(format, args...)}) }
		nodes, elapsed := s.config.Bench(func(variant, fen string, nodes uint64) {
			say("%s: %s: %d nodes", variant, fen, nodes)
		})
		elapsed = max(elapsed, time.Millisecond)
		nps := uint64(float64(nodes) / elapsed.Seconds())
		say("%d nodes %d nps", nodes, nps)
		say("Nodes searched: %d", nodes)
		say("Nodes/second: %d", nps)
	}}, s.play.pos)
}
