package eval

import (
	"fmt"
	"strings"

	"tinyhouse/engine/board"
)

// Trace returns a table of the evaluation of p for people: White's and Black's middlegame
// and endgame values of each term that the game has, in centipawns.
func (e *Eval) Trace(p *board.Position) string {
	s := sides{p: p, occ: p.Occupied()}
	e.gather(&s)
	var b strings.Builder
	row := func(name string, exists bool, v [2]tapered) {
		if exists {
			fmt.Fprintf(&b, "%-10s %6d %6d  %6d %6d\n", name, v[0].mg(), v[0].eg(), v[1].mg(), v[1].eg())
		}
	}
	fmt.Fprintf(&b, "%-10s %6s %6s  %6s %6s\n", "", "white", "", "black", "")
	var pieces, pawns, hand, threats, king, tempo [2]tapered
	for c := range board.Color(2) {
		threats[c] = e.threats(&s, c)
		if e.game.HasKing() {
			king[c] = e.kingSafety(&s, c)
		}
		if e.game.Pawn() != 0 {
			pawns[c] = e.pawnTerms(&s, c)
		}
		pieces[c] = s.score[c] - threats[c] - king[c] - pawns[c]
	}
	if e.game.HasDrops() { // after kingSafety, whose attack units hands adds to
		for c := range board.Color(2) {
			hand[c] = e.hands(&s, c)
			pieces[c] -= hand[c]
		}
	}
	us := p.Turn() & 1
	tempo[us] = e.w.tempo
	s.score[us] += e.w.tempo
	row("pieces", true, pieces)
	row("pawns", e.game.Pawn() != 0, pawns)
	row("hand", e.game.HasDrops(), hand)
	row("threats", true, threats)
	row("king", e.game.HasKing(), king)
	row("tempo", true, tempo)
	row("total", true, s.score)
	v := e.Evaluate(p)
	if us == board.Black {
		v = -v
	}
	if e.full > 0 {
		fmt.Fprintf(&b, "stage %d of %d\n", min(s.stage, e.full), e.full)
	}
	fmt.Fprintf(&b, "for White: %+.2f pawns\n", float64(v)/100)
	return b.String()
}
