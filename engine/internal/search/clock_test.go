package search

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
)

// TestPlan checks random clocks: a plan never exceeds what the reserve leaves, and a clock on
// which every move costs the planned maximum and the lag never runs out, if the lag is at most
// 3/4 of the increment.
func TestPlan(t *testing.T) {
	const ms = time.Millisecond
	r := rand.New(rand.NewPCG(7, 8))
	for range 20000 {
		left := time.Duration(r.Int64N(int64(ms) << r.IntN(20)))
		inc := time.Duration(r.Int64N(int64(ms)<<r.IntN(13))) * time.Duration(r.IntN(2))
		moves, overhead := r.IntN(42), time.Duration(r.IntN(100))*ms
		lag := time.Duration(r.IntN(60)) * ms
		soft, hard := plan(left, inc, moves, overhead, lag)
		n := moves
		if n == 0 {
			n = 22
		}
		if soft < leastTime || soft > hard || hard > max(left-reserve(left, inc, n, overhead, lag), leastTime) {
			t.Fatalf("left %v, inc %v, moves %d, overhead %v, lag %v: soft %v, hard %v", left, inc, moves, overhead, lag, soft, hard)
		}
		lag = min(lag, inc*3/4)
		for left = max(left, lag*5/4+ms); moves == 0 && n < 200 && inc > ms; n++ {
			_, hard := plan(left, inc, 0, overhead, lag)
			if left -= hard + lag; left < 0 {
				t.Fatalf("inc %v, overhead %v, lag %v: out of time by %v", inc, overhead, lag, -left)
			}
			left += inc
		}
	}
}

// TestReserve plays a game in which each move takes a quarter more than the planned time, as
// iterations do: the clock keeps a reserve that grows with the increment and the lag.
func TestReserve(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct{ base, inc, lag, least time.Duration }{
		{1000 * ms, 10 * ms, 0, 200 * ms},
		{2000 * ms, 20 * ms, 0, 400 * ms},
		{1000 * ms, 10 * ms, 5 * ms, 150 * ms},
		{2000 * ms, 20 * ms, 15 * ms, 120 * ms},
		{60000 * ms, 600 * ms, 0, 500 * ms},
	} {
		left, lowest := c.base, c.base
		for range 300 {
			soft, hard := plan(left, c.inc, 0, 10*ms, c.lag)
			left -= min(soft*5/4, hard) + c.lag
			lowest = min(lowest, left)
			left += c.inc
		}
		if lowest < c.least {
			t.Errorf("%v + %v, lag %v: %v left, want at least %v", c.base, c.inc, c.lag, lowest, c.least)
		}
	}
}

// TestLag checks that lag is the time that the clock lost beyond what the search used, and
// that only consecutive moves of a side and a game count.
func TestLag(t *testing.T) {
	const ms = time.Millisecond
	g := enginetest.Game(t, "tinyhouse")
	s := New(g, 1, 1)
	p := enginetest.Position(t, g, g.Variant().Start)
	search := func(plies int, left time.Duration) time.Duration {
		l := Limits{Depth: 1, Timed: true, Time: [2]time.Duration{left, left}}
		s.Run(context.Background(), &p, make([]uint64, plies), l, Settings{Lines: 1}, nil)
		return s.clock.lag.lag
	}
	search(0, 1000*ms)
	if lag := search(2, 960*ms); lag < 20*ms || lag > 40*ms {
		t.Errorf("40 ms lost: lag %v", lag)
	}
	if lag := search(4, 960*ms); lag < 20*ms || lag > 39*ms {
		t.Errorf("after a move without lag: %v", lag)
	}
	before := s.clock.lag.lag
	if lag := search(8, 100*ms); lag != before {
		t.Errorf("another game counts: lag %v, then %v", before, lag)
	}
	s.Clear()
	if lag := s.clock.lag.lag; lag != 0 {
		t.Errorf("lag %v in a new game", lag)
	}
	m := lagMeter{}
	m.expect(board.White, 10, 500*ms)
	if m.observe(board.Black, 12, 100*ms); m.lag != 0 {
		t.Errorf("the other side's clock counts: lag %v", m.lag)
	}
	if m.observe(board.White, 12, 900*ms); m.lag != 0 {
		t.Errorf("lag %v where time was added", m.lag)
	}
	if m.observe(board.White, 12, 490*ms); m.lag != 10*ms {
		t.Errorf("lag %v, want 10ms", m.lag)
	}
}
