package match

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"

	"tinyhouse/protocol/elo"
)

// report prints the progress of a match, in lines that scripts know from CuteChess. It is safe for
// concurrent use.
type report struct {
	mu    sync.Mutex
	out   io.Writer // nil: prints nothing
	games int       // of the score printed last; for the goroutine of Run only
}

// line prints a line. It ignores errors.
func (r *report) line(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.out != nil {
		fmt.Fprintf(r.out, format+"\n", args...)
	}
}

func (r *report) warning(format string, args ...any) { r.line("Warning: "+format, args...) }

// pairing is "A vs B" with the name of White first.
func (m *match) pairing(number int) string {
	return m.names[number%2] + " vs " + m.names[1-number%2]
}

func (r *report) started(m *match, number int) {
	r.line("Started game %d of %d (%s)", number+1, m.Games, m.pairing(number))
}

func (r *report) finished(m *match, g *GameRecord) {
	r.line("Finished game %d (%s): %s {%s}", g.Game+1, m.pairing(g.Game), g.Result.Result, g.Reason)
}

func (r *report) resumed(m *match, games int) {
	r.line("Resumed after %d games, kept in %s", games, m.Checkpoint)
}

// score prints the score, and every Interval games the difference in Elo.
func (r *report) score(m *match) {
	r.total(m)
	if m.Interval > 0 && m.next%m.Interval == 0 {
		r.strength(m)
	}
}

func (r *report) total(m *match) {
	r.games = m.next
	s := &m.total.Score
	r.line("Score of %s vs %s: %d - %d - %d  [%s] %d", m.names[0], m.names[1], s.Wins, s.Losses, s.Draws, decimal(s.Mean(), 3), s.Games())
}

// strength prints the difference in Elo and the state of the SPRT.
func (r *report) strength(m *match) {
	s := &m.total.Score
	difference, margin := s.Elo()
	r.line("Elo difference: %s +/- %s, LOS: %s %%, DrawRatio: %s %%", decimal(difference, 1), decimal(margin, 1), decimal(100*s.LOS(), 1), decimal(100*s.DrawRatio(), 1))
	if m.SPRT == nil {
		return
	}
	test := m.SPRT.Status(s.Pairs)
	line := fmt.Sprintf("SPRT: llr %.3g (%s%%), lbound %.3g, ubound %.3g", test.LLR, decimal(100*test.Progress(), 1), test.Lower, test.Upper)
	if test.Decision != "" {
		line += " - " + test.Decision + " was accepted"
	}
	r.line("%s", line)
}

// final prints the result of the match.
func (r *report) final(m *match) {
	if r.games != m.next || m.next == 0 {
		r.total(m)
	}
	r.strength(m)
	if p := m.total.Pairs; elo.Count(p) > 0 {
		r.line("Ptnml(0-2): [%d, %d, %d, %d, %d]", p[0], p[1], p[2], p[3], p[4])
	}
	for i, name := range m.names {
		c := &m.total.counts[i]
		if !c.IsClean() {
			r.line("Faults of %s: %d illegal moves, %d time losses, %d stalls, %d disconnects, %d illegal PVs, %d warnings",
				name, c.IllegalMoves, c.TimeLosses, c.Stalls, c.Disconnects, c.IllegalPVs, c.Warnings)
		}
		if c.Overruns > c.TimeLosses {
			r.line("Overruns of %s: %d, the worst %.1f ms", name, c.Overruns, float64(c.Worst.Microseconds())/1000)
		}
	}
	if len(m.ended) > 0 && !m.over() {
		r.line("%d more games ended before an earlier one; the checkpoint keeps them", len(m.ended))
	}
	if m.over() {
		r.line("Finished match")
	}
}

// decimal formats a statistic in CuteChess's form.
func decimal(x float64, decimals int) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}
