package nnue_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/internal/nnue"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/symmetry"
)

// games returns the built-in variants and some random ones.
func games(t testing.TB, random int) []*board.Game {
	all := enginetest.Games(t)
	for seed := range uint64(random) {
		all = append(all, enginetest.Random(t, seed))
	}
	return all
}

// net returns a random net of a game.
func net(t testing.TB, g *board.Game, hidden int) *nnue.Net {
	t.Helper()
	n, err := enginetest.Net(t, g, hidden, 1).For(g)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// fewHands returns a random net of a game with inputs for one piece of each kind in hand.
func fewHands(t testing.TB, g *board.Game, hidden int) *nnue.Net {
	t.Helper()
	f := enginetest.Net(t, g, hidden, 1)
	for k := range f.Hands {
		f.Hands[k] = min(f.Hands[k], 1)
	}
	f.Rows = f.Rows[:nnue.NewInputs(g, f.Hands).Len()*hidden]
	n, err := f.For(g)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// walker plays at random: forward, with null moves, and back, as a search does.
type walker struct {
	g    *board.Game
	rng  *rand.Rand
	line []board.Position
	keys []uint64
}

func (w *walker) step(t testing.TB) {
	if len(w.line) == 0 {
		w.line = append(w.line, enginetest.Position(t, w.g, ""))
		w.keys = append(w.keys, w.line[0].Key())
	}
	p := &w.line[len(w.line)-1]
	var l board.List
	if !w.g.Decided(p).Over() {
		w.g.Moves(p, &l)
	}
	if l.Len() == 0 || len(w.line) == 60 || w.rng.IntN(3) == 0 {
		back := 1 + w.rng.IntN(min(len(w.line), 12))
		w.line, w.keys = w.line[:max(len(w.line)-back, 1)], w.keys[:max(len(w.keys)-back, 1)]
		return
	}
	var next board.Position
	if w.rng.IntN(10) == 0 && !w.g.InCheck(p) {
		w.g.NullMove(&next, p)
	} else {
		w.g.Apply(&next, p, l.At(w.rng.IntN(l.Len())))
	}
	w.line, w.keys = append(w.line, next), append(w.keys, next.Key())
}

// TestAccumulators checks that values by updates are those from scratch, for lines that grow and shrink, with
// values asked for at some positions only.
func TestAccumulators(t *testing.T) {
	hidden, different := []int{32, 64, 96, 160, 256}, 0
	for i, g := range games(t, 60) {
		n := net(t, g, hidden[i%len(hidden)])
		if i%2 == 1 {
			n = fewHands(t, g, hidden[i%len(hidden)])
		}
		a := nnue.NewAccumulators(n, 64)
		w := walker{g: g, rng: rand.New(rand.NewPCG(uint64(i), 5))}
		values := map[int]bool{}
		for range 1000 {
			w.step(t)
			if w.rng.IntN(2) == 0 {
				continue
			}
			p := w.line[len(w.line)-1]
			got, want := a.Evaluate(&p, w.keys), n.Evaluate(&p)
			if got != want {
				t.Fatalf("%s %s: %d, from scratch %d", g.Variant().Name, notation.FEN(g, &p), got, want)
			}
			values[got] = true
		}
		different += len(values)
	}
	if different < 5000 {
		t.Errorf("only %d different values", different)
	}
}

// image returns p under a map of squares, with the colours exchanged or not.
func image(g *board.Game, p *board.Position, m *symmetry.Map, swap board.Color) board.Position {
	b := board.NewBuilder(p.Turn()^swap, m[64], [2]board.Hand{p.Hand(swap), p.Hand(1 ^ swap)})
	for c := range board.Color(2) {
		for k := range board.Kind(g.Kinds()) {
			b.Place(c^swap, k, m.Set(p.Of(c, k)))
		}
	}
	b.TogglePromoted(m.Set(p.Promoted()))
	r := p.Castling()
	if swap != 0 {
		r = r>>2 | r<<2&12
	}
	if g.Geometry().File(m[0]) != 0 {
		r = r>>1&5 | r<<1&10
	}
	b.SetCastling(r)
	return b.Finish()
}

// TestSymmetry checks that the images of a position under the symmetries of the rules have its value. The
// mirror images of a position with a king on the middle file see the files as they are.
func TestSymmetry(t *testing.T) {
	seen := [2]int{}
	for _, g := range games(t, 40) {
		n, rng := net(t, g, 32), rand.New(rand.NewPCG(6, 6))
		mirror, mirrors := symmetry.Mirror(g)
		turn, turns := symmetry.Turn(g)
		enginetest.Walk(t, g, rng, 80, func(p *board.Position) {
			want := n.Evaluate(p)
			if turns {
				seen[0]++
				if q := image(g, p, turn, 1); n.Evaluate(&q) != want {
					t.Errorf("%s %s: %d, turned %d", g.Variant().Name, notation.FEN(g, p), want, n.Evaluate(&q))
				}
			}
			kings := p.Kind(board.King)
			if mirrors && g.HasKing() && mirror.Set(kings)&kings == 0 {
				seen[1]++
				if q := image(g, p, mirror, 0); n.Evaluate(&q) != want {
					t.Errorf("%s %s: %d, mirrored %d", g.Variant().Name, notation.FEN(g, p), want, n.Evaluate(&q))
				}
			}
		})
	}
	if seen[0] < 500 || seen[1] < 500 {
		t.Errorf("only %v positions were compared", seen)
	}
}

// TestImages checks the inputs of mirror images, and that there are such as differ and such as do not.
func TestImages(t *testing.T) {
	seen, other := 0, 0
	for _, g := range games(t, 60) {
		start := enginetest.Position(t, g, "")
		in := nnue.NewInputs(g, nnue.DefaultHands(g, &start))
		mirror, _ := symmetry.Mirror(g)
		if !in.HasImages() {
			continue
		}
		enginetest.Walk(t, g, rand.New(rand.NewPCG(9, 9)), 40, func(p *board.Position) {
			q := image(g, p, mirror, 0)
			for side := range board.Color(2) {
				seen++
				if !slices.Equal(in.Image(p, side, nil), in.Active(p, side, nil)) {
					other++
				}
				got, want := slices.Sorted(slices.Values(in.Image(p, side, nil))), slices.Sorted(slices.Values(in.Active(&q, side, nil)))
				if !slices.Equal(got, want) {
					t.Errorf("%s %s: %v, those of the image are %v", g.Variant().Name, notation.FEN(g, p), got, want)
				}
			}
		})
	}
	if other < 500 || seen-other < 500 {
		t.Errorf("of %d images %d have other inputs", seen, other)
	}
}

// TestInputs checks that every input has a number of its own, and that the numbers have no gaps.
func TestInputs(t *testing.T) {
	for _, g := range games(t, 60) {
		p := enginetest.Position(t, g, "")
		in := nnue.NewInputs(g, nnue.DefaultHands(g, &p))
		all := in.AllInputs(board.White)
		if _, turns := symmetry.Turn(g); turns {
			if black := slices.Sorted(slices.Values(in.AllInputs(board.Black))); !slices.Equal(black, slices.Sorted(slices.Values(all))) {
				t.Errorf("%s: the sides see different inputs", g.Variant().Name)
			}
		} else {
			all = append(all, in.AllInputs(board.Black)...)
		}
		slices.Sort(all)
		for i, input := range all {
			if int(input) != i {
				t.Fatalf("%s: input %d has number %d", g.Variant().Name, i, input)
			}
		}
		if len(all) != in.Len() {
			t.Errorf("%s: %d inputs, Len %d", g.Variant().Name, len(all), in.Len())
		}
	}
}

// TestActive checks the inputs of positions by hand.
func TestActive(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		white, black []int32
	}{
		// One input for each of 16 squares, by men: K, P, W, W~, U, U~, F, F~ (in the order of the rules).
		{"tinyhouse", "3k/1P2/4/K3[Ww] w - - 0 1",
			// own K a1, own P b3, the opponent's k d4, a W in each hand
			[]int32{0, 16 + 9, 128 + 15, 256 + 2, 256 + 8 + 2},
			// Black's king on d4 stands on d1 for it, in the right half: a1; the others are reversed, too
			[]int32{0, 128 + 15, 128 + 16 + 6, 256 + 2, 256 + 8 + 2}},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", nil, nil},
	} {
		g := enginetest.Game(t, c.variant)
		p, start := enginetest.Position(t, g, c.fen), enginetest.Position(t, g, "")
		in := nnue.NewInputs(g, nnue.DefaultHands(g, &start))
		if c.variant == "chess" { // 6 men, the rights last; e1 is d1 for a king that sees files reversed
			rook := int32(0)
			for k := range board.Kind(g.Kinds()) {
				if g.Letter(k) == 'r' {
					rook = int32(k) * 64
				}
			}
			c.white = []int32{3, rook, 384 + 59, 768 + 1}
			c.black = []int32{3, 384 + 59, 384 + rook + 56, 770 + 1}
		}
		for side, want := range [2][]int32{c.white, c.black} {
			got := slices.Sorted(slices.Values(in.Active(&p, board.Color(side), nil)))
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Errorf("%s %s: side %d sees %v, want %v", c.variant, c.fen, side, got, want)
			}
		}
	}
}

// TestHands checks that pieces in hand beyond those with inputs change nothing.
func TestHands(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	n := fewHands(t, g, 32)
	values := map[int]bool{}
	for _, fen := range []string{"3k/1P2/4/K3[Ww] w - - 0 1", "3k/1P2/4/K3[WWw] w - - 0 1", "3k/1P2/4/K3[WWww] w - - 0 1"} {
		p := enginetest.Position(t, g, fen)
		values[n.Evaluate(&p)] = true
	}
	if len(values) != 1 {
		t.Errorf("values %v", values)
	}
}

// TestTrace checks the value for White, and what a man and a piece in hand contribute, whoever is to move.
func TestTrace(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	n := net(t, g, 32)
	for turn, sign := range map[string]int{"w": 1, "b": -1} {
		value := func(fen string) int {
			p := enginetest.Position(t, g, fen+" "+turn+" - - 0 1")
			return sign * n.Evaluate(&p)
		}
		all := value("3k/1P2/4/K3[Uw]")
		p := enginetest.Position(t, g, "3k/1P2/4/K3[Uw] "+turn+" - - 0 1")
		text := n.Trace(&p)
		for _, want := range []string{
			fmt.Sprintf("P   b3       %+6d\n", all-value("3k/4/4/K3[Uw]")),
			fmt.Sprintf("U   1 in hand %+5d\n", all-value("3k/1P2/4/K3[w]")),
			fmt.Sprintf("w   1 in hand %+5d\n", all-value("3k/1P2/4/K3[U]")),
			fmt.Sprintf("for White: %+.2f pawns\n", float64(all)/100),
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s to move: the text lacks %q:\n%s", turn, want, text)
			}
		}
	}
}

// TestNoAllocations checks that an evaluation allocates nothing.
func TestNoAllocations(t *testing.T) {
	g := enginetest.Game(t, "crazyhouse")
	a := nnue.NewAccumulators(net(t, g, 64), 64)
	w := walker{g: g, rng: rand.New(rand.NewPCG(7, 7))}
	for range 100 {
		w.step(t)
		p := w.line[len(w.line)-1]
		if n := testing.AllocsPerRun(1, func() { a.Evaluate(&p, w.keys) }); n > 0 {
			t.Fatalf("%v allocations", n)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	for _, c := range []struct {
		name   string
		hidden int
	}{{"tinyhouse", 32}, {"tinyhouse", 64}, {"losalamos", 64}, {"chess", 128}, {"chess", 256}, {"crazyhouse", 128}} {
		g := enginetest.Game(b, c.name)
		n := net(b, g, c.hidden)
		w := walker{g: g, rng: rand.New(rand.NewPCG(8, 8))}
		for len(w.line) < 20 {
			w.step(b)
		}
		start, next := w.line[len(w.line)-1], board.Position{}
		var l board.List
		g.Moves(&start, &l)
		b.Run(fmt.Sprintf("%s-%d", c.name, c.hidden), func(b *testing.B) {
			a := nnue.NewAccumulators(n, 2)
			keys := []uint64{start.Key(), 0}
			a.Evaluate(&start, keys[:1])
			i := 0
			for b.Loop() {
				g.Apply(&next, &start, l.At(i))
				if i++; i == l.Len() {
					i = 0
				}
				keys[1] = next.Key()
				a.Evaluate(&next, keys)
			}
		})
	}
}
