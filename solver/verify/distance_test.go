package verify_test

import (
	"slices"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/dtm"
)

// TestDistanceOverflow stores wins in the longest distance everywhere, and a win in 0 at a position
// all of whose moves lead there: it would lose in one ply more than a table can hold, which is no
// win in 0.
func TestDistanceOverflow(t *testing.T) {
	tr := solve(t, game(t, "thinchess8"), "")
	errors := func(at uint64) uint64 {
		table := tr.write(t, 0, func(values [][]dtm.Value) {
			for i := range values {
				values[i] = slices.Repeat([]dtm.Value{dtm.Win + dtm.MaxPlies}, len(values[i]))
			}
			last := values[len(values)-1]
			if at < uint64(len(last)) {
				last[at] = dtm.Win
			}
		})
		r, err := verify.Table(t.Context(), table, verify.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r.Errors
	}
	layout, err := tr.ix.Layout(tr.signatures[len(tr.signatures)-1])
	if err != nil {
		t.Fatal(err)
	}
	want, found := errors(layout.Size()), 0
	for i := uint64(0); i < layout.Size() && found < 5; i++ {
		var p board.Position
		if !layout.Decode(i, &p) || tr.game.Ended(&p).Over() {
			continue
		}
		goesOn := func(next board.Position) bool { return !tr.game.Ended(&next).Over() }
		if !slices.ContainsFunc(enginetest.Next(tr.game, &p), func(next board.Position) bool { return !goesOn(next) }) {
			found++
			if got := errors(i); got != want {
				t.Errorf("number %d: %d errors, want %d", i, got, want)
			}
		}
	}
	if found == 0 {
		t.Error("no position without a move that ends the game")
	}
}
