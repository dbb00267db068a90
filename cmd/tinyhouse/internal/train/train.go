// Package train learns a net of a game: it alternates self-play and fitting, generation after generation, and
// measures the last net in a match against the hand-made evaluation.
package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/engine/base/filelock"
	"tinyhouse/engine/board"
	"tinyhouse/engine/learn"
	"tinyhouse/engine/learn/fit"
	"tinyhouse/engine/learn/samples"
	"tinyhouse/engine/notation"
	"tinyhouse/protocol/elo"
)

// Options say what to learn and how.
type Options struct {
	Settings
	Game    *board.Game
	Prober  engine.Prober // of solved positions, or nil
	Out     string        // the net
	Folder  string        // keeps unfinished work
	Threads int
	Commit  string // of the program, for the net's origin

	// Progress is called now and then: a phase, the share of its work that is done, and the work in a unit.
	Progress func(phase, unit string, share float64, done uint64)
}

// Settings are the options that must be the same when training continues.
type Settings struct {
	Rules       string        `json:"rules"`  // of the game, a digest
	Tables      string        `json:"tables"` // of the prober, a digest
	Seed        uint64        `json:"seed"`
	Hidden      int           `json:"hidden"` // size of the hidden layer; 0: by the size of the board
	Nodes       uint64        `json:"nodes"`  // of a search in self-play
	Generations int           `json:"generations"`
	Epochs      int           `json:"epochs"`
	Games       int           `json:"games"`     // of the match, an even number
	Positions   int           `json:"positions"` // of all generations; 0: as many as the time allows
	Time        time.Duration `json:"time"`      // for all generations, if Positions is 0
}

// Result is what a training ends with.
type Result struct {
	Net    string    `json:"net"`
	Bytes  int       `json:"bytes"`
	Elo    *float64  `json:"elo"`    // null: all games were won or lost
	Margin *float64  `json:"margin"` // null: it cannot be computed
	Score  elo.Score `json:"score"`
	Loss   float64   `json:"validation_loss"` // of the last generation
}

// String returns the last lines of the command.
func (r *Result) String() string {
	return fmt.Sprintf("net: %s %d\nelo: %s\n", r.Net, r.Bytes, difference(&r.Score))
}

// difference returns the difference of a match in Elo, with the half width of its 95 % interval.
func difference(s *elo.Score) string {
	d, e := s.Elo()
	if d == 0 {
		d = 0 // not -0
	}
	return strings.ToLower(fmt.Sprintf("%+.0f +/- %.0f", d, e))
}

// trainer is the state of a training.
type trainer struct {
	Options
	state state
	begin time.Time // of this process, after the time that the state has
	net   *engine.Net
	curve [][]fit.Epoch // by generation
}

// Run trains a net and writes it, with a picture of the loss beside it. It continues unfinished work in the
// folder; if ctx is cancelled, it keeps it there.
func Run(ctx context.Context, o Options) (*Result, error) {
	if err := checkOut(o.Out); err != nil {
		return nil, err
	}
	unlock, err := filelock.LockFolder(o.Folder)
	if err != nil {
		return nil, err
	}
	defer unlock()
	t := &trainer{Options: o, begin: time.Now()}
	if t.Hidden == 0 {
		t.Hidden = hiddenFor(o.Game)
	}
	t.Rules = fmt.Sprintf("%x", engine.NetRules(o.Game))
	if err := t.load(); err != nil {
		return nil, err
	}
	for g := range o.Generations {
		if err := t.generation(ctx, g); err != nil {
			return nil, err
		}
	}
	r, err := t.finish(ctx)
	if err != nil {
		return nil, err
	}
	return r, t.remove()
}

// checkOut returns an error if no net can be written at path, or if it holds something else than a net.
func checkOut(path string) error {
	if err := atomicfile.Check(path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	err = errors.New("it is too long")
	if info.Size() <= engine.MaxNet {
		var data []byte
		if data, err = os.ReadFile(path); err == nil {
			_, err = engine.ParseNet(data)
		}
	}
	if err != nil {
		return fmt.Errorf("train: %s exists and is no net, so it is not replaced: %w", path, err)
	}
	return nil
}

// hiddenFor returns the size of the hidden layer that suits the board of a game.
func hiddenFor(g *board.Game) int {
	if g.Geometry().Squares() > 40 {
		return 128
	}
	return 64
}

// path returns the name of a file of a generation.
func (t *trainer) path(generation int, kind string) string {
	return filepath.Join(t.Folder, fmt.Sprintf("%d.%s", generation+1, kind))
}

// generation plays and fits. It leaves the net for the next generation.
func (t *trainer) generation(ctx context.Context, g int) error {
	if err := t.play(ctx, g); err != nil {
		return err
	}
	d, err := t.data(g)
	if err != nil {
		return err
	}
	if g == 0 && t.state.Scale == 0 {
		t.state.Scale = d.BestScale()
		if err := t.save(); err != nil {
			return err
		}
	}
	o := fit.DefaultOptions()
	o.Hidden, o.Epochs, o.Seed, o.Scale = t.Hidden, t.Epochs, t.Seed+uint64(g), t.state.Scale
	o.ScoreShare = max(o.ScoreShare-0.1*float64(g), 0.5)
	n, _ := d.Len()
	o.Batch = max(256, min(o.Batch, n/500)) // enough steps, however few samples there are
	phase := fmt.Sprintf("fit %d/%d", g+1, t.Generations)
	net, epochs, err := fit.Fit(ctx, d, o, t.Threads, t.path(g, "fit"), func(e []fit.Epoch) {
		t.Progress(phase, "samples", float64(len(e))/float64(t.Epochs), uint64(len(e)*n))
	})
	if err != nil {
		return err
	}
	t.net = net
	t.curve = append(t.curve, epochs)
	return t.save()
}

// play makes the samples of a generation, unless they are finished.
func (t *trainer) play(ctx context.Context, g int) error {
	if g < len(t.state.Samples) {
		return nil
	}
	w, err := samples.Continue(t.path(g, "ths"), t.Game)
	if err != nil {
		return err
	}
	want, until := max(t.Positions/t.Generations, minSamples), time.Time{}
	playing := ctx
	if t.Time > 0 {
		want, until = maxSamples, t.begin.Add(t.deadline(g)-t.state.Spent)
		timed, cancel := context.WithDeadline(ctx, until)
		defer cancel()
		playing = timed
	}
	phase := fmt.Sprintf("play %d/%d", g+1, t.Generations)
	before, saved := w.Samples(), time.Now()
	s := learn.Settings{Game: t.Game, Net: t.net, Prober: t.Prober, Nodes: t.Nodes, Seed: t.Seed<<8 + uint64(g)}
	var failed error
	err = learn.Generate(playing, s, w, want, t.Threads, func() {
		share := float64(w.Samples()) / float64(want)
		if t.Time > 0 {
			share = t.spent().Seconds() / t.deadline(g).Seconds()
		}
		t.Progress(phase, "positions", share, uint64(w.Samples()-before))
		if time.Since(saved) > 10*time.Second && failed == nil {
			saved, failed = time.Now(), t.save()
		}
	})
	if err = errors.Join(err, failed, w.Close(), ctx.Err()); err != nil {
		return errors.Join(t.save(), err)
	}
	if w.Samples() < minSamples || w.Chunks() < learn.MinChunks {
		return fmt.Errorf("train: %d positions in %d parts of generation %d: want at least %d in %d, so give it more time",
			w.Samples(), w.Chunks(), g+1, minSamples, learn.MinChunks)
	}
	t.state.Samples = append(t.state.Samples, w.Samples())
	return t.save()
}

// deadline returns after which time the self-play of a generation ends: the match and the fit of each
// generation take the rest.
func (t *trainer) deadline(g int) time.Duration {
	return time.Duration(float64(t.Time) * 0.95 * (float64(g) + 0.9) / float64(t.Generations))
}

// finish plays the match and writes the net and the picture.
func (t *trainer) finish(ctx context.Context) (*Result, error) {
	net := learn.Settings{Game: t.Game, Net: t.net, Prober: t.Prober, Nodes: 2 * t.Nodes, Seed: t.Seed}
	handMade := net
	handMade.Net = nil
	games, err := learn.Match(ctx, net, handMade, t.Games/2, t.Threads, func(done int) {
		t.Progress("match", "games", 2*float64(done)/float64(t.Games), uint64(2*done))
	})
	if err != nil {
		return nil, errors.Join(err, ctx.Err())
	}
	r := &Result{Net: t.Out}
	for _, pair := range games {
		r.Score.Add(pair[0])
		r.Score.Add(pair[1])
	}
	d, e := r.Score.Elo()
	r.Elo, r.Margin = finite(d), finite(e)
	last := t.curve[len(t.curve)-1]
	r.Loss = last[len(last)-1].Validation
	t.net.Origin = t.origin(r)
	var b bytes.Buffer
	if err := t.net.Write(&b); err != nil {
		return nil, err
	}
	r.Bytes = b.Len()
	picture := func(w io.Writer) error { _, err := io.WriteString(w, curveSVG(t.curve)); return err }
	return r, errors.Join(atomicfile.Write(t.Out+".svg", picture),
		atomicfile.Write(t.Out, func(w io.Writer) error { _, err := w.Write(b.Bytes()); return err }))
}

// origin returns how the net was made.
func (t *trainer) origin(r *Result) string {
	return fmt.Sprintf("commit: %s\nseed: %d\nnodes: %d\npositions: %v\nepochs: %d\nvalidation: %.6f\nmatch: %s Elo in %d games of %d nodes a move against the hand-made evaluation\n",
		t.Commit, t.Seed, t.Nodes, t.state.Samples, t.Epochs, r.Loss, difference(&r.Score), r.Score.Games(), 2*t.Nodes)
}

// start returns an error if no game can begin.
func start(g *board.Game) error {
	p, err := notation.Start(g)
	if err == nil && g.Ended(&p).Over() {
		err = errors.New("train: the game is over in its start position")
	}
	return err
}
