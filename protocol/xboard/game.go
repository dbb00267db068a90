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

// mode says who makes moves.
type mode uint8

const (
	playing   mode = iota // the engine those of game.side
	forced                // the engine none
	analysing             // nor here, where it thinks about each position
)

// task is what a search under way is for. Its answer is heard only when it is thinking.
type task uint8

const (
	idle task = iota
	thinking
	pondering
	studying
)

// game is the game that XBoard plays with the engine.
type game struct {
	mode   mode
	side   board.Color // the engine's, when playing
	from   string      // FEN of the first position, "" for the variant's start
	moves  []string    // from there, as text
	clock  clock
	task   task
	begun  time.Time  // of the thinking
	expect board.Move // of the opponent: pondered on, or a hint
	hint   string     // the same as text
	last   engine.Info
	pongs  []string // due after the move

	ponders  bool // "hard"
	posts    bool // "post"
	machines bool // "computer": the opponent is no person
}

// reset is what "new" does, but for the position. The switches hard and post stay.
func (d *Dialect) reset() {
	d.mode, d.side, d.machines = playing, board.Black, false
	d.clock.depth = 0
	d.clock.left = [2]time.Duration{d.clock.base, d.clock.base}
	d.begin("")
}

// begin forgets the moves of the game, which now begins from a FEN.
func (d *Dialect) begin(fen string) {
	d.from, d.moves, d.last = fen, nil, engine.Info{}
	d.expect, d.hint = board.NoMove, ""
}

// rest ends the search under way, if any, unheard. Pings that waited for its move are
// answered: there will be none.
func (d *Dialect) rest(s *protocol.Session) {
	s.Abandon()
	d.task = idle
	d.pong(s)
}

// newGame begins a game of orthodox chess, with the engine as Black.
func (d *Dialect) newGame(s *protocol.Session, _ string) error {
	d.rest(s)
	analyses := d.mode == analysing
	d.reset()
	err := s.SetVariant(rules.Orthodox)
	s.Do(protocol.NewGame{})
	if analyses {
		return errors.Join(err, d.analyze(s, ""))
	}
	return err
}

// variant goes to the start of another game.
func (d *Dialect) variant(s *protocol.Session, name string) error {
	d.rest(s)
	if name == orthodox {
		name = rules.Orthodox
	}
	if err := s.SetVariant(name); err != nil {
		return err
	}
	d.begin("")
	d.study(s)
	return nil
}

// setBoard goes to a position. XBoard wants to hear of one that cannot be in words for its user.
func (d *Dialect) setBoard(s *protocol.Session, fen string) error {
	d.rest(s)
	err := s.Set(fen, nil)
	if err == nil {
		d.begin(fen)
	} else {
		s.Write(fmt.Sprintf("tellusererror Illegal position: %.400s", strings.TrimPrefix(err.Error(), "position: ")))
	}
	d.study(s)
	return nil
}

// userMove plays a move of the opponent, or of either side in force mode.
func (d *Dialect) userMove(s *protocol.Session, text string) error {
	g, p := s.Game(), s.Position()
	m, err := d.ParseMove(g, &p, strings.TrimRight(text, "=.")) // marks of a promotion that is none
	if err != nil {
		m, err = notation.ParseAny(g, &p, text)
	}
	if err != nil || d.task == thinking {
		s.Write(fmt.Sprintf("Illegal move: %.60s", text))
		return nil
	}
	hit := d.task == pondering && m == d.expect
	if !hit {
		d.rest(s)
	}
	d.append(s, m)
	switch {
	case d.mode != playing:
		d.study(s)
	case s.Outcome().Over():
		d.rest(s)
		d.claim(s)
	case hit:
		d.task, d.begun = thinking, time.Now()
		s.Do(protocol.PonderHit{})
	case p.Turn().Other() == d.side:
		d.think(s)
	}
	return nil
}

// append plays a legal move.
func (d *Dialect) append(s *protocol.Session, m board.Move) {
	p := s.Position()
	d.expect, d.hint = board.NoMove, ""
	moves := append(d.moves, d.Move(s.Game(), &p, m))
	if err := s.Set(d.from, moves); err != nil { // longer than any game
		s.Refuse(err)
		return
	}
	d.moves = moves
}

// takeBack takes moves back.
func (d *Dialect) takeBack(s *protocol.Session, plies int) error {
	if len(d.moves) < plies {
		return errors.New("no move to take back")
	}
	d.rest(s)
	d.moves = slices.Clone(d.moves[:len(d.moves)-plies])
	d.expect, d.hint = board.NoMove, ""
	err := s.Set(d.from, d.moves)
	d.study(s)
	return err
}

// force stops the engine from moving, and ends an analysis.
func (d *Dialect) force(s *protocol.Session, _ string) error {
	d.rest(s)
	d.mode = forced
	return nil
}

// play lets the engine play the side to move.
func (d *Dialect) play(s *protocol.Session, _ string) error {
	if d.task == thinking {
		return nil
	}
	d.rest(s)
	p := s.Position()
	d.mode, d.side = playing, p.Turn()
	if s.Outcome().Over() {
		d.claim(s)
		return nil
	}
	d.think(s)
	return nil
}

// playOther lets the engine play the side that is not to move.
func (d *Dialect) playOther(s *protocol.Session, _ string) error {
	d.rest(s)
	p := s.Position()
	d.mode, d.side = playing, p.Turn().Other()
	return nil
}

// made returns how many moves the side to move has made.
func (d *Dialect) made() int { return len(d.moves) / 2 }

// think starts the search for a move, for the side to move.
func (d *Dialect) think(s *protocol.Session) {
	d.task, d.begun, d.last = thinking, time.Now(), engine.Info{}
	s.Search(d.clock.limits(d.side, d.made()), board.NoMove)
}

// Follow plays the move that has been found, and ponders on the reply.
func (d *Dialect) Follow(s *protocol.Session, a *protocol.Answer) {
	was := d.task
	d.task = idle
	if was != thinking {
		return
	}
	if a.OK {
		d.clock.spent(time.Since(d.begun), d.made()+1)
		d.append(s, a.Move)
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
		l := d.clock.limits(d.side, (len(d.moves)+1)/2) // the last move was its own
		l.Ponder = true
		s.Search(l, a.Ponder)
	}
}

// claim says that the game is over. An engine's word for its own win is not taken by a
// referee who does not know the rules, who even counts it as a forfeit: between machines
// the loser has to say it. Mates everybody knows.
func (d *Dialect) claim(s *protocol.Session) {
	o, p := s.Outcome(), s.Position()
	won := o.Result == rules.Win && p.Turn() == d.side || o.Result == rules.Loss && p.Turn() != d.side
	if won && d.machines && o.Reason != board.Checkmate {
		return
	}
	s.Write(protocol.Result(s.Game(), &p, o))
}

// moveNow makes the engine move with what it has found.
func (d *Dialect) moveNow(s *protocol.Session, _ string) error {
	if d.task == thinking {
		s.Do(protocol.Stop{})
	}
	return nil
}

// easy switches pondering off, also that under way.
func (d *Dialect) easy(s *protocol.Session, _ string) error {
	d.ponders = false
	if d.task == pondering {
		d.rest(s)
	}
	return nil
}

// ping is answered when all commands before it are done: where the engine is on move, after
// the move.
func (d *Dialect) ping(s *protocol.Session, arg string) error {
	d.pongs = append(d.pongs, fmt.Sprintf("pong %.40s", arg))
	if d.task != thinking || len(d.pongs) > maxPongs {
		d.pong(s)
	}
	return nil
}

// maxPongs is how many answers are kept for later, from a GUI that does not wait for them.
const maxPongs = 1000

func (d *Dialect) pong(s *protocol.Session) {
	s.Write(d.pongs...)
	d.pongs = nil
}

// drawOffered accepts a draw when the engine does not see itself ahead.
func (d *Dialect) drawOffered(s *protocol.Session, _ string) error {
	if d.mode == playing && d.last.Depth > 0 && d.last.Value <= 0 {
		s.Write("offer draw")
	}
	return nil
}

// tellHint tells the move that the engine expects.
func (d *Dialect) tellHint(s *protocol.Session, _ string) error {
	if d.hint != "" {
		s.Write("Hint: " + d.hint)
	}
	return nil
}

// analyze makes the engine think about whatever position is on the board.
func (d *Dialect) analyze(s *protocol.Session, _ string) error {
	d.rest(s)
	d.mode = analysing
	d.study(s)
	return nil
}

// study starts to think about the position on the board, in an analysis.
func (d *Dialect) study(s *protocol.Session) {
	if d.mode == analysing {
		d.task, d.last = studying, engine.Info{}
		s.Search(engine.Limits{Infinite: true}, board.NoMove)
	}
}

// status tells how far an analysis has come: time in hundredths of a second, nodes, depth,
// and the moves there are. Which of them is looked at is not known.
func (d *Dialect) status(s *protocol.Session, _ string) error {
	if d.task != studying {
		return nil
	}
	p := s.Position()
	s.Write(fmt.Sprintf("stat01: %d %d %d 0 %d", d.last.Elapsed/hundredth, d.last.Nodes, d.last.Depth, s.Game().Count(&p)))
	return nil
}
