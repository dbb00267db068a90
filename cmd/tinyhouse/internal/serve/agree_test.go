package serve_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/cmd/tinyhouse/internal/serve"
)

// TestAgrees compares the answers for random positions of all tables with those of the command probe:
// the value and the values of all moves. In the order of the moves the values never rise.
func TestAgrees(t *testing.T) {
	s := start(t, serve.Config{})
	var tables []*lookup.File
	for _, f := range s.Library.Files() {
		if f.Table != nil {
			tables = append(tables, f)
		}
	}
	n := 300
	if *full {
		n = 10_000
	}
	rng := rand.New(rand.NewPCG(1, 17))
	for i := range n {
		f := tables[rng.IntN(len(tables))]
		r, err := lookup.Draw(context.Background(), []*lookup.File{f}, lookup.Wanted{Plies: -1}, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		p, err := lookup.Parse(f.Game(), r.FEN)
		if err != nil {
			t.Fatal(err)
		}
		want, err := inspect.ProbeTable(f.Table, inspect.Rules{}, p)
		if err != nil {
			t.Fatal(err)
		}
		got := s.get(question(r.Variant, r.FEN))
		own := got["tinyhouse"].(map[string]any)
		if a, b := valueOf(own["value"], own["plies"], 0), valueOf(want.Value.Value, want.Plies, 0); a != b || got["category"] != own["value"] {
			t.Fatalf("%s %s: %s, probe has %s", r.Variant, r.FEN, a, b)
		}
		var ours, theirs []string
		for _, m := range got["moves"].([]any) {
			own := m.(map[string]any)["tinyhouse"].(map[string]any)
			word := map[any]string{"win": "loss", "loss": "win", "draw": "draw"}[own["value"]]
			ours = append(ours, fmt.Sprint(m.(map[string]any)["uci"], m.(map[string]any)["san"], valueOf(word, own["plies"], 1)))
		}
		var values []string
		for _, m := range want.Moves {
			theirs = append(theirs, fmt.Sprint(m.UCI, m.SAN, m.Exact))
			values = append(values, m.Exact.String())
		}
		for i := range min(len(ours), len(values)) {
			if got := ours[i][len(ours[i])-len(values[i]):]; got != values[i] {
				t.Fatalf("%s %s: move %d of %q, probe has %q", r.Variant, r.FEN, i, ours, values)
			}
		}
		if i%10 == 0 {
			checkLine(t, s, r, got)
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		if !slices.Equal(ours, theirs) {
			t.Fatalf("%s %s: %q, probe has %q", r.Variant, r.FEN, ours, theirs)
		}
	}
}

// checkLine checks that the main line of a position begins with its first move, is as long as its value
// says, and is won by the right side.
func checkLine(t *testing.T, s *running, r *lookup.Random, probe map[string]any) {
	t.Helper()
	line := s.get("/" + r.Variant + "/mainline?" + strings.SplitN(question(r.Variant, r.FEN), "?", 2)[1])
	moves, winner := line["mainline"].([]any), any(nil)
	if turn := strings.Fields(r.FEN)[1]; r.Value == "win" {
		winner = turn
	} else if r.Value == "loss" {
		winner = map[string]string{"w": "b", "b": "w"}[turn]
	}
	plies := 0
	if r.Plies != nil {
		plies = *r.Plies
	}
	if len(moves) != plies || line["winner"] != winner {
		t.Errorf("%s %s: %s %d, the main line has %d moves and the winner %v", r.Variant, r.FEN, r.Value, plies, len(moves), line["winner"])
	}
	if len(moves) > 0 && moves[0].(map[string]any)["uci"] != probe["moves"].([]any)[0].(map[string]any)["uci"] {
		t.Errorf("%s %s: the main line begins with %v", r.Variant, r.FEN, moves[0])
	}
}

// valueOf returns a value as probe prints it, some plies later.
func valueOf(word, plies any, later int) string {
	switch n := plies.(type) {
	case float64:
		return fmt.Sprint(word, " ", int(n)+later)
	case *uint16:
		if n != nil {
			return fmt.Sprint(word, " ", int(*n)+later)
		}
	}
	return fmt.Sprint(word)
}
