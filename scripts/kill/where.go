package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Where a solution is: what belongs here reads it from the files that it leaves.

// where is what a checkpoint says.
type where struct {
	saved   bool
	writing bool // a table has been begun
	stage   int
	stages  int
	round   int // -1: counting
}

// where returns where the solution is that goes on from the checkpoint.
func (v *victim) where() where {
	w := where{}
	drafts, _ := filepath.Glob(v.table() + ".*.tmp")
	w.writing = len(drafts) > 0
	var m struct {
		Stage, Round int
		Stages       [][]int
	}
	text, err := os.ReadFile(filepath.Join(v.table()+".checkpoint", "manifest.json"))
	if err != nil || json.Unmarshal(text, &m) != nil {
		return w
	}
	w.saved, w.stage, w.stages, w.round = true, m.Stage, len(m.Stages), m.Round
	return w
}

func (w where) String() string {
	text := "nothing"
	switch {
	case !w.saved:
	case w.stage == w.stages:
		text = "the end of all rounds"
	case w.round < 0:
		text = fmt.Sprintf("counting in stage %d of %d", w.stage+1, w.stages)
	default:
		text = fmt.Sprintf("round %d in stage %d of %d", w.round, w.stage+1, w.stages)
	}
	if w.writing {
		text += ", writing"
	}
	return text
}

// tally adds up what was killed, and where.
type tally struct {
	kills, resumed, finished         int
	empty, counting, rounds, writing int
	least, most                      int // rounds
}

// add notes a kill, of a process that had found one state and left another.
func (t *tally) add(found, left where) {
	t.kills++
	if found.saved {
		t.resumed++
	}
	switch {
	case left.writing:
		t.writing++
	case !left.saved:
		t.empty++
	case left.round < 0:
		t.counting++
	default:
		if t.rounds == 0 || left.round < t.least {
			t.least = left.round
		}
		t.rounds, t.most = t.rounds+1, max(t.most, left.round)
	}
}

func (t *tally) String() string {
	return fmt.Sprintf("%d kills, %d of processes that had found a checkpoint; %d before the first checkpoint, %d while counting, %d in rounds (%d to %d), %d while writing the table; %d processes came to the end before the last",
		t.kills, t.resumed, t.empty, t.counting, t.rounds, t.least, t.most, t.writing, t.finished)
}
