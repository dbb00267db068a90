package eval

import (
	"fmt"
	"strings"

	"tinyhouse/engine/board"
)

// Trace returns the evaluation of p term by term, for people: White's and Black's share of
// each in the middle game and the end game, in pawns' hundredths.
func (e *Eval) Trace(p *board.Position) string {
	s := sides{p: p, occ: p.Occupied()}
	e.gather(&s)
	var b strings.Builder
	row := func(name string, white, black tapered) {
		fmt.Fprintf(&b, "%-10s %6d %6d  %6d %6d\n", name, white.mg(), white.eg(), black.mg(), black.eg())
	}
	fmt.Fprintf(&b, "%-10s %6s %6s  %6s %6s\n", "", "white", "", "black", "")
	var parts [2][5]tapered
	for c := range board.Color(2) {
		parts[c] = [5]tapered{0, e.pawnTerms(&s, c), e.hands(&s, c), e.threats(&s, c), 0}
		parts[c][0] = s.score[c] - parts[c][1] - parts[c][2] - parts[c][3]
	}
	for i, name := range []string{"pieces", "pawns", "hand", "threats"} {
		row(name, parts[0][i], parts[1][i])
	}
	row("total", s.score[0], s.score[1])
	v := e.Evaluate(p)
	if p.Turn() == board.Black {
		v = -v
	}
	fmt.Fprintf(&b, "stage %d of %d\nfor White: %+.2f pawns\n", min(s.stage, e.full), e.full, float64(v)/100)
	return b.String()
}
