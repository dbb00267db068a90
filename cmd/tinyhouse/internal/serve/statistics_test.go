package serve_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"tinyhouse/cmd/internal/webapi"
	"tinyhouse/cmd/tinyhouse/internal/serve"
	"tinyhouse/engine/rules"
)

// TestStatisticsOfThePage compares the statistics that the page shows with those of the command stats.
func TestStatisticsOfThePage(t *testing.T) {
	s := start(t, serve.Config{})
	for _, v := range rules.Builtin().Variants() {
		var tables []webapi.Table
		if err := json.Unmarshal([]byte(s.rules(map[string]any{"op": "tables", "variant": v.Name}).body), &tables); err != nil {
			t.Fatal(err)
		}
		for _, table := range tables {
			if testing.Short() && table.Bytes > 60_000 {
				continue
			}
			var got webapi.Statistics
			answer := s.rules(map[string]any{"op": "statistics", "variant": v.Name, "draw": webapi.Draw{Table: table.ID}})
			if err := json.Unmarshal([]byte(answer.body), &got); err != nil {
				t.Fatal(err)
			}
			want := s.get("/api/tables/" + table.ID + "/stats")
			sides := want["sides"].([]any)
			for c, tally := range got.Sides {
				side := sides[c].(map[string]any)
				delete(side, "positions")
				if a, b := normal(t, tally), normal(t, side); a != b {
					t.Errorf("%s: side %d: %s, stats has %s", table.ID, c, a, b)
				}
			}
			zugzwangs := want["zugzwangs"].(map[string]any)
			for name, pair := range map[string][2]any{
				"wins": {got.Wins, want["wins_in"]}, "losses": {got.Losses, want["losses_in"]},
				"checkmates": {got.Checkmates, want["checkmates"]}, "stalemates": {got.Stalemates, want["stalemates"]},
				"full": {got.Zugzwangs.Full, zugzwangs["full"]}, "half": {got.Zugzwangs.Half, zugzwangs["half"]},
			} {
				if a, b := normal(t, pair[0]), normal(t, pair[1]); a != b {
					t.Errorf("%s: %s %s, stats has %s", table.ID, name, a, b)
				}
			}
			if longest := want["longest"].(map[string]any); got.Longest.FEN != longest["fen"] || got.Longest.Value != fmt.Sprint(longest["value"], " ", longest["plies"]) {
				t.Errorf("%s: longest %v, stats has %v", table.ID, got.Longest, longest["fen"])
			}
		}
	}
}

// normal returns a value in JSON, with the keys of objects in order.
func normal(t *testing.T, value any) string {
	t.Helper()
	var plain any
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &plain)
	}
	if err == nil {
		text, err = json.Marshal(plain)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
