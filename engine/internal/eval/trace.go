package eval

import (
	"fmt"
	"strings"

	"tinyhouse/engine/board"
)

// term is a term of the evaluation with its value for White and Black.
type term struct {
	name  string
	value [2]tapered
}

// Trace returns a table of the evaluation of p for people: White's and Black's middlegame
// and endgame values of each term that the game has, in centipawns.
func (e *Eval) Trace(p *board.Position) string {
	s := sides{p: p, occ: p.Occupied()}
	e.gather(&s)
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s %6s %6s  %6s %6s\n", "", "white", "", "black", "")
	for _, t := range e.terms(&s) {
		v := t.value
		fmt.Fprintf(&b, "%-10s %6d %6d  %6d %6d\n", t.name, v[0].mg(), v[0].eg(), v[1].mg(), v[1].eg())
	}
	if e.fullPhase > 0 {
		fmt.Fprintf(&b, "phase %d of %d\n", min(s.phase, e.fullPhase), e.fullPhase)
	}
	v := e.Evaluate(p)
	if p.Turn() == board.Black {
		v = -v
	}
	fmt.Fprintf(&b, "for White: %+.2f pawns\n", float64(v)/100)
	return b.String()
}

// terms returns the terms that the game has, and their total; gather has filled s.
func (e *Eval) terms(s *sides) []term {
	var tempo [2]tapered
	tempo[s.p.Turn()&1] = e.w.tempo
	rest := s.score
	list := []term{{"pieces", rest}}
	add := func(name string, exists bool, f func(*sides, board.Color) tapered) {
		if !exists {
			return
		}
		t := term{name: name}
		for c := range board.Color(2) {
			t.value[c] = f(s, c)
			rest[c] -= t.value[c]
		}
		list = append(list, t)
	}
	add("pawns", e.game.Pawn() != 0, e.pawnTerms)
	add("threats", true, e.threats)
	add("king", e.game.HasKing(), e.kingSafety)
	add("hand", e.game.HasDrops(), e.hands) // last: it adds to the attack units of kingSafety
	list[0].value = rest
	total := [2]tapered{s.score[0] + tempo[0], s.score[1] + tempo[1]}
	return append(list, term{"tempo", tempo}, term{"total", total})
}
