package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"time"
)

// Our solver: all that knows of the command line and of what it prints is here.

// ours asks our program.
type ours struct {
	binary  string
	threads int
	hash    int // MiB
	limit   time.Duration
}

// asked is what the program is asked of the side to move where that is said to win, or not:
// whether it wins, or whether it holds at least a draw.
var asked = map[bool]string{true: "win", false: "hold"}

// solve runs the program on a problem. The time is the program's own, without its start,
// which the other program is not charged with either.
func (o *ours) solve(p *problem) (sample, error) {
	cmd := exec.Command(o.binary, "solve", "--mode", "weak", "--variant", variant, "--fen", p.fen,
		"--question", asked[p.win], "--threads", strconv.Itoa(o.threads), "--memory", fmt.Sprint(o.hash, "M"),
		"--time", o.limit.String(), "--json", "--log-level", "error")
	var text, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &complaint
	err := cmd.Run()
	// A question that is left open when the time is up is a failure to the shell, with a result.
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || text.Len() == 0) {
		return sample{}, fmt.Errorf("%w: %s", err, complaint.String())
	}
	return readResult(text.Bytes(), p)
}

// denial is what the program says where the value is not what it is said to be.
var denial = map[bool]string{true: "at most draw", false: "at least draw"}

// readResult reads what the program has printed about a problem.
func readResult(text []byte, p *problem) (sample, error) {
	var r struct {
		Start   *struct{ Value string }
		Known   string // where there is no value
		Nodes   uint64
		Seconds float64
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return sample{}, fmt.Errorf("%w in %.200q", err, text)
	}
	s := sample{nodes: r.Nodes, seconds: r.Seconds}
	if r.Start != nil {
		s.solved = r.Start.Value == p.question()
		s.denied = !s.solved
	} else {
		s.denied = r.Known == denial[p.win]
	}
	return s, nil
}
