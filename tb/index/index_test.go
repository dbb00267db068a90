package index_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/setup"
	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/index"
)

// variant returns a built-in game or one of testdata/extra.ini.
func variant(t testing.TB, name string) *board.Game {
	t.Helper()
	return enginetest.FromFile(t, "testdata/extra.ini", name)
}

func indexer(t testing.TB, name string) *index.Indexer {
	t.Helper()
	return index.New(variant(t, name))
}

func layout(t testing.TB, ix *index.Indexer, text string) *index.Layout {
	t.Helper()
	s, err := ix.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ix.Parse(ix.Text(s)); again != s || err != nil {
		t.Fatalf("signature %s is written %s: %v", text, ix.Text(s), err)
	}
	tab, err := ix.Layout(s)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// signaturesFor are small signatures of every sort.
var signaturesFor = []struct {
	variant    string
	signatures []string
}{
	{"tinyhouse", []string{"KvK", "KWvKU", "KPvKP", "KPvK[P]", "KW~[F]vKP", "KPPvK", "KW~W~vK", "K[WP]vKP"}},
	{"tinyhouse-firstrank", []string{"KPvKP", "KPPvKP", "KPvKW~", "K[P]vK[P]"}},
	{"thinchess8", []string{"KRNvKRN", "KvK", "KRvKN", "KvKRN"}},
	{"dobutsu", []string{"LvL", "LCvL", "L+CvLE", "LvL[C]", "L[L]vG", "CCvGG", "vCC", "GvLE[CC]", "LC+CvL", "[L]v[C]"}},
	{"chess", []string{"KQvK", "KvKR", "KPvK", "KvKP"}},
	{"peasants1", []string{"PPvPP", "PvP", "PvPP"}},
	{"peasants2", []string{"PvP", "PPvP", "PPvPP", "vPP", "PPPvP"}},
	{"peasants3", []string{"PvP", "PPvP", "PvPP", "PPvPP"}},
	{"lopsided", []string{"KAvK", "KAvKA", "KRvKA"}},
	{"uphill", []string{"KPvKP", "KRvKP", "KPPvK"}},
	{"leaping", []string{"KPvKP", "KPPvKP", "KPvKPP"}},
	{"crooked", []string{"KPvKP", "KAvKP", "KPPvKP", "KPvKPP"}},
	{"bolting", []string{"KPvKP", "KPvKP[P]", "KH~vK", "KPHvK"}},
}

// large are signatures of which only a sample can be decoded.
var large = []struct{ variant, signature string }{
	{"tinyhouse", "KWUFPvKWUFP"}, {"dobutsu", "LCGEvLCGE"}, {"thinchess", "KRNRNvKRNRN"},
	{"peasants", "PPPPPPvPPPPPP"}, {"peasants5", "PPPPPPPvPPPPPPP"}, {"chess", "KRPPPPvKRPPPP"},
	{"crazyhouse", "KQ~PPN~vKRRPP[NPP]"}, {"losalamos", "KRPPPvKNPPP"},
}

// TestRoundTrip decodes the numbers of signatures, large ones by a sample, and encodes the positions.
func TestRoundTrip(t *testing.T) {
	for _, c := range signaturesFor {
		ix := indexer(t, c.variant)
		for _, text := range c.signatures {
			tab := layout(t, ix, text)
			roundTrip(t, tab, testing.Short() || tab.Full() > 200000)
		}
	}
	for _, c := range large {
		roundTrip(t, layout(t, indexer(t, c.variant), c.signature), true)
	}
}

// roundTrip decodes and encodes all numbers of a layout, or a sample.
func roundTrip(t *testing.T, tab *index.Layout, sample bool) {
	t.Helper()
	ix, name := tab.Indexer(), tab.Indexer().Text(tab.Signature())
	variant := ix.Game().Variant().Name
	step := uint64(1)
	if sample {
		step = tab.Full()/4000 + 1
	}
	legal := 0
	for i := uint64(0); i < tab.Full(); i += step {
		var p board.Position
		if !tab.Decode(i, &p) {
			continue
		}
		legal++
		if got := ix.SignatureOf(&p); got != tab.Signature() {
			t.Fatalf("%s %s: number %d is of signature %s", variant, name, i, ix.Text(got))
		}
		if im := ix.Turned(&p); ix.Turns() {
			if got, ok := tab.Encode(&im); !ok || got != i || ix.SignatureOf(&im) != tab.Signature() || ix.Turned(&im) != p {
				t.Fatalf("%s %s: number %d turned has %d %v", variant, name, i, got, ok)
			}
		}
		if got, ok := tab.Encode(&p); !ok || got != i {
			t.Fatalf("%s %s: number %d is %s, which has %d %v", variant, name, i, notation.FEN(ix.Game(), &p), got, ok)
		}
	}
	if legal == 0 {
		t.Errorf("%s %s: none of %d numbers is a position", variant, name, tab.Full())
	}
}

// TestEveryPosition enumerates the legal positions of signatures by brute force: each has a number
// below Full, which decodes to the position or one of its images, and positions that are not images
// have different numbers.
func TestEveryPosition(t *testing.T) {
	for _, c := range signaturesFor {
		ix := indexer(t, c.variant)
		for _, text := range c.signatures {
			tab := layout(t, ix, text)
			if tab.Full() > 40000 || testing.Short() && tab.Full() > 4000 {
				continue
			}
			everyPosition(t, tab)
		}
	}
}

func everyPosition(t *testing.T, tab *index.Layout) {
	t.Helper()
	ix, g := tab.Indexer(), tab.Indexer().Game()
	name := g.Variant().Name + " " + ix.Text(tab.Signature())
	seen := make([]bool, tab.Full())
	count := 0
	enumerate(ix, tab.Signature(), func(p *board.Position) {
		i, ok := tab.Encode(p)
		if !ok || i >= tab.Full() {
			t.Fatalf("%s: %s has number %d %v of %d", name, notation.FEN(g, p), i, ok, tab.Full())
		}
		var q board.Position
		if !tab.Decode(i, &q) || !isImage(t, ix, p, &q) {
			t.Fatalf("%s: %s has number %d of %s", name, notation.FEN(g, p), i, notation.FEN(g, &q))
		}
		if r, ok := imageOf(ix, &q, false, false); !ok || r != q {
			t.Fatalf("%s: number %d is %v, by package setup %v", name, i, q, r)
		}
		sameNumber(t, tab, p)
		seen[i] = true
		count++
	})
	for i := range seen {
		var p board.Position
		if tab.Decode(uint64(i), &p) != seen[i] {
			t.Fatalf("%s: number %d is %s, by brute force: %v", name, i, notation.FEN(g, &p), seen[i])
		}
	}
	if count == 0 {
		t.Errorf("%s: no positions", name)
	}
}

// sameNumber compares what Find says of p and of all its images.
func sameNumber(t *testing.T, tab *index.Layout, p *board.Position) {
	t.Helper()
	ix := tab.Indexer()
	i, how, ok := tab.Find(p)
	for _, im := range imagesOf(t, ix, p) {
		j, other, again := tab.Find(&im.Position)
		same, _ := imageOf(ix, p, im.turned, false)
		want := how
		switch {
		case im.Position == same && im.mirrored:
			want = index.Symmetric
		case im.mirrored:
			want = how ^ index.Mirrored
		}
		if i != j || other != want || ok != again {
			t.Fatalf("%s: %s has number %d %d, its image %s %d %d", ix.Text(tab.Signature()), notation.FEN(ix.Game(), p),
				i, how, notation.FEN(ix.Game(), &im.Position), j, other)
		}
	}
}

// isImage reports whether p and q are images of each other.
func isImage(t *testing.T, ix *index.Indexer, p, q *board.Position) bool {
	t.Helper()
	return slices.ContainsFunc(imagesOf(t, ix, p), func(im image) bool { return im.Key() == q.Key() })
}

// image is an image of a position under a symmetry of the rules.
type image struct {
	board.Position
	turned, mirrored bool
}

// imagesOf returns the images of p, itself first.
func imagesOf(t *testing.T, ix *index.Indexer, p *board.Position) (all []image) {
	t.Helper()
	for i := range 4 {
		turned, mirrored := i&1 != 0, i&2 != 0
		if turned && !ix.Turns() || mirrored && !ix.Mirrors() {
			continue
		}
		im, ok := imageOf(ix, p, turned, mirrored)
		if !ok {
			t.Fatalf("%s has no image", notation.FEN(ix.Game(), p))
		}
		all = append(all, image{im, turned, mirrored})
	}
	return all
}

// imageOf builds the image of p square by square.
func imageOf(ix *index.Indexer, p *board.Position, turned, mirrored bool) (board.Position, bool) {
	g := ix.Game()
	im := setup.Spec{Turn: p.Turn(), EnPassant: imageSquare(ix, p.EnPassant(), turned, mirrored)}
	swap := board.White
	if turned {
		swap = board.Black
	}
	im.Turn ^= swap
	for sq := range p.Occupied().All() {
		piece, _ := p.At(sq)
		piece.Color ^= swap
		im.Put(imageSquare(ix, sq, turned, mirrored), piece)
	}
	for c := range board.Color(2) {
		for k := range im.Hands[c] {
			im.Hands[c^swap][k] = p.Hand(c).Count(board.Kind(k))
		}
	}
	q, err := setup.New(g, &im)
	return q, err == nil
}

func imageSquare(ix *index.Indexer, sq geom.Square, turned, mirrored bool) geom.Square {
	if sq == geom.NoSquare {
		return sq
	}
	if mirrored {
		sq = ix.Game().Geometry().MirrorSquare(sq)
	}
	if turned {
		sq = ix.Game().Geometry().FlipSquare(sq)
		if ix.TurnsHalf() {
			sq = ix.Game().Geometry().MirrorSquare(sq)
		}
	}
	return sq
}

// enumerate calls visit with every legal position of a signature, and with its turned image where
// the colours turn.
func enumerate(ix *index.Indexer, s index.Signature, visit func(*board.Position)) {
	g := ix.Game()
	var pieces []board.Piece
	set := setup.Spec{EnPassant: geom.NoSquare}
	for c := range board.Color(2) {
		for k := range board.Kind(g.Kinds()) {
			set.Hands[c][k] = s.Hand(c).Count(k)
			for _, promoted := range []bool{false, true} {
				for range s.Count(c, k, promoted) {
					pieces = append(pieces, board.Piece{Color: c, Kind: k, Promoted: promoted})
				}
			}
		}
	}
	sides := 2
	if ix.Turns() {
		sides = 1
	}
	place(g, set, pieces, func(set setup.Spec) {
		for turn := range board.Color(sides) {
			set.Turn = turn
			for ep := range g.Geometry().Squares() + 1 {
				set.EnPassant = geom.Square(ep)
				if ep == g.Geometry().Squares() {
					set.EnPassant = geom.NoSquare
				} else if !g.Variant().Pawn.EnPassant || g.Pawn() == 0 {
					continue
				}
				p, err := setup.New(g, &set)
				if err != nil || p.EnPassant() != set.EnPassant {
					continue
				}
				visit(&p)
				if im, ok := imageOf(ix, &p, true, false); ix.Turns() && ok {
					visit(&im)
				}
			}
		}
	})
}

// place puts like pieces on rising squares, all others anywhere.
func place(g *board.Game, set setup.Spec, pieces []board.Piece, visit func(setup.Spec)) {
	if len(pieces) == 0 {
		visit(set)
		return
	}
	for sq := range (g.Squares() &^ set.Occupied).All() {
		if above := set.Occupied >> sq; above != 0 && hasAbove(&set, sq, pieces[0]) {
			continue
		}
		next := set
		next.Put(sq, pieces[0])
		place(g, next, pieces[1:], visit)
	}
}

// hasAbove reports whether a like piece is on a square above sq.
func hasAbove(set *setup.Spec, sq geom.Square, piece board.Piece) bool {
	for other := range set.Occupied.All() {
		if other > sq && set.Pieces[other] == piece {
			return true
		}
	}
	return false
}

// TestTrivial checks trivial positions: the game is over, or a move ends it with a loss for the other
// side.
func TestTrivial(t *testing.T) {
	ix := indexer(t, "dobutsu")
	for _, text := range []string{"LvL", "LCvL", "LvL+C", "LGvLE", "LEvL[C]"} {
		tab := layout(t, ix, text)
		if tab.Full() == tab.Size() {
			t.Errorf("%s: no trivial position", text)
		}
		for i := tab.Size(); i < tab.Full(); i++ {
			var p board.Position
			if tab.Decode(i, &p) && !ix.Game().Decided(&p).Over() && !wins(ix.Game(), &p) {
				t.Fatalf("%s: %s is not trivial", text, notation.FEN(ix.Game(), &p))
			}
		}
	}
	if tab := layout(t, indexer(t, "peasants2"), "PPvP"); tab.Full() != tab.Size() {
		t.Error("pawns are royal")
	}
}

// wins reports whether a move of p ends the game with a loss for the other side.
func wins(g *board.Game, p *board.Position) bool {
	for _, next := range enginetest.Next(g, p) {
		if o := g.Decided(&next); o.Over() && o.Result == rules.Loss {
			return true
		}
	}
	return false
}

// TestLayoutMemory lays out signatures with more pawns than squares for other pieces: a layout takes
// memory for the segments that have positions, not for each number of pawns.
func TestLayoutMemory(t *testing.T) {
	ix := indexer(t, "chess")
	for _, text := range []string{
		"K" + strings.Repeat("P", 46) + "vK", "K" + strings.Repeat("P", 60) + "vK", "K" + strings.Repeat("P", 40) + "vK" + strings.Repeat("P", 20),
		"K" + strings.Repeat("P", 47) + "vKP", "KvK" + strings.Repeat("P", 62),
	} {
		s, err := ix.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		containertest.Bound(t, 48<<10, func() {
			layout, err := ix.Layout(s)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: %d numbers", text, layout.Full())
		})
	}
}

// TestBytes compares Layout.Bytes with what layouts take on the heap.
func TestBytes(t *testing.T) {
	for _, c := range []struct{ variant, signature string }{
		{"tinyhouse", "KWUFPvKWUFP"}, {"chess", "KQvK"}, {"chess", "KRBPPvKP"}, {"chess", "KPPPPvKPPPP"}, {"losalamos", "KQPvKR"}, {"dobutsu", "GLEvGLE"},
	} {
		ix := indexer(t, c.variant)
		s := layout(t, ix, c.signature).Signature()
		all := make([]*index.Layout, 1000)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range all {
			all[i], _ = ix.Layout(s)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		takes := int64(after.HeapAlloc-before.HeapAlloc) / int64(len(all))
		t.Logf("%s %s: %d bytes, takes %d", c.variant, c.signature, all[0].Bytes(), takes)
		if got := all[0].Bytes(); got < takes*2/3 || got > takes*3/2 {
			t.Errorf("%s %s: %d bytes, takes %d", c.variant, c.signature, got, takes)
		}
		runtime.KeepAlive(all)
	}
}
