package inspect

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/table"
)

// open opens an embedded table.
func open(t *testing.T, name string) *table.File {
	t.Helper()
	table, err := table.Open(filepath.Join("../../../../tb/embedded/tables", name), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	return table
}

// TestProbeTable checks that the value is that of the first move, that the main line has as many
// plies, and the JSON.
func TestProbeTable(t *testing.T) {
	table := open(t, "thinchess8-KNRvKNR.tht")
	for fen, want := range map[string]score.Exact{
		"k/n/1/1/N/r/R/K w - - 0 1": score.WinIn(11),
		"k/r/n/1/1/N/R/K w - - 0 1": {},
	} {
		r, err := ProbeTable(table, NewRules("thinchess8", [32]byte{1}, [32]byte{1}), enginetest.Position(t, table.Game(), fen))
		if err != nil {
			t.Fatal(err)
		}
		if r.value != want || r.Moves[0].Exact != want || want.Outcome != score.Draw && len(r.Line) != int(want.Plies) || r.Line[0].UCI != r.Moves[0].UCI {
			t.Errorf("%s: %v, first %+v, line %v; want %v", fen, r.value, r.Moves[0], r.Line, want)
		}
		if !strings.HasSuffix(r.Text(), "\nvalue: "+want.String()+"\n") {
			t.Errorf("%s: %s", fen, r.Text())
		}
		text, err := json.Marshal(r)
		if start := `{"variant":"thinchess8","fen":"` + fen + `","value":"` + solver.ValueOf(want).Value; err != nil || !strings.HasPrefix(string(text), start) || strings.Contains(string(text), "Exact") {
			t.Errorf("%s: %v, want %s", text, err, start)
		}
	}
	bare := enginetest.Position(t, table.Game(), "k/1/1/1/1/1/1/K w - - 0 1")
	if _, err := ProbeTable(table, Rules{}, bare); err != nil {
		t.Errorf("fewer pieces: %v", err)
	}
	more := enginetest.Position(t, table.Game(), "k/r/n/1/N/N/R/K w - - 0 1")
	if _, err := ProbeTable(table, Rules{}, more); err == nil || !strings.Contains(err.Error(), "not in the table") {
		t.Errorf("more pieces: %v", err)
	}
}
