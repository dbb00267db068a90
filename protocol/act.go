package protocol

// What a dialect that keeps a game of its own does with a session, beyond the commands that
// all protocols share: it sets positions, starts searches and is told their answers.

import (
	"slices"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// Act is a command that only one protocol has.
type Act func(s *Session)

func (a Act) do(s *Session) { a(s) }

// Do carries out a command.
func (s *Session) Do(c Command) { c.do(s) }

// Write writes lines.
func (s *Session) Write(lines ...string) { s.write(lines...) }

// Refuse writes the error as the protocol does.
func (s *Session) Refuse(err error) { s.problem(err) }

// Catalog returns the variants there are.
func (s *Session) Catalog() *rules.Catalog { return s.catalog }

// Game returns the variant that is played, Position where its game stands, and Outcome
// whether it is over.
func (s *Session) Game() *board.Game { return s.play.game }

// Position returns the position in play.
func (s *Session) Position() board.Position { return s.play.pos }

// Outcome returns the state of the game in play.
func (s *Session) Outcome() board.Outcome {
	return s.play.game.Outcome(&s.play.pos, s.play.history)
}

// Set goes to the position of a FEN, or the start where it is empty, and plays the moves. On
// error the old position stays in play, and a Go for the new one is refused.
func (s *Session) Set(fen string, moves []string) error {
	err := s.play.set(s.dialect, fen, moves)
	s.refused = err != nil
	return err
}

// SetVariant goes to the start of another variant, which is announced.
func (s *Session) SetVariant(name string) error { return s.setVariant(name) }

// Search starts a search of the position in play, after the end of another one. With
// limits that say Ponder, it is of the position after the expected move.
func (s *Session) Search(l engine.Limits, expected board.Move) {
	s.settle()
	if !l.Ponder {
		s.search(l)
		return
	}
	p := s.play
	root := p.pos
	p.game.Apply(&root, &root, expected)
	s.sync()
	s.backend.Set(root, append(slices.Clone(p.history), p.pos.Key()))
	s.start(searchJob(s.backend, l), root)
}

// Searching reports whether a search is under way, or another job.
func (s *Session) Searching() bool { return s.job != nil }

// Abandon ends the job under way, if any, unheard: nothing of what it still has to say is
// written, nor does the dialect learn of it.
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

// search starts a search of the position in play. No job may be under way.
func (s *Session) search(l engine.Limits) {
	s.sync()
	s.backend.Set(s.play.pos, s.play.history)
	s.start(searchJob(s.backend, l), s.play.pos)
}
