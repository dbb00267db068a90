package webapi

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/engine/rules"
	"tinyhouse/tb"
	"tinyhouse/tb/embedded"
)

// withTables returns an API that knows the embedded tables.
func withTables(t *testing.T) *API {
	t.Helper()
	set := tb.NewSet(64 << 20)
	if err := set.AddAll(embedded.All); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	return New(lookup.NewLibrary(rules.Builtin(), set))
}

const thin = "thinchess8-KNRvKNR"

func TestTables(t *testing.T) {
	a := withTables(t)
	var all []Table
	ask(t, a, Request{Op: "tables", Variant: "tinyhouse", Text: "k1W1/4/1K2/4[] b - - 0 1"}, &all)
	held := 0
	for _, table := range all {
		if !strings.HasPrefix(table.ID, "tinyhouse-W") || table.Positions != nil || table.Longest != nil || len(table.Digest) != 64 {
			t.Errorf("%+v", table)
		}
		if table.Holds {
			held++
		}
	}
	if len(all) != 14 || held != 1 {
		t.Errorf("%d tables, %d hold the position", len(all), held)
	}
	ask(t, a, Request{Op: "tables", Variant: "crazyhouse"}, &all)
	if all == nil || len(all) != 0 {
		t.Errorf("crazyhouse has tables %v", all)
	}
	if got := failure(t, New(nil), Request{Op: "tables", Variant: "thinchess8"}); !strings.Contains(got, "no tables") {
		t.Error(got)
	}
}

// TestLater checks that tables which are added later are found, and keep their statistics.
func TestLater(t *testing.T) {
	set := tb.NewSet(1 << 20)
	defer set.Close()
	a := New(lookup.NewLibrary(rules.Builtin(), set))
	list := func() (all []Table) {
		ask(t, a, Request{Op: "tables", Variant: "thinchess8"}, &all)
		return all
	}
	if all := list(); len(all) != 0 {
		t.Fatalf("%v", all)
	}
	if err := set.Open("../../../tb/embedded/tables/" + thin + ".tht"); err != nil {
		t.Fatal(err)
	}
	if all := list(); len(all) != 1 || all[0].ID != thin || all[0].Positions != nil || !all[0].Holds {
		t.Fatalf("%v", all)
	}
	var s Statistics
	ask(t, a, Request{Op: "statistics", Variant: "thinchess8", Draw: &Draw{Table: thin}}, &s)
	if err := set.Open("../../../tb/embedded/tables/gardner-KPvK.tht"); err != nil {
		t.Fatal(err)
	}
	if all := list(); len(all) != 1 || all[0].Positions == nil || *all[0].Positions != 49180 || all[0].Longest.Value != "win 11" {
		t.Fatalf("%v", all)
	}
}

func TestStatistics(t *testing.T) {
	a := withTables(t)
	var s Statistics
	ask(t, a, Request{Op: "statistics", Variant: "thinchess8", Draw: &Draw{Table: thin}}, &s)
	if want := []Count{{1, 4308}, {3, 2536}, {5, 1416}, {7, 180}, {9, 16}, {11, 12}}; !slices.Equal(s.Wins, want) {
		t.Errorf("wins %v, want %v", s.Wins, want)
	}
	if want := []Count{{0, 6444}, {2, 1912}, {4, 1268}, {6, 324}, {8, 76}, {10, 12}}; !slices.Equal(s.Losses, want) {
		t.Errorf("losses %v, want %v", s.Losses, want)
	}
	if want := [2]Tally{{4234, 5018, 15338}, {4234, 5018, 15338}}; s.Sides != want {
		t.Errorf("sides %v, want %v", s.Sides, want)
	}
	if s.Longest.Value != "win 11" || s.Checkmates != 6444 || s.Stalemates != 1272 || s.Zugzwangs.Full != 6 || s.Zugzwangs.Half != 72 {
		t.Errorf("%+v", s)
	}
	for _, e := range append(s.Zugzwangs.Examples, *s.Longest) {
		var p Position
		ask(t, a, Request{Op: "position", Variant: "thinchess8", Text: e.FEN}, &p)
		if p.Value != e.Value {
			t.Errorf("%s: %s, want %s", e.FEN, e.Value, p.Value)
		}
	}
	for _, r := range []Request{{Op: "statistics", Variant: "thinchess8", Draw: &Draw{Table: "gardner-KPvK"}}, {Op: "statistics"}} {
		if got := failure(t, a, r); !strings.HasPrefix(got, "table ") {
			t.Error(got)
		}
	}
}

func TestRandom(t *testing.T) {
	a := withTables(t)
	eleven := 11
	for seed := range uint64(10) {
		r := Request{Op: "random", Variant: "thinchess8", Draw: &Draw{Value: "win", Plies: &eleven, Seed: seed}}
		if seed%2 == 0 {
			r.Draw.Table = thin
		}
		var found, again lookup.Random
		var p Position
		ask(t, a, r, &found)
		ask(t, a, r, &again)
		ask(t, a, Request{Op: "position", Variant: "thinchess8", Text: found.FEN}, &p)
		if p.Value != "win 11" || again.FEN != found.FEN {
			t.Errorf("seed %d: %s %s, again %s", seed, found.FEN, p.Value, again.FEN)
		}
	}
	twelve := 12
	for want, d := range map[string]Draw{"no such position": {Value: "win", Plies: &twelve}, "want win": {Value: "good"}, "not one of": {Table: "x"}} {
		if got := failure(t, a, Request{Op: "random", Variant: "thinchess8", Draw: &d}); !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// ten returns the first ten puzzles of a sequence.
func ten(t *testing.T, a *API, variant string, plies int, seed uint64) (all []lookup.Puzzle) {
	t.Helper()
	for number := range 10 {
		var p lookup.Puzzle
		ask(t, a, Request{Op: "puzzle", Variant: variant, Draw: &Draw{Plies: &plies, Seed: seed, Number: number + 1}}, &p)
		all = append(all, p)
	}
	return all
}

// TestPuzzle checks that puzzles have one winning move, that the best line wins in time, and that a seed
// gives the same ones.
func TestPuzzle(t *testing.T) {
	a, b := withTables(t), withTables(t)
	for _, c := range []struct {
		variant string
		plies   int
	}{{"thinchess8", 5}, {"thinchess8", 7}, {"tinyhouse", 3}, {"tinyhouse", 9}, {"gardner", 15}, {"peasants2", 5}} {
		all := ten(t, a, c.variant, c.plies, 1)
		if !slices.Equal(all, ten(t, b, c.variant, c.plies, 1)) {
			t.Errorf("%v: seed 1 gives two sequences", c)
		}
		if slices.Equal(all, ten(t, a, c.variant, c.plies, 2)) {
			t.Errorf("%v: two seeds give one sequence", c)
		}
		seen := map[string]bool{}
		for _, puzzle := range all {
			if seen[puzzle.FEN] {
				t.Errorf("%s comes twice", puzzle.FEN)
			}
			seen[puzzle.FEN] = true
			testSolution(t, a, c.variant, c.plies, &puzzle)
		}
	}
	zero, five := 0, 5
	for _, variant := range []string{"thinchess8", "tinyhouse"} {
		var p lookup.Puzzle
		ask(t, a, Request{Op: "puzzle", Variant: variant, Draw: &Draw{Plies: &five, Number: 1}}, &p)
		if !strings.HasPrefix(p.Table, variant) {
			t.Errorf("a puzzle of %s comes from %s", variant, p.Table)
		}
	}
	for want, d := range map[string]Draw{"want 3 to 15": {Plies: &zero, Number: 1}, "want 1 to 10000": {Plies: &five}} {
		if got := failure(t, a, Request{Op: "puzzle", Variant: "thinchess8", Draw: &d}); !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// testSolution plays the best line of a puzzle.
func testSolution(t *testing.T, a *API, variant string, plies int, puzzle *lookup.Puzzle) {
	t.Helper()
	var line []string
	for left := plies; ; left-- {
		var p Position
		ask(t, a, Request{Op: "position", Variant: variant, Text: puzzle.FEN, Moves: line}, &p)
		want := fmt.Sprint("win ", left)
		if (plies-left)%2 == 1 {
			want = fmt.Sprint("loss ", left)
		}
		if p.Value != want {
			t.Fatalf("%s after %v: %s, want %s", puzzle.FEN, line, p.Value, want)
		}
		if left == 0 {
			return
		}
		best, wins := "", 0
		for _, m := range p.Moves {
			if strings.HasPrefix(m.Value, "win") {
				wins++
			}
			if m.Value == p.Value {
				best = m.UCI
			}
		}
		if len(line) == 0 && (wins != 1 || best != puzzle.Move.UCI) {
			t.Fatalf("%s: %d winning moves, %s: %+v", puzzle.FEN, wins, best, puzzle)
		}
		line = append(line, best)
	}
}

// TestAllPuzzles checks that a sequence has all puzzles there are, each once.
func TestAllPuzzles(t *testing.T) {
	a, eleven := withTables(t), 11
	seen := map[string]bool{}
	for number := 1; ; number++ {
		r := Request{Op: "puzzle", Variant: "thinchess8", Draw: &Draw{Plies: &eleven, Number: number}}
		text, _ := json.Marshal(r)
		var p lookup.Puzzle
		var f Failure
		got := a.Answer(t.Context(), text)
		if json.Unmarshal(got, &f); f.Error != "" {
			if f.Error != "the tables have no more puzzles of a win in 11 plies" {
				t.Error(f.Error)
			}
			break
		}
		if err := json.Unmarshal(got, &p); err != nil || seen[p.FEN] {
			t.Fatalf("%v, %s", err, got)
		}
		seen[p.FEN] = true
	}
	if want := len(singleWins(t, a, eleven)) / 2; len(seen) != want || want == 0 { // a puzzle has one of two colours
		t.Errorf("%d puzzles, want %d", len(seen), want)
	}
}

// singleWins returns the positions of thinchess8 with one winning move of several, which wins in some plies,
// as random positions show them.
func singleWins(t *testing.T, a *API, plies int) map[string]bool {
	t.Helper()
	single := map[string]bool{}
	for seed := range uint64(300) {
		var found lookup.Random
		ask(t, a, Request{Op: "random", Variant: "thinchess8", Draw: &Draw{Value: "win", Plies: &plies, Seed: seed}}, &found)
		var p Position
		ask(t, a, Request{Op: "position", Variant: "thinchess8", Text: found.FEN}, &p)
		wins := 0
		for _, m := range p.Moves {
			if strings.HasPrefix(m.Value, "win") {
				wins++
			}
		}
		if wins == 1 && len(p.Moves) > 1 {
			single[found.FEN] = true
		}
	}
	return single
}

func TestLengths(t *testing.T) {
	a := withTables(t)
	for variant, want := range map[string]string{"thinchess8": "[3 5 7 9 11]", "peasants1": "[3 5]", "crazyhouse": "[]"} {
		var lengths []int
		ask(t, a, Request{Op: "lengths", Variant: variant}, &lengths)
		if got := fmt.Sprint(lengths); got != want {
			t.Errorf("%s: %s, want %s", variant, got, want)
		}
	}
}

func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	got := string(withTables(t).Answer(ctx, []byte(`{"op":"statistics","variant":"thinchess8","draw":{"table":"`+thin+`"}}`)))
	if got != `{"error":"the answer takes longer than the server allows"}` {
		t.Error(got)
	}
}
