package match

import (
	"fmt"
	"io"
	"sync"
)

// What is printed of a match: the lines that scripts know from CuteChess.

// report prints. Any number of goroutines may call it.
type report struct {
	mu   sync.Mutex
	out  io.Writer // nil: nobody wants to know
	told int       // games of the score printed last; only the goroutine of Run knows
}

// line prints a line; that it could not be printed is nobody's business.
func (r *report) line(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.out != nil {
		fmt.Fprintf(r.out, format+"\n", args...)
	}
}

// warning prints a line of trouble.
func (r *report) warning(format string, args ...any) { r.line("Warning: "+format, args...) }

// pairing is "A vs B" with the name of White first.
func (m *match) pairing(number int) string {
	return m.names[number%2] + " vs " + m.names[1-number%2]
}

func (r *report) started(m *match, number int) {
	r.line("Started game %d of %d (%s)", number+1, m.Games, m.pairing(number))
}

func (r *report) finished(m *match, g *Result) {
	r.line("Finished game %d (%s): %s {%s}", g.Game+1, m.pairing(g.Game), g.Result, g.Reason)
}

func (r *report) resumed(m *match, games int) {
	r.line("Resumed after %d games, kept in %s", games, m.Journal)
}

// score prints the score after a game that counts, and the strength now and then.
func (r *report) score(m *match) {
	r.total(m)
	if m.Interval > 0 && m.next%m.Interval == 0 {
		r.strength(m)
	}
}

func (r *report) total(m *match) {
	r.told = m.next
	s := &m.total.Score
	r.line("Score of %s vs %s: %d - %d - %d  [%s] %d", m.names[0], m.names[1], s.Wins, s.Losses, s.Draws, decimal(s.Mean(), 3), s.Games())
}

// strength prints what the score says.
func (r *report) strength(m *match) {
	s := &m.total.Score
	elo, margin := s.Elo()
	r.line("Elo difference: %s +/- %s, LOS: %s %%, DrawRatio: %s %%", decimal(elo, 1), decimal(margin, 1), decimal(100*s.LOS(), 1), decimal(100*s.DrawRatio(), 1))
	if m.SPRT == nil {
		return
	}
	test := m.SPRT.state(s.Pairs)
	line := fmt.Sprintf("SPRT: llr %.3g (%s%%), lbound %.3g, ubound %.3g", test.LLR, decimal(100*test.share(), 1), test.Lower, test.Upper)
	if test.Decision != "" {
		line += " - " + test.Decision + " was accepted"
	}
	r.line("%s", line)
}

// final prints what came of the match; the score is not repeated.
func (r *report) final(m *match) {
	if r.told != m.next || m.next == 0 {
		r.total(m)
	}
	r.strength(m)
	if p := m.total.Pairs; sum(p) > 0 {
		r.line("Ptnml(0-2): [%d, %d, %d, %d, %d]", p[0], p[1], p[2], p[3], p[4])
	}
	for i, name := range m.names {
		if c := &m.total.counts[i]; !c.IsClean() {
			r.line("Faults of %s: %d illegal moves, %d time losses, %d stalls, %d disconnects, %d illegal PVs, %d warnings",
				name, c.IllegalMoves, c.TimeLosses, c.Stalls, c.Disconnects, c.IllegalPVs, c.Warnings)
		}
		if c := &m.total.counts[i]; c.Overruns > c.TimeLosses {
			r.line("Overruns of %s: %d, %d of them excused, the worst %.1f ms", name, c.Overruns, c.Excused, float64(c.Worst.Microseconds())/1000)
		}
	}
	if len(m.held) > 0 && !m.over() {
		r.line("%d more games have ended before an earlier one; the journal keeps them", len(m.held))
	}
	if m.over() {
		r.line("Finished match")
	}
}
