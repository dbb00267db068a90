package retro_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/rules"
	"tinyhouse/solver"
	"tinyhouse/solver/proof"
	"tinyhouse/solver/retro"
)

// TestUnwritableRules refuses, before any work, to solve games whose rules a file cannot hold.
func TestUnwritableRules(t *testing.T) {
	for _, test := range []struct {
		change func(*rules.Variant)
		want   string
	}{
		{func(v *rules.Variant) { v.Name = "two]\nlines" }, "ini text cannot express"},
		{func(v *rules.Variant) { v.Pieces[1].Name, v.Pieces[1].Betza = "rook", "N" }, "ini text cannot express"},
	} {
		v := *enginetest.Game(t, "tinyhouse").Variant()
		v.Pieces = append([]rules.Piece{}, v.Pieces...)
		test.change(&v)
		g := enginetest.Compile(t, &v)
		for name, err := range map[string]error{"retro": solveStrongly(t, g), "proof": solveWeakly(t, g)} {
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "%!") {
				t.Errorf("%s, %q: error %v, want one with %q", name, v.Name, err, test.want)
			}
		}
	}
}

// solveStrongly returns the error of a strong solution that must not begin.
func solveStrongly(t *testing.T, g *board.Game) error {
	o := retro.Options{Limits: solver.Limits{Threads: 1, Memory: 1 << 28}, Progress: func(retro.Progress) { t.Error("work has begun") }}
	dir := t.TempDir()
	_, err := retro.Solve(context.Background(), g, parse(t, g, "W1U1"), filepath.Join(dir, "t.tht"), o)
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("files remain: %v", files)
	}
	return err
}

// solveWeakly returns the error of a proof that must not begin.
func solveWeakly(t *testing.T, g *board.Game) error {
	p := enginetest.Position(t, g, "")
	o := proof.Options{Limits: solver.Limits{Threads: 1, Memory: 1 << 24}, Nodes: 1 << 20, Progress: func(proof.Progress) { t.Error("work has begun") }}
	_, err := proof.Solve(context.Background(), g, &p, proof.Value, filepath.Join(t.TempDir(), "t.thc"), o)
	return err
}
