package search

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
)

// randomWalk plays up to plies random moves from the start, none that ends the game, and returns
// the position and the keys of those before.
func randomWalk(t testing.TB, g *board.Game, r *rand.Rand, plies int) (board.Position, []uint64) {
	p := enginetest.Position(t, g, g.Variant().Start)
	var past []uint64
	var l board.List
	for range plies {
		g.Moves(&p, &l)
		next := p
		g.Apply(&next, &p, l.At(r.IntN(l.Len())))
		if g.Outcome(&next, append(past, p.Key())).Over() {
			break
		}
		past, p = append(past, p.Key()), next
	}
	return p, past
}

// run searches up to the limits and returns the answer and all reports.
func run(s *Searcher, p *board.Position, past []uint64, l Limits, lines int) (Best, []Info) {
	var infos []Info
	b := s.Run(context.Background(), p, past, l, Settings{Lines: lines}, func(i Info) { infos = append(infos, i) })
	return b, infos
}

// checkLine checks an exact report by the rules: every move is legal, and none follows the end of
// the game. The line to a win or loss ends the game so, after the reported number of plies; a
// drawn line of one move ends the game.
func checkLine(t *testing.T, g *board.Game, p board.Position, past []uint64, i Info) {
	t.Helper()
	fen := notation.FEN(g, &p)
	if len(i.PV) == 0 {
		t.Errorf("%s: no line: %+v", fen, i)
		return
	}
	root := p.Turn()
	past = append([]uint64(nil), past...)
	var o board.Outcome
	for at, m := range i.PV {
		if at > 0 && o.Over() {
			t.Errorf("%s: line goes on after the end: %+v", fen, i)
			return
		}
		if !g.IsLegal(&p, m) {
			t.Errorf("%s: illegal move %d of %+v", fen, at, i)
			return
		}
		past = append(past, p.Key())
		g.Apply(&p, &p, m)
		o = g.Outcome(&p, past)
	}
	var value score.Value
	if o.Over() {
		value = terminalValue(o, len(i.PV))
		if p.Turn() != root {
			value = -value
		}
	}
	switch {
	case i.Value.IsDecisive() && (!o.Over() || value != i.Value):
		t.Errorf("%s: value %d, but the line ends with %v: %+v", fen, i.Value, o, i)
	case i.Value == 0 && len(i.PV) == 1 && (!o.Over() || value != 0):
		t.Errorf("%s: drawn by one move that does not end the game: %+v", fen, i)
	}
}

func TestLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	games := 20
	if testing.Short() {
		games = 4
	}
	for _, g := range enginetest.Games(t) {
		s := New(g, 1, 1)
		for n := range games {
			p, past := randomWalk(t, g, r, r.IntN(60))
			lines := 1 + n%3
			best, infos := run(s, &p, past, Limits{Depth: 6}, lines)
			for _, i := range infos {
				if i.Bound == Exact {
					checkLine(t, g, p, past, i)
				}
			}
			last := infos[max(len(infos)-min(lines, g.Count(&p)), 0)]
			if !best.OK || last.PV[0] != best.Move {
				t.Errorf("%s: best move is not that of the last line", notation.FEN(g, &p))
			}
		}
	}
}

func TestMates(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		plies, depth int
	}{
		{"chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, 2},
		{"chess", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", 3, 5},
		{"chess", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 1, 2},
		{"chess", "8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 0, 1}, // mated
		{"crazyhouse", "6k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1", 1, 2},
		{"crazyhouse", "6k1/5ppp/8/8/8/8/8/K7[R] w - - 0 1", 1, 2},
		{"losalamos", "k5/6/1K4/6/6/5R w - - 0 1", 1, 2},
		{"peasants", "8/P7/8/8/8/8/7p/8 w - - 0 1", 1, 2},
		{"peasants", "8/8/P7/8/7p/8/8/8 w - - 0 1", 3, 6},
	} {
		g := enginetest.Game(t, c.variant)
		p := enginetest.Position(t, g, c.fen)
		s := New(g, 1, 1)
		_, infos := run(s, &p, nil, Limits{Depth: c.depth}, 1)
		last := infos[len(infos)-1]
		if want := max(score.LostIn(0), score.WonIn(c.plies)); last.Value != want && (c.plies > 0 || last.Value != -want) {
			t.Errorf("%s %s: value %d, want a win in %d", c.variant, c.fen, last.Value, c.plies)
		}
	}
}

// brute returns the exact value of p if either side can force the end of the game within depth
// plies, else a draw. It ignores repetition, which no shortest win needs.
func brute(g *board.Game, p *board.Position, depth int) score.Exact {
	if depth == 0 && !g.Ended(p).Over() {
		return score.Exact{}
	}
	return valueOf(g, p, func(next *board.Position) score.Exact { return brute(g, next, depth-1) })
}

// TestBruteForce compares decisive values with a full-width search: the plain search must find
// the same values, and the selective search must never report a wrong one.
func TestBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const depth = 3
	found := 0
	for _, name := range []string{"tinyhouse", "dobutsu", "peasants3", "thinchess8", "gardner"} {
		g := enginetest.Game(t, name)
		plain, full := New(g, 1, 1), New(g, 1, 1)
		plain.plain = true
		for range 60 {
			p, _ := randomWalk(t, g, r, 10+r.IntN(60))
			want := brute(g, &p, depth)
			_, infos := run(plain, &p, nil, Limits{Depth: depth}, 1)
			got := infos[len(infos)-1].Value
			if want.Outcome != score.Draw && got != want.Value() ||
				want.Outcome == score.Draw && got.IsDecisive() && got.Plies() <= depth {
				t.Errorf("%s %s: got %d, want %+v", name, notation.FEN(g, &p), got, want)
			}
			_, infos = run(full, &p, nil, Limits{Depth: depth + 1}, 1)
			got = infos[len(infos)-1].Value
			if got.IsDecisive() && got.Plies() <= depth && got != want.Value() {
				t.Errorf("%s %s: claims %d, want %+v", name, notation.FEN(g, &p), got, want)
			}
			if want.Outcome != score.Draw {
				found++
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d won or lost positions, want at least 20", found)
	}
}

func TestRepetitionIsDraw(t *testing.T) {
	g := enginetest.Game(t, "chess")
	p := enginetest.Position(t, g, g.Variant().Start)
	s := New(g, 1, 1)
	var past []uint64
	for _, text := range []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"} {
		m, err := notation.ParseMove(g, &p, text)
		if err != nil {
			t.Fatal(err)
		}
		past = append(past, p.Key())
		g.Apply(&p, &p, m)
	}
	_, infos := run(s, &p, past, Limits{Depth: 4}, 50)
	drawn := false
	for _, i := range infos {
		if i.Value == 0 && len(i.PV) == 1 {
			drawn = drawn || notation.Move(g, &p, i.PV[0]) == "f6g8"
			checkLine(t, g, p, past, i)
		}
	}
	if !drawn {
		t.Error("the move that repeats for the third time is not drawn")
	}
}

// TestStalemateWins checks that the rules of the game decide on the value of stalemate.
func TestStalemateWins(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	p := enginetest.Position(t, g, "k3/2F1/WW2/3K[] b - - 0 1")
	best, infos := run(New(g, 1, 1), &p, nil, Limits{Depth: 3}, 1)
	if g.Count(&p) != 0 || best.OK || infos[0].Value != score.WonIn(0) || infos[0].Depth != 0 {
		t.Errorf("%d legal moves, got %+v, %+v", g.Count(&p), best, infos)
	}
}

func TestThreads(t *testing.T) {
	for _, name := range []string{"tinyhouse", "crazyhouse"} {
		g := enginetest.Game(t, name)
		s := New(g, 1, 2)
		p := enginetest.Position(t, g, g.Variant().Start)
		best, infos := run(s, &p, nil, Limits{Depth: 8}, 1)
		if !best.OK || infos[len(infos)-1].Depth != 8 {
			t.Errorf("%s: got %+v, %+v", name, best, infos[len(infos)-1])
		}
	}
}

func TestStops(t *testing.T) {
	g := enginetest.Game(t, "crazyhouse")
	s := New(g, 1, 2)
	p := enginetest.Position(t, g, g.Variant().Start)
	for _, l := range []Limits{{}, {Infinite: true}, {Ponder: true, Timed: true, Time: [2]time.Duration{time.Hour, time.Hour}}} {
		ctx, cancel := context.WithCancel(context.Background())
		var at time.Time
		time.AfterFunc(100*time.Millisecond, func() { at = time.Now(); cancel() })
		best := s.Run(ctx, &p, nil, l, Settings{Lines: 1}, nil)
		if late := time.Since(at); late > 200*time.Millisecond || !best.OK {
			t.Errorf("stopped %v late with %+v", late, best)
		}
	}
}

func TestPonderHit(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	s := New(g, 1, 1)
	p := enginetest.Position(t, g, g.Variant().Start)
	l := Limits{Ponder: true, Timed: true, Time: [2]time.Duration{200 * time.Millisecond, time.Hour}}
	start := time.Now()
	time.AfterFunc(100*time.Millisecond, s.PonderHit)
	best := s.Run(context.Background(), &p, nil, l, Settings{Lines: 1}, nil)
	if took := time.Since(start); took < 100*time.Millisecond || took > 320*time.Millisecond || !best.OK {
		t.Errorf("took %v: %+v", took, best)
	}
}

// TestClock checks that no answer is late, however little time there is. The tolerance, here and
// in TestStops, is for busy machines.
func TestClock(t *testing.T) {
	const overhead = 10 * time.Millisecond
	for _, name := range []string{"tinyhouse", "crazyhouse", "peasants"} {
		g := enginetest.Game(t, name)
		s := New(g, 16, 1)
		p := enginetest.Position(t, g, g.Variant().Start)
		for _, c := range []struct {
			l    Limits
			most time.Duration
		}{
			{Limits{Timed: true, Time: [2]time.Duration{-5 * time.Millisecond}}, 0},
			{Limits{Timed: true, Time: [2]time.Duration{50 * time.Millisecond}, Inc: [2]time.Duration{time.Millisecond}}, 50 * time.Millisecond},
			{Limits{Timed: true, Time: [2]time.Duration{100 * time.Millisecond}, MovesToGo: 1}, 100 * time.Millisecond},
			{Limits{MoveTime: 10 * time.Millisecond}, 10 * time.Millisecond},
		} {
			start := time.Now()
			best := s.Run(context.Background(), &p, nil, c.l, Settings{Lines: 1, Overhead: overhead}, nil)
			if took := time.Since(start); took > c.most+100*time.Millisecond || !best.OK {
				t.Errorf("%s: took %v, limits %+v", name, took, c.l)
			}
		}
	}
}

// TestWeak checks that the answer of a limited strength is legal, and is the move of the last line.
func TestWeak(t *testing.T) {
	g := enginetest.Game(t, "crazyhouse")
	s := New(g, 1, 1)
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 10 {
		p, past := randomWalk(t, g, r, 20)
		var last Info
		best := s.Run(context.Background(), &p, past, Limits{Depth: 8}, Settings{Lines: 1, Elo: 500 + 100*n}, func(i Info) { last = i })
		if !g.IsLegal(&p, best.Move) || last.PV[0] != best.Move || last.MultiPV != 1 {
			t.Errorf("got %+v after %+v", best, last)
		}
	}
}
