package main

import (
	"context"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine/rules"
	"tinyhouse/protocol/client"
)

// peer is an engine that is asked in UCI, with one thread.
type peer struct{ *client.Engine }

// startPeer starts an engine with some MiB of hash for a variant in our own definition, which
// goes under another name, so that the engine cannot take its own.
func startPeer(path string, v *rules.Variant, hash int) (*peer, error) {
	e, err := client.Start(exec.Command(path), client.Timeouts{Ready: time.Minute})
	if err != nil {
		return nil, err
	}
	p := &peer{e}
	if err := p.prepare(v, hash); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// prepare hands over the variant and sets the options.
func (p *peer) prepare(v *rules.Variant, hash int) error {
	renamed := *v
	renamed.Name = "problem-" + v.Name
	var ini strings.Builder
	if err := rules.WriteINI(&ini, &renamed); err != nil {
		return err
	}
	if err := p.Define(ini.String()); err != nil {
		return err
	}
	p.Set("UCI_Variant", renamed.Name)
	p.Set("Hash", strconv.Itoa(hash))
	return p.forget()
}

// forget empties the hash table.
func (p *peer) forget() error {
	p.Send("ucinewgame")
	return p.Ready(context.Background(), nil)
}

// close ends the engine.
func (p *peer) close() { p.Close() }

// answer is what a search has said in the end.
type answer struct {
	mate    int // moves to the mate in the last score, negative for the side to move being mated; 0: none
	best    string
	nodes   uint64
	seconds float64 // to the line that settled it, or to the answer
}

// search runs a search with the words after go. It is stopped when a line says that the
// side to move wins (want 1) or loses (want -1), or, where limit is not 0, after that time.
// Where want is 0 the last score counts.
func (p *peer) search(fen, words string, want int, limit time.Duration) (answer, error) {
	var a answer
	begin, settled := time.Now(), false
	p.Position("fen "+fen, nil)
	r, err := p.Go(context.Background(), words, limit, func(l client.Line) bool {
		elapsed := l.At.Sub(begin)
		switch {
		case settled:
		case limit > 0 && elapsed > limit:
			late := answer{}
			late.read(l.Text)
			a.nodes = max(a.nodes, late.nodes) // but what it has found comes too late
		default:
			a.read(l.Text)
			settled = want != 0 && a.mate*want > 0
			a.seconds = elapsed.Seconds()
		}
		return settled
	})
	a.best = r.Move
	switch {
	case settled:
	case r.Stopped:
		a.seconds = limit.Seconds()
	default:
		a.seconds = r.Took.Seconds()
	}
	return a, err
}

// read takes what counts from an info line. A mate that is only a bound counts where the
// bound is the right one: at least a win, or at most a loss.
func (a *answer) read(line string) {
	line, _, _ = strings.Cut(line, " pv ")
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "info" || words[1] == "string" {
		return
	}
	mate, scored := 0, false
	least, most := slices.Contains(words, "lowerbound"), slices.Contains(words, "upperbound")
	for i, word := range words[:len(words)-1] {
		switch word {
		case "nodes":
			a.nodes, _ = strconv.ParseUint(words[i+1], 10, 64)
		case "score":
			scored = true
		case "mate":
			mate, _ = strconv.Atoi(words[i+1])
		}
	}
	if scored && !(least && mate <= 0) && !(most && mate >= 0) {
		a.mate = mate
	}
}
