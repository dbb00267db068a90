package xboard

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
)

// defaultBase is the time for 40 moves until a level is set.
const defaultBase = 5 * time.Minute

// Whose time it is, in clock.left.
const (
	own = iota
	other
)

// clock is the time control and what is left of it.
type clock struct {
	moves     int           // after which base is added; 0: never
	base, inc time.Duration // of the level
	move      time.Duration // for each move instead, or 0
	depth     int           // limit beside the clock, or 0
	left      [2]time.Duration
}

// begin sets a level and the clocks to its beginning.
func (c *clock) begin(moves int, base, inc time.Duration) {
	c.moves, c.base, c.inc, c.move = moves, base, inc, 0
	c.left = [2]time.Duration{base, base}
}

// level reads "40 5 0" or "0 0:20 0.1": moves a session, minutes and seconds of a session,
// and seconds added for a move.
func (c *clock) level(arg string) error {
	words := strings.Fields(arg)
	if len(words) != 3 {
		return errors.New("want moves, time and increment")
	}
	moves, err := strconv.Atoi(words[0])
	if err != nil || moves < 0 || moves > math.MaxInt32 {
		return fmt.Errorf("%.40q: want a number of moves", words[0])
	}
	minutes, seconds, _ := strings.Cut(words[1], ":")
	base, err := duration(minutes, time.Minute)
	if err == nil && seconds != "" {
		var rest time.Duration
		rest, err = duration(seconds, time.Second)
		base += rest
	}
	if err != nil {
		return err
	}
	inc, err := duration(words[2], time.Second)
	if err == nil {
		c.begin(moves, base, inc)
	}
	return err
}

// perMove reads the seconds for each move.
func (c *clock) perMove(arg string) (err error) {
	t, err := duration(arg, time.Second)
	if err == nil {
		c.move = max(t, time.Millisecond)
	}
	return err
}

// maxDepth reads the depth of searches; 0 is no limit.
func (c *clock) maxDepth(arg string) error {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 0 || n > math.MaxInt32 {
		return fmt.Errorf("%.40q: want a depth", arg)
	}
	c.depth = n
	return nil
}

// set reads what is left on a clock, in hundredths of a second; less than nothing is left
// once a flag has fallen that nobody has claimed.
func (c *clock) set(whose int, arg string) error {
	text, negative := strings.CutPrefix(arg, "-")
	t, err := duration(text, 10*time.Millisecond)
	if err != nil {
		return err
	}
	if negative {
		t = -t
	}
	c.left[whose] = t
	return nil
}

// maxDuration is far from overflowing anything: about ten years.
const maxDuration = 10 * 366 * 24 * time.Hour

// duration reads a number of units, whole or not. Too many are taken for the most there can be.
func duration(text string, unit time.Duration) (time.Duration, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || !(n >= 0) {
		return 0, fmt.Errorf("%.40q: want a time", text)
	}
	return time.Duration(min(n*float64(unit), float64(maxDuration))), nil
}

// limits returns those of a search for the side us, who has made some moves in the game.
func (c *clock) limits(us board.Color, made int) engine.Limits {
	l := engine.Limits{Depth: c.depth}
	if c.move > 0 {
		l.MoveTime = c.move
		return l
	}
	l.Timed = true
	l.Time[us], l.Time[us.Other()] = c.left[own], c.left[other]
	l.Inc = [2]time.Duration{c.inc, c.inc}
	if c.moves > 0 {
		l.MovesToGo = c.moves - made%c.moves
	}
	return l
}

// spent takes the time of a move from the own clock, for when the GUI does not tell. The
// move was the own one number made, from 1.
func (c *clock) spent(t time.Duration, made int) {
	c.left[own] += c.inc - t
	if c.moves > 0 && made%c.moves == 0 {
		c.left[own] += c.base
	}
}
