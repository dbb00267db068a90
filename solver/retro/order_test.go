package retro

import (
	"math/rand/v2"
	"testing"
)

// TestComponents compares the components of random graphs with those found by asking who
// reaches whom, and looks at their order.
func TestComponents(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 1 + rng.IntN(12)
		edges := make([][]int, n)
		reach := make([][]bool, n)
		for v := range n {
			reach[v] = make([]bool, n)
			reach[v][v] = true
			for range rng.IntN(3) {
				to := rng.IntN(n)
				edges[v] = append(edges[v], to)
				reach[v][to] = true
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		found := components(n, func(v int) []int { return edges[v] })
		at := make([]int, n)
		total := 0
		for c, nodes := range found {
			for _, v := range nodes {
				at[v] = c
				total++
			}
		}
		if total != n {
			t.Fatalf("seed %d: %d nodes of %d in components", seed, total, n)
		}
		for i := range n {
			for j := range n {
				together := reach[i][j] && reach[j][i]
				if together != (at[i] == at[j]) || reach[i][j] && at[j] > at[i] {
					t.Fatalf("seed %d: nodes %d and %d in components %d and %d", seed, i, j, at[i], at[j])
				}
			}
		}
	}
}
