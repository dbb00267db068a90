package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"tinyhouse/engine/board"
)

// maxPlies is where a game is given up as unfinished.
const maxPlies = 600

// control is the time control.
type control struct {
	base, inc time.Duration
	margin    time.Duration // by which a clock may be overrun
	cute      bool          // speak as CuteChess does
	excuse    bool          // overruns that the machine is to blame for
}

// game is a game being played. Its position and moves are the referee's.
type game struct {
	opening
	control
	number  int
	variant string
	from    string // what comes before the moves in the position command
	players [2]*player
	left    [2]time.Duration
	mates   [2]int // the last mate each side has announced for itself, 0: none
	tally
}

// newGame draws the opening of game number n. Every other game begins from the FEN after
// the opening, so that its moves are not known to the engines.
func newGame(g *board.Game, c control, n int, seed uint64) (*game, error) {
	o, err := open(g, rand.New(rand.NewPCG(seed, uint64(n))))
	if err != nil {
		return nil, err
	}
	x := &game{opening: o, control: c, number: n, variant: g.Variant().Name, from: "startpos"}
	x.left = [2]time.Duration{c.base, c.base}
	x.games = 1
	if n%2 == 1 {
		x.from, x.past, x.given = "fen "+x.fen(), nil, nil
	}
	return x, nil
}

// run plays the game to its end, which may be that an engine breaks a rule. With an error
// the guilty player has crashed, or complains.
func (x *game) run(players [2]*player) (guilty int, err error) {
	x.players = players
	for i, p := range players {
		if err := p.newGame(x.variant); err != nil {
			x.accuse(kindOf(err), err.Error(), "", "setoption name UCI_Variant value "+x.variant, "ucinewgame", "isready")
			x.forfeits++
			return i, err
		}
	}
	for {
		turn := x.pos.Turn()
		if o := x.game.Outcome(&x.pos, x.past); o.Over() {
			x.end(o.Result, turn)
			return 0, nil
		}
		if x.cute && tooFew(x.game, &x.pos) {
			x.draws++
			return 0, nil
		}
		if x.plies == maxPlies {
			x.unfinished++
			return 0, nil
		}
		if ok, err := x.turn(turn); !ok {
			x.forfeits++
			return int(turn), err
		}
		x.plies++
	}
}

// turn lets the side to move think and plays its move. It is not ok when the move loses the
// game by the rules of matches; with an error the engine is no more.
func (x *game) turn(us board.Color) (ok bool, err error) {
	t := x.ask(us)
	p := x.players[us]
	for _, line := range p.strays() {
		x.accuse(badPV, "a line before the search", line, t.sent...)
	}
	if x.excuse {
		t.delay = p.delay()
	}
	if err := p.sendAll(t.sent); err != nil {
		x.accuse(kindOf(err), err.Error(), "", t.sent...)
		return false, err
	}
	began := time.Now()
	for {
		r, err := p.next()
		if err != nil {
			x.accuse(kindOf(err), err.Error(), "", t.sent...)
			return false, err
		}
		if rest, ok := strings.CutPrefix(r.text, "bestmove "); ok {
			inTime := x.charge(t, us, r.at.Sub(began))
			return x.answer(t, us, rest, r.text) && inTime, nil
		}
		x.read(t, r.text)
	}
}

// thought is one search of a game.
type thought struct {
	sent  []string
	delay time.Duration // of player and referee, before it
	last  *info         // the last exact line of the best move, or its last line if none is
	final string        // the last line of all
}

// ask writes the commands of a search.
func (x *game) ask(us board.Color) *thought {
	position := "position " + x.from
	if len(x.given) > 0 {
		position += " moves " + strings.Join(x.given, " ")
	}
	if x.cute {
		return &thought{sent: []string{position, "isready", x.cuteGo()}}
	}
	inc := x.inc.Milliseconds()
	return &thought{sent: []string{position, fmt.Sprintf("go wtime %d btime %d winc %d binc %d",
		x.left[board.White].Milliseconds(), x.left[board.Black].Milliseconds(), inc, inc)}}
}

// read judges a line that comes before the answer.
func (x *game) read(t *thought, text string) {
	if strings.HasPrefix(text, "info string ERROR") {
		x.accuse(badPV, "the engine complains", text, t.sent...)
		return
	}
	x.lines++
	t.final = text
	i, err := parseInfo(text)
	if err != nil {
		x.accuse(badPV, err.Error(), text, t.sent...)
		return
	}
	if i.rank == 1 && len(i.pv) > 0 && (i.exact() || t.last == nil || t.last.bound) {
		t.last = i
	}
	if err := x.check(i); err != nil {
		x.accuse(badPV, err.Error(), text, t.sent...)
	} else if odd := x.odd(i); odd != "" {
		x.accuse(note, odd, text, t.sent...)
	}
}

// charge takes time from a clock and reports whether enough was left. A clock overrun
// within the margin goes on at nothing: the time may have been lost on the way.
func (x *game) charge(t *thought, us board.Color, spent time.Duration) bool {
	left := x.left[us] - spent
	x.left[us] = max(left, 0) + x.inc
	if left < 0 {
		x.over++
		x.worst = max(x.worst, -left)
	}
	if left >= -x.margin {
		return true
	}
	if x.excuse {
		if left+x.players[us].delay()-t.delay >= -x.margin {
			x.excused++
			return true
		}
	}
	x.accuse(late, fmt.Sprintf("%v over the clock, after %v", -left, spent), "", t.sent...)
	return false
}

// answer judges and plays the move of "bestmove a1b2 ponder b3b2", without its first word.
func (x *game) answer(t *thought, us board.Color, rest, line string) bool {
	words := strings.Fields(rest)
	if len(words) == 0 {
		words = []string{"(none)"}
	}
	m, err := move(x.game, &x.pos, words[0])
	if err != nil {
		x.accuse(illegal, err.Error(), line, t.sent...)
		return false
	}
	if err := x.conclude(t.last, words[0]); err != nil {
		x.accuse(badPV, err.Error(), t.quote(line), t.sent...)
	}
	if len(words) == 3 && words[1] == "ponder" {
		if _, err := x.walk([]string{words[0], words[2]}); err != nil {
			x.accuse(badPV, "ponder move: "+err.Error(), line, t.sent...)
		}
	} else if len(words) > 1 {
		x.accuse(badPV, "more than a move to ponder", line, t.sent...)
	}
	x.follow(t, us)
	x.play(m)
	return true
}

// quote returns what to show of a search: its last exact line, its last line and its answer.
func (t *thought) quote(answer string) string {
	if t.last == nil {
		return answer
	}
	lines := []string{t.last.text, t.final, answer}
	return strings.Join(slices.Compact(lines), "\n\t< ")
}

// follow notes when a side that has announced mate is further from it at its next move.
func (x *game) follow(t *thought, us board.Color) {
	before := x.mates[us]
	x.mates[us] = 0
	if t.last != nil && t.last.exact() && t.last.mate && t.last.score > 0 {
		x.mates[us] = t.last.score
	}
	if before > 0 && t.last != nil && t.last.exact() && (x.mates[us] == 0 || x.mates[us] >= before) {
		x.accuse(note, fmt.Sprintf("mate %d was announced a move ago", before), t.last.text, t.sent...)
	}
}

// accuse writes down a fault.
func (x *game) accuse(kind offence, reason, line string, sent ...string) {
	x.counts[kind]++
	sent = append([]string{"setoption name UCI_Variant value " + x.variant}, sent...)
	x.faults = append(x.faults, fault{kind: kind, game: x.number, reason: reason, sent: sent, line: line})
}

// kindOf returns what an error of a player is counted as.
func kindOf(err error) offence {
	if errors.Is(err, errStall) {
		return stalled
	}
	return crash
}

// isCrash reports whether an engine has to be started anew.
func isCrash(err error) bool { return errors.Is(err, errCrash) }
