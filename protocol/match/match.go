// Package match plays matches between two UCI engines in any variant. As referee it checks moves by the
// rules, keeps the clocks, scores illegal moves, time losses, stalls and crashes, restarts engines,
// adjudicates games and reports the result.
//
// Games are numbered from 0; two consecutive games share an opening, with the colours swapped. Games
// played side by side may end in any order, but count in their own, so results, files and decisions do
// not depend on timing. A checkpoint file keeps finished games, from which a stopped match resumes.
package match

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"sync"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/protocol/client"
	"tinyhouse/protocol/elo"
)

// Engine is one of the two competitors.
type Engine struct {
	Name    string   // in scores and PGN; empty: the engine's own name
	Command []string // the program and its arguments
	Folder  string   // working directory; empty: the current one
	Options []Setting
	Control Control
}

// Setting is the value of an engine's option.
type Setting struct{ Name, Value string }

// Config configures a match.
type Config struct {
	Game    *board.Game
	Aliases []string // other names of the variant
	INI     string   // definition of the variant for engines that lack it; may be empty
	Engines [2]Engine
	Games   int
	Event   string // for PGN

	Openings     Openings
	Concurrency  int           // games at a time
	Margin       time.Duration // a clock may be overrun by this much
	Strict       bool          // warn of every irregularity, not only of illegal PVs
	Adjudication Adjudication
	Tables       string    // names the tables used for openings and adjudication
	SPRT         *elo.SPRT // nil: all games are played
	Timeouts     client.Timeouts

	PGN        string // file to append the games to, in order; empty: none
	Checkpoint string // file that keeps finished games; empty: none

	Out      io.Writer // for the lines that scripts parse
	Interval int       // games between two reports of Elo; 0: at the end only
}

// ErrUnfinished is returned for a match that was stopped.
var ErrUnfinished = errors.New("match: interrupted")

// match is a match in progress. Unless stated otherwise, its fields belong to the goroutine of Run.
type match struct {
	*Config
	names    [2]string
	ownNames [2]string // as the engines call themselves
	report   *report   // any goroutine
	ended    map[int]*GameRecord
	total    tally // of the games before next
	next     int   // the first game that does not count yet

	checkpoint *checkpoint // nil: none
	pgn        *os.File    // nil: none
}

// Run plays a match until its last game, a decision of the SPRT or the end of ctx. With
// ErrUnfinished it returns the summary of the games so far, with any other error none.
func Run(ctx context.Context, c *Config) (*Summary, error) {
	m := &match{Config: c, ended: map[int]*GameRecord{}, report: &report{out: c.Out}}
	unlock, err := m.lockFiles()
	if err != nil {
		return nil, err
	}
	defer unlock()
	players, err := m.open(ctx)
	defer m.close()
	if err != nil {
		players[0].quit()
		players[1].quit()
		return nil, err
	}
	if err := m.play(ctx, players); err != nil {
		return nil, err
	}
	m.report.final(m)
	if m.over() {
		return m.summary(), m.finish()
	}
	return m.summary(), ErrUnfinished
}

func (m *match) over() bool { return m.next == m.Games || m.decided() }

// decided reports whether the SPRT has accepted a hypothesis.
func (m *match) decided() bool {
	return m.SPRT != nil && m.SPRT.Status(m.total.Pairs).Decision != ""
}

// open starts both engines, to check that they can play, and opens the files.
func (m *match) open(ctx context.Context) (players [2]*player, err error) {
	for i := range players {
		if players[i], err = m.startPlayer(ctx, i); err != nil {
			return players, err
		}
		m.names[i], m.ownNames[i] = m.Engines[i].Name, players[i].Name
		if m.names[i] == "" {
			m.names[i] = plainName(players[i].Name, m.Engines[i].Command[0])
		}
	}
	if m.names[0] == m.names[1] {
		m.names[1] += " 2"
	}
	return players, m.openFiles()
}

// play plays the missing games, the first of them with players.
func (m *match) play(outer context.Context, players [2]*player) error {
	ctx, stop := context.WithCancelCause(outer)
	defer stop(nil)
	games, records := make(chan int), make(chan finished)
	var workers sync.WaitGroup
	for i := range max(min(m.Concurrency, m.Games), 1) {
		w := &worker{match: m, fail: stop}
		if i == 0 {
			w.players = players
		}
		workers.Go(func() { w.run(ctx, games, records) })
	}
	end := m.Games
	if m.over() {
		end = m.next
	}
	go schedule(ctx, m.next, end, maps.Clone(m.ended), games)
	go func() {
		workers.Wait()
		close(records)
	}()
	for r := range records {
		if !m.over() { // otherwise it ended after the game that decided
			if err := m.addGame(r.GameRecord); err != nil {
				stop(err)
			} else if m.over() {
				stop(nil)
			}
		}
		close(r.reported)
	}
	if cause := context.Cause(ctx); outer.Err() == nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

// schedule sends the numbers of the games from next to end, except those that have ended, until ctx ends.
// Then it closes the channel.
func schedule(ctx context.Context, next, end int, ended map[int]*GameRecord, to chan<- int) {
	defer close(to)
	for n := next; n < end; n++ {
		if ended[n] != nil {
			continue
		}
		select {
		case to <- n:
		case <-ctx.Done():
			return
		}
	}
}

// addGame stores a finished game and counts every game whose predecessors have ended.
func (m *match) addGame(r *GameRecord) error {
	m.report.finished(m, r)
	if m.checkpoint != nil {
		if err := m.checkpoint.write(r); err != nil {
			return err
		}
	}
	m.ended[r.Game] = r
	return m.count(func(r *GameRecord) error {
		m.report.score(m)
		if m.pgn == nil {
			return nil
		}
		_, err := m.pgn.WriteString(r.PGN)
		return err
	})
}

// count counts ended games in order, up to the first missing one or the end of the match.
func (m *match) count(each func(*GameRecord) error) error {
	for !m.over() && m.ended[m.next] != nil {
		r := m.ended[m.next]
		delete(m.ended, m.next)
		m.next++
		m.total.add(r)
		if err := each(r); err != nil {
			return err
		}
	}
	return nil
}
