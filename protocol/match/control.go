package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Control limits the searches of an engine: by a clock or a time per move, and by nodes and depth.
type Control struct {
	Base      time.Duration // initial time of the clock; 0: no clock
	Increment time.Duration // per move
	Moves     int           // after which Base is added again; 0: never
	PerMove   time.Duration // time per move instead of a clock
	Nodes     uint64
	Depth     int
}

// ParseControl parses a time control: "40/60+0.6" is 40 moves in 60 seconds plus 0.6 per move. Moves
// and increment are optional, the time may be minutes:seconds, and "inf" is no clock.
func ParseControl(text string) (Control, error) {
	var c Control
	if text == "inf" {
		return c, nil
	}
	fail := func() (Control, error) {
		return Control{}, fmt.Errorf("match: time control %q: want one like 10+0.1, 40/60 or 1:30+1", text)
	}
	rest := text
	if moves, after, ok := strings.Cut(rest, "/"); ok {
		n, err := strconv.Atoi(moves)
		if err != nil || n <= 0 {
			return fail()
		}
		c.Moves, rest = n, after
	}
	base, increment, more := strings.Cut(rest, "+")
	var err error
	if c.Base, err = parseTime(base); err != nil || c.Base <= 0 {
		return fail()
	}
	if more {
		if c.Increment, err = parseTime(increment); err != nil {
			return fail()
		}
	}
	return c, nil
}

// parseTime parses seconds, or minutes:seconds.
func parseTime(text string) (time.Duration, error) {
	minutes, seconds, ok := strings.Cut(text, ":")
	if !ok {
		minutes, seconds = "0", text
	}
	m, err := strconv.Atoi(minutes)
	if err != nil {
		return 0, err
	}
	s, err := strconv.ParseFloat(seconds, 64)
	if err != nil || m < 0 || !(s >= 0) || float64(m)*60+s > maxSeconds {
		return 0, fmt.Errorf("match: time %q: want seconds", text)
	}
	return time.Duration(m)*time.Minute + time.Duration(math.Round(s*1e9)), nil
}

// maxSeconds limits a clock to a month.
const maxSeconds = 31 * 24 * 3600

// ParseSeconds parses a time above 0, in seconds or minutes:seconds.
func ParseSeconds(text string) (time.Duration, error) {
	d, err := parseTime(text)
	if err == nil && d <= 0 {
		err = fmt.Errorf("match: time %q: want more than 0", text)
	}
	return d, err
}

// IsLimited reports whether c ends a search.
func (c Control) IsLimited() bool {
	return c.Base > 0 || c.PerMove > 0 || c.Nodes > 0 || c.Depth > 0
}

// String returns the value of the PGN tag TimeControl.
func (c Control) String() string {
	switch {
	case c.PerMove > 0:
		return seconds(c.PerMove) + "/move"
	case c.Base == 0 && c.Depth > 0:
		return fmt.Sprintf("depth %d", c.Depth)
	case c.Base == 0 && c.Nodes > 0:
		return fmt.Sprintf("nodes %d", c.Nodes)
	case c.Base == 0:
		return "inf"
	}
	var b strings.Builder
	if c.Moves > 0 {
		fmt.Fprintf(&b, "%d/", c.Moves)
	}
	b.WriteString(seconds(c.Base))
	if c.Increment > 0 {
		b.WriteString("+" + seconds(c.Increment))
	}
	return b.String()
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// clock is the clock of a side.
type clock struct {
	Control
	left    time.Duration
	session int // moves until Base is added again; 0: never
}

func newClock(c Control) clock { return clock{c, c.Base, c.Moves} }

// limit returns the time limit of a search, 0 for none. At an empty clock it is 1 ns.
func (c *clock) limit() time.Duration {
	switch {
	case c.PerMove > 0:
		return c.PerMove
	case c.Base > 0:
		return max(c.left, 1)
	}
	return 0
}

// charge subtracts the time of a move from the clock and returns that time less the limit, or 0 without
// a limit.
func (c *clock) charge(spent time.Duration) (over time.Duration) {
	switch {
	case c.PerMove > 0:
		return spent - c.PerMove
	case c.Base == 0:
		return 0
	}
	over = spent - c.left
	c.left = max(c.left-spent, 0) + c.Increment
	if c.session--; c.session == 0 {
		c.left += c.Base
		c.session = c.Moves
	}
	return over
}

// goWords returns the words after "go" for a side. The time of an opponent without a clock is the
// side's own.
func goWords(clocks *[2]clock, us int) string {
	var words []string
	add := func(name string, n int64) { words = append(words, name, strconv.FormatInt(n, 10)) }
	mine, white, black := &clocks[us], &clocks[0], &clocks[1]
	if white.Base == 0 {
		white = mine
	}
	if black.Base == 0 {
		black = mine
	}
	switch {
	case mine.PerMove > 0:
		add("movetime", mine.PerMove.Milliseconds())
	case mine.Base > 0:
		add("wtime", max(white.left.Milliseconds(), 1))
		add("btime", max(black.left.Milliseconds(), 1))
		if white.Increment > 0 || black.Increment > 0 {
			add("winc", white.Increment.Milliseconds())
			add("binc", black.Increment.Milliseconds())
		}
		if mine.session > 0 {
			add("movestogo", int64(mine.session))
		}
	}
	if mine.Depth > 0 {
		add("depth", int64(mine.Depth))
	}
	if mine.Nodes > 0 {
		add("nodes", int64(mine.Nodes))
	}
	return strings.Join(words, " ")
}
