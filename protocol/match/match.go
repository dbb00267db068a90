// Package match plays matches: two engines that speak UCI, any variant of ours, and a
// referee who knows its rules. He keeps the clocks, tells apart an illegal move, time
// overrun, silence and death, restarts who needs it, adjudicates what is decided, and says
// what the results mean.
//
// A match is a sequence of games, numbered from 0; two in a row share an opening, with the
// colours changed. Games may be played side by side and end in any order, but they count in
// their own: all that is decided or written depends on the games alone, not on who was
// faster. What has been played is kept in a journal, from which a match that was stopped
// goes on.
package match

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/protocol/client"
)

// Player is one of the two that play.
type Player struct {
	Name    string   // in scores and PGN; empty: as the engine calls itself
	Command []string // the program and its arguments
	Folder  string   // to start it in; empty: where we are
	Options []Setting
	Control Control
}

// Setting is an option of an engine and what it is set to.
type Setting struct{ Name, Value string }

// Config says what is played, and how.
type Config struct {
	Game    *board.Game
	Aliases []string // other names of the variant
	INI     string   // its definition, for engines that do not know it but can be told; may be empty
	Players [2]Player
	Games   int
	Event   string // for PGN

	Openings     Openings
	Concurrency  int           // games at a time
	Margin       time.Duration // by which a clock may be overrun
	Excuse       bool          // do not count time for which an engine waited for a processor (see client.Engine.Waited)
	Strict       bool          // warn of everything that is not as it should be, not of illegal PVs alone
	CuteChess    bool          // speak to the engines as CuteChess does, and end games where it does
	Adjudication Adjudication
	Tables       string // names what tables know, where openings or the referee ask them
	SPRT         *SPRT  // nil: all games are played
	Timeouts     client.Timeouts

	PGN     string // file to append the games to, in order; empty: none
	Journal string // file that keeps what has been played; empty: none

	Out      io.Writer // where the lines that scripts read go
	Interval int       // games between two reports of Elo; 0: at the end only
}

// ErrUnfinished is returned for a match that was stopped.
var ErrUnfinished = errors.New("match: stopped before the end")

// match is a match being played. The goroutine of Run owns it, but for what is said
// otherwise.
type match struct {
	*Config
	names  [2]string
	calls  [2]string       // as the engines call themselves
	report *report         // any goroutine
	held   map[int]*Result // games that have ended, but do not count yet
	total  tally           // of the games that count
	next   int             // the first game that does not count

	journal *journal // nil: none
	pgn     *os.File // nil: none
}

// Run plays a match to its end, or until ctx is cancelled or the test has decided, and
// returns what came of it. With ErrUnfinished the summary is that of the games so far; with
// any other error there is none.
func Run(ctx context.Context, c *Config) (*Summary, error) {
	m := &match{Config: c, held: map[int]*Result{}, report: &report{out: c.Out}}
	let, err := m.hold()
	if err != nil {
		return nil, err
	}
	defer let()
	engines, err := m.open(ctx)
	defer m.close()
	if err != nil {
		engines[0].leave()
		engines[1].leave()
		return nil, err
	}
	if err := m.play(ctx, engines); err != nil {
		return nil, err
	}
	m.report.final(m)
	if m.over() {
		return m.summary(), m.finish()
	}
	return m.summary(), ErrUnfinished
}

// over reports whether nothing is left to be played.
func (m *match) over() bool { return m.next == m.Games || m.decision() != "" }

// open starts both engines, to see that they can play, and takes up what has been played.
func (m *match) open(ctx context.Context) (engines [2]*seat, err error) {
	for i := range engines {
		if engines[i], err = m.sit(ctx, i); err != nil {
			return engines, err
		}
		m.names[i], m.calls[i] = m.Players[i].Name, engines[i].Name
		if m.names[i] == "" {
			m.names[i] = plainName(engines[i].Name, m.Players[i].Command[0])
		}
	}
	if m.names[0] == m.names[1] {
		m.names[1] += " 2"
	}
	return engines, m.openFiles()
}

// play plays the games that are missing, with the engines that have been started and more.
func (m *match) play(outer context.Context, engines [2]*seat) error {
	ctx, stop := context.WithCancelCause(outer)
	defer stop(nil)
	jobs, results := make(chan int), make(chan *Result)
	var tables sync.WaitGroup
	for i := range max(m.Concurrency, 1) {
		t := &table{match: m, fail: stop}
		if i == 0 {
			t.seats = engines
		}
		tables.Go(func() { t.serve(ctx, jobs, results) })
	}
	go m.schedule(ctx, m.missing(), jobs)
	go func() {
		tables.Wait()
		close(results)
	}()
	for r := range results {
		if m.over() {
			continue // it was played beside the one that decided
		}
		if err := m.take(r); err != nil {
			stop(err)
		} else if m.over() {
			stop(nil)
		}
	}
	if cause := context.Cause(ctx); outer.Err() == nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

// missing returns the games to be played, in order.
func (m *match) missing() []int {
	var games []int
	for n := m.next; n < m.Games && !m.over(); n++ {
		if m.held[n] == nil {
			games = append(games, n)
		}
	}
	return games
}

// schedule hands out games.
func (m *match) schedule(ctx context.Context, games []int, jobs chan<- int) {
	defer close(jobs)
	for _, n := range games {
		select {
		case jobs <- n:
		case <-ctx.Done():
			return
		}
	}
}

// take keeps the result of a game and counts all that can be counted now.
func (m *match) take(r *Result) error {
	m.report.finished(m, r)
	if m.journal != nil {
		if err := m.journal.add(r); err != nil {
			return err
		}
	}
	m.held[r.Game] = r
	return m.count(func(r *Result) error {
		m.report.score(m)
		if m.pgn == nil {
			return nil
		}
		_, err := m.pgn.WriteString(r.PGN)
		return err
	})
}

// count counts the games whose turn it is, until nothing is left or the test has decided.
func (m *match) count(each func(*Result) error) error {
	for !m.over() && m.held[m.next] != nil {
		r := m.held[m.next]
		delete(m.held, m.next)
		m.next++
		m.total.add(r)
		if err := each(r); err != nil {
			return err
		}
	}
	return nil
}

// decision returns the hypothesis that the test has accepted, or "".
func (m *match) decision() string {
	if m.SPRT == nil {
		return ""
	}
	return m.SPRT.Decision(m.SPRT.LLR(m.total.Pairs))
}
