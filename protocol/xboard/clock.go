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

// Indices of clock.left.
const (
	own = iota
	other
)

// clock is the time control and the time left.
type clock struct {
	moves     int           // after which base is added; 0: never
	base, inc time.Duration // of the level
	move      time.Duration // per move instead of a level, or 0
	depth     int           // limit of the depth, or 0
	left      [2]time.Duration
}

// begin sets a level and both clocks.
func (c *clock) begin(moves int, base, inc time.Duration) {
	c.moves, c.base, c.inc, c.move = moves, base, inc, 0
	c.left = [2]time.Duration{base, base}
}

// level parses "40 5 0" or "0 0:20 0.1": moves per session, minutes and seconds per session, and
// increment in seconds.
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

// perMove parses the seconds per move.
func (c *clock) perMove(arg string) (err error) {
	t, err := duration(arg, time.Second)
	if err == nil {
		c.move = max(t, time.Millisecond)
	}
	return err
}

// maxDepth parses the depth of searches; 0 is no limit.
func (c *clock) maxDepth(arg string) error {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 0 || n > math.MaxInt32 {
		return fmt.Errorf("%.40q: want a depth", arg)
	}
	c.depth = n
	return nil
}

// set parses the time left on a clock in hundredths of a second. It may be negative.
func (c *clock) set(whose int, arg string) error {
	text, negative := strings.CutPrefix(arg, "-")
	t, err := duration(text, hundredth)
	if err != nil {
		return err
	}
	if negative {
		t = -t
	}
	c.left[whose] = t
	return nil
}

// maxDuration prevents overflow.
const maxDuration = 10 * 366 * 24 * time.Hour

// duration parses a number of units, up to maxDuration.
func duration(text string, unit time.Duration) (time.Duration, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || !(n >= 0) {
		return 0, fmt.Errorf("%.40q: want a time", text)
	}
	return time.Duration(min(n*float64(unit), float64(maxDuration))), nil
}

// limits returns the limits of a search for the side us, which has made some moves.
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

// spent charges the own clock for own move number made, counted from 1. The GUI may correct it.
func (c *clock) spent(t time.Duration, made int) {
	c.left[own] += c.inc - t
	if c.moves > 0 && made%c.moves == 0 {
		c.left[own] += c.base
	}
}
