package keys

import (
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/tb/index"
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

// TestRivals looks for a slice while another thread numbers one that wants the same place: what is not
// there is not found.
func TestRivals(t *testing.T) {
	ix := index.New(enginetest.Game(t, "tinyhouse"))
	rivals := rivalsOf(t, ix)
	for range 1_000 {
		f := newShelf(ix)
		var done atomic.Bool
		var other sync.WaitGroup
		other.Go(func() {
			f.of(&rivals[0])
			done.Store(true)
		})
		for !done.Load() {
			if n, layout := (*f.now.Load()).find(&rivals[1]); layout != nil {
				t.Fatalf("number %d was found for a slice that has none", n.id)
			}
		}
		other.Wait()
	}
}

// rivalsOf returns two slices that want the same place of a new shelf.
func rivalsOf(t *testing.T, ix *index.Indexer) (two [2]index.Signature) {
	t.Helper()
	met := map[uint64]index.Signature{}
	places := uint64(len(*newShelf(ix).now.Load()))
	rng, found := rand.New(rand.NewPCG(1, 6)), false
	for !found {
		enginetest.Walk(t, ix.Game(), rng, 100, func(p *board.Position) {
			s := ix.SignatureOf(p)
			at := s.Hash() % places
			if other, ok := met[at]; ok && other != s {
				two, found = [2]index.Signature{other, s}, true
			}
			met[at] = s
		})
	}
	return two
}

// classOf writes what an identity is of: the position, or the number that it shares with its
// images.
func classOf(k *Keyer, p *board.Position) string {
	if k.Of(p, true).Identity&hashed != 0 {
		return strings.Join(strings.Fields(notation.FEN(k.game, p))[:4], " ") // but for counters
	}
	s := k.ix.SignatureOf(p)
	layout, err := k.ix.Layout(s)
	if err != nil {
		return err.Error()
	}
	var q board.Position
	if i, ok := layout.Encode(p); !ok || !layout.Decode(i, &q) {
		return "no number"
	}
	return notation.FEN(k.game, &q)
}
