package components_test

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/solver/internal/components"
)

// TestOf compares with what each node can reach, on random graphs.
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
		part, parts := components.Of(n, func(node int32, edge int) (int32, bool) {
			if edge < len(edges[node]) {
				return edges[node][edge], true
			}
			return 0, false
		})
		seen := map[int32]bool{}
		for a := range n {
			seen[part[a]] = true
			for b := range n {
				if (part[a] == part[b]) != (reach[a][b] && reach[b][a]) {
					t.Fatalf("%v: parts %v", edges, part)
				}
			}
		}
		if len(seen) != int(parts) {
			t.Fatalf("%d parts, %v", parts, part)
		}
	}
}
