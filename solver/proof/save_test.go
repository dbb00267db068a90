package proof

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/keys"
)

// TestTableKept reads a saved table into one of its size and one of half of it: what was known
// of a position is known again, whether its identity is exact or a hash.
func TestTableKept(t *testing.T) {
	for variant, plies := range map[string]int{"tinyhouse": 4, "chess": 2} {
		for _, bytes := range []int64{1 << 22, 1 << 21} {
			s, p := begin(t, variant, 1<<22)
			newWorker(s).run(&p, p.Turn(), 5000)
			next := reread(t, s, variant, bytes)
			known, lost := 0, 0
			for _, q := range near(s.game, p, plies) {
				k := s.keys.Of(&q, q.Turn() == p.Turn())
				e, ok := s.table.load(k)
				if !ok {
					continue
				}
				known++
				if again, ok := next.table.load(k); !ok || again != e {
					lost++
				}
			}
			if known < 20 || lost > 0 {
				t.Errorf("%s, %d bytes: %d of %d positions lost", variant, bytes, lost, known)
			}
		}
	}
}

// reread saves the table of a solver, and returns another one with what was read again.
func reread(t *testing.T, s *Solver, variant string, size int64) *Solver {
	t.Helper()
	var file bytes.Buffer
	s.exchange(checkpoint.NewWriter(&file))
	next, _ := begin(t, variant, size)
	next.keys = s.keys // the same numbers of slices
	c := checkpoint.NewReader(&file)
	if next.exchange(c); c.Err != nil || file.Len() > 0 {
		t.Fatalf("%s: %v, %d bytes left", variant, c.Err, file.Len())
	}
	return next
}

// near returns the positions up to so many plies after p.
func near(g *board.Game, p board.Position, plies int) []board.Position {
	all := []board.Position{p}
	if plies == 0 {
		return all
	}
	var l board.List
	g.Moves(&p, &l)
	for _, m := range l.All() {
		var next board.Position
		g.Apply(&next, &p, m)
		all = append(all, near(g, next, plies-1)...)
	}
	return all
}

// TestTreeKept saves a tree with a guide: it is read again as it was.
func TestTreeKept(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	p := enginetest.Position(t, g, "1w1k/1f2/1Kp1/U1U1[Wfp] b - - 0 13")
	o := Options{Limits: solver.Limits{Memory: 1 << 24, Checkpoint: t.TempDir()},
		Guide: func() Guide { return &liar{rng: rand.New(rand.NewPCG(13, 14))} }}
	before, after := newRun(NewSolver(g, o), &p, Win, &o), newRun(NewSolver(g, o), &p, Win, &o)
	tree := before.inquiries[0].tree
	tree.grow(context.Background(), before.workers, 4_000)
	if err := errors.Join(before.save(), after.resume()); err != nil {
		t.Fatal(err)
	}
	if again := after.inquiries[0].tree; len(tree.twigs) < 20 || !slices.Equal(again.twigs, tree.twigs) || again.nodes != tree.nodes {
		t.Errorf("%d twigs and %d nodes were %d and %d", len(again.twigs), again.nodes, len(tree.twigs), tree.nodes)
	}
}

// TestAtlasNotKept saves what an atlas knows: who goes on has to ask an atlas again, and does not
// look for a certificate without one.
func TestAtlasNotKept(t *testing.T) {
	g := enginetest.Game(t, "chess")
	p := enginetest.Position(t, g, "8/8/8/3k4/8/8/8/KR6 w - - 0 1")
	o := Options{Limits: solver.Limits{Memory: 1 << 28, Checkpoint: t.TempDir()}}
	before, after := newRun(NewSolver(g, o), &p, Value, &o), newRun(NewSolver(g, o), &p, Value, &o)
	if !before.chartAll(context.Background()) || !before.inquiries[0].certain {
		t.Fatal("the atlas does not know")
	}
	before.inquiries[0].budget++
	if err := errors.Join(before.save(), after.resume()); err != nil {
		t.Fatal(err)
	}
	for i, q := range after.inquiries {
		if q.certain || q.budget != before.inquiries[i].budget {
			t.Errorf("question %d: certain %v, budget %d", i, q.certain, q.budget)
		}
	}
}

// TestSlotOf puts slots where they belong, in tables of every size.
func TestSlotOf(t *testing.T) {
	for _, lines := range []int64{1, 2, 3, 1000, 1<<20 + 7} {
		table := newTable(lines * 64)
		for at := range uint64(lines) {
			if got := table.line(keys.Key{Slot: slotOf(at, uint64(lines))}); got != &table.lines[at] {
				t.Fatalf("line %d of %d", at, lines)
			}
		}
	}
}
