package main

import (
	"context"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine/rules"
	"tinyhouse/protocol/client"
)

// peer is a UCI engine that runs for one variant, so that no option leaks into the next.
type peer struct{ *client.Engine }

// longest is the time limit of a count.
const longest = time.Hour

// startPeer starts an engine and sets the variant. If v is not nil, the peer receives our
// definition of v under name; otherwise name is one of its own variants.
func startPeer(command []string, v *rules.Variant, name string) (*peer, error) {
	e, err := client.Start(exec.Command(command[0], command[1:]...), client.Timeouts{Ready: time.Minute})
	if err != nil {
		return nil, err
	}
	p := &peer{e}
	if err := p.choose(v, name); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// choose defines v, if not nil, and selects the variant.
func (p *peer) choose(v *rules.Variant, name string) error {
	if v != nil {
		renamed := *v
		renamed.Name = name
		var ini strings.Builder
		if err := rules.WriteINI(&ini, &renamed); err != nil {
			return err
		}
		if err := p.Define(ini.String()); err != nil {
			return err
		}
	}
	p.Set("UCI_Variant", name)
	return p.Ready(context.Background(), nil)
}

// divide returns the leaves below each move of a position. It ignores lines other than
// "MOVE: COUNT".
func (p *peer) divide(fen string, depth int) (map[string]uint64, error) {
	p.Position("fen "+fen, nil)
	p.Send("go perft " + strconv.Itoa(depth))
	counts := map[string]uint64{}
	err := p.Until(context.Background(), longest, func(l client.Line) bool {
		move, count, ok := strings.Cut(l.Text, ": ")
		n, err := strconv.ParseUint(count, 10, 64)
		isSum := strings.HasPrefix(l.Text, "Nodes searched")
		if ok && err == nil && !isSum {
			counts[move] = n
		}
		return isSum
	})
	return counts, err
}

// perft returns the leaves below a position and the time from the command to the last line.
func (p *peer) perft(fen string, depth int) (uint64, time.Duration, error) {
	start := time.Now()
	counts, err := p.divide(fen, depth)
	var sum uint64
	for _, n := range counts {
		sum += n
	}
	return sum, time.Since(start), err
}

func (p *peer) close() { p.Close() }
