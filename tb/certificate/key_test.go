package certificate_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/index"
)

// fresh returns p with the counters of a new game, which keys do not hold.
func fresh(t testing.TB, g *board.Game, p *board.Position) board.Position {
	t.Helper()
	d := board.Builder{Position: *p}
	rights := p.Castling()
	d.ResetCounters()
	if rights == 0 {
		return d.Finish()
	}
	q, err := notation.ParseFEN(g, bytesBefore(notation.FEN(g, p)))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// bytesBefore returns a FEN with the counters of a new game.
func bytesBefore(fen string) string {
	b := []byte(fen)
	for range 2 {
		b = b[:bytes.LastIndexByte(b, ' ')]
	}
	return string(b) + " 0 1"
}

// packing are the games that keys are tried on: all there are, and some that nobody chose.
func games(t testing.TB) []*board.Game {
	games := enginetest.Games(t)
	n := uint64(40)
	if testing.Short() {
		n = 10
	}
	for seed := range n {
		games = append(games, enginetest.Random(t, seed))
	}
	return games
}

// TestPack packs the positions of random games: they come back as they were, but for the
// image, and keys that are equal are of images.
func TestKey(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, g := range games(t) {
		kc := certificate.NewKeyCodec(g)
		seen := map[string]board.Position{}
		for range 5 {
			enginetest.Walk(t, g, rng, 120, func(p *board.Position) {
				if g.Decided(p).Over() {
					return
				}
				q := fresh(t, g, p)
				back, err := kc.Decode(kc.Encode(&q))
				if err != nil || back != q {
					t.Fatalf("%s: %s comes back as %s, %v", g.Variant().Name, notation.FEN(g, p), notation.FEN(g, &back), err)
				}
				key := kc.Least(&q)
				least, err := kc.Decode(key)
				if err != nil || g.Check(&least) != nil {
					t.Fatalf("%s: %s: %v", g.Variant().Name, notation.FEN(g, p), err)
				}
				if again := kc.Least(&least); !bytes.Equal(again, key) || g.Count(&least) != g.Count(p) {
					t.Fatalf("%s: the image %s of %s has another key, or moves", g.Variant().Name, notation.FEN(g, &least), notation.FEN(g, p))
				}
				if other, ok := seen[string(key)]; ok && !imagesOf(g, &q)[other] {
					t.Fatalf("%s: %s has the key of %s", g.Variant().Name, notation.FEN(g, p), notation.FEN(g, &other))
				}
				seen[string(key)] = q
			})
		}
	}
}

// imagesOf returns all images of p, by way of the index.
func imagesOf(g *board.Game, p *board.Position) map[board.Position]bool {
	ix := index.New(g)
	all := map[board.Position]bool{*p: true}
	if p.Castling() != 0 {
		return all
	}
	for range 2 {
		for q := range all {
			if ix.Turns() {
				all[ix.Turned(&q)] = true
			}
			if ix.Mirrors() {
				all[mirrored(ix, g, &q)] = true
			}
		}
	}
	return all
}

func mirrored(ix *index.Indexer, g *board.Game, p *board.Position) board.Position {
	d := board.NewBuilder(p.Turn(), ix.SquareIn(index.Mirror, p.EnPassant()), [2]board.Hand{p.Hand(0), p.Hand(1)})
	for c := range board.Color(2) {
		for k := range board.Kind(g.Kinds()) {
			d.Place(c, k, ix.SetIn(index.Mirror, p.Of(c, k)))
		}
	}
	d.TogglePromoted(ix.SetIn(index.Mirror, p.Promoted()))
	return d.Finish()
}

// TestKeyImages says that all images of a position have one key.
func TestKeyImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, g := range games(t) {
		kc := certificate.NewKeyCodec(g)
		enginetest.Walk(t, g, rng, 60, func(p *board.Position) {
			want := kc.Least(p)
			for q := range imagesOf(g, p) {
				if got := kc.Least(&q); !bytes.Equal(got, want) {
					t.Fatalf("%s: %s and %s have different keys", g.Variant().Name, notation.FEN(g, p), notation.FEN(g, &q))
				}
			}
		})
	}
}

// FuzzDecode unpacks what nobody packed: it is refused, or a position of the game that
// has this key.
func FuzzDecode(f *testing.F) {
	var games []*board.Game
	var codecs []certificate.KeyCodec
	for i, name := range []string{"tinyhouse", "chess", "crazyhouse", "dobutsu", "peasants"} {
		g := enginetest.Game(f, name)
		games, codecs = append(games, g), append(codecs, certificate.NewKeyCodec(g))
		enginetest.Walk(f, g, rand.New(rand.NewPCG(1, 3)), 40, func(p *board.Position) { f.Add(uint8(i), codecs[i].Encode(p)) })
	}
	f.Fuzz(func(t *testing.T, i uint8, b []byte) {
		g, kc := games[int(i)%len(games)], codecs[int(i)%len(games)]
		p, err := kc.Decode(b)
		if err != nil {
			return
		}
		if err := g.Check(&p); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(kc.Encode(&p), b) {
			t.Fatalf("%x is %s, which is %x", b, notation.FEN(g, &p), kc.Encode(&p))
		}
	})
}

// BenchmarkKey packs positions of a game of the default variant.
func BenchmarkKey(b *testing.B) {
	g := enginetest.Game(b, "tinyhouse")
	kc := certificate.NewKeyCodec(g)
	var all []board.Position
	enginetest.Walk(b, g, rand.New(rand.NewPCG(1, 4)), 60, func(p *board.Position) { all = append(all, *p) })
	for i := 0; b.Loop(); i++ {
		kc.Least(&all[i%len(all)])
	}
}
