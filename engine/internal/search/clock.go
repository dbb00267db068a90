package search

import (
	"sync/atomic"
	"time"

	"tinyhouse/engine/board"
)

// clock limits the time of a search.
type clock struct {
	soft, hard time.Duration // 0: no limit
	pondering  atomic.Bool
	begin      atomic.Int64 // when the time began to count, in nanoseconds after base
	base       time.Time
	lag        lagMeter
}

// start begins a search of the side us after a number of plies.
func (c *clock) start(l *Limits, us board.Color, plies int, overhead time.Duration, now time.Time) {
	c.base = now
	c.begin.Store(0)
	c.pondering.Store(l.Ponder)
	c.soft, c.hard = 0, 0
	if l.Timed {
		left, inc := l.Time[us&1], l.Inc[us&1]
		c.lag.observe(us, plies, left)
		c.soft, c.hard = plan(left, inc, l.MovesToGo, overhead, c.lag.lag)
	}
	if t := max(l.MoveTime-overhead, l.MoveTime/2, time.Millisecond); l.MoveTime > 0 {
		if !l.Timed {
			c.soft, c.hard = t, t
		}
		c.soft, c.hard = min(c.soft, t), min(c.hard, t)
	}
	if l.Infinite {
		c.soft, c.hard = 0, 0
	}
}

// finish ends the search that start began.
func (c *clock) finish(l *Limits, us board.Color, plies int) {
	if l.Timed && c.hard > 0 && !c.pondering.Load() {
		c.lag.expect(us, plies, l.Time[us&1]+l.Inc[us&1]-min(c.spent(), c.hard))
	}
}

// lagMeter measures how much more time a move costs on the clock than was planned for it: lines
// are late in pipes and networks, and on a busy machine the engine waits for a processor.
type lagMeter struct {
	lag   time.Duration // decaying maximum
	us    board.Color   // of the last search on a clock
	plies int           // played before it
	left  time.Duration // expected on the clock at the next move, without lag
}

// expect notes the time that should be left when us moves next.
func (m *lagMeter) expect(us board.Color, plies int, left time.Duration) {
	m.us, m.plies, m.left = us, plies, left
}

// observe compares the time left with the expected one, if this is the next move.
func (m *lagMeter) observe(us board.Color, plies int, left time.Duration) {
	if us == m.us && plies == m.plies+2 {
		m.lag = max(m.lag-m.lag/16, min(m.left-left, time.Second))
	}
}

// leastTime is what a move may take however little time is left: less than any increment,
// so that the clock recovers.
const leastTime = 300 * time.Microsecond

// reserve returns how much of the time left is not for thinking: the overhead, up to 20
// increments, at most half a second, and twice the lag; but never more than 15/16 of it.
func reserve(left, inc time.Duration, moves int, overhead, lag time.Duration) time.Duration {
	incs := min(time.Duration(min(moves, 20))*inc, 500*time.Millisecond)
	return min(overhead+incs+2*lag, left*15/16)
}

// plan divides the time left on a clock: soft is what a move should take, hard what it may
// take at most, neither more than the reserve leaves. Without moves to go it assumes 22.
func plan(left, inc time.Duration, moves int, overhead, lag time.Duration) (soft, hard time.Duration) {
	if moves = min(moves, 30); moves <= 0 {
		moves = 22
	}
	usable := left - reserve(left, inc, moves, overhead, lag)
	soft = usable/time.Duration(moves) + inc*3/4
	hard = min(5*soft, usable/2)
	if moves == 1 {
		soft, hard = usable/2, usable*9/10
	}
	return max(min(soft, hard), leastTime), max(hard, leastTime)
}

// hit starts the time of a pondering search.
func (c *clock) hit() {
	c.begin.Store(int64(time.Since(c.base)))
	c.pondering.Store(false)
}

// spent returns the time since the search began, or since the ponder hit.
func (c *clock) spent() time.Duration {
	return time.Since(c.base) - time.Duration(c.begin.Load())
}

// pastHard reports whether the search must end.
func (c *clock) pastHard() bool {
	return c.hard > 0 && !c.pondering.Load() && c.spent() >= c.hard
}

// pastSoft reports whether not to begin another iteration: whether percent of the time that the
// move should take is over.
func (c *clock) pastSoft(percent int) bool {
	if c.soft == 0 || c.pondering.Load() {
		return false
	}
	return c.spent() >= min(c.soft*time.Duration(percent)/100, c.hard)
}
