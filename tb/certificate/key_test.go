package certificate_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/index"
)

// fresh returns p with the counters of a new game, which keys do not have.
func fresh(t testing.TB, g *board.Game, p *board.Position) board.Position {
	t.Helper()
	fields := strings.Fields(notation.FEN(g, p))
	return enginetest.Position(t, g, strings.Join(append(fields[:len(fields)-2], "0", "1"), " "))
}

// games returns all built-in games and some random ones.
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

// TestKey encodes the positions of random games: they decode to what they were, all images have one
// least key, and positions with the same key are images.
func TestKey(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, g := range games(t) {
		ix, kc := index.New(g), certificate.NewKeyCodec(g)
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
				if err != nil || g.Check(&least) != nil || g.Count(&least) != g.Count(p) {
					t.Fatalf("%s: the least image of %s is %s, %v", g.Variant().Name, notation.FEN(g, p), notation.FEN(g, &least), err)
				}
				images := imagesOf(ix, &q)
				for image := range images {
					if !bytes.Equal(kc.Least(&image), key) {
						t.Fatalf("%s: %s and %s have different keys", g.Variant().Name, notation.FEN(g, p), notation.FEN(g, &image))
					}
				}
				if other, ok := seen[string(key)]; ok && !images[other] || !images[least] {
					t.Fatalf("%s: %s has the key of %s", g.Variant().Name, notation.FEN(g, p), notation.FEN(g, &other))
				}
				seen[string(key)] = q
			})
		}
	}
}

// imagesOf returns all images of p.
func imagesOf(ix *index.Indexer, p *board.Position) map[board.Position]bool {
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
				all[mirrored(ix, &q)] = true
			}
		}
	}
	return all
}

func mirrored(ix *index.Indexer, p *board.Position) board.Position {
	d := board.NewBuilder(p.Turn(), ix.SquareIn(index.Mirror, p.EnPassant()), [2]board.Hand{p.Hand(0), p.Hand(1)})
	for c := range board.Color(2) {
		for k := range board.Kind(ix.Game().Kinds()) {
			d.Place(c, k, ix.SetIn(index.Mirror, p.Of(c, k)))
		}
	}
	d.TogglePromoted(ix.SetIn(index.Mirror, p.Promoted()))
	return d.Finish()
}

// FuzzDecode decodes arbitrary bytes: to an error, or to a position of the game with this key.
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

// BenchmarkKey encodes the positions of a game.
func BenchmarkKey(b *testing.B) {
	g := enginetest.Game(b, "tinyhouse")
	kc := certificate.NewKeyCodec(g)
	var all []board.Position
	enginetest.Walk(b, g, rand.New(rand.NewPCG(1, 4)), 60, func(p *board.Position) { all = append(all, *p) })
	for i := 0; b.Loop(); i++ {
		kc.Least(&all[i%len(all)])
	}
}
