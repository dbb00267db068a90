package protocol_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol"
	"tinyhouse/protocol/expect"
	"tinyhouse/protocol/protocoltest"
	"tinyhouse/protocol/uci"
)

// fake is a backend that plays the first legal move, records its calls, and fails the test at a call
// during a search.
type fake struct {
	t         testing.TB
	mu        sync.Mutex
	searching bool
	calls     []string
	options   engine.Options
	game      *board.Game
	pos       board.Position
	history   []uint64
	limits    engine.Limits
	hit       chan struct{}
}

func (f *fake) call(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, name)
	if f.searching && name != "ponderhit" {
		f.t.Errorf("%s during a search", name)
	}
}

// called returns the calls so far.
func (f *fake) called() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.calls)
}

func (f *fake) SetGame(g *board.Game) { f.call("game"); f.game = g }
func (f *fake) SetOptions(o engine.Options) error {
	f.call("options")
	f.options = o
	return nil
}
func (f *fake) SetNet(n *engine.Net) error {
	f.call("net")
	if n != nil {
		_, err := n.For(f.game)
		return err
	}
	return nil
}
func (f *fake) SetProber(engine.Prober) { f.call("prober") }
func (f *fake) NewGame()                { f.call("newgame") }
func (f *fake) ClearHash()              { f.call("clearhash") }
func (f *fake) Set(p board.Position, history []uint64) {
	f.call("set")
	f.pos, f.history = p, slices.Clone(history)
}
func (f *fake) PonderHit() {
	f.call("ponderhit")
	f.hit <- struct{}{}
}
func (f *fake) Eval() string { f.call("eval"); return "Total evaluation: 0.00\n" }

// Go reports one line and answers. With Infinite, Ponder or a depth above 20 it waits for hit or its end.
func (f *fake) Go(ctx context.Context, l engine.Limits, report func(engine.Info)) engine.Best {
	f.call("go")
	f.mu.Lock()
	f.searching, f.limits = true, l
	f.mu.Unlock()
	var moves board.List
	f.game.Moves(&f.pos, &moves)
	var best engine.Best
	if moves.Len() == 0 {
		best.Outcome = f.game.Outcome(&f.pos, f.history)
		report(engine.Info{})
	} else {
		best = engine.Best{Move: moves.At(0), OK: true}
		report(engine.Info{Depth: 1, SelDepth: 1, Value: 12, WDL: [3]int{100, 800, 100}, Nodes: 3, NPS: 3000,
			Elapsed: time.Millisecond, PV: []board.Move{moves.At(0)}})
	}
	if l.Infinite || l.Ponder || l.Depth > 20 {
		select {
		case <-ctx.Done():
		case <-f.hit:
		}
	}
	f.mu.Lock()
	f.searching = false
	f.mu.Unlock()
	return best
}

// session starts a session with a fake backend. The channel receives its error at its end.
func session(t testing.TB, change func(*protocol.Config)) (*expect.Dialog, *fake, <-chan error) {
	t.Helper()
	f := &fake{t: t, hit: make(chan struct{}, 1)}
	c := protocol.Config{
		ID: protocol.ID{Name: "Fake", Author: "nobody"}, Backend: f,
		Dialects: map[string]protocol.Dialect{"uci": uci.Dialect{}}, Dialect: "uci",
		Catalog: rules.Builtin(), Variant: rules.Default,
	}
	if change != nil {
		change(&c)
	}
	dialog, done := protocoltest.Serve(t, c)
	dialog.Timeout = 10 * time.Second
	return dialog, f, done
}
