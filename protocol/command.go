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
	"tinyhouse/engine/perft"
)

// Command is a parsed line of input, made by a Dialect and performed by the Session: a type of this
// file, or Act for what only one protocol has.
type Command interface{ do(s *Session) }

// Commands without parameters.
type (
	Identify  struct{} // name the engine and list its options
	Ready     struct{} // answer at once
	NewGame   struct{} // clear everything learned
	Stop      struct{} // end the search and answer
	PonderHit struct{} // the expected move was played
	Show      struct{} // draw the position
	Eval      struct{} // explain the evaluation of the position
	RunBench  struct{} // run the benchmark
	Flip      struct{} // swap the colours
	Compiler  struct{} // name the compiler and the system
	Pass      struct{} // answer a malformed Go: there is no move
)

// Commands with parameters.
type (
	// SetOption sets an option. The case of the name does not matter.
	SetOption struct{ Name, Value string }

	// Position sets the position after the moves, from the start position if FEN is empty.
	Position struct {
		FEN   string
		Moves []string
	}

	// Go starts a search. Moves are the root moves to search, nil for all. If SetClocks is not nil,
	// it sets limits that depend on the side to move.
	Go struct {
		Limits    engine.Limits
		Moves     []string
		SetClocks func(l *engine.Limits, turn board.Color)
	}

	// Perft counts the leaves below each move.
	Perft struct{ Depth int }

	// Debug switches explanations on or off.
	Debug struct{ On bool }

	// Load reads variants from a file, or from the following lines up to one that equals End. With
	// Check it only reports mistakes.
	Load struct {
		Path, End string
		Check     bool
	}

	// Quit ends the session, with Farewell as the last line unless it is empty.
	Quit struct{ Farewell string }

	// Unknown is any other line.
	Unknown struct{ Text string }
)

func (Identify) do(s *Session)    { s.Write(s.dialect.Greet(s.config.ID, s.options())...) }
func (Ready) do(s *Session)       { s.Write(s.dialect.Ready()) }
func (Stop) do(s *Session)        { s.stopJob() }
func (c SetOption) do(s *Session) { s.setOption(c.Name, c.Value) }
func (c Debug) do(s *Session)     { s.debug = c.On }

func (c Unknown) do(s *Session) { s.Write(oneLine(s.dialect.Unknown("command", c.Text))) }

func (c Quit) do(s *Session) {
	s.stopAll()
	if c.Farewell != "" {
		s.Write(c.Farewell)
	}
	s.quit = true
}

func (NewGame) do(s *Session) {
	s.pending.newGame = true
	s.sync()
}

// do turns a ponder search into a normal one, and otherwise does nothing.
func (PonderHit) do(s *Session) {
	if s.job != nil && s.job.pondering {
		s.job.pondering = false
		s.backend.PonderHit()
	}
}

// do sets the position of the next search.
func (c Position) do(s *Session) {
	if err := s.Set(c.FEN, c.Moves); err != nil {
		s.ReportError(err)
		return
	}
	if s.debug {
		s.note("position " + notation.FEN(s.state.game, &s.state.pos))
	}
}

func (Show) do(s *Session) { s.Write(diagram(s.state)...) }

func (Flip) do(s *Session) {
	if err := s.state.flip(); err != nil {
		s.ReportError(fmt.Errorf("flip: %w", err))
	}
}

// do calls the backend, which must not be searching.
func (Eval) do(s *Session) {
	if s.job != nil {
		s.ReportError(errors.New("eval: a search is running, stop it first"))
		return
	}
	s.sync()
	s.backend.Set(s.state.pos, s.state.history)
	s.Write(strings.Split(strings.TrimRight(s.backend.Eval(), "\n"), "\n")...)
}

func (Compiler) do(s *Session) {
	s.Write(fmt.Sprintf("Compiled by %s (%s) for %s/%s", runtime.Version(), runtime.Compiler, runtime.GOOS, runtime.GOARCH))
}

func (Pass) do(s *Session) {
	s.stopAll()
	s.Write(s.dialect.Best(&Answer{Game: s.state.game, Root: &s.state.pos})...)
}

// do starts a search. It answers at once that there is no move if the position was refused or no root
// move is legal: the user's game is then not the session's.
func (c Go) do(s *Session) {
	s.stopAll()
	if s.refused {
		s.ReportError(errors.New("go: the last position was refused"))
		s.Do(Pass{})
		return
	}
	if c.Moves != nil {
		c.Limits.SearchMoves = s.rootMoves(c.Moves)
		if len(c.Limits.SearchMoves) == 0 {
			s.Do(Pass{})
			return
		}
	}
	if c.SetClocks != nil {
		c.SetClocks(&c.Limits, s.state.pos.Turn())
	}
	s.Search(c.Limits, board.NoMove)
}

// rootMoves parses the root moves of a search. It reports illegal moves and leaves them out.
func (s *Session) rootMoves(texts []string) []board.Move {
	var moves []board.Move
	for i, text := range texts {
		m, err := s.dialect.ParseMove(s.state.game, &s.state.pos, text)
		switch {
		case err == nil:
			moves = append(moves, m)
		case i < 10:
			s.ReportError(fmt.Errorf("go: searchmoves: %w", err))
		}
	}
	return moves
}

func (c Perft) do(s *Session) {
	if c.Depth > perft.MaxDepth {
		s.ReportError(fmt.Errorf("perft: depth %d: want at most %d", c.Depth, perft.MaxDepth))
		return
	}
	s.stopAll()
	game, pos, dialect := s.state.game, s.state.pos, s.dialect
	s.start(&job{isFinite: true, run: func(ctx context.Context, emit func(event)) {
		emitPerft(ctx, game, pos, dialect, c.Depth, emit)
	}}, pos)
}

// do starts the benchmark.
func (RunBench) do(s *Session) {
	s.stopAll()
	bench := s.config.Bench
	if bench == nil {
		s.ReportError(errors.New("bench: this program has none"))
		return
	}
	s.start(&job{isFinite: true, run: func(ctx context.Context, emit func(event)) {
		say := func(format string, args ...any) { emit(event{text: fmt.Sprintf(format, args...)}) }
		nodes, elapsed := bench(ctx, func(variant, fen string, nodes uint64) {
			say("%s: %s: %d nodes", variant, fen, nodes)
		})
		if ctx.Err() != nil {
			emit(event{note: "bench stopped before its end"})
			return
		}
		elapsed = max(elapsed, time.Millisecond)
		nps := uint64(float64(nodes) / elapsed.Seconds())
		say("%d nodes %d nps", nodes, nps)
		say("Nodes searched: %d", nodes)
		say("Nodes/second: %d", nps)
	}}, s.state.pos)
}

// emitPerft emits the number of leaves below each move and the total, in the form of Stockfish.
func emitPerft(ctx context.Context, g *board.Game, p board.Position, n Notation, depth int, emit func(event)) {
	total := uint64(0)
	if depth <= 0 {
		total = 1
	} else if err := perft.Divide(ctx, g, &p, depth, func(m board.Move, nodes uint64) {
		total += nodes
		emit(event{text: fmt.Sprintf("%s: %d", n.Move(g, &p, m), nodes)})
	}); err != nil {
		emit(event{note: "perft stopped before its end"})
		return
	}
	emit(event{})
	emit(event{text: fmt.Sprintf("Nodes searched: %d", total)})
	emit(event{})
}
