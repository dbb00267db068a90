package scc_test

import (
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"tinyhouse/solver/internal/scc"
)

// TestOf compares the components of random graphs with the transitive closure.
func TestOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 500 {
		n := 1 + rng.IntN(20)
		edges, reach := make([][]int32, n), make([][]bool, n)
		for at := range edges {
			reach[at] = make([]bool, n)
			reach[at][at] = true
			for range rng.IntN(3) {
				to := rng.IntN(n)
				edges[at] = append(edges[at], int32(to))
				reach[at][to] = true
			}
		}
		for via := range n {
			for from := range n {
				for to := range n {
					reach[from][to] = reach[from][to] || reach[from][via] && reach[via][to]
				}
			}
		}
		component, count := scc.Of(n, func(node int32) iter.Seq[int32] { return slices.Values(edges[node]) })
		seen := map[int32]bool{}
		for a := range n {
			seen[component[a]] = true
			for b := range n {
				if (component[a] == component[b]) != (reach[a][b] && reach[b][a]) {
					t.Fatalf("%v: components %v", edges, component)
				}
				if reach[a][b] && component[a] < component[b] {
					t.Fatalf("%v: components %v are not in reverse topological order", edges, component)
				}
			}
		}
		if len(seen) != int(count) {
			t.Fatalf("%d components, %v", count, component)
		}
	}
}
