package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/retro"
	"tinyhouse/solver/verify"
	"tinyhouse/tb"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/table"
)

// publishedList returns the list of published values.
func publishedList(t *testing.T) []solved {
	t.Helper()
	list, err := published()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestSolvedFiles compares the list with the tables and certificates of the repository: their sizes, their
// digests, and the values that are read from them.
func TestSolvedFiles(t *testing.T) {
	b := &builder{root: "../.."}
	tables, err := b.glob("tb", "embedded", "tables", "*"+table.Ext)
	if err != nil {
		t.Fatal(err)
	}
	proofs, err := b.glob("tb", "proofs", "*"+certificate.Ext)
	if err != nil {
		t.Fatal(err)
	}
	list := publishedList(t)
	for _, path := range append(tables, proofs...) {
		i := slices.IndexFunc(list, func(s solved) bool { return s.File == filepath.Base(path) })
		if i < 0 {
			t.Errorf("%s is not in the list: run go run ./scripts/solving list", path)
			continue
		}
		compareFile(t, path, &list[i])
	}
}

// compareFile compares an entry with its file.
func compareFile(t *testing.T, path string, s *solved) {
	t.Helper()
	described, err := describeFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if described.Bytes != s.Bytes || described.SHA256 != s.SHA256 || described.Variant != s.Variant || described.Kind != s.Kind {
		t.Errorf("%s: %+v, the list has %+v", path, described, s)
	}
	file, proof, err := tb.OpenFile(path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if proof != nil {
		defer proof.Close()
		compareProof(t, proof, s)
		return
	}
	defer file.Close()
	compareCounts(t, file, s)
	for _, at := range s.Shown {
		p := enginetest.Position(t, file.Game(), at.FEN)
		v, ok, err := file.Probe(&p)
		if err != nil || !ok || v.String() != at.Value {
			t.Errorf("%s: %s is %v (%v, %v), the list has %s", path, at.FEN, v, ok, err, at.Value)
		}
	}
}

// compareCounts counts the positions of a table, without -short also those of a large one.
func compareCounts(t *testing.T, file *table.File, s *solved) {
	t.Helper()
	if testing.Short() && file.Numbers() > 50_000 {
		return
	}
	survey, err := verify.TakeSurvey(t.Context(), file, verify.Options{Threads: 1, Memory: 256 << 20})
	if err != nil {
		t.Fatal(err)
	}
	var got, want verify.Tally
	for _, side := range survey.Sides {
		got.Wins += side.Wins
		got.Losses += side.Losses
		got.Draws += side.Draws
	}
	want.Wins, want.Losses, want.Draws = s.Wins, s.Losses, s.Draws
	if got != want || got.Wins+got.Losses+got.Draws != s.Positions {
		t.Errorf("%s: %+v, the list has %+v", file.Name(), got, s)
	}
	if survey.Longest == nil {
		return
	}
	longest := survey.Longest.Value.String()
	if !slices.ContainsFunc(s.Shown, func(at solvedAt) bool { return at.What == "longest" && at.Value == longest }) {
		t.Errorf("%s: the longest is %s, the list has %+v", file.Name(), longest, s.Shown)
	}
}

// compareProof compares an entry with its certificate.
func compareProof(t *testing.T, proof *certificate.File, s *solved) {
	t.Helper()
	root := proof.Root()
	_, v, ok, err := proof.Probe(&root)
	if err != nil || !ok {
		t.Fatalf("%s: %v, %v", proof.Name(), ok, err)
	}
	g := proof.Game()
	want := []solvedAt{{What: "root", FEN: notation.FEN(g, &root), Value: v.String()}}
	want[0].Says = want[0].says("certificate")
	if !slices.Equal(s.Shown, want) || s.Positions != proof.Len() || s.Draws != 0 || s.Wins != s.Positions {
		t.Errorf("%s: %+v with %d records, the list has %+v", proof.Name(), want, proof.Len(), s)
	}
	p, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Fields(s.Moves) {
		m, err := notation.ParseMove(g, &p, text)
		if err != nil {
			t.Fatal(err)
		}
		g.Apply(&p, &p, m)
	}
	if fen := notation.FEN(g, &p); strings.Fields(fen)[0] != strings.Fields(s.Shown[0].FEN)[0] {
		t.Errorf("%s: after %s the position is %s, the root %s", proof.Name(), s.Moves, fen, s.Shown[0].FEN)
	}
}

// TestSolvedPositions checks that all positions of the list are legal, and the starts those of the variants.
func TestSolvedPositions(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range publishedList(t) {
		g := enginetest.Game(t, s.Variant)
		id := strings.Join([]string{s.Group, s.Variant, s.Material, s.Moves, s.Kind}, " ")
		if seen[id] {
			t.Errorf("%s is in the list twice", id)
		}
		seen[id] = true
		start, err := notation.Start(g)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range s.Shown {
			p, err := notation.ParseFEN(g, at.FEN)
			if err != nil {
				t.Errorf("%s: %v", s.Variant, err)
				continue
			}
			if whole := at.What == "start" || at.What == "root" && s.Group == "games"; whole && notation.FEN(g, &p) != notation.FEN(g, &start) {
				t.Errorf("%s: the start is %s", s.Variant, at.FEN)
			}
			if _, err := parseValue(at.Value); err != nil {
				t.Error(err)
			}
		}
		if s.Wins+s.Losses+s.Draws != 0 && s.Wins+s.Losses+s.Draws != s.Positions {
			t.Errorf("%s: %d, %d and %d are not %d", id, s.Wins, s.Losses, s.Draws, s.Positions)
		}
	}
}

// parseValue reads "win 11", "draw" or "loss 8".
func parseValue(text string) (v score.Exact, err error) {
	outcome, number, _ := strings.Cut(text, " ")
	plies := 0
	if outcome != "draw" {
		if plies, err = strconv.Atoi(number); err != nil {
			return v, err
		}
	}
	switch outcome {
	case "win":
		v = score.WinIn(plies)
	case "loss":
		v = score.LossIn(plies)
	}
	if v.String() != text {
		return v, fmt.Errorf("%q is no value", text)
	}
	return v, nil
}

// TestSolvedMake makes tables as the list says, and compares their digests.
func TestSolvedMake(t *testing.T) {
	for _, s := range publishedList(t) {
		if s.Kind != "table" || s.SHA256 == "" || s.Positions > 800_000 || testing.Short() && s.Positions > 10_000 {
			continue
		}
		g := enginetest.Game(t, s.Variant)
		m, err := solver.Start(g)
		if s.Material != "" {
			m, err = solver.Parse(g, s.Material)
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), s.File)
		if _, err := retro.Solve(t.Context(), g, m, path, retro.Options{Limits: solver.Limits{Threads: 1, Memory: 1 << 30}}); err != nil {
			t.Fatal(err)
		}
		if sum, err := fileDigest(path); err != nil || sum != s.SHA256 {
			t.Errorf("%s: %s (%v), the list has %s", s.File, sum, err, s.SHA256)
		}
		os.Remove(path)
	}
}
