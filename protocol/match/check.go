package match

import (
	"fmt"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// What players say of the game, compared with the game.

// ending is where a line of moves leads.
type ending struct {
	plies   int
	outcome board.Outcome // for the side to move there
}

// result returns the outcome for the side that has the move where the line begins.
func (e ending) result() rules.Result {
	if e.plies%2 == 1 {
		return -e.outcome.Result
	}
	return e.outcome.Result
}

// String says where the line leads, as in "won by checkmate after 3 plies".
func (e ending) String() string {
	if !e.outcome.Over() {
		return fmt.Sprintf("the game goes on after %d plies", e.plies)
	}
	word := map[rules.Result]string{rules.Win: "won", rules.Draw: "drawn", rules.Loss: "lost"}[e.result()]
	return fmt.Sprintf("%s by %v after %d plies", word, e.outcome.Reason, e.plies)
}

// mateMoves is the distance to the end as UCI counts it: the n-th own move wins (mate n), or
// the reply to it loses (mate -n). A player may also be made to win by the opponent's move,
// where stalemate wins for instance, and lose by an own one.
func (e ending) mateMoves() int {
	if e.result() == rules.Win {
		return (e.plies + 1) / 2
	}
	return -(e.plies / 2)
}

// spelled returns the legal move that text names, which must be spelled as we do.
func spelled(g *board.Game, p *board.Position, text string) (board.Move, error) {
	m, err := notation.ParseMove(g, p, text)
	if err == nil && notation.Move(g, p, m) != text {
		return board.NoMove, fmt.Errorf("%.40s should be written %s", text, notation.Move(g, p, m))
	}
	return m, err
}

// illegalIn returns the first move of a line that cannot be played, or "". A line may go on
// after a draw by repetition or by the move limit.
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

// walk plays a line. An error names the first move that is illegal, or comes after the game
// has ended; the positions of the game before the line count as repetitions.
func (l *line) walk(pv []string) (ending, error) {
	p, past := l.pos, slices.Clone(l.past)
	e := ending{outcome: l.game.Outcome(&p, past)}
	for _, text := range pv {
		if e.outcome.Over() {
			return e, fmt.Errorf("pv goes on with %.40s, but is %v", text, e)
		}
		m, err := spelled(l.game, &p, text)
		if err != nil {
			return e, fmt.Errorf("pv ply %d: %w", e.plies+1, err)
		}
		past = append(past, p.Key())
		l.game.Apply(&p, &p, m)
		e = ending{e.plies + 1, l.game.Outcome(&p, past)}
	}
	return e, nil
}

// check judges one info line: its moves, and what it says of the end of the game. A bound
// need not be reached by its moves, so only those are looked at.
func (l *line) check(i *info) error {
	if len(i.pv) == 0 {
		return nil
	}
	if !i.scored {
		return fmt.Errorf("pv without a score")
	}
	e, err := l.walk(i.pv)
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

// conclude judges the last exact line of a search, or its last line where a clock of nothing
// allowed no exact one, against the move played. Scripts without rules take "cp 0" with a
// line of one move as the claim that this move draws the game: it must be there when it
// does, and only then.
func (l *line) conclude(last *info, best string) error {
	if last == nil {
		return fmt.Errorf("bestmove %.40s without a line", best)
	}
	if last.pv[0] != best {
		return fmt.Errorf("bestmove %.40s, but the last line begins with %.40s", best, last.pv[0])
	}
	e, err := l.walk(last.pv[:1])
	if err != nil {
		return err
	}
	if last.bound {
		return nil
	}
	isDrawn := e.outcome.Over() && e.result() == rules.Draw
	says := !last.mate && last.score == 0 && len(last.pv) == 1
	switch {
	case says && !isDrawn:
		return fmt.Errorf("cp 0 with a pv of one move claims a draw, but %v", e)
	case isDrawn && !says:
		return fmt.Errorf("the move is %v, but the last line is not cp 0 with this move alone", e)
	}
	return nil
}
