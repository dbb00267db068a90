package main

import (
	"fmt"
	"strings"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// offence sorts what an engine can do wrong.
type offence int

// The offences; the last is none, but worth a look.
const (
	illegal offence = iota
	late
	crash
	stalled
	badPV
	note
	offences // their number
)

// String is the word an offence is reported with.
func (o offence) String() string {
	return [...]string{"illegal", "late", "crash", "stall", "bad pv", "note"}[o]
}

// fault is an offence with all it takes to see it again.
type fault struct {
	kind   offence
	game   int
	reason string
	sent   []string // to the engine: position and go
	line   string   // the answer complained of, if it is one line
}

// String is a fault in a few lines, the last of them for a log or a pipe.
func (f fault) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v in game %d: %s", f.kind, f.game, f.reason)
	for _, line := range f.sent {
		b.WriteString("\n\t> " + line)
	}
	if f.line != "" {
		b.WriteString("\n\t< " + f.line)
	}
	return b.String()
}

// tally is what happened in a game, or in many of one variant.
type tally struct {
	games, white, black, draws, unfinished, forfeits int

	plies, lines int
	over         int           // moves that took longer than the clock, if only by little
	excused      int           // of these, that took longer than the margin because the machine was busy
	worst        time.Duration // over the clock
	counts       [offences]int
	faults       []fault
}

// add adds the counts of a game, but not the faults, which are printed as they come.
func (t *tally) add(u *tally) {
	t.games += u.games
	t.white += u.white
	t.black += u.black
	t.draws += u.draws
	t.unfinished += u.unfinished
	t.forfeits += u.forfeits
	t.plies += u.plies
	t.lines += u.lines
	t.over += u.over
	t.excused += u.excused
	t.worst = max(t.worst, u.worst)
	for i, n := range u.counts {
		t.counts[i] += n
	}
}

// end counts the result of a game, given for the side to move.
func (t *tally) end(r rules.Result, turn board.Color) {
	switch {
	case r == rules.Draw:
		t.draws++
	case (r == rules.Win) == (turn == board.White):
		t.white++
	default:
		t.black++
	}
}

// clean reports whether nothing was wrong.
func (t *tally) clean() bool {
	return t.counts[illegal]+t.counts[late]+t.counts[crash]+t.counts[stalled]+t.counts[badPV] == 0
}

// String is the line of a variant.
func (t *tally) String() string {
	return fmt.Sprintf("%d games +%d -%d =%d, %d unfinished, %d forfeits, %d plies, %d illegal, %d late (%d over the clock, %d excused, worst %.1f ms), %d crashes, %d stalls, %d bad PVs of %d lines, %d notes",
		t.games, t.white, t.black, t.draws, t.unfinished, t.forfeits, t.plies, t.counts[illegal], t.counts[late],
		t.over, t.excused, float64(t.worst)/float64(time.Millisecond), t.counts[crash], t.counts[stalled], t.counts[badPV], t.lines, t.counts[note])
}
