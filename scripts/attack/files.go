package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/table"
)

// base is a good file, of which changed copies are made.
type base struct {
	name  string
	bytes []byte
	table *table.File       // nil: a certificate
	proof *certificate.File // nil: a table
	truth *table.File       // has the values of all positions that either has
	stats string            // what stats prints, if an attack needs it
	work
}

// work is what a table and a certificate are made of.
type work struct{ variant, flag, material, fen string }

// works are the files that are changed: small ones, so that many can be checked as a whole.
var works = []work{
	{"tinyhouse", "--units", "W1", ""},
	{"tinyhouse", "--units", "P1", "k3/p3/4/3K[] b - - 0 1"},
	{"peasants1", "--material", "PPvPP", "startpos"},
	{"thinchess8", "--material", "KNRvKNR", "k/n/1/1/N/r/R/K w - - 0 1"},
	{"tinyhouse", "--units", "W1P1", "k3/1W~2/K3/1w2[] w - - 0 1"},
}

// solve makes the table of a work.
func (h *harness) solve(w work, path string, more ...string) (*table.File, error) {
	args := []string{"solve", "--variant", w.variant, w.flag, w.material, "--out", path, "--log-level", "error"}
	if _, err := h.must(append(args, more...)...); err != nil {
		return nil, err
	}
	return table.Open(path, nil)
}

// prove makes the certificate of a work.
func (h *harness) prove(w work, path string) (*certificate.File, error) {
	args := []string{"solve", "--mode", "weak", "--variant", w.variant, "--out", path, "--memory", "64M", "--log-level", "error"}
	if w.fen != "startpos" {
		args = append(args, "--fen", w.fen)
	}
	if _, err := h.must(args...); err != nil {
		return nil, err
	}
	return certificate.Open(path, nil)
}

// makeBases solves the works.
func (t *tally) makeBases() (all []*base, err error) {
	for i, w := range works {
		path := t.path(fmt.Sprintf("good%d.tht", i))
		b := &base{name: filepath.Base(path), work: w}
		if b.table, err = t.solve(w, path); err != nil {
			return nil, err
		}
		if b.bytes, err = os.ReadFile(path); err != nil {
			return nil, err
		}
		if b.truth = b.table; len(b.bytes) < 10_000 { // a large table only serves as truth
			all = append(all, b)
		}
		if w.fen == "" {
			continue
		}
		path = t.path(fmt.Sprintf("good%d.thc", i))
		c := &base{name: filepath.Base(path), work: w, truth: b.truth}
		if c.proof, err = t.prove(w, path); err != nil {
			return nil, err
		}
		if c.bytes, err = os.ReadFile(path); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func sourceOf(data []byte) *container.Source {
	return container.NewSource(bytes.NewReader(data), int64(len(data)), "changed")
}

// attackFiles changes tables and certificates, most of them with digests put right, and checks in this
// process that each is refused, or has errors by verify, or is true.
func attackFiles(t *tally) error {
	all, err := t.makeBases()
	if err != nil {
		return err
	}
	return t.each(t.many(1000, 150_000), func(i int) error {
		rng := t.rng(i)
		b := all[rng.IntN(len(all))]
		data, what := b.change(rng, t.path(fmt.Sprint("changed", i)))
		if data == nil {
			return nil
		}
		t.add(tried, 1)
		return t.judge(b, data, what, rng)
	})
}

// maxCheck is how long a check of a small file may take.
const maxCheck = 20 * time.Second

// judge opens and verifies a changed file.
func (t *tally) judge(b *base, data []byte, what string, rng *rand.Rand) (err error) {
	defer func() {
		if r := recover(); r != nil {
			t.fault(crashed, "%s: %s: %v\n%s", b.name, what, r, debug.Stack())
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), maxCheck)
	defer cancel()
	truth := b.truth
	if changed, err := containertest.Open(data); err == nil && [32]byte(changed.RulesDigest) != b.truth.RulesDigest() {
		truth = nil
	}
	check := judgeTable
	if b.proof != nil {
		check = judgeProof
	}
	err = check(ctx, b, data, truth, rng)
	if err == nil && truth == nil { // accepted, but with other rules: solve that game
		if truth, err = t.solveRules(b, data, t.path(fmt.Sprintf("rules%x", rng.Uint64()))); err != nil {
			return err
		}
		defer truth.Close()
		err = check(ctx, b, data, truth, rng)
	}
	var false_ *falseError
	switch {
	case err == nil:
		t.add(accepted, 1)
	case errors.As(err, &false_):
		t.report(b, data, what, err)
	case ctx.Err() != nil:
		t.fault(hung, "%s: %s: %v", b.name, what, err)
	default:
		t.add(refused, 1)
	}
	return nil
}

// solveRules solves the material of a base by the rules in a file.
func (t *tally) solveRules(b *base, data []byte, path string) (*table.File, error) {
	defer os.Remove(path + ".ini")
	defer os.Remove(path + ".tht")
	changed, err := containertest.Open(data)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(path+".ini", []byte(changed.Rules), 0o666); err != nil {
		return nil, err
	}
	w := b.work
	w.variant, _, _ = strings.Cut(strings.TrimPrefix(changed.Rules, "["), "]")
	w.variant, _, _ = strings.Cut(w.variant, ":")
	return t.solve(w, path+".tht", "--variants", path+".ini")
}

// report keeps a file that was wrongly accepted.
func (t *tally) report(b *base, data []byte, what string, err error) {
	path := filepath.Join(os.TempDir(), fmt.Sprintf("false-%d-%s", len(data), b.name))
	if err := os.WriteFile(path, data, 0o666); err != nil {
		path = err.Error()
	}
	t.fault(false_, "%s: %s: %v, kept as %s", b.name, what, err, path)
}

// falseError is a file that was accepted although it is false.
type falseError struct{ why string }

func (e *falseError) Error() string { return e.why }

// judgeTable returns nil if a table is accepted and true, a falseError if it is accepted and false, and
// another error if it is refused. Without a truth to compare with it returns nil if it is accepted.
func judgeTable(ctx context.Context, b *base, data []byte, truth *table.File, rng *rand.Rand) error {
	f, err := table.Read(sourceOf(data), nil)
	if err != nil {
		return err
	}
	defer f.Close()
	if f.Digest() == b.table.Digest() { // the same header and checksums: the blocks must be the same
		err := f.Check(ctx)
		if err == nil && !bytes.Equal(data, b.bytes) {
			return &falseError{"damage that no checksum shows"}
		}
		return err
	}
	for range 5 { // what a probe returns is unverified, but it must return
		p := randomPosition(b.truth, rng)
		_, _, _ = f.Probe(&p)
	}
	r, err := verify.Table(ctx, f, verify.Options{Threads: 1, Memory: 64 << 20})
	switch {
	case err != nil:
		return err
	case r.Errors > 0:
		return fmt.Errorf("%d errors", r.Errors)
	case truth == nil:
		return nil
	}
	if _, err := verify.TakeSurvey(ctx, f, verify.Options{Threads: 1, Memory: 64 << 20}); err != nil {
		return &falseError{fmt.Sprintf("verified, but no survey: %v", err)}
	}
	return sameValues(f, truth)
}

// sameValues compares all values of a table with those of a good one.
func sameValues(f, truth *table.File) error {
	for i := range f.Signatures() {
		layout, err := f.Layout(i)
		if err != nil {
			return &falseError{err.Error()}
		}
		values := make([]dtm.Value, layout.Size())
		if err := f.Values(i, 0, values); err != nil {
			return &falseError{err.Error()}
		}
		for n, v := range values {
			var p board.Position
			if !layout.Decode(uint64(n), &p) || f.Game().Decided(&p).Over() {
				continue
			}
			want, ok, err := truth.Probe(&p)
			if err != nil || !ok || v.Exact() != want {
				return &falseError{fmt.Sprintf("%s is %v, want %v (%v, %v)", notation.FEN(f.Game(), &p), v.Exact(), want, ok, err)}
			}
		}
	}
	return nil
}

// judgeProof is judgeTable for certificates.
func judgeProof(ctx context.Context, b *base, data []byte, truth *table.File, rng *rand.Rand) error {
	f, err := certificate.Read(sourceOf(data), nil)
	if err != nil {
		return err
	}
	defer f.Close()
	if f.Digest() == b.proof.Digest() {
		err := f.Check(ctx)
		if err == nil && !bytes.Equal(data, b.bytes) {
			return &falseError{"damage that no checksum shows"}
		}
		return err
	}
	for range 5 {
		p := randomPosition(b.truth, rng)
		_, _, _, _ = f.Probe(&p)
		_, _ = f.Bounds(&p)
	}
	r, err := verify.Certificate(ctx, f, verify.Options{Threads: 1})
	switch {
	case err != nil:
		return err
	case r.Errors > 0:
		return fmt.Errorf("%d errors", r.Errors)
	case truth == nil:
		return nil
	}
	root := f.Root()
	exact, ok, err := exactValue(truth, &root)
	if !ok || err != nil || r.Root.Lower.Compare(exact) > 0 || r.Root.Upper.Compare(exact) < 0 {
		return &falseError{fmt.Sprintf("the root %s is said to be %v, it is %v (%v, %v)", notation.FEN(f.Game(), &root), r.Root, exact, ok, err)}
	}
	return trueRecords(f, truth)
}

// exactValue returns the value of a position by a good table or, of other material, by the rules if the
// side to move has no move.
func exactValue(truth *table.File, p *board.Position) (score.Exact, bool, error) {
	v, ok, err := truth.Probe(p)
	var moves board.List
	if truth.Game().Moves(p, &moves); ok || err != nil || moves.Len() > 0 {
		return v, ok, err
	}
	switch truth.Game().NoMoves(p).Result {
	case rules.Win:
		return score.WinIn(0), true, nil
	case rules.Loss:
		return score.LossIn(0), true, nil
	}
	return score.Exact{}, true, nil
}

// trueRecords compares all records with a good table: what a record claims is a lower bound.
func trueRecords(f *certificate.File, truth *table.File) error {
	for i := range f.Blocks() {
		err := f.Block(i, func(p *board.Position, _ board.Move, v score.Exact) error {
			want, ok, err := truth.Probe(p)
			if err != nil || !ok || v.Compare(want) > 0 {
				return fmt.Errorf("%s is said to be %v, it is %v (%v, %v)", notation.FEN(f.Game(), p), v, want, ok, err)
			}
			return nil
		})
		if err != nil {
			return &falseError{err.Error()}
		}
	}
	return nil
}

// randomPosition returns a position of a table.
func randomPosition(t *table.File, rng *rand.Rand) (p board.Position) {
	for range 1000 {
		l, err := t.Layout(rng.IntN(len(t.Signatures())))
		if err == nil && l.Size() > 0 && l.Decode(rng.Uint64N(l.Size()), &p) {
			return p
		}
	}
	return p
}
