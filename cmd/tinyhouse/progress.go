package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress tells how far long work is: as a bar with rate and time left on a terminal, as
// a line in the log now and then elsewhere. It says nothing about work that is done soon.
// It is for one goroutine at a time.
type progress struct {
	app   *app
	name  string
	unit  string
	bar   *progressbar.ProgressBar // nil where nobody watches
	begin time.Time
	told  time.Time
}

// How often progress speaks, and how finely it divides the work.
const (
	barEvery = 200 * time.Millisecond
	logEvery = 10 * time.Second
	barSteps = 10_000
)

// startProgress begins work that is measured in units, such as nodes.
func (a *app) startProgress(name, unit string) *progress {
	now := time.Now()
	p := &progress{app: a, name: name, unit: unit, begin: now, told: now}
	if isTerminal(a.errOut) {
		p.bar = progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(a.errOut),
			progressbar.OptionSetRenderBlankState(false),
			progressbar.OptionSetWidth(24),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionUseANSICodes(true),
			progressbar.OptionSetTheme(progressbar.ThemeASCII),
		)
	}
	return p
}

// tell says that a share of the work is done, from 0 to 1, with so many units. Detail, which
// may be empty, says what is being done.
func (p *progress) tell(share float64, units uint64, detail string) {
	now, every := time.Now(), logEvery
	if p.bar != nil {
		every = barEvery
	}
	if now.Sub(p.told) < every {
		return
	}
	p.told = now
	elapsed := now.Sub(p.begin)
	rate := float64(units) / elapsed.Seconds()
	if p.bar != nil {
		p.bar.Describe(fmt.Sprintf("%s %s %.1f M%s/s", p.name, detail, rate/1e6, p.unit))
		p.bar.Set(min(int(share*barSteps), barSteps-1))
		return
	}
	event := p.app.log.Info().Float64("percent", float64(int(share*1000))/10).Uint64(p.unit, units).Float64(p.unit+"/s", float64(int(rate)))
	if detail != "" {
		event = event.Str("at", detail)
	}
	if share > 0 {
		event = event.Str("left", time.Duration(float64(elapsed)*(1-share)/share).Round(time.Second).String())
	}
	event.Msg(p.name)
}

// set says how much of work that is counted in units is done.
func (p *progress) set(done, total uint64) { p.tell(float64(done)/float64(max(total, 1)), done, "") }

// stop wipes the bar; it may be called twice.
func (p *progress) stop() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar.Exit()
		p.bar = nil
	}
}
