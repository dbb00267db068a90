package main

import (
	"fmt"
	"os"
	"strings"

	"tinyhouse/engine/notation"
)

// attackCommands runs verify, stats and probe on changed files: what verify accepts must be true by the
// other commands as well.
func attackCommands(t *tally) error {
	all, err := t.makeBases()
	if err != nil {
		return err
	}
	for _, b := range all {
		o, err := t.must("stats", t.path(b.name), "--log-level", "error")
		if err != nil {
			return err
		}
		b.stats = sizeless(o.out)
	}
	return t.each(t.many(20, 600), func(i int) error {
		rng := t.rng(i)
		b := all[rng.IntN(len(all))]
		path := t.path(fmt.Sprint("changed", i))
		data, what := b.change(rng, path)
		if data == nil {
			return nil
		}
		what = b.name + ": " + what
		defer os.Remove(path)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			return err
		}
		t.add(tried, 1)
		p := randomPosition(b.truth, rng)
		return t.readFile(b, path, what, notation.FEN(b.truth.Game(), &p))
	})
}

// sizeless returns what stats prints without the size of the file, which may have unused bytes.
func sizeless(stats string) string {
	head, rest, _ := strings.Cut(stats, "\nbytes: ")
	_, tail, _ := strings.Cut(rest, "\n")
	return head + "\n" + tail
}

// readFile runs the commands that read files. If verify accepts the file, its statistics and the value of a
// position must be those of the good table.
func (t *tally) readFile(b *base, path, what, fen string) error {
	runs := map[string]outcome{}
	for _, args := range [][]string{{"verify", path}, {"stats", path}, {"probe", path, "--fen", fen}} {
		o, err := t.run(command{args: append(args, "--log-level", "error"), limit: maxCheck, memory: 3 << 30})
		if err != nil || !t.ends(&o, "%s of %s", args[0], what) {
			return err
		}
		if o.status != 0 && !strings.Contains(o.err, path) {
			t.fault(false_, "%s of %s: status %d, but the error does not name the file: %q", args[0], what, o.status, o.err)
		}
		runs[args[0]] = o
	}
	verified, probed := runs["verify"], runs["probe"]
	if verified.status != 0 {
		t.add(refused, 1)
		return nil
	}
	if !strings.HasPrefix(verified.out, "variant: "+b.variant+"\n") { // another game, and it says so
		t.add(accepted, 1)
		return nil
	}
	p, err := notation.ParseFEN(b.truth.Game(), fen)
	if err != nil {
		return err
	}
	want, ok, err := b.truth.Probe(&p)
	if err != nil || !ok {
		return fmt.Errorf("%s: no value, %v", fen, err)
	}
	switch stats := runs["stats"]; {
	case stats.status != 0 || b.table != nil && sizeless(stats.out) != b.stats:
		t.fault(false_, "%s: stats: %q, want %q", what, stats.out+stats.err, b.stats)
	case b.table != nil && !strings.Contains(probed.out, "value: "+want.String()):
		t.fault(false_, "%s: probe of %s: %q, want %v", what, fen, probed.out+probed.err, want)
	default:
		t.add(accepted, 1)
	}
	return nil
}
