package main

// The weak mode of the command solve: the value of one position, and a certificate.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/cmd/tinyhouse/internal/memory"
	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/proof"
)

// weakFlags are the flags of the weak mode alone.
type weakFlags struct {
	question string
	nodes    uint64
	tables   []string
}

// isSet reports whether any of them is not the default.
func (f *weakFlags) isSet() bool {
	return f.question != "value" || f.nodes != 0 || len(f.tables) > 0
}

func (f *weakFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.question, "question", "value", "weak: find the `value` for the side to move, or only whether it wins (win) or does not lose (hold)")
	flags.Uint64Var(&f.nodes, "nodes", 0, "weak: stop after `N` positions; the exit status is 1 if nothing is known then")
	addTables(flags, &f.tables)
}

// weakResult is the summary of the weak mode.
type weakResult struct {
	proof.Answer
	Question string
	Seconds  float64
	Moves    string // the line as text
}

// String returns the summary of the strong mode after the line and the effort.
func (r *weakResult) String() string {
	head := fmt.Sprintf("nodes: %d\nseconds: %.2f\n", r.Nodes, r.Seconds)
	if r.Moves != "" {
		head = fmt.Sprintf("line: %s\n", r.Moves) + head
	}
	return head + r.Result.String()
}

// MarshalJSON returns the object of the strong mode with more members. There "start" is null where
// the value is not known, and "known" is what is known in words.
func (r *weakResult) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		solver.Object
		Question string      `json:"question"`
		Known    string      `json:"known"`
		Line     string      `json:"line"`
		Nodes    uint64      `json:"nodes"`
		Seconds  json.Number `json:"seconds"`
	}{r.Result.Object(), r.Question, r.Result.Known(), r.Moves, r.Nodes, json.Number(fmt.Sprintf("%.3f", r.Seconds))})
}

// runWeak prints what is known of the position, also when a limit was reached.
func (a *app) runWeak(ctx context.Context, f *solveFlags) error {
	g, err := a.game()
	if err != nil {
		return err
	}
	p, err := a.position(g)
	if err != nil {
		return err
	}
	question, err := proof.ParseQuestion(f.weak.question)
	if err != nil {
		return err
	}
	if most := int64(memory.MiB()) << 20; most > 0 && f.Memory > most {
		return usageError{fmt.Errorf("--memory %s: want no more than the machine has, %dM", f.memory, most>>20)}
	}
	o := proof.Options{Limits: f.limits(a), Nodes: f.weak.nodes, Evaluator: newEvaluators(g, f)}
	o.Memory -= evaluatorMemory(f)
	set, err := a.openTables(f.weak.tables, g)
	if err != nil {
		return err
	}
	defer set.Close()
	if set.Holds(g) {
		o.Prober = set
	}
	// The limit makes the collector free the hash tables that larger ones have replaced.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(f.Memory + overhead))
	stop := a.reportWeak(&o)
	begin := time.Now()
	r := weakResult{Question: f.weak.question}
	r.Answer, err = proof.Solve(ctx, g, &p, question, f.out, o)
	stop()
	if err == nil && r.Result.Hashed && r.Result.Table != "" {
		err = a.replay(ctx, f, &r.Answer)
	}
	r.Seconds, r.Moves = time.Since(begin).Seconds(), strings.Join(input.MoveTexts(g, p, r.Line, notation.Move), " ")
	return errors.Join(a.print(&r), explainWeak(err))
}

// explainWeak adds to an error what a user can do.
func explainWeak(err error) error {
	if errors.Is(err, proof.ErrNodes) {
		return fmt.Errorf("%w; --nodes allows more", err)
	}
	return explain(err)
}

// reportWeak sets the options that report progress, until stop is called.
func (a *app) reportWeak(o *proof.Options) (stop func()) {
	bar := a.startProgress("solve", "nodes")
	o.Progress = func(p proof.Progress) { bar.Update(weakShare(p), weakCount(p), weakText(p)) }
	o.Estimate = func(e proof.Estimate) {
		bar.Stop()
		bar = a.startProgress("certificate", "positions")
		event := a.log.Info().Uint64("max_positions", e.Positions).Int64("max_bytes", e.Bytes)
		if e.Most > 0 {
			event = event.Int("positions_in_memory", e.Most)
		}
		event.Msg("certificate: estimate")
	}
	return func() { bar.Stop() }
}

// evaluator is an engine that evaluates leaves of a proof.
type evaluator struct{ engine *engine.Engine }

// evaluatorMemory returns the bytes of memory for the hash tables of all evaluators.
func evaluatorMemory(f *solveFlags) int64 {
	const most = 64 << 20 // for each
	return min(f.Memory/8, most*int64(f.Threads))
}

// newEvaluators returns a function that makes evaluators of a game.
func newEvaluators(g *board.Game, f *solveFlags) func() proof.Evaluator {
	o := engine.DefaultOptions()
	o.Threads, o.Hash = 1, max(int(evaluatorMemory(f)/int64(f.Threads)>>20), 1)
	return func() proof.Evaluator {
		e, err := engine.New(g, o)
		if err != nil {
			panic(err) // the options are right
		}
		return evaluator{e}
	}
}

// Value implements proof.Evaluator.
func (a evaluator) Value(p *board.Position, nodes uint64) score.Value {
	a.engine.Set(*p, nil)
	var v score.Value
	a.engine.Go(context.Background(), engine.Limits{Nodes: nodes}, func(i engine.Info) {
		if i.Bound == engine.Exact {
			v = i.Value
		}
	})
	return v
}

// weakText returns the current work of the solver.
func weakText(p proof.Progress) string {
	switch {
	case p.Writing:
		return fmt.Sprintf("writing %d records", p.Exported)
	case p.Exported > 0:
		return fmt.Sprintf("%d records", p.Exported)
	case p.Certificate:
		return fmt.Sprintf("%d positions, %d without a move, table %d%%", p.Laid, p.Open, p.Hashfull/10)
	case p.Phi == 0 && p.Delta == 0:
		return fmt.Sprintf("does %s win: table %d%%", p.Attacker, p.Hashfull/10)
	}
	return fmt.Sprintf("does %s win: pn %d dn %d, table %d%%, draw strategy %d, enumerated %d, %d plies deep",
		p.Attacker, p.Phi, p.Delta, p.Hashfull/10, p.Members, p.Enumerated, len(p.Line))
}

// weakCount returns the units of work that are done: positions searched, then those of the
// certificate.
func weakCount(p proof.Progress) uint64 {
	if p.Certificate {
		return uint64(max(p.Laid, p.Exported))
	}
	return p.Nodes
}

// weakShare returns the share of the current work that is done, where that is known.
func weakShare(p proof.Progress) float64 {
	if p.Laid > 0 && p.Exported > 0 {
		return min(float64(p.Exported)/float64(p.Laid), 1)
	}
	return 0
}
