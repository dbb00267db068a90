package poskey

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/tb/index"
)

// TestIdentities computes the keys of the same games in several threads: different positions have
// different identities, and a position has one.
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
							all[i][k.Key(p, true).Identity] = classOf(k, p)
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
				t.Error("no exact identity")
			}
		})
	}
}

// TestHashed gives keys to positions with and without a right to castle, and to pawns: a hasher, and
// one that reads its checkpoint, know whether there were hashes.
func TestHashed(t *testing.T) {
	for _, x := range []struct {
		variant, fen string
		want         bool
	}{
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", true},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", true}, // too many numbers
		{"tinyhouse", "", false},
		{"peasants3", "", true},
	} {
		g := enginetest.Game(t, x.variant)
		p := enginetest.Position(t, g, x.fen)
		h, again := New(g), New(g)
		if h.Hashed() {
			t.Error("hashed before any key")
		}
		h.Key(&p, true)
		var file bytes.Buffer
		h.Serialize(checkpoint.NewWriter(&file))
		c := checkpoint.NewReader(&file)
		if again.Serialize(c); c.Err != nil || h.Hashed() != x.want || again.Hashed() != x.want {
			t.Errorf("%s %s: hashed %t, read back %t, %v, want %t", x.variant, x.fen, h.Hashed(), again.Hashed(), c.Err, x.want)
		}
	}
}

// TestCollision looks up a signature while another thread adds one with the same hash: it must not
// be found.
func TestCollision(t *testing.T) {
	ix := index.New(enginetest.Game(t, "tinyhouse"))
	sigs := collision(t, ix)
	for range 1_000 {
		s := newSignatures(ix)
		var done atomic.Bool
		var other sync.WaitGroup
		other.Go(func() {
			s.id(&sigs[0])
			done.Store(true)
		})
		for !done.Load() {
			if e, layout := (*s.table.Load()).find(&sigs[1]); layout != nil {
				t.Fatalf("id %d found for a signature that has none", e.id)
			}
		}
		other.Wait()
	}
}

// collision returns two signatures that hash to the same entry of a new table.
func collision(t *testing.T, ix *index.Indexer) (two [2]index.Signature) {
	t.Helper()
	seen := map[uint64]index.Signature{}
	size := uint64(len(*newSignatures(ix).table.Load()))
	rng, found := rand.New(rand.NewPCG(1, 6)), false
	for !found {
		enginetest.Walk(t, ix.Game(), rng, 100, func(p *board.Position) {
			s := ix.SignatureOf(p)
			at := s.Hash() % size
			if other, ok := seen[at]; ok && other != s {
				two, found = [2]index.Signature{other, s}, true
			}
			seen[at] = s
		})
	}
	return two
}

// classOf returns the FEN of what an identity stands for: the position, or the one that represents
// its mirror images.
func classOf(k *Hasher, p *board.Position) string {
	if k.Key(p, true).Identity&hashed != 0 {
		return strings.Join(strings.Fields(notation.FEN(k.game, p))[:4], " ") // without the counters
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
