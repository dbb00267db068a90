package protocol

// The methods of a Session for dialects that keep a game of their own: they set positions, start
// searches and receive the answers.

import (
	"slices"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
)

// Act is a command of one protocol only.
type Act func(s *Session)

func (a Act) do(s *Session) { a(s) }

// Do performs a command.
func (s *Session) Do(c Command) { c.do(s) }

// Game returns the rules of the current game.
func (s *Session) Game() *board.Game { return s.state.game }

// Position returns the current position.
func (s *Session) Position() board.Position { return s.state.pos }

// Outcome returns the outcome of the current game.
func (s *Session) Outcome() board.Outcome {
	return s.state.game.Outcome(&s.state.pos, s.state.history)
}

// Set sets the position of a FEN, or the start position if it is empty, and plays the moves. On
// error it keeps the old position, and the next Go is refused.
func (s *Session) Set(fen string, moves []string) error {
	err := s.state.set(s.dialect, fen, moves)
	s.refused = err != nil
	return err
}

// Search stops the running search and starts one of the current position after the expected move, if
// that is not NoMove.
func (s *Session) Search(l engine.Limits, expected board.Move) {
	s.stopAll()
	s.sync()
	root, history := s.state.pos, s.state.history
	if expected != board.NoMove {
		history = append(slices.Clone(history), root.Key())
		s.state.game.Apply(&root, &root, expected)
	}
	s.backend.Set(root, history)
	s.start(searchJob(s.backend, l), root)
}

// Abandon ends the running job, if any, and drops its remaining output and its answer.
func (s *Session) Abandon() {
	if s.job == nil {
		return
	}
	s.job.cancel()
	for range s.job.events {
	}
	s.job = nil
	s.sync()
}
