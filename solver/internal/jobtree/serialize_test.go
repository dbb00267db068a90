package jobtree

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/enginetest"
)

// TestSerialize saves a tree with evaluations, and reads it as it was.
func TestSerialize(t *testing.T) {
	s := shared(t, "tinyhouse", 1<<24)
	p := enginetest.Position(t, s.Game, "1w1k/1f2/1Kp1/U1U1[Wfp] b - - 0 13")
	before, after := New(s, &p, p.Turn(), true), New(s, &p, p.Turn(), true)
	before.Grow(context.Background(), []*Worker{NewWorker(s, &randomEvaluator{rng: rand.New(rand.NewPCG(13, 14))})}, 4_000)
	var file bytes.Buffer
	before.Serialize(checkpoint.NewWriter(&file))
	c := checkpoint.NewReader(&file)
	if after.Serialize(c); c.Err != nil {
		t.Fatal(c.Err)
	}
	if len(before.nodes) < 20 || !slices.Equal(after.nodes, before.nodes) || after.searched != before.searched {
		t.Errorf("%d nodes and %d positions were %d and %d", len(after.nodes), after.searched, len(before.nodes), before.searched)
	}
}

// TestIsTree accepts a tree, and refuses it with another move, a child less or more, or a wrong
// link.
func TestIsTree(t *testing.T) {
	s := shared(t, "tinyhouse", 1<<20)
	p := enginetest.Position(t, s.Game, "fuwk/3p/P3/KWUF[] w - - 0 1")
	tree := New(s, &p, p.Turn(), false)
	tree.Grow(context.Background(), []*Worker{NewWorker(s, nil)}, 100_000)
	good := tree.nodes
	if len(good) < 100 || !tree.isTree(0, -1, &p) {
		t.Fatalf("%d nodes are refused", len(good))
	}
	for i := 0; i < len(good); i += len(good) / 50 {
		for _, change := range []func(n *node){
			func(n *node) { n.move++ },
			func(n *node) { n.children-- },
			func(n *node) { n.children++ },
			func(n *node) { n.first++ },
			func(n *node) { n.parent++ },
		} {
			tree.nodes = slices.Clone(good)
			change(&tree.nodes[i])
			matters := (i > 0 || tree.nodes[0].move == good[0].move) && (good[i].children > 0 || tree.nodes[i].first == good[i].first)
			if matters && tree.isTree(0, -1, &p) {
				t.Errorf("node %d of %d: %+v instead of %+v", i, len(good), tree.nodes[i], good[i])
			}
		}
	}
}
