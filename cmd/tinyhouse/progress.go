package main

import (
	"fmt"
	"strings"
	"time"
)

// progress tells how far long work is: as a bar with rate and time left on a terminal, as
// a line in the log now and then elsewhere. It says nothing about work that is done soon.
type progress struct {
	app   *app
	name  string
	unit  string
	steps int // in all

	done  int
	count uint64
	begin time.Time
	told  time.Time
	drawn bool
}

// How often progress speaks.
const (
	barEvery = 200 * time.Millisecond
	logEvery = 10 * time.Second
	barWidth = 30
)

// startProgress begins work of a number of steps; unit is what step counts.
func (a *app) startProgress(name, unit string, steps int) *progress {
	now := time.Now()
	return &progress{app: a, name: name, unit: unit, steps: steps, begin: now, told: now}
}

// step records one step, worth a count of units.
func (p *progress) step(count uint64) {
	p.done++
	p.count += count
	now, every, tty := time.Now(), logEvery, isTerminal(p.app.errOut)
	if tty {
		every = barEvery
	}
	if now.Sub(p.told) < every {
		return
	}
	p.told = now
	elapsed := now.Sub(p.begin)
	rate := float64(p.count) / elapsed.Seconds()
	left := elapsed / time.Duration(p.done) * time.Duration(p.steps-p.done)
	if !tty {
		p.app.log.Info().Int("done", p.done).Int("of", p.steps).Float64(p.unit+"/s", rate).Dur("left_ms", left).Msg(p.name)
		return
	}
	full := barWidth * p.done / max(p.steps, 1)
	fmt.Fprintf(p.app.errOut, "\r%s [%-*s] %d/%d  %.1f M%s/s  %s left   ",
		p.name, barWidth, strings.Repeat("=", full), p.done, p.steps, rate/1e6, p.unit, left.Round(time.Second))
	p.drawn = true
}

// stop wipes the bar; it may be called twice.
func (p *progress) stop() {
	if p.drawn {
		fmt.Fprintf(p.app.errOut, "\r%*s\r", barWidth+60, "")
		p.drawn = false
	}
}
