package search

import (
	"sync/atomic"
	"time"

	"tinyhouse/engine/board"
)

// clock knows how much time a move may take.
type clock struct {
	soft, hard time.Duration // 0: no limit
	pondering  atomic.Bool
	begin      atomic.Int64 // when the time began to count, in nanoseconds after base
	base       time.Time
}

// start begins a search of the side us.
func (c *clock) start(l *Limits, us board.Color, overhead time.Duration, now time.Time) {
	c.base = now
	c.begin.Store(0)
	c.pondering.Store(l.Ponder)
	c.soft, c.hard = 0, 0
	if l.Timed {
		c.soft, c.hard = allot(l.Time[us&1], l.Inc[us&1], l.MovesToGo, overhead)
	}
	if l.MoveTime > 0 {
		t := max(l.MoveTime-overhead, l.MoveTime/2, time.Millisecond)
		if c.hard == 0 || t < c.hard {
			c.hard = t
		}
		if c.soft == 0 || t < c.soft {
			c.soft = t
		}
	}
	if l.Infinite {
		c.soft, c.hard = 0, 0
	}
}

// allot divides the time left on a clock: what a move should take, and what it may take at
// most. However little there is, something is left.
func allot(left, inc time.Duration, moves int, overhead time.Duration) (soft, hard time.Duration) {
	const least = 300 * time.Microsecond // below any increment, so that a clock recovers
	usable := left - overhead
	if usable < 2*least {
		return least, least
	}
	if moves <= 0 || moves > 30 {
		moves = 30
	}
	soft = usable/time.Duration(moves) + inc*3/4
	hard = min(5*soft, usable/2)
	if moves == 1 {
		soft, hard = usable/2, usable*9/10
	}
	soft = min(soft, hard)
	return max(soft, least), max(hard, least)
}

// hit starts the clock of a pondering search.
func (c *clock) hit() {
	c.begin.Store(int64(time.Since(c.base)))
	c.pondering.Store(false)
}

// spent returns the time that counts.
func (c *clock) spent() time.Duration {
	return time.Since(c.base) - time.Duration(c.begin.Load())
}

// out reports whether the search must end.
func (c *clock) out() bool {
	return c.hard > 0 && !c.pondering.Load() && c.spent() >= c.hard
}

// enough reports whether another iteration is not worth beginning; percent stretches the
// time a move should take.
func (c *clock) enough(percent int) bool {
	if c.soft == 0 || c.pondering.Load() {
		return false
	}
	return c.spent() >= min(c.soft*time.Duration(percent)/100, c.hard)
}
