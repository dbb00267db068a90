package main

import (
	"fmt"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// root is the position that a search was asked about.
type root struct {
	game *board.Game
	pos  board.Position
	past []uint64 // keys of the positions before, oldest first
}

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

// move returns the legal move that text names, which must be spelled as we do.
func move(g *board.Game, p *board.Position, text string) (board.Move, error) {
	m, err := notation.ParseMove(g, p, text)
	switch {
	case err != nil:
		return board.NoMove, err
	case !g.IsLegal(p, m):
		return board.NoMove, fmt.Errorf("%s is not legal", text)
	case notation.Move(g, p, m) != text:
		return board.NoMove, fmt.Errorf("%s should be written %s", text, notation.Move(g, p, m))
	}
	return m, nil
}

// walk plays a line. An error names the first move that is illegal, or comes after the game
// has ended; the positions of the game before the line count as repetitions.
func (r *root) walk(line []string) (ending, error) {
	p, past := r.pos, slices.Clone(r.past)
	e := ending{outcome: r.game.Outcome(&p, past)}
	for _, text := range line {
		if e.outcome.Over() {
			return e, fmt.Errorf("pv goes on with %s, but is %v", text, e)
		}
		m, err := move(r.game, &p, text)
		if err != nil {
			return e, fmt.Errorf("pv ply %d: %w", e.plies+1, err)
		}
		past = append(past, p.Key())
		r.game.Apply(&p, &p, m)
		e = ending{e.plies + 1, r.game.Outcome(&p, past)}
	}
	return e, nil
}

// check judges one info line: its moves, and what it says of the end of the game. A bound
// need not be reached by its moves, so only those are looked at.
func (r *root) check(i *info) error {
	if len(i.pv) == 0 {
		return nil
	}
	if !i.scored {
		return fmt.Errorf("pv without a score")
	}
	e, err := r.walk(i.pv)
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

// odd tells what need not be wrong, but makes one look: a line to the end of the game whose
// score says something else. It returns "" for a line that check refuses.
func (r *root) odd(i *info) string {
	if !i.exact() || i.mate {
		return ""
	}
	e, err := r.walk(i.pv)
	if err != nil || !e.outcome.Over() || e.result() == rules.Draw && i.score == 0 {
		return ""
	}
	return fmt.Sprintf("score cp %d, but the pv is %v", i.score, e)
}

// conclude judges the last exact line of a search, or its last line where a clock of nothing
// allowed no exact one, against the move played. Scripts without
// rules take "cp 0" with a line of one move as the claim that this move draws the game: it
// must be there when it does, and only then.
func (r *root) conclude(last *info, best string) error {
	if last == nil {
		return fmt.Errorf("bestmove %s without a line", best)
	}
	if last.pv[0] != best {
		return fmt.Errorf("bestmove %s, but the last line begins with %s", best, last.pv[0])
	}
	e, err := r.walk(last.pv[:1])
	if err != nil {
		return err
	}
	if last.bound {
		return nil
	}
	drawn := e.outcome.Over() && e.result() == rules.Draw
	says := !last.mate && last.score == 0 && len(last.pv) == 1
	switch {
	case says && !drawn:
		return fmt.Errorf("cp 0 with a pv of one move claims a draw, but %v", e)
	case drawn && !says:
		return fmt.Errorf("the move is %v, but the last line is not cp 0 with this move alone", e)
	}
	return nil
}
