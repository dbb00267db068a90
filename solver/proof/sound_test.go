package proof

import (
	"context"
	"slices"
	"testing"
)

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
