package index_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/tb/index"
)

// TestCounts compares numbers of reachable signatures and of their legal positions, for both sides
// to move and with mirror images, with numbers found independently of this project.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		variant, start string
		signatures     int
		positions      int // 0: not counted
	}{
		{"tinyhouse", "K[WU]vK", 4 * 4, 219856},  // each on either board or in either hand
		{"tinyhouse", "K[WW]vK", 10, 107800},     // two alike in the same four places
		{"tinyhouse", "K[PW]vK", 4 * 10, 730648}, // a pawn in six more, promoted
		{"thinchess8", "KRNvKRN", 16, 49180},     // all subsets
		{"chess", "KPvK", 11, 0},                 // bare kings, and five pieces on either side
		{"chess", "KRPvK", 1 + 10 + 2*5, 0},      // the rook with the pawn and its four successors too
		{"dobutsu", "L[C]vL", 6 + 6, 0},          // with and without the lion of the side to move
	} {
		ix := indexer(t, c.variant)
		start := layout(t, ix, c.start).Signature()
		all := layoutsOf(t, ix, start)
		if len(all) != c.signatures {
			t.Errorf("%s %s: %d signatures, want %d", c.variant, c.start, len(all), c.signatures)
		}
		if c.positions == 0 || testing.Short() && c.positions > 200000 {
			continue
		}
		got := 0
		for _, tab := range all {
			got += positions(tab)
		}
		if got != c.positions {
			t.Errorf("%s %s: %d positions in %d signatures, want %d", c.variant, c.start, got, len(all), c.positions)
		}
	}
}

// positions counts the legal positions of a layout, images apart.
func positions(tab *index.Layout) int {
	ix, n := tab.Indexer(), 0
	for i := range tab.Full() {
		var p board.Position
		if !tab.Decode(i, &p) {
			continue
		}
		images := 1
		if ix.Turns() {
			images = 2
		}
		if _, rel, _ := tab.Find(&p); ix.Mirrors() && rel&index.Symmetric == 0 {
			images *= 2
		}
		n += images
	}
	return n
}

// TestReachable plays at random: the signature of every position is reachable from the start.
func TestReachable(t *testing.T) {
	for _, name := range []string{"thinchess8", "dobutsu", "peasants2", "peasants3", "crooked", "bolting"} {
		ix := indexer(t, name)
		p := enginetest.Position(t, ix.Game(), ix.Game().Variant().Start)
		in := map[index.Signature]bool{}
		for _, tab := range layoutsOf(t, ix, ix.SignatureOf(&p)) {
			in[tab.Signature()] = true
		}
		for seed := range uint64(20) {
			enginetest.Walk(t, ix.Game(), rand.New(rand.NewPCG(seed, 1)), 80, func(p *board.Position) {
				if s := ix.SignatureOf(p); !in[s] {
					t.Fatalf("%s: %s of signature %s is not reachable", name, notation.FEN(ix.Game(), p), ix.Text(s))
				}
				after := ix.Successors(ix.SignatureOf(p))
				for _, q := range enginetest.Next(ix.Game(), p) {
					if !slices.Contains(after, ix.SignatureOf(&q)) {
						t.Fatalf("%s: %s does not lead to signature %s", name, notation.FEN(ix.Game(), p), ix.Text(ix.SignatureOf(&q)))
					}
				}
			})
		}
		t.Logf("%s: %d signatures", name, len(in))
	}
}

// TestReachableOfFew plays at random from positions of all signatures that a few pieces of any game
// lead to, built-in or random: their signatures are reachable, and the game is over by extinction if
// the signature is extinct.
func TestReachableOfFew(t *testing.T) {
	games, seeds := enginetest.Games(t), uint64(200)
	if testing.Short() {
		games, seeds = games[:2], 30
	}
	for seed := range seeds {
		games = append(games, enginetest.Random(t, seed))
	}
	places, positions := 0, 0
	for seed, g := range games {
		ix, rng := index.New(g), rand.New(rand.NewPCG(uint64(seed), 5))
		for range 3 {
			in := layoutsOf(t, ix, somePieces(ix, rng))
			for range 2 * len(in) {
				positions += playOn(t, in, rng)
			}
			places += len(in)
		}
	}
	t.Logf("%d positions from %d signatures of %d games", positions, places, len(games))
}

// layoutsOf returns the layouts of all signatures that are reachable from one.
func layoutsOf(t *testing.T, ix *index.Indexer, start index.Signature) []*index.Layout {
	t.Helper()
	all, err := ix.Reachable(t.Context(), start, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	tables := make([]*index.Layout, len(all))
	for i, s := range all {
		if tables[i], err = ix.Layout(s); err != nil {
			t.Fatal(err)
		}
	}
	return tables
}

// playOn plays from a random position of a random signature and returns the number of positions.
func playOn(t *testing.T, in []*index.Layout, rng *rand.Rand) (met int) {
	t.Helper()
	tab := in[rng.IntN(len(in))]
	ix, g := tab.Indexer(), tab.Indexer().Game()
	var p board.Position
	for tries := 0; !tab.Decode(rng.Uint64N(tab.Full()), &p); tries++ {
		if tries == 20 {
			return 0
		}
	}
	after := []index.Signature{tab.Signature()}
	for ; met < 20; met++ {
		s, o := ix.SignatureOf(&p), g.Decided(&p)
		if !slices.ContainsFunc(in, func(t *index.Layout) bool { return t.Signature() == s }) || !slices.Contains(after, s) {
			t.Fatalf("%s: %s is of signature %s, which no move leads to", g.Variant().Name, notation.FEN(g, &p), ix.Text(s))
		}
		if ix.Extinct(&s) != (o.Reason == board.Extinction) {
			t.Fatalf("%s: signature %s is extinct: %v, and %s is %v", g.Variant().Name, ix.Text(s), ix.Extinct(&s), notation.FEN(g, &p), o)
		}
		var l board.List
		if g.Moves(&p, &l); o.Over() || l.Len() == 0 {
			break
		}
		after = ix.Successors(s)
		g.Apply(&p, &p, l.At(rng.IntN(l.Len())))
	}
	return met
}

// TestSizes compares sizes with formulas.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		variant, signature string
		size               uint64
	}{
		{"chess", "KvK", 1806},       // 3612 pairs of kings that do not touch, halved
		{"chess", "KQvK", 1806 * 62}, // and any other square
		{"peasants1", "PvP", 7*7 - 6},
		{"dobutsu", "LvL", 72}, // 12*11 pairs, of which 12 are their own image
		{"thinchess8", "KvK", 42},
	} {
		if got := layout(t, indexer(t, c.variant), c.signature).Full(); got != c.size {
			t.Errorf("%s %s: size %d, want %d", c.variant, c.signature, got, c.size)
		}
	}
}

// TestSymmetry checks the symmetries of variants, and by random play that the legal moves of the
// image of a position are the images of its legal moves.
func TestSymmetry(t *testing.T) {
	for _, c := range []struct {
		variant       string
		mirror, turns bool
	}{
		{"tinyhouse", true, true}, {"thinchess8", false, true}, {"dobutsu", true, true},
		{"chess", true, true}, {"peasants3", true, true}, {"peasants1", false, true},
		{"lopsided", false, true}, {"uphill", true, false}, {"leaping", true, true}, {"bolting", true, true},
		{"crooked", false, false},
	} {
		ix := indexer(t, c.variant)
		if ix.Mirrors() != c.mirror || ix.Turns() != c.turns {
			t.Errorf("%s: mirror %v, turn %v, want %v, %v", c.variant, ix.Mirrors(), ix.Turns(), c.mirror, c.turns)
		}
		for seed := range uint64(10) {
			enginetest.Walk(t, ix.Game(), rand.New(rand.NewPCG(seed, 2)), 60, func(p *board.Position) {
				if p.Castling() == 0 {
					sameMoves(t, ix, p)
				}
			})
		}
	}
}

// sameMoves compares the moves of p with those of its images, as sets of positions.
func sameMoves(t *testing.T, ix *index.Indexer, p *board.Position) {
	t.Helper()
	g := ix.Game()
	for _, im := range imagesOf(t, ix, p)[1:] {
		want := map[uint64]bool{}
		for _, q := range enginetest.Next(g, p) {
			q, _ = imageOf(ix, &q, im.turned, im.mirrored)
			want[q.Key()] = true
		}
		got := enginetest.Next(g, &im.Position)
		for _, q := range got {
			if !want[q.Key()] {
				t.Fatalf("%s: %s follows the image only", notation.FEN(g, p), notation.FEN(g, &q))
			}
		}
		if len(got) != len(want) || g.Decided(p) != g.Decided(&im.Position) {
			t.Fatalf("%s: %d moves, the image has %d", notation.FEN(g, p), len(want), len(got))
		}
	}
}

// TestRefusals checks what has no number or no layout.
func TestRefusals(t *testing.T) {
	ix := indexer(t, "chess")
	p := enginetest.Position(t, ix.Game(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	if i, ok := layout(t, ix, "KRvK").Encode(&p); ok {
		t.Errorf("a position with a right to castle has number %d", i)
	}
	if _, err := ix.Parse("KQK"); err == nil {
		t.Error("a signature of one side is accepted")
	}
	for _, text := range []string{"KQ~vK", "K[Q]vK", "KXvK", "K+RvK", "KR[vK", "KRv]K", "K~vK", "K+v", "K" + strings.Repeat("P", 256) + "vK"} {
		if s, err := ix.Parse(text); err == nil {
			t.Errorf("%s is read as %s", text, ix.Text(s))
		}
	}
	if s, err := ix.Parse("KKvK"); err != nil {
		t.Error(err)
	} else if _, err := ix.Layout(s); err == nil {
		t.Error("two kings of one side have a layout")
	}
}
