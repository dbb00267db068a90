// Package progress shows the progress of long work: as a bar with rate and time left on a terminal, else as
// lines of the log.
package progress

import (
	"fmt"
	"io"
	"time"

	"github.com/rs/zerolog"
	"github.com/schollz/progressbar/v3"

	"tinyhouse/cmd/tinyhouse/internal/terminal"
)

// Bar shows the progress of one piece of work, without a terminal every logEvery. Work that ends sooner shows
// nothing. Its methods must not run concurrently.
type Bar struct {
	log   zerolog.Logger
	name  string
	unit  string
	bar   *progressbar.ProgressBar // nil where stderr is no terminal
	begin time.Time
	shown time.Time // the last update that was shown
}

const (
	barEvery = 200 * time.Millisecond
	logEvery = 10 * time.Second
	barSteps = 10_000
)

// Start starts the clock of work that is measured in a unit, such as nodes. The bar is written to errOut if that
// is a terminal.
func Start(name, unit string, errOut io.Writer, log zerolog.Logger) *Bar {
	now := time.Now()
	p := &Bar{log: log, name: name, unit: unit, begin: now, shown: now}
	if terminal.Is(errOut) {
		p.bar = progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(errOut),
			progressbar.OptionSetRenderBlankState(false),
			progressbar.OptionSetWidth(24),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionUseANSICodes(true),
			progressbar.OptionSetTheme(progressbar.ThemeASCII),
		)
	}
	return p
}

// Update shows the progress unless the last update is too recent. The share, from 0 to 1, is the
// part of the work that is done; 0 if unknown. The detail, which may be empty, names the current step.
func (p *Bar) Update(share float64, units uint64, detail string) {
	now, every := time.Now(), logEvery
	if p.bar != nil {
		every = barEvery
	}
	if now.Sub(p.shown) < every {
		return
	}
	p.shown = now
	elapsed := now.Sub(p.begin)
	rate := float64(units) / elapsed.Seconds()
	if p.bar != nil {
		p.bar.Describe(fmt.Sprintf("%s %s %s%s/s", p.name, detail, prefixed(rate), p.unit))
		p.bar.Set(min(int(share*barSteps), barSteps-1))
		return
	}
	event := p.log.Info().Float64("percent", float64(int(share*1000))/10).Uint64(p.unit, units).Float64(p.unit+"/s", float64(int(rate)))
	if detail != "" {
		event = event.Str("at", detail)
	}
	if share > 0 {
		event = event.Str("left", time.Duration(float64(elapsed)*(1-share)/share).Round(time.Second).String())
	}
	event.Msg(p.name)
}

// prefixed returns a rate with the prefix of its unit.
func prefixed(rate float64) string {
	switch {
	case rate >= 1e6:
		return fmt.Sprintf("%.1f M", rate/1e6)
	case rate >= 1e3:
		return fmt.Sprintf("%.1f k", rate/1e3)
	}
	return fmt.Sprintf("%.1f ", rate)
}

// Advance updates work whose total is known in units.
func (p *Bar) Advance(done, total uint64) {
	p.Update(float64(done)/float64(max(total, 1)), done, "")
}

// Stop removes the bar. Further calls do nothing.
func (p *Bar) Stop() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar.Exit()
		p.bar = nil
	}
}
