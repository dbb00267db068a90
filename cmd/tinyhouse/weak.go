package main

// The command solve in its weak mode: the value of one position, and a certificate of it.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tinyhouse/engine"
	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/proof"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/index"
)

// weakFlags are what the weak mode is told beside what both modes are.
type weakFlags struct {
	question string
	nodes    uint64
	tables   []string
}

// isSet reports whether any of them was given.
func (f *weakFlags) isSet() bool {
	return f.question != "value" || f.nodes != 0 || len(f.tables) > 0
}

// add adds the flags of the weak mode alone.
func (f *weakFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.question, "question", "value", "weak: what to ask of the side to move: its `value`, win or hold")
	flags.Uint64Var(&f.nodes, "nodes", 0, "weak: stop after `N` positions")
	addTables(flags, &f.tables)
}

// questions are what can be asked.
var questions = map[string]proof.Question{"value": proof.Value, "win": proof.Win, "hold": proof.Hold}

// weakResult is what the weak mode finds.
type weakResult struct {
	solver.Result
	Low, High score.Outcome
	Nodes     uint64
	Seconds   float64
	Question  string
	Line      string
}

// start says what is known of the position.
func (r *weakResult) start() string {
	switch {
	case r.Start != nil && r.Uncounted:
		return solver.ValueOf(*r.Start).Value
	case r.Start != nil:
		return r.Start.String()
	case r.Low == score.Draw:
		return "at least draw"
	case r.High == score.Draw:
		return "at most draw"
	}
	return "unknown"
}

// String returns the summary as the strong mode has it, and what it took.
func (r *weakResult) String() string {
	text := r.Result.String()
	if r.Start == nil {
		text = strings.Replace(text, "start: -", "start: "+r.start(), 1)
	}
	head := fmt.Sprintf("nodes: %d\nseconds: %.2f\n", r.Nodes, r.Seconds)
	if r.Line != "" {
		head = fmt.Sprintf("line: %s\n", r.Line) + head
	}
	return head + text
}

// MarshalJSON returns the summary as an object: "start" is null where the value is not known,
// and "known" says in words what is.
func (r *weakResult) MarshalJSON() ([]byte, error) {
	summary, err := r.Result.MarshalJSON()
	if err != nil {
		return nil, err
	}
	more := fmt.Sprintf(`,"question":%q,"known":%q,"line":%q,"nodes":%d,"seconds":%.3f}`,
		r.Question, r.start(), r.Line, r.Nodes, r.Seconds)
	return append(summary[:len(summary)-1], more...), nil
}

// runWeak prints what is known of the position, also when the time was not enough for all.
func (a *app) runWeak(ctx context.Context, f *solveFlags) error {
	g, err := a.game()
	if err != nil {
		return err
	}
	p, err := a.position(g)
	if err != nil {
		return err
	}
	o := a.weakOptions(g, &p, f)
	// Tables that come with the program are not asked: a proof owes nothing to what nobody named.
	set, err := a.openTables(f.weak.tables)
	if err != nil {
		return err
	}
	defer set.Close()
	if set.Holds(g) {
		o.Prober = set
	}
	if most := int64(memoryMiB()) << 20; most > 0 && f.Memory > most {
		return usageError{fmt.Errorf("--memory %s: want no more than the machine has, %dM", f.memory, most>>20)}
	}
	// What was replaced by something larger must not pile up beside the search's own memory.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(f.Memory + overhead))
	bar := a.startProgress("solve", "nodes")
	defer bar.stop()
	o.Progress = func(p proof.Progress) { bar.update(0, p.Nodes, weakText(p)) }
	r := weakResult{Result: solver.Result{Variant: g.Variant().Name}, Question: f.weak.question}
	begin := time.Now()
	answer, err := a.prove(ctx, g, &p, f, &o, &r)
	bar.stop()
	r.Seconds, r.Nodes, r.Low, r.High, r.Line = time.Since(begin).Seconds(), answer.Nodes, answer.Low, answer.High, weakLine(g, p, answer.Line)
	if v, exact := answer.Value(); exact {
		r.Start, r.Uncounted = &v, v.Plies == 0 && g.Count(&p) > 0
	}
	if err := errors.Join(a.print(&r, r.String), err); err != nil {
		return explain(err)
	}
	return nil
}

// weakOptions returns the options of the search that the flags ask for. The task is the question:
// a checkpoint of another one is refused, not one that was made with other tables.
func (a *app) weakOptions(g *board.Game, p *board.Position, f *solveFlags) proof.Options {
	l := f.limits(a)
	l.Memory -= guideMemory(f)
	return proof.Options{Limits: l, Guide: newGuides(g, f), Nodes: f.weak.nodes,
		Task: fmt.Sprintf("%s %x %s %s", g.Variant().Name, index.RulesDigest(g), notation.FEN(g, p), f.weak.question)}
}

// prove asks, and writes the certificate where one is wanted and something was found.
func (a *app) prove(ctx context.Context, g *board.Game, p *board.Position, f *solveFlags, o *proof.Options, r *weakResult) (proof.Answer, error) {
	if f.out == "" {
		return proof.Solve(ctx, g, p, questions[f.weak.question], *o)
	}
	w, err := certificate.Create(f.out, g, p) // to learn now, not after days, if that cannot be
	if err != nil {
		return proof.Answer{Low: score.Loss, High: score.Win}, err
	}
	w.Abort()
	c := &output{path: f.out, game: g, root: p}
	o.Finish = c.finish
	o.Sink = func(q *board.Position, m board.Move, v score.Exact) error {
		r.Add(v, 1, func() string { return notation.FEN(g, q) })
		return c.add(q, m, v)
	}
	answer, err := proof.Solve(ctx, g, p, questions[f.weak.question], *o)
	if c.writer == nil {
		return answer, err
	}
	c.writer.Abort() // unless it is closed
	info, missing := os.Stat(f.out)
	if err != nil || missing != nil {
		r.Result = solver.Result{Variant: r.Variant} // nothing was claimed after all
		return answer, err
	}
	r.written(c.writer, f.out, info.Size())
	return answer, nil
}

// written notes the certificate, with the records that it has: equal positions are one.
func (r *weakResult) written(w *certificate.Writer, path string, bytes int64) {
	r.Table, r.Bytes = path, bytes
	r.Wins, r.Draws = w.Counts()
	r.Positions = r.Wins + r.Draws
}

// output is a certificate that is begun when there is something to claim.
type output struct {
	path   string
	game   *board.Game
	root   *board.Position
	writer *certificate.Writer // nil before
}

// begin begins the file, without what killed processes have left of theirs.
func (c *output) begin() (err error) {
	if c.writer != nil {
		return nil
	}
	if err = atomicfile.RemoveTemporary(c.path); err == nil {
		c.writer, err = certificate.Create(c.path, c.game, c.root)
	}
	return err
}

// add claims something.
func (c *output) add(p *board.Position, m board.Move, v score.Exact) error {
	if err := c.begin(); err != nil {
		return err
	}
	return c.writer.Add(p, m, v)
}

// finish puts the file at its path, with what was claimed until then, be it nothing.
func (c *output) finish() error {
	if err := c.begin(); err != nil {
		return err
	}
	return c.writer.Close()
}

// guide is an engine that advises a proof.
type guide struct{ engine *engine.Engine }

// guideMemory returns how many bytes of the memory the hash tables of all guides get.
func guideMemory(f *solveFlags) int64 {
	const most = 64 << 20 // for each
	return min(f.Memory/8, most*int64(f.Threads))
}

// newGuides returns what makes guides for a game.
func newGuides(g *board.Game, f *solveFlags) func() proof.Guide {
	o := engine.DefaultOptions()
	o.Threads, o.Hash = 1, max(int(guideMemory(f)/int64(f.Threads)>>20), 1)
	return func() proof.Guide {
		e, err := engine.New(g, o)
		if err != nil {
			panic(err) // the options are right
		}
		return guide{e}
	}
}

// Value implements proof.Guide.
func (a guide) Value(p *board.Position, nodes uint64) score.Value {
	a.engine.Set(*p, nil)
	var v score.Value
	a.engine.Go(context.Background(), engine.Limits{Nodes: nodes}, func(i engine.Info) {
		if i.Bound == engine.Exact {
			v = i.Value
		}
	})
	return v
}

// weakLine returns moves from p as text.
func weakLine(g *board.Game, p board.Position, moves []board.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, notation.Move(g, &p, m))
		g.Apply(&p, &p, m)
	}
	return strings.Join(words, " ")
}

// weakText says what the search is doing.
func weakText(p proof.Progress) string {
	if p.Claims > 0 {
		return fmt.Sprintf("certificate: %d positions, %d to look at, table %d%%", p.Claims, p.Open, p.Load/10)
	}
	if p.Phi == 0 && p.Delta == 0 {
		return fmt.Sprintf("does %s win: table %d%%", p.Attacker, p.Load/10)
	}
	return fmt.Sprintf("does %s win: pn %d dn %d, table %d%%, set %d, atlas %d, %d plies deep", p.Attacker, p.Phi, p.Delta, p.Load/10, p.Set, p.Atlas, len(p.Line))
}
