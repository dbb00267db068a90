package verify_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/table"
)

var mutations = flag.Int("mutations", 0, "mutated files of each game in the tests of mutated files (default: a few, with -full hundreds)")

// mutationCount returns how many files to make of each game.
func mutationCount(short, usual, many int) int {
	switch {
	case *mutations > 0:
		return *mutations
	case testing.Short():
		return short
	case *full:
		return many
	}
	return usual
}

// TestMutatedTables changes one value of a table, with all digests right: the check reports every
// change of the value of a position.
func TestMutatedTables(t *testing.T) {
	tried, reported, unused, missed := 0, 0, 0, 0
	for _, s := range []struct{ variant, material string }{
		{"thinchess8", "KNRvKR"}, {"tinyhouse", "W1U1"}, {"tinyhouse", "P1"}, {"gardner", "KPvK"}, {"passing", "KPvKP"}, {"zones", "KPvKP"},
		{"dobutsu", "L2C1"}, {"chess", "KPvK"},
	} {
		n := mutationCount(3, 25, 150)
		if s.variant == "chess" {
			n /= 10 // two million positions
		}
		t.Run(s.variant+s.material, func(t *testing.T) {
			g := plantedGame(t, s.variant)
			m, err := solver.Parse(g, s.material)
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				return
			}
			tab, _ := solveTable(t, g, m)
			mu := newMutator(t, tab)
			for range n {
				tried++
				what, inPlay, found := mu.mutate(t)
				switch {
				case found:
					reported++
				case !inPlay:
					unused++
				default:
					missed++
					t.Errorf("not reported: %s", what)
				}
			}
		})
	}
	t.Logf("%d tables, each with a changed value: %d reported, %d changes where there is no position, %d false", tried, reported, unused, missed)
}

// mutator changes values of a table.
type mutator struct {
	table  *table.File
	values [][]dtm.Value
	rng    *rand.Rand
}

func newMutator(t *testing.T, tab *table.File) *mutator {
	mu := &mutator{table: tab, rng: rand.New(rand.NewPCG(16, tab.Numbers()))}
	for i := range tab.Signatures() {
		layout, err := tab.Layout(i)
		if err != nil {
			t.Fatal(err)
		}
		values := make([]dtm.Value, layout.Size())
		if err := tab.Values(i, 0, values); err != nil {
			t.Fatal(err)
		}
		mu.values = append(mu.values, values)
	}
	return mu
}

// mutate writes the table with a random change and checks it. inPlay reports whether the change is in
// the value of a position, found whether the check reports an error.
func (mu *mutator) mutate(t *testing.T) (what string, inPlay, found bool) {
	t.Helper()
	at := mu.rng.Uint64N(mu.table.Numbers())
	i := 0
	for at >= uint64(len(mu.values[i])) {
		at -= uint64(len(mu.values[i]))
		i++
	}
	layout, err := mu.table.Layout(i)
	if err != nil {
		t.Fatal(err)
	}
	was := mu.values[i][at]
	now := mutated(was, mu.rng)
	var p board.Position
	inPlay = layout.Decode(at, &p) && !mu.table.Game().Decided(&p).Over()
	mu.values[i][at] = now
	defer func() { mu.values[i][at] = was }()
	tab := mu.write(t)
	defer tab.Close() // hundreds would stay open until the test ends
	r, err := verify.Table(context.Background(), tab, verify.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	what = fmt.Sprintf("%s: %v for %v", notation.FEN(mu.table.Game(), &p), now.Exact(), was.Exact())
	if !r.Complete || r.Errors == 0 && r.Placements != r.Positions {
		t.Errorf("%s: %+v", what, r)
	}
	return what, inPlay, r.Errors > 0
}

// mutated returns another value.
func mutated(was dtm.Value, rng *rand.Rand) dtm.Value {
	for {
		v := was.Exact()
		switch rng.IntN(4) {
		case 0:
			v.Plies += uint16(1 + rng.IntN(3))
		case 1:
			v.Plies -= min(v.Plies, uint16(1+rng.IntN(3)))
		case 2:
			v.Outcome = score.Outcome(rng.IntN(3) - 1)
		default:
			v = score.Exact{Outcome: score.Outcome(rng.IntN(3) - 1), Plies: uint16(rng.IntN(100))}
		}
		if v.Outcome == score.Draw {
			v.Plies = 0
		}
		if v != was.Exact() {
			return dtm.ValueOf(v)
		}
	}
}

// write writes the values as a table and opens it.
func (mu *mutator) write(t *testing.T) *table.File {
	t.Helper()
	d := table.Desc{Game: mu.table.Game(), Material: mu.table.Material(), Signatures: mu.table.Signatures()}
	return writeTable(t, d, mu.values)
}

// TestMutatedCertificates adds, drops and changes records of certificates, with all digests right:
// what the check accepts is true.
func TestMutatedCertificates(t *testing.T) {
	tried, accepted, records, false_ := 0, 0, uint64(0), 0
	for _, s := range []struct{ variant, material string }{
		{"thinchess8", "KNRvKR"}, {"tinyhouse", "P1"}, {"passant", "KPvKP"}, {"gardner", "KPvK"}, {"dobutsu", "L2C1"}, {"peasants3", "PPvPP"},
	} {
		t.Run(s.variant+s.material, func(t *testing.T) {
			tr := solve(t, game(t, s.variant), s.material)
			tab := tr.write(t, 0, nil)
			roots := tr.roots(4)
			rng := rand.New(rand.NewPCG(16, uint64(len(roots))))
			for i := range mutationCount(40, 300, 20_000) {
				pr := newProver(t, tab, roots[i%len(roots)])
				pr.prove()
				changed := slices.Clone(pr.records)
				for range 1 + rng.IntN(3) {
					changed = pr.mutate(changed, tr, rng)
				}
				ok, n, wrong := pr.accepted(changed)
				tried++
				if ok {
					accepted++
					records += n
				}
				if wrong != "" {
					false_++
					t.Errorf("accepted: %s", wrong)
				}
			}
		})
	}
	t.Logf("%d certificates, each with up to three changes: %d accepted, with %d records, %d false", tried, accepted, records, false_)
}

// mutate adds, drops or changes a record.
func (pr *prover) mutate(records []record, tr *truth, rng *rand.Rand) []record {
	if len(records) == 0 || rng.IntN(6) == 0 {
		p := *tr.space.At(rng.IntN(tr.space.Len()))
		if moves := enginetest.Moves(pr.game, &p); len(moves) > 0 && !pr.over(&p) && !slices.ContainsFunc(records, func(r record) bool { return r.p.Key() == p.Key() }) {
			v := score.Exact{Outcome: score.Outcome(rng.IntN(2))}
			if v.Outcome == score.Win {
				v.Plies = uint16(1 + 2*rng.IntN(8))
			}
			records = append(records, record{p, moves[rng.IntN(len(moves))], v})
		}
		return records
	}
	i := rng.IntN(len(records))
	r := &records[i]
	switch rng.IntN(5) {
	case 0:
		return slices.Delete(records, i, i+1)
	case 1, 2:
		moves := enginetest.Moves(pr.game, &r.p)
		r.m = moves[rng.IntN(len(moves))]
	case 3:
		r.v = score.Exact{}
	default:
		r.v = score.WinIn(max(1, int(r.v.Plies)+2*(rng.IntN(5)-2)) | 1)
	}
	return records
}

// accepted reports whether the check accepts a certificate, and if it does, how many records it has
// and which of its claims, if any, is false by the table.
func (pr *prover) accepted(records []record) (ok bool, n uint64, wrong string) {
	pr.t.Helper()
	f, err := pr.tryWrite(records)
	if err != nil {
		return false, 0, ""
	}
	defer f.Close()
	r, err := verify.Certificate(context.Background(), f, verify.Options{})
	if err != nil || r.Errors > 0 {
		return false, 0, ""
	}
	for i := range f.Blocks() {
		err := f.Block(i, func(p *board.Position, m board.Move, v score.Exact) error {
			if is := pr.value(p); is.Compare(v) < 0 {
				wrong = fmt.Sprintf("%s: %v, is %v", notation.FEN(pr.game, p), v, is)
			}
			return nil
		})
		if err != nil {
			pr.t.Fatal(err)
		}
	}
	if is := pr.value(&pr.root); is.Compare(r.Root.Lower) < 0 || is.Compare(r.Root.Upper) > 0 {
		wrong = fmt.Sprintf("root %s: %v, is %v", notation.FEN(pr.game, &pr.root), r.Root, is)
	}
	return true, r.Positions, wrong
}

// tryWrite is write for records that the writer may refuse.
func (pr *prover) tryWrite(records []record) (*certificate.File, error) {
	path := filepath.Join(pr.t.TempDir(), "mutated.thc")
	w, err := certificate.Create(path, pr.game, &pr.root)
	if err != nil {
		return nil, err
	}
	for _, c := range records {
		if err := w.Add(&c.p, c.m, c.v); err != nil {
			w.Abort()
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return certificate.Open(path, container.NewCache(1<<22))
}
