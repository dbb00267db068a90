package xboard

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol"
)

// mode is a mode of CECP.
type mode uint8

const (
	playMode    mode = iota // the engine plays game.side
	forceMode               // the engine does not move
	analyzeMode             // the engine searches every position, and does not move
)

// task is the purpose of the running search.
type task uint8

const (
	idle task = iota
	thinking
	pondering
	analyzing
)

// game is the game of the session.
type game struct {
	mode   mode
	side   board.Color // of the engine, in playMode
	from   string      // FEN of the first position, "" for the variant's start
	moves  []string    // since then
	clock  clock
	task   task
	begun  time.Time   // start of the thinking
	expect board.Move  // expected reply, to ponder on
	hint   string      // expect as text
	last   engine.Info // of the search
	pongs  []string    // to be written after the move

	ponders  bool // "hard"
	posts    bool // "post"
	computer bool // "computer": the opponent is an engine
}

// reset resets the game except for the position and the switches hard and post.
func (d *Dialect) reset() {
	d.mode, d.side, d.computer = playMode, board.Black, false
	d.clock.depth = 0
	d.clock.left = [2]time.Duration{d.clock.base, d.clock.base}
	d.setStart("")
}

// setStart sets the start of the game and clears its moves.
func (d *Dialect) setStart(fen string) {
	d.from, d.moves, d.last = fen, nil, engine.Info{}
	d.expect, d.hint = board.NoMove, ""
}

// dropSearch ends the running search, if any, without its answer, and answers the pings that waited for
// it.
func (d *Dialect) dropSearch(s *protocol.Session) {
	s.Abandon()
	d.task = idle
	d.pong(s)
}

// newGame starts a game of orthodox chess with the engine as Black.
func (d *Dialect) newGame(s *protocol.Session, _ string) error {
	d.dropSearch(s)
	analyzes := d.mode == analyzeMode
	d.reset()
	err := s.SetVariant(rules.Orthodox)
	s.Do(protocol.NewGame{})
	if analyzes {
		return errors.Join(err, d.analyze(s, ""))
	}
	return err
}

// variant sets the start position of another variant.
func (d *Dialect) variant(s *protocol.Session, name string) error {
	d.dropSearch(s)
	if name == orthodox {
		name = rules.Orthodox
	}
	if err := s.SetVariant(name); err != nil {
		return err
	}
	d.setStart("")
	d.searchAnalysis(s)
	return nil
}

// setBoard sets a position. The answer to an illegal one is for the user of XBoard.
func (d *Dialect) setBoard(s *protocol.Session, fen string) error {
	d.dropSearch(s)
	err := s.Set(fen, nil)
	if err == nil {
		d.setStart(fen)
	} else {
		s.Write(fmt.Sprintf("tellusererror Illegal position: %.400s", strings.TrimPrefix(err.Error(), "position: ")))
	}
	d.searchAnalysis(s)
	return nil
}

// userMove plays a move of the opponent, or in force mode of either side.
func (d *Dialect) userMove(s *protocol.Session, text string) error {
	g, p := s.Game(), s.Position()
	m, err := d.ParseMove(g, &p, strings.TrimRight(text, "=.")) // marks of no promotion
	if err != nil {
		m, err = notation.ParseAny(g, &p, text)
	}
	if err != nil || d.task == thinking {
		s.Write(fmt.Sprintf("Illegal move: %.60s", text))
		return nil
	}
	hit := d.task == pondering && m == d.expect
	if !hit {
		d.dropSearch(s)
	}
	d.playMove(s, m)
	switch {
	case d.mode != playMode:
		d.searchAnalysis(s)
	case s.Outcome().Over():
		d.dropSearch(s)
		d.claim(s)
	case hit:
		d.task, d.begun = thinking, time.Now()
		s.Do(protocol.PonderHit{})
	case p.Turn().Other() == d.side:
		d.think(s)
	}
	return nil
}

// playMove plays a legal move.
func (d *Dialect) playMove(s *protocol.Session, m board.Move) {
	p := s.Position()
	d.expect, d.hint = board.NoMove, ""
	moves := append(d.moves, d.Move(s.Game(), &p, m))
	if err := s.Set(d.from, moves); err != nil { // more than MaxPlies
		s.ReportError(err)
		return
	}
	d.moves = moves
}

// takeBack takes moves back.
func (d *Dialect) takeBack(s *protocol.Session, plies int) error {
	if len(d.moves) < plies {
		return errors.New("no move to take back")
	}
	d.dropSearch(s)
	d.moves = slices.Clone(d.moves[:len(d.moves)-plies])
	d.expect, d.hint = board.NoMove, ""
	err := s.Set(d.from, d.moves)
	d.searchAnalysis(s)
	return err
}

// force enters force mode.
func (d *Dialect) force(s *protocol.Session, _ string) error {
	d.dropSearch(s)
	d.mode = forceMode
	return nil
}

// goCommand lets the engine play the side to move.
func (d *Dialect) goCommand(s *protocol.Session, _ string) error {
	if d.task == thinking {
		return nil
	}
	d.dropSearch(s)
	p := s.Position()
	d.mode, d.side = playMode, p.Turn()
	if s.Outcome().Over() {
		d.claim(s)
		return nil
	}
	d.think(s)
	return nil
}

// playOther lets the engine play the side not to move.
func (d *Dialect) playOther(s *protocol.Session, _ string) error {
	d.dropSearch(s)
	p := s.Position()
	d.mode, d.side = playMode, p.Turn().Other()
	return nil
}

// made returns the number of moves of the side to move.
func (d *Dialect) made() int { return len(d.moves) / 2 }

// think starts the search for a move of the side to move.
func (d *Dialect) think(s *protocol.Session) {
	d.task, d.begun, d.last = thinking, time.Now(), engine.Info{}
	s.Search(d.clock.limits(d.side, d.made()), board.NoMove)
}

// Follow plays the move of the search and ponders on the reply.
func (d *Dialect) Follow(s *protocol.Session, a *protocol.Answer) {
	was := d.task
	d.task = idle
	if was != thinking {
		return
	}
	if a.OK {
		d.clock.spent(time.Since(d.begun), d.made()+1)
		d.playMove(s, a.Move)
	}
	over := s.Outcome().Over()
	if over {
		d.claim(s)
	}
	d.pong(s)
	if a.Ponder == board.NoMove || over {
		return
	}
	p := s.Position()
	d.expect, d.hint = a.Ponder, d.Move(s.Game(), &p, a.Ponder)
	if d.ponders {
		d.task = pondering
		l := d.clock.limits(d.side, (len(d.moves)+1)/2) // its last move is made
		l.Ponder = true
		s.Search(l, a.Ponder)
	}
}

// claim claims the result of a game that is over. Between engines it leaves wins other than by checkmate to
// the loser: XBoard, which may not know the rule, counts a claim of the winner as a forfeit.
func (d *Dialect) claim(s *protocol.Session) {
	o, p := s.Outcome(), s.Position()
	won := o.Result == rules.Win && p.Turn() == d.side || o.Result == rules.Loss && p.Turn() != d.side
	if won && d.computer && o.Reason != board.Checkmate {
		return
	}
	s.Write(protocol.Result(s.Game(), &p, o))
}

// moveNow ends the thinking with a move.
func (d *Dialect) moveNow(s *protocol.Session, _ string) error {
	if d.task == thinking {
		s.Do(protocol.Stop{})
	}
	return nil
}

// easy switches pondering off and ends it.
func (d *Dialect) easy(s *protocol.Session, _ string) error {
	d.ponders = false
	if d.task == pondering {
		d.dropSearch(s)
	}
	return nil
}

// ping answers when all commands before it are done: if the engine is thinking, after its move.
func (d *Dialect) ping(s *protocol.Session, arg string) error {
	d.pongs = append(d.pongs, fmt.Sprintf("pong %.40s", arg))
	if d.task != thinking || len(d.pongs) > maxPongs {
		d.pong(s)
	}
	return nil
}

// maxPongs limits the answers that wait for a move.
const maxPongs = 1000

func (d *Dialect) pong(s *protocol.Session) {
	s.Write(d.pongs...)
	d.pongs = nil
}

// drawOffered accepts a draw unless the engine is ahead.
func (d *Dialect) drawOffered(s *protocol.Session, _ string) error {
	if d.mode == playMode && d.last.Depth > 0 && d.last.Value <= 0 {
		s.Write("offer draw")
	}
	return nil
}

// writeHint writes the expected reply.
func (d *Dialect) writeHint(s *protocol.Session, _ string) error {
	if d.hint != "" {
		s.Write("Hint: " + d.hint)
	}
	return nil
}

// analyze enters analyze mode.
func (d *Dialect) analyze(s *protocol.Session, _ string) error {
	d.dropSearch(s)
	d.mode = analyzeMode
	d.searchAnalysis(s)
	return nil
}

// searchAnalysis searches the position in analyze mode, and does nothing in other modes.
func (d *Dialect) searchAnalysis(s *protocol.Session) {
	if d.mode == analyzeMode {
		d.task, d.last = analyzing, engine.Info{}
		s.Search(engine.Limits{Infinite: true}, board.NoMove)
	}
}

// status reports the progress of an analysis: time in hundredths of a second, nodes, depth, moves left
// (always 0) and moves in all.
func (d *Dialect) status(s *protocol.Session, _ string) error {
	if d.task != analyzing {
		return nil
	}
	p := s.Position()
	s.Write(fmt.Sprintf("stat01: %d %d %d 0 %d", d.last.Elapsed/hundredth, d.last.Nodes, d.last.Depth, s.Game().Count(&p)))
	return nil
}
