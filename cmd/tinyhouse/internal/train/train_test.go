package train

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/learn"
	"tinyhouse/engine/learn/fit"
	"tinyhouse/engine/learn/samples"
	"tinyhouse/protocol/elo"
)

// options returns the options of a short training.
func options(t testing.TB, dir string, threads int) Options {
	o := Options{Game: enginetest.Game(t, "gardner"), Out: filepath.Join(dir, "net.thn"), Threads: threads}
	o.Settings = Settings{Seed: 1, Hidden: 32, Nodes: 20, Generations: 2, Epochs: 3, Games: 4, Positions: 1200}
	if err := o.Check(); err != nil {
		t.Fatal(err)
	}
	o.Commit = "test"
	o.Progress = func(string, string, float64, uint64) {}
	return o
}

// wellFormed reports whether a text is XML.
func wellFormed(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestRepeatable checks that a training gives the same net with any number of threads, also when it is
// interrupted in every phase, and leaves the net and its picture alone.
func TestRepeatable(t *testing.T) {
	dir := t.TempDir()
	r, err := Run(t.Context(), options(t, dir, 1))
	if err != nil {
		t.Fatal(err)
	}
	want := enginetest.ReadFile(t, filepath.Join(dir, "net.thn"))
	if r.Bytes != len(want) || r.Score.Games() != 4 || r.Loss <= 0 {
		t.Errorf("result %+v", r)
	}
	n, err := engine.ParseNet(want)
	if err != nil || n.Name != "gardner" || !strings.Contains(n.Origin, "commit: test\nseed: 1\n") || !strings.Contains(n.Origin, "Elo in 4 games") {
		t.Errorf("net %q, origin %q, error %v", n.Name, n.Origin, err)
	}
	if err := wellFormed(enginetest.ReadFile(t, filepath.Join(dir, "net.thn.svg"))); err != nil {
		t.Errorf("the picture: %v", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
		t.Errorf("left %v, %v", files, err)
	}
	interrupted := t.TempDir()
	for _, stop := range []string{"play 1/2", "fit 1/2", "play 2/2", "fit 2/2", "match", ""} {
		o := options(t, interrupted, 2)
		if stop == "" { // what killed processes may leave
			for _, path := range []string{o.Out, o.Out + ".svg", filepath.Join(o.Folder, "state.json"), filepath.Join(o.Folder, "2.fit")} {
				enginetest.WriteFile(t, path+".3.tmp", nil)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		o.Progress = func(phase, _ string, _ float64, _ uint64) {
			if phase == stop {
				cancel()
			}
		}
		_, err := Run(ctx, o)
		cancel()
		if stop != "" && !errors.Is(err, context.Canceled) || stop == "" && err != nil {
			t.Fatalf("stopped in %q: error %v", stop, err)
		}
	}
	if !bytes.Equal(enginetest.ReadFile(t, filepath.Join(interrupted, "net.thn")), want) {
		t.Error("two threads, interrupted, give another net than one")
	}
	if files, err := os.ReadDir(interrupted); err != nil || len(files) != 2 {
		t.Errorf("left after interruptions %v, %v", files, err)
	}
}

// TestOtherSettings checks that unfinished work is continued with its own settings only.
func TestOtherSettings(t *testing.T) {
	dir := t.TempDir()
	o := options(t, dir, 2)
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(string, string, float64, uint64) { cancel() }
	if _, err := Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	o = options(t, dir, 2)
	o.Seed = 2
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "has work with other settings: ") {
		t.Errorf("another seed: error %v", err)
	}
	o = options(t, dir, 2)
	o.Game = enginetest.Game(t, "losalamos")
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "has work with other settings: ") {
		t.Errorf("another game: error %v", err)
	}
	enginetest.WriteFile(t, filepath.Join(o.Folder, "state.json"), []byte("{"))
	if _, err := Run(t.Context(), options(t, dir, 2)); err == nil || !strings.Contains(err.Error(), "remove it to begin anew") {
		t.Errorf("a damaged state: error %v", err)
	}
}

// TestOut checks that a file that is no net is not replaced, and that a net is, also by a training of few positions:
// games of two chunks are played, of which one validates.
func TestOut(t *testing.T) {
	o := options(t, t.TempDir(), 2)
	for _, text := range []string{"[mine]\n", strings.Repeat("text", engine.MaxNet/4+1)} {
		enginetest.WriteFile(t, o.Out, []byte(text))
		if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "exists and is no net, so it is not replaced: ") {
			t.Errorf("%d bytes: error %v", len(text), err)
		}
		if string(enginetest.ReadFile(t, o.Out)) != text {
			t.Errorf("the file of %d bytes has changed", len(text))
		}
	}
	o.Generations, o.Positions = 1, 1
	for seed := range uint64(2) {
		if seed == 0 {
			enginetest.WriteFile(t, o.Out, nil)
		}
		o.Seed = seed
		if _, err := Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		n, err := engine.ParseNet(enginetest.ReadFile(t, o.Out))
		if err != nil || !strings.Contains(n.Origin, fmt.Sprintf("\nseed: %d\n", seed)) {
			t.Errorf("seed %d: origin %q, error %v", seed, n.Origin, err)
		}
	}
}

// TestGenerations checks that the second generation plays with the net of the first one and learns from the samples
// of both, and that the time of all processes adds up.
func TestGenerations(t *testing.T) {
	dir := t.TempDir()
	counts, spent := map[string]uint64{}, time.Duration(0)
	for _, stop := range []string{"play 1/2", "fit 2/2"} {
		o := options(t, dir, 2)
		ctx, cancel := context.WithCancel(t.Context())
		o.Progress = func(phase, _ string, _ float64, done uint64) {
			if counts[phase] == 0 {
				counts[phase] = done
			}
			if phase == stop {
				cancel()
			}
		}
		if _, err := Run(ctx, o); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		var s state
		if err := json.Unmarshal(enginetest.ReadFile(t, filepath.Join(o.Folder, "state.json")), &s); err != nil || s.Spent <= spent {
			t.Errorf("stopped in %q: %v spent, before %v, error %v", stop, s.Spent, spent, err)
		}
		spent = s.Spent
	}
	if counts["fit 2/2"] < counts["fit 1/2"]*3/2 {
		t.Errorf("passes over %d samples in the first generation, %d in the second", counts["fit 1/2"], counts["fit 2/2"])
	}
	o := options(t, dir, 2)
	path := filepath.Join(dir, "plain.ths")
	w, err := samples.Continue(path, o.Game)
	if err != nil {
		t.Fatal(err)
	}
	s := learn.Settings{Game: o.Game, Nodes: o.Nodes, Seed: o.Seed<<8 + 1}
	if err := learn.Generate(t.Context(), s, w, o.Positions/2, 2, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(enginetest.ReadFile(t, path), enginetest.ReadFile(t, filepath.Join(o.Folder, "2.ths"))) {
		t.Error("the second generation plays with the hand-made evaluation")
	}
}

// TestScore checks that the score is that of the net, not of its opponent.
func TestScore(t *testing.T) {
	o := options(t, t.TempDir(), 2)
	o.Generations, o.Games = 1, 20
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	n, err := engine.ParseNet(enginetest.ReadFile(t, o.Out))
	if err != nil {
		t.Fatal(err)
	}
	net := learn.Settings{Game: o.Game, Net: n, Nodes: 2 * o.Nodes, Seed: o.Seed}
	handMade := net
	handMade.Net = nil
	games, err := learn.Match(t.Context(), net, handMade, o.Games/2, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	var want elo.Score
	for _, pair := range games {
		want.Add(pair[0])
		want.Add(pair[1])
	}
	if d, _ := want.Elo(); r.Score != want || d == 0 {
		t.Errorf("score %+v, want %+v", r.Score, want)
	}
}

// TestTime checks that a training with a time ends about then, and that one with too little time says so.
func TestTime(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: trains for a time")
	}
	dir := t.TempDir()
	o := options(t, dir, 2)
	o.Positions, o.Time = 0, 6*time.Second
	begin := time.Now()
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took < 5*time.Second {
		t.Errorf("it took %v, want about %v", took, o.Time)
	}
	o.Time = time.Millisecond
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "give it more time") {
		t.Errorf("a millisecond: error %v", err)
	}
}

// TestCheck checks which flags are refused.
func TestCheck(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"--out is missing":                     func(o *Options) { o.Out = "" },
		"--time 1h0m0s, --positions 1200":      func(o *Options) { o.Time = time.Hour },
		"--time -1h0m0s":                       func(o *Options) { o.Time = -time.Hour },
		"--hidden 48: want a multiple":         func(o *Options) { o.Hidden = 48 },
		"--generations 0":                      func(o *Options) { o.Generations = 0 },
		"--games 3: want an even number":       func(o *Options) { o.Games = 3 },
		"--generations 2, --epochs 3, --nodes": func(o *Options) { o.Nodes = 0 },
	} {
		o := options(t, t.TempDir(), 1)
		change(&o)
		if err := o.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
	o := options(t, t.TempDir(), 1)
	if o.Positions = 0; o.Check() != nil || o.Time != defaultTime {
		t.Errorf("time %v without flags, want %v", o.Time, defaultTime)
	}
}

// TestResult checks the last lines, also where a match has no error bar.
func TestResult(t *testing.T) {
	r := Result{Net: "a.thn", Bytes: 3}
	for range 2 {
		r.Score.Add(2)
	}
	if d, e := r.Score.Elo(); finite(d) != nil || finite(e) != nil || r.String() != "net: a.thn 3\nelo: +inf +/- nan\n" {
		t.Errorf("two games won: %v, %v, %q", d, e, r.String())
	}
	r.Score = elo.Score{}
	r.Score.Add(1)
	if r.Score.Add(1); !strings.HasSuffix(r.String(), "\nelo: +0 +/- nan\n") {
		t.Errorf("two draws: %q", r.String())
	}
	for range 6 {
		r.Score.Add(0)
		r.Score.Add(2)
	}
	if d, _ := r.Score.Elo(); finite(d) == nil || math.IsNaN(d) {
		t.Errorf("games won and lost: %v", d)
	}
}

// TestCurve checks that the picture is one for any losses.
func TestCurve(t *testing.T) {
	for _, curve := range [][][]fit.Epoch{{{{Train: 1, Validation: 1}}}, {{{Train: 2, Validation: 1}, {Train: 1, Validation: 0.5}}, {{Train: 0.1, Validation: 0.2}}}} {
		text := curveSVG(curve)
		if err := wellFormed([]byte(text)); err != nil || strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("%v: %v\n%s", curve, err, text)
		}
		if n := strings.Count(text, "<polyline"); n != 2*len(curve) {
			t.Errorf("%d lines for %d generations", n, len(curve))
		}
	}
}
