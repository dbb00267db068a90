package verify_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/brute"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/container"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// truth is a space solved by brute force.
type truth struct {
	game       *board.Game
	text       string
	space      *brute.Space
	values     []score.Exact
	result     solver.Result
	signatures []index.Signature
	ix         *index.Indexer
}

func solve(t testing.TB, g *board.Game, text string) *truth {
	t.Helper()
	m, err := solver.Parse(g, text)
	if err != nil {
		t.Fatal(err)
	}
	tr := &truth{game: g, text: m.Text(g), ix: index.New(g), result: solver.Result{Variant: g.Variant().Name}}
	if tr.space, err = brute.New(g, brute.Material(m), 1_000_000); err != nil {
		t.Fatal(err)
	}
	if tr.values, err = tr.space.Solve(); err != nil {
		t.Fatal(err)
	}
	seen := map[index.Signature]bool{}
	for i, v := range tr.values {
		p := tr.space.At(i)
		tr.result.Add(v, 1, func() string { return solver.FEN(g, p) })
		if s := tr.ix.SignatureOf(p); !seen[s] {
			seen[s] = true
			tr.signatures = append(tr.signatures, s)
		}
	}
	slices.SortFunc(tr.signatures, func(a, b index.Signature) int { return strings.Compare(tr.ix.Text(a), tr.ix.Text(b)) })
	return tr
}

// write writes a table of the values, changed by change, without the first drop signatures.
func (tr *truth) write(t testing.TB, drop int, change func(values [][]dtm.Value)) *table.File {
	t.Helper()
	d := table.Desc{Game: tr.game, Material: tr.text, Signatures: tr.signatures[drop:]}
	number := map[index.Signature]int{}
	values := make([][]dtm.Value, len(d.Signatures))
	layouts := make([]*index.Layout, len(d.Signatures))
	for i, s := range d.Signatures {
		layout, err := tr.ix.Layout(s)
		if err != nil {
			t.Fatal(err)
		}
		number[s], layouts[i] = i, layout
		values[i] = slices.Repeat([]dtm.Value{dtm.None}, int(layout.Size()))
	}
	for i, v := range tr.values {
		p := tr.space.At(i)
		if s, ok := number[tr.ix.SignatureOf(p)]; ok {
			n, ok := layouts[s].Encode(p)
			if !ok {
				t.Fatalf("%s has no number", notation.FEN(tr.game, p))
			}
			if n < layouts[s].Size() {
				values[s][n] = dtm.ValueOf(v)
			} else if v != score.WinIn(1) {
				t.Fatalf("%s is %v and has no place in the table", notation.FEN(tr.game, p), v)
			}
		}
	}
	if change != nil {
		change(values)
	}
	return writeTable(t, d, values)
}

// writeTable writes a table with the values of each signature, and opens it.
func writeTable(t testing.TB, d table.Desc, values [][]dtm.Value) *table.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table")
	w, err := table.Create(path, d, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range values {
		if err := w.Write(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	table, err := table.Open(path, container.NewCache(1<<20))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	return table
}

// spaces have, all together, every kind of rule.
var spaces = []struct{ variant, material string }{
	{"thinchess8", ""},
	{"dobutsu", "L2C1"},
	{"tinyhouse", "W1"},
	{"tinyhouse", "P1"},
	{"peasants1", ""},
	{"peasants3", "PPvPP"},
	{"step", "KPvKP"},
	{"losalamos", "KRvK"},
	{"gardner", "KPvK"},
}

// game returns a built-in variant, or one of a file.
func game(t testing.TB, name string) *board.Game {
	t.Helper()
	return enginetest.FromFile(t, "../testdata/small.ini", name)
}

// TestTable checks correct tables: there are no errors, and all positions.
func TestTable(t *testing.T) {
	for _, s := range spaces {
		t.Run(s.variant+s.material, func(t *testing.T) {
			tr := solve(t, game(t, s.variant), s.material)
			table := tr.write(t, 0, nil)
			for _, o := range []verify.Options{{}, {Threads: 3}, {Memory: 1000}} {
				done, all := uint64(0), uint64(0)
				o.Progress = func(n, total uint64) { done, all = n, total }
				r, err := verify.Table(context.Background(), table, o)
				if err != nil || r.Errors != 0 || r.Positions != tr.result.Positions || done != all {
					t.Errorf("%+v: got %+v, %d of %d numbers, %v; want %d positions", o, r, done, all, err, tr.result.Positions)
				}
			}
			r, err := verify.Table(context.Background(), table, verify.Options{Sample: 100})
			if err != nil || r.Errors != 0 || r.Positions == 0 || r.Positions > 400 {
				t.Errorf("sample: %+v, %v", r, err)
			}
			tr.checkSurvey(t, table)
		})
	}
}

// TestWrong changes one value in different ways: the check must find it.
func TestWrong(t *testing.T) {
	tr := solve(t, game(t, "thinchess8"), "")
	for _, c := range []struct {
		name string
		from func(dtm.Value) bool
		to   func(dtm.Value) dtm.Value
	}{
		{"win to draw", isWin, func(dtm.Value) dtm.Value { return dtm.Draw }},
		{"win to loss", isWin, func(v dtm.Value) dtm.Value { return v - dtm.Win + dtm.Loss }},
		{"win later", isWin, func(v dtm.Value) dtm.Value { return v + 1 }},
		{"win later by two", isWin, func(v dtm.Value) dtm.Value { return v + 2 }},
		{"win sooner", func(v dtm.Value) bool { return isWin(v) && v > dtm.Win+2 }, func(v dtm.Value) dtm.Value { return v - 2 }},
		{"loss to draw", isLoss, func(dtm.Value) dtm.Value { return dtm.Draw }},
		{"loss later", isLoss, func(v dtm.Value) dtm.Value { return v + 2 }},
		{"draw to loss", isDraw, func(dtm.Value) dtm.Value { return dtm.Loss + 8 }},
		{"draw to win", isDraw, func(dtm.Value) dtm.Value { return dtm.Win + 9 }},
	} {
		var was dtm.Value
		var signature, number int
		table := tr.write(t, 0, func(values [][]dtm.Value) {
			signature = len(values) / 2
			for !slices.ContainsFunc(values[signature], c.from) {
				signature = (signature + 1) % len(values)
			}
			number = slices.IndexFunc(values[signature], c.from)
			was = values[signature][number]
			values[signature][number] = c.to(was)
		})
		r, err := verify.Table(context.Background(), table, verify.Options{Threads: 2})
		if err != nil || r.Errors == 0 || len(r.First) == 0 {
			t.Errorf("%s: %+v, %v", c.name, r, err)
			continue
		}
		var p board.Position
		layout, err := table.Layout(signature)
		if err != nil {
			t.Fatal(err)
		}
		layout.Decode(uint64(number), &p)
		if !slices.ContainsFunc(r.First, func(f verify.Fault) bool {
			return f.Position == p && f.Stored == c.to(was) && f.Want == was.Exact()
		}) {
			t.Errorf("%s: %s is not among the faults", c.name, notation.FEN(tr.game, &p))
		}
	}
}

func isWin(v dtm.Value) bool  { return dtm.Win <= v && v != dtm.None }
func isLoss(v dtm.Value) bool { return dtm.Loss <= v && v < dtm.Win }
func isDraw(v dtm.Value) bool { return v == dtm.Draw }

// TestMissing omits signatures: positions lack successors.
func TestMissing(t *testing.T) {
	tr := solve(t, game(t, "thinchess8"), "KRvKR")
	r, err := verify.Table(context.Background(), tr.write(t, 1, nil), verify.Options{})
	if err != nil || r.Errors < 2 {
		t.Errorf("%+v, %v", r, err)
	}
	kinds := map[verify.FaultKind]bool{}
	for _, f := range r.First {
		kinds[f.Kind] = true
	}
	if !kinds[verify.MissingSignature] || !kinds[verify.NoSuccessor] {
		t.Errorf("%+v", r.First)
	}
	tr.text = "KRRvKR" // and the table claims more than it has
	r, err = verify.Table(context.Background(), tr.write(t, 0, nil), verify.Options{})
	if err != nil || r.Errors == 0 || r.First[0].Kind != verify.MissingSignature {
		t.Errorf("%+v, %v", r, err)
	}
	tr.text = "nonsense"
	if _, err = verify.Table(context.Background(), tr.write(t, 0, nil), verify.Options{}); err == nil || !strings.Contains(err.Error(), "nonsense") {
		t.Error(err)
	}
}

// TestMissingExtinction is TestMissing for a game with extinction, whose kind is never in hand.
func TestMissingExtinction(t *testing.T) {
	tr := solve(t, game(t, "dobutsu"), "L2")
	if r, err := verify.Table(context.Background(), tr.write(t, 0, nil), verify.Options{}); err != nil || r.Errors > 0 || r.Positions == 0 {
		t.Errorf("%+v, %v", r, err)
	}
	tr.text = "L2G1"
	if r, err := verify.Table(context.Background(), tr.write(t, 0, nil), verify.Options{}); err != nil || r.Errors == 0 || r.First[0].Kind != verify.MissingSignature {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestCancelled cancels a check.
func TestCancelled(t *testing.T) {
	table := solve(t, game(t, "thinchess8"), "KRvKR").write(t, 0, nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := verify.Table(ctx, table, verify.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestDamaged reports a changed byte of the file.
func TestDamaged(t *testing.T) {
	tab := solve(t, game(t, "thinchess8"), "KRvKR").write(t, 0, nil)
	data := enginetest.ReadFile(t, tab.Name())
	data[len(data)/2] ^= 1
	path := filepath.Join(t.TempDir(), "damaged")
	enginetest.WriteFile(t, path, data)
	damaged, err := table.Open(path, container.NewCache(1<<20))
	if err == nil {
		defer damaged.Close()
		_, err = verify.Table(context.Background(), damaged, verify.Options{})
	}
	if err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Error(err)
	}
}

// checkSurvey compares a survey with brute force.
func (tr *truth) checkSurvey(t *testing.T, table *table.File) {
	t.Helper()
	s, err := verify.TakeSurvey(context.Background(), table, verify.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := tr.figures()
	got := figures{Zugzwangs: fmt.Sprint(s.Zugzwangs.Full, s.Zugzwangs.Half), Stalemates: s.Stalemates, Checkmates: s.Checkmates, Sides: s.Sides}
	for plies, n := range s.Wins {
		got.Distances += uint64(plies) * n
	}
	for plies, n := range s.Losses {
		got.Distances += uint64(plies) * n
	}
	if got != want {
		t.Errorf("survey %+v, brute force %+v", got, want)
	}
	var sum uint64
	for _, signature := range s.Signatures {
		sum += signature.Positions()
	}
	if sum != tr.result.Positions {
		t.Errorf("%d positions by signature, want %d", sum, tr.result.Positions)
	}
	longest := uint16(0)
	if s.Longest != nil {
		longest = s.Longest.Value.Plies
		if i, ok := tr.space.Find(&s.Longest.Position); !ok || tr.values[i] != s.Longest.Value {
			t.Errorf("longest %+v", s.Longest)
		}
	}
	if longest != tr.result.Longest.Plies {
		t.Errorf("longest %d, want %d", longest, tr.result.Longest.Plies)
	}
	t.Logf("%+v", want)
}

// figures are sums over a space.
type figures struct {
	Zugzwangs  string
	Stalemates uint64
	Checkmates uint64
	Distances  uint64
	Sides      [2]verify.Tally
}

func (tr *truth) figures() (f figures) {
	full, half := 0, 0
	for i, v := range tr.values {
		p := *tr.space.At(i)
		side := &f.Sides[p.Turn()]
		switch v.Outcome {
		case score.Win:
			side.Wins++
		case score.Loss:
			side.Losses++
		default:
			side.Draws++
		}
		f.Distances += uint64(v.Plies)
		if tr.game.Count(&p) == 0 {
			if tr.game.InCheck(&p) {
				f.Checkmates++
			} else {
				f.Stalemates++
			}
		}
		if p.Turn() == board.Black || tr.game.InCheck(&p) || strings.Fields(notation.FEN(tr.game, &p))[3] != "-" {
			continue
		}
		tr.game.NullMove(&p, &p)
		if j, ok := tr.space.Find(&p); ok {
			switch v.Outcome + tr.values[j].Outcome {
			case -1:
				half++
			case -2:
				full++
			}
		}
	}
	f.Zugzwangs = fmt.Sprint(full, half)
	return f
}
