package keys

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

// TestIdentities has several threads meet the positions of the same games: no two positions
// that differ may have one identity, nor one position two.
func TestIdentities(t *testing.T) {
	for _, variant := range []string{"tinyhouse", "dobutsu", "thinchess", "losalamos", "chess", "crazyhouse"} {
		t.Run(variant, func(t *testing.T) {
			g := enginetest.Game(t, variant)
			k := New(g)
			var all [4]map[uint64]string
			var threads sync.WaitGroup
			for i := range all {
				all[i] = map[uint64]string{}
				threads.Go(func() {
					rng := rand.New(rand.NewPCG(uint64(i/2), 5))
					for range 100 {
						enginetest.Walk(t, g, rng, 100, func(p *board.Position) {
							all[i][k.Of(p, true).Identity] = classOf(k, p)
						})
					}
				})
			}
			threads.Wait()
			exact, known := 0, map[string]uint64{}
			for _, seen := range all {
				for id, class := range seen {
					if before, ok := known[class]; ok && before != id {
						t.Errorf("%s has %x and %x", class, before, id)
					}
					for _, other := range all {
						if also, ok := other[id]; ok && also != class {
							t.Errorf("%x is of %s and of %s", id, class, also)
						}
					}
					known[class] = id
					if id&hashed == 0 {
						exact++
					}
				}
			}
			if exact == 0 && variant != "chess" && variant != "crazyhouse" {
				t.Error("no identity is exact")
			}
		})
	}
}

// classOf writes what an identity is of: the position, or the number that it shares with its
// images.
func classOf(k *Keyer, p *board.Position) string {
	if k.Of(p, true).Identity&hashed != 0 {
		return strings.Join(strings.Fields(notation.FEN(k.game, p))[:4], " ") // but for counters
	}
	s := k.ix.SliceOf(p)
	layout, err := k.ix.Table(s)
	if err != nil {
		return err.Error()
	}
	var q board.Position
	if i, ok := layout.Encode(p); !ok || !layout.Decode(i, &q) {
		return "no number"
	}
	return notation.FEN(k.game, &q)
}
