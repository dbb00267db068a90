package proof

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

// walkAtRandom calls visit for the positions of random games.
func walkAtRandom(t testing.TB, g *board.Game, seed uint64, plies int, visit func(*board.Position)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 5))
	start, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	p := start
	for range plies {
		visit(&p)
		var l board.List
		if g.Moves(&p, &l); l.Len() == 0 || g.Decided(&p).Over() {
			p = start
			continue
		}
		g.Apply(&p, &p, l.At(rng.IntN(l.Len())))
	}
}

// TestIdentities has several threads meet the positions of the same games: no two positions
// that differ may have one identity, nor one position two.
func TestIdentities(t *testing.T) {
	for _, variant := range []string{"tinyhouse", "dobutsu", "thinchess", "losalamos", "chess", "crazyhouse"} {
		t.Run(variant, func(t *testing.T) {
			g := enginetest.Game(t, variant)
			k := newKeyer(g)
			var all [4]map[uint64]string
			var threads sync.WaitGroup
			for i := range all {
				all[i] = map[uint64]string{}
				threads.Go(func() {
					walkAtRandom(t, g, uint64(i/2), 3000, func(p *board.Position) {
						all[i][k.of(p, true).identity] = classOf(k, p)
					})
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
func classOf(k *keyer, p *board.Position) string {
	if k.of(p, true).identity&hashed != 0 {
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

// TestSound takes a tree as it is, and refuses it with another move, a move less or a link
// that leads elsewhere.
func TestSound(t *testing.T) {
	s, p := begin(t, "tinyhouse", 1<<20)
	tree := newTree(s, &p, p.Turn())
	tree.grow(context.Background(), []*worker{newWorker(s)}, 100_000)
	good := tree.twigs
	if len(good) < 100 || !tree.sound() {
		t.Fatalf("%d twigs are refused", len(good))
	}
	for i := 0; i < len(good); i += len(good) / 50 {
		for _, change := range []func(n *twig){
			func(n *twig) { n.move++ },
			func(n *twig) { n.kids-- },
			func(n *twig) { n.kids++ },
			func(n *twig) { n.first++ },
			func(n *twig) { n.up++ },
		} {
			tree.twigs = slices.Clone(good)
			change(&tree.twigs[i])
			matters := (i > 0 || tree.twigs[0].move == good[0].move) && (good[i].kids > 0 || tree.twigs[i].first == good[i].first)
			if matters && tree.sound() {
				t.Errorf("twig %d of %d: %+v instead of %+v", i, len(good), tree.twigs[i], good[i])
			}
		}
	}
}
