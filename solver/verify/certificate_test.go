package verify_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/table"
)

// record is one of a certificate.
type record struct {
	p board.Position
	m board.Move
	v score.Exact
}

// prover makes certificates from a table, by playing best moves.
type prover struct {
	t       testing.TB
	game    *board.Game
	table   *table.File
	root    board.Position
	seen    map[uint64]bool
	records []record
}

func newProver(t testing.TB, table *table.File, root board.Position) *prover {
	return &prover{t: t, game: table.Game(), table: table, root: root, seen: map[uint64]bool{}}
}

// value returns the value of a position in the table.
func (pr *prover) value(p *board.Position) score.Exact {
	pr.t.Helper()
	if o := pr.game.Decided(p); o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}
	}
	v, ok, err := pr.table.Probe(p)
	if !ok || err != nil {
		pr.t.Fatalf("%s is not in the table: %v", notation.FEN(pr.game, p), err)
	}
	return v
}

// over reports whether the game is over.
func (pr *prover) over(p *board.Position) bool {
	return pr.game.Decided(p).Over() || pr.game.Count(p) == 0
}

// add adds a record of p, whose side to move does not lose, and all records that it needs.
func (pr *prover) add(p board.Position) {
	if pr.over(&p) || pr.seen[p.Key()] {
		return
	}
	pr.seen[p.Key()] = true
	v := pr.value(&p)
	moves, after := enginetest.Moves(pr.game, &p), enginetest.Next(pr.game, &p)
	i := slices.IndexFunc(after, func(q board.Position) bool { return pr.value(&q).Prev() == v })
	pr.records = append(pr.records, record{p, moves[i], v})
	if pr.over(&after[i]) {
		return
	}
	replies := enginetest.Next(pr.game, &after[i])
	for _, q := range replies {
		pr.add(q)
	}
}

// prove adds the records that prove the value of the root.
func (pr *prover) prove() {
	v := pr.value(&pr.root)
	if v.Outcome != score.Loss {
		pr.add(pr.root)
	}
	if v.Outcome != score.Win {
		after := enginetest.Next(pr.game, &pr.root)
		for _, q := range after {
			pr.add(q)
		}
	}
}

// write writes a certificate of the records and opens it.
func (pr *prover) write(records []record) *certificate.File {
	pr.t.Helper()
	path := filepath.Join(pr.t.TempDir(), "x.thc")
	w, err := certificate.Create(path, pr.game, &pr.root)
	if err != nil {
		pr.t.Fatal(err)
	}
	for _, c := range records {
		if err := w.Add(&c.p, c.m, c.v); err != nil {
			pr.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		pr.t.Fatal(err)
	}
	f, err := certificate.Open(path, container.NewCache(1<<26))
	if err != nil {
		pr.t.Fatal(err)
	}
	pr.t.Cleanup(func() { f.Close() })
	return f
}

// roots returns up to n won, lost and drawn positions of a space: the longest and random ones.
func (tr *truth) roots(n int) []board.Position {
	var all []board.Position
	rng := rand.New(rand.NewPCG(5, uint64(n)))
	for _, want := range []score.Outcome{score.Win, score.Loss, score.Draw} {
		longest := -1
		var far []int
		for i, v := range tr.values {
			p := tr.space.At(i)
			if v.Outcome != want || tr.game.Decided(p).Over() || tr.game.Count(p) == 0 {
				continue
			}
			far = append(far, i)
			if longest < 0 || v.Plies > tr.values[longest].Plies {
				longest = i
			}
		}
		for k := range min(n, len(far)) {
			if k == 0 {
				all = append(all, *tr.space.At(longest))
				continue
			}
			all = append(all, *tr.space.At(far[rng.IntN(len(far))]))
		}
	}
	return all
}

// TestCertificate proves positions of every outcome in many games.
func TestCertificate(t *testing.T) {
	for _, s := range spaces {
		t.Run(s.variant+s.material, func(t *testing.T) {
			tr := solve(t, game(t, s.variant), s.material)
			table := tr.write(t, 0, nil)
			for _, root := range tr.roots(3) {
				pr := newProver(t, table, root)
				pr.prove()
				want := pr.value(&root)
				done, all := uint64(0), uint64(0)
				f := pr.write(pr.records)
				r, err := verify.Certificate(context.Background(), f, verify.Options{Threads: 2, Progress: func(n, total uint64) { done, all = n, total }})
				got, ok := r.Root.Exact()
				if err != nil || r.Errors != 0 || r.Positions != f.Len() || done != all || !ok || got != want || r.Root.String() != want.String() {
					t.Errorf("%s: %+v %v, want %v; %v", notation.FEN(tr.game, &root), r, r.Root, want, err)
				}
				inParts(t, f, &r)
			}
		})
	}
}

// TestCertificateBounds proves one bound of a draw, and both.
func TestCertificateBounds(t *testing.T) {
	tr := solve(t, game(t, "thinchess8"), "")
	table := tr.write(t, 0, nil)
	root := tr.roots(1)[2]
	lower, upper := newProver(t, table, root), newProver(t, table, root)
	lower.add(root)
	for _, q := range enginetest.Next(upper.game, &root) {
		upper.add(q)
	}
	for want, pr := range map[string]*prover{"at least draw": lower, "at most draw": upper} {
		// Where the records of both bounds meet, they prove both.
		r, err := verify.Certificate(context.Background(), pr.write(pr.records), verify.Options{})
		if err != nil || r.Errors != 0 || r.Root.String() != want && r.Root.String() != "draw" {
			t.Errorf("%v, want %s: %+v, %v", r.Root, want, r, err)
		}
	}
	f := lower.write(append(lower.records, upper.records...))
	if r, err := verify.Certificate(context.Background(), f, verify.Options{}); err != nil || r.Errors != 0 || r.Root.String() != "draw" {
		t.Errorf("%+v, %v", r, err)
	}
	r, err := verify.Certificate(context.Background(), f, verify.Options{Sample: 7, Threads: 3})
	if err != nil || r.Errors != 0 || r.Positions != 7 {
		t.Errorf("sample: %+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := verify.Certificate(ctx, f, verify.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// damage makes justified records wrong, if it can, and describes the change.
type damage func(pr *prover, records []record, rng *rand.Rand) ([]record, string)

// damages are by name the ways to make a certificate wrong.
var damages = map[string]damage{
	"wrong move": func(pr *prover, records []record, rng *rand.Rand) ([]record, string) {
		i := rng.IntN(len(records))
		moves, after := enginetest.Moves(pr.game, &records[i].p), enginetest.Next(pr.game, &records[i].p)
		k := rng.IntN(len(moves))
		if pr.value(&after[k]).Prev().Compare(records[i].v) >= 0 {
			return nil, ""
		}
		records[i].m = moves[k]
		return records, pr.text(records[i])
	},
	"no move": func(pr *prover, records []record, rng *rand.Rand) ([]record, string) {
		i := rng.IntN(len(records))
		records[i].m = board.Move(rng.Uint32())
		if pr.game.IsLegal(&records[i].p, records[i].m) || int(max(records[i].m.To(), records[i].m.From())) >= pr.game.Squares().Len() {
			return nil, ""
		}
		return records, pr.text(records[i])
	},
	"too short": func(pr *prover, records []record, rng *rand.Rand) ([]record, string) {
		i := rng.IntN(len(records))
		short := rng.IntN(3) + 1
		if records[i].v.Outcome != score.Win || int(records[i].v.Plies) <= short {
			return nil, ""
		}
		records[i].v.Plies -= uint16(short)
		return records, pr.text(records[i])
	},
	"draw as a win": func(pr *prover, records []record, rng *rand.Rand) ([]record, string) {
		i := rng.IntN(len(records))
		if records[i].v.Outcome != score.Draw {
			return nil, ""
		}
		records[i].v = score.WinIn(1 + rng.IntN(99))
		return records, pr.text(records[i])
	},
	"missing": func(pr *prover, records []record, rng *rand.Rand) ([]record, string) {
		i := rng.IntN(len(records))
		text := pr.text(records[i])
		return slices.Delete(records, i, i+1), text
	},
	"cycle": func(pr *prover, records []record, rng *rand.Rand) ([]record, string) {
		if !slices.ContainsFunc(records, func(c record) bool { return c.v.Outcome == score.Draw }) {
			return nil, ""
		}
		for i := range records {
			if records[i].v.Outcome == score.Draw {
				records[i].v = score.WinIn(77)
			}
		}
		return records, "all draws to win 77"
	},
	"wrong side": func(pr *prover, records []record, rng *rand.Rand) ([]record, string) {
		c := records[rng.IntN(len(records))]
		if c.v.Outcome != score.Win {
			return nil, ""
		}
		pr.game.Apply(&c.p, &c.p, c.m)
		moves := enginetest.Moves(pr.game, &c.p)
		if pr.over(&c.p) {
			return nil, ""
		}
		c.m, c.v = moves[rng.IntN(len(moves))], []score.Exact{{}, score.WinIn(50)}[rng.IntN(2)]
		return append(records, c), pr.text(c)
	},
	"illegal": func(pr *prover, records []record, rng *rand.Rand) ([]record, string) {
		c := records[rng.IntN(len(records))]
		d := board.Builder{Position: c.p}
		switch rng.IntN(3) {
		case 0:
			d.SetTurn(c.p.Turn().Other())
		case 1:
			d.Remove(c.p.Turn(), board.King, c.p.Of(c.p.Turn(), board.King))
		case 2:
			d.SetEnPassant(geom.Square(rng.IntN(pr.game.Squares().Len())))
		}
		c.p = d.Finish()
		if pr.game.Check(&c.p) == nil {
			return nil, ""
		}
		return append(records, c), pr.text(c)
	},
}

// text describes a record.
func (pr *prover) text(c record) string {
	return fmt.Sprintf("%s %s %v", notation.FEN(pr.game, &c.p), notation.Move(pr.game, &c.p, c.m), c.v)
}

// TestCertificateDamage makes certificates wrong in every way: each must have faults or not be
// readable.
func TestCertificateDamage(t *testing.T) {
	times := 4
	if testing.Short() {
		times = 1
	}
	count := map[string]int{}
	for _, s := range spaces {
		tr := solve(t, game(t, s.variant), s.material)
		table := tr.write(t, 0, nil)
		for _, root := range tr.roots(2) {
			pr := newProver(t, table, root)
			pr.prove()
			if len(pr.records) == 0 || len(pr.records) > 3000 {
				continue
			}
			unique := pr.unique()
			for name, harm := range damages {
				rng := rand.New(rand.NewPCG(uint64(times), uint64(len(name))))
				for range times {
					bad, what := harm(pr, slices.Clone(unique), rng)
					if bad == nil {
						continue
					}
					count[name]++
					f := pr.write(bad)
					r, err := verify.Certificate(context.Background(), f, verify.Options{Threads: 2})
					// Without a record next to the root the others are justified, but prove less.
					if err == nil && r.Errors == 0 && (name != "missing" || r.Root.String() == pr.value(&root).String()) {
						t.Errorf("%s %s: %s: %s is not found", s.variant, notation.FEN(pr.game, &root), name, what)
					}
					if err == nil {
						inParts(t, f, &r)
					}
				}
			}
		}
	}
	for name := range damages {
		if count[name] < times {
			t.Errorf("%s: only %d", name, count[name])
		}
	}
	t.Log(count)
}

// unique returns the records as in the file, one for all images of a position.
func (pr *prover) unique() (records []record) {
	f := pr.write(pr.records)
	for i := range f.Blocks() {
		err := f.Block(i, func(p *board.Position, m board.Move, v score.Exact) error {
			records = append(records, record{*p, m, v})
			return nil
		})
		if err != nil {
			pr.t.Fatal(err)
		}
	}
	return records
}

// TestCertificateFaults checks how faults are described.
func TestCertificateFaults(t *testing.T) {
	tr := solve(t, game(t, "thinchess8"), "")
	table := tr.write(t, 0, nil)
	root := tr.roots(1)[0]
	pr := newProver(t, table, root)
	pr.prove()
	r, err := verify.Certificate(context.Background(), pr.write(nil), verify.Options{})
	if err != nil || r.Errors != 1 || r.First[0].Kind != verify.NoRoot || r.First[0].Position.Key() != root.Key() {
		t.Errorf("nothing: %+v, %v", r, err)
	}
	one := pr.records[:1]
	r, err = verify.Certificate(context.Background(), pr.write(one), verify.Options{})
	if err != nil || r.Errors != 1 || r.First[0].Kind != verify.NoRecord || r.First[0].Stored != one[0].v {
		t.Errorf("one record: %+v, %v", r, err)
	}
	more := slices.Clone(pr.records)
	for i := range more {
		more[i].v = score.WinIn(100)
	}
	r, err = verify.Certificate(context.Background(), pr.write(more), verify.Options{})
	if err != nil || r.Errors == 0 || len(r.First) > 10 || r.First[0].Kind != verify.WeakReply || r.First[0].Found != score.WinIn(100) {
		t.Errorf("equal distances: %+v, %v", r, err)
	}
	d := board.Builder{Position: root}
	d.SetTurn(root.Turn().Other())
	if q := d.Finish(); tr.game.Check(&q) != nil {
		_, err = verify.Certificate(context.Background(), pr.write(append(one, record{q, one[0].m, one[0].v})), verify.Options{})
		if err == nil || !strings.Contains(err.Error(), "no position") {
			t.Errorf("an illegal position: %v", err)
		}
	}
}

// TestRepetitionDecides refuses a game in which endless play is not a draw.
func TestRepetitionDecides(t *testing.T) {
	again := enginetest.Custom(t, "[again:thinchess8]\nnFoldRule = 3\nnFoldValue = loss\n", "again")
	tr := solve(t, again, "")
	table := tr.write(t, 0, nil)
	if r, err := verify.Table(context.Background(), table, verify.Options{}); err == nil || !strings.Contains(err.Error(), "repetition") {
		t.Errorf("%+v, %v", r, err)
	}
	pr := newProver(t, table, tr.roots(1)[2])
	pr.prove()
	if r, err := verify.Certificate(context.Background(), pr.write(pr.records), verify.Options{}); err == nil || !strings.Contains(err.Error(), "repetition") {
		t.Errorf("%+v, %v", r, err)
	}
}
