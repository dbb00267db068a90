package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/table"
)

// longTable writes a copy of a table with more plies in all distances, and returns its path.
func longTable(t *testing.T, from *table.File, plies int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "long.tht")
	w, err := table.Create(path, table.Desc{Game: from.Game(), Material: from.Material(), Signatures: from.Signatures()}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range from.Signatures() {
		layout, err := from.Layout(i)
		if err != nil {
			t.Fatal(err)
		}
		values := make([]dtm.Value, layout.Size())
		for n := range values {
			var p board.Position
			if values[n] = dtm.None; !layout.Decode(uint64(n), &p) {
				continue
			}
			if v, ok, err := from.Probe(&p); err != nil {
				t.Fatal(err)
			} else if ok {
				values[n] = dtm.ValueOf(v.Later(plies))
			}
		}
		if err := w.Write(values); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLongDistances asks all protocols and commands for wins and losses in more plies than a search
// value holds: they print the distance of the table.
func TestLongDistances(t *testing.T) {
	const more = 9000
	path := longTable(t, solveTable(t, "--variant", "thinchess8", "--json"), more)
	const win, loss = "k/n/1/1/N/r/R/K w - - 0 1", "k/n/1/1/N/R/1/K b - - 0 1" // in 9011, and in 9010 after a2a3
	for _, test := range []struct{ input, args, says string }{
		{"uci\nsetoption name UCI_Variant value thinchess8\nsetoption name TablebasePath value " + path + "\nposition fen " + win + "\ngo depth 1\nposition fen " + loss + "\ngo depth 1\n", "",
			" score mate 4506 , score mate -4505 "},
		{"usi\nsetoption name USI_Variant value thinchess8\nsetoption name TablebasePath value " + path + "\nposition fen " + win + "\ngo depth 1\nposition fen " + loss + "\ngo depth 1\n", "",
			" score mate 9011 , score mate -9010 "},
		{"ucci\nsetoption UCI_Variant thinchess8\nsetoption TablebasePath " + path + "\nposition fen " + win + "\ngo depth 1\nposition fen " + loss + "\ngo depth 1\n", "",
			" score mate 4506 , score mate -4505 "},
		{"xboard\nprotover 2\nvariant thinchess8\noption TablebasePath=" + path + "\nforce\nsetboard " + win + "\npost\nsd 1\ngo\n", "", "\n1 104506 "},
		{"xboard\nprotover 2\nvariant thinchess8\noption TablebasePath=" + path + "\nforce\nsetboard " + loss + "\npost\nsd 1\ngo\n", "", "\n1 -104505 "},
		{"hint\nquit\n", "play --variant thinchess8 --tb " + path + " --fen " + strings.ReplaceAll(win, " ", "_"), "White wins in 9011 plies, by the table"},
		{"", "probe " + path + " --fen " + strings.ReplaceAll(loss, " ", "_"), "value: loss 9010\n"},
		{win + "\n" + loss + "\n", "analyze --variant thinchess8 --depth 1 --tb " + path, "; ce 23756; dm 4506;,; ce -23757;"},
	} {
		var args []string
		for _, word := range strings.Fields(test.args) {
			args = append(args, strings.ReplaceAll(word, "_", " "))
		}
		r := finish(t, test.input, args...)
		for says := range strings.SplitSeq(test.says, ",") {
			if r.status != 0 || !strings.Contains(r.out, says) || strings.Contains(r.out, "mate 1000") {
				t.Errorf("%.20q %s: want %q: %+v", test.input, test.args, says, r)
			}
		}
	}
	r := finish(t, loss+"\n", "analyze", "--variant", "thinchess8", "--depth", "1", "--multipv", "2", "--json", "--tb", path)
	var got struct {
		Score struct{ Mate int }
		DTM   int
		Lines []struct{ Score struct{ Mate int } }
	}
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || got.Score.Mate != -4505 || got.DTM != -9010 {
		t.Errorf("%v %+v", err, r)
	}
}
