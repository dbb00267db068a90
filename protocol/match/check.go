package match

import (
	"fmt"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// ending is the end of a line of moves.
type ending struct {
	plies   int
	outcome board.Outcome // for the side to move there
}

// result returns the outcome for the side to move at the start of the line.
func (e ending) result() rules.Result {
	if e.plies%2 == 1 {
		return -e.outcome.Result
	}
	return e.outcome.Result
}

// String describes the ending, as in "won by checkmate after 3 plies".
func (e ending) String() string {
	if !e.outcome.Over() {
		return fmt.Sprintf("the game goes on after %d plies", e.plies)
	}
	word := map[rules.Result]string{rules.Win: "won", rules.Draw: "drawn", rules.Loss: "lost"}[e.result()]
	return fmt.Sprintf("%s by %v after %d plies", word, e.outcome.Reason, e.plies)
}

// mateMoves returns the distance to the end in moves as UCI counts it, negative for a loss. A move of
// the opponent can win as well: in some variants stalemate wins.
func (e ending) mateMoves() int {
	if e.result() == rules.Win {
		return (e.plies + 1) / 2
	}
	return -(e.plies / 2)
}

// parseExact parses a legal move, which must have the spelling of notation.Move.
func parseExact(g *board.Game, p *board.Position, text string) (board.Move, error) {
	m, err := notation.ParseMove(g, p, text)
	if err == nil && notation.Move(g, p, m) != text {
		return board.NoMove, fmt.Errorf("%.40s should be written %s", text, notation.Move(g, p, m))
	}
	return m, err
}

// illegalIn returns the first illegal move of a PV, or "". Moves after a draw by repetition or by the
// move limit are legal.
func (l *line) illegalIn(pv []string) string {
	p := l.pos
	for _, text := range pv {
		m, err := notation.ParseMove(l.game, &p, text)
		if err != nil || l.game.Decided(&p).Over() {
			return text
		}
		l.game.Apply(&p, &p, m)
	}
	return ""
}

// follow plays a PV. The error names the first move that is illegal or follows the end of the game.
// Repetitions of earlier positions of the game count.
func (l *line) follow(pv []string) (ending, error) {
	p, past := l.pos, slices.Clone(l.past)
	e := ending{outcome: l.game.Outcome(&p, past)}
	for _, text := range pv {
		if e.outcome.Over() {
			return e, fmt.Errorf("pv goes on with %.40s, but is %v", text, e)
		}
		m, err := parseExact(l.game, &p, text)
		if err != nil {
			return e, fmt.Errorf("pv ply %d: %w", e.plies+1, err)
		}
		past = append(past, p.Key())
		l.game.Apply(&p, &p, m)
		e = ending{e.plies + 1, l.game.Outcome(&p, past)}
	}
	return e, nil
}

// checkInfo checks the PV of an info line, and the distance of a mate unless the score is a bound.
func (l *line) checkInfo(i *info) error {
	if len(i.pv) == 0 {
		return nil
	}
	if !i.scored {
		return fmt.Errorf("pv without a score")
	}
	e, err := l.follow(i.pv)
	if err != nil || !i.mate || i.bound {
		return err
	}
	switch {
	case !e.outcome.Over() || e.result() == rules.Draw:
		return fmt.Errorf("score mate %d, but the pv: %v", i.score, e)
	case i.score != e.mateMoves():
		return fmt.Errorf("score mate %d, but the pv, %v, is mate %d", i.score, e, e.mateMoves())
	case (i.score > 0) != (e.result() == rules.Win):
		return fmt.Errorf("score mate %d has the wrong sign: the pv is %v", i.score, e)
	}
	return nil
}

// checkBest compares the move played with the last exact line of a search, or its last line if none is
// exact. By a score of "cp 0" with a PV of one move, an engine tells scripts without rules that this
// move draws the game at once: it must do so if and only if that is true.
func (l *line) checkBest(last *info, best string) error {
	if last == nil {
		return fmt.Errorf("bestmove %.40s without a line", best)
	}
	if last.pv[0] != best {
		return fmt.Errorf("bestmove %.40s, but the last line begins with %.40s", best, last.pv[0])
	}
	e, err := l.follow(last.pv[:1])
	if err != nil {
		return err
	}
	if last.bound {
		return nil
	}
	isDrawn := e.outcome.Over() && e.result() == rules.Draw
	claimsDraw := !last.mate && last.score == 0 && len(last.pv) == 1
	switch {
	case claimsDraw && !isDrawn:
		return fmt.Errorf("cp 0 with a pv of one move claims a draw, but %v", e)
	case isDrawn && !claimsDraw:
		return fmt.Errorf("the move is %v, but the last line is not cp 0 with this move alone", e)
	}
	return nil
}
