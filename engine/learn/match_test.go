package learn

import (
	"context"
	"errors"
	"slices"
	"testing"

	"tinyhouse/engine/enginetest"
)

// points returns the sum of all half points.
func points(results [][2]int) int {
	sum := 0
	for _, r := range results {
		sum += r[0] + r[1]
	}
	return sum
}

// TestMatch checks that more nodes win, that equal players share the points of each pair, and that the
// results are the same for any number of threads.
func TestMatch(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	weak, strong := Settings{Game: g, Nodes: 10, Seed: 1}, Settings{Game: g, Nodes: 600, Seed: 1}
	pairs := 20
	results, err := Match(t.Context(), strong, weak, pairs, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := points(results); n < 3*pairs {
		t.Errorf("the stronger player has %d half points of %d", n, 4*pairs)
	}
	again, err := Match(t.Context(), strong, weak, pairs, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(results, again) {
		t.Errorf("two threads: %v, one: %v", results, again)
	}
	if results, err = Match(t.Context(), weak, strong, pairs, 2, nil); err != nil {
		t.Fatal(err)
	}
	if n := points(results); n > pairs {
		t.Errorf("the weaker player has %d half points of %d", n, 4*pairs)
	}
	weak.Nodes = 150
	equal, err := Match(t.Context(), weak, weak, pairs, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	decided := [3]int{}
	for i, r := range equal {
		if decided[r[0]]++; r[0]+r[1] != 2 {
			t.Errorf("pair %d of equal players: %v", i, r)
		}
	}
	if decided[0] == 0 || decided[2] == 0 {
		t.Errorf("half points of the first games: %v", decided)
	}
}

// TestMatchStops checks that a cancelled match ends with an error.
func TestMatchStops(t *testing.T) {
	s := Settings{Game: enginetest.Game(t, "gardner"), Nodes: 20, Seed: 1}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Match(ctx, s, s, 1<<20, 2, func(int) { cancel() }); !errors.Is(err, errStopped) {
		t.Errorf("got error %v", err)
	}
}
