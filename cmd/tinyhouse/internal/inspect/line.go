package inspect

import (
	"cmp"
	"slices"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
)

// Step is a move of a main line.
type Step struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// stepOf returns a move from p in both notations.
func stepOf(g *board.Game, p *board.Position, m board.Move) Step {
	return Step{notation.Move(g, p, m), notation.SAN(g, p, m)}
}

// drawnLine is the length in plies of the line of a drawn position.
const drawnLine = 8

// source is a table or a certificate.
type source interface {
	Game() *board.Game
	Bounds(p *board.Position) (score.Bounds, error)
}

// boundedMove is a move and what is known of its value for the side that plays it.
type boundedMove struct {
	move   board.Move
	bounds score.Bounds
}

// boundedMoves returns the legal moves of p in the order of the move generator.
func boundedMoves(f source, p *board.Position) ([]boundedMove, error) {
	var l board.List
	var next board.Position
	f.Game().Moves(p, &l)
	var all []boundedMove
	for _, m := range l.All() {
		f.Game().Apply(&next, p, m)
		b, err := f.Bounds(&next)
		if err != nil {
			return nil, err
		}
		all = append(all, boundedMove{m, b.Prev()})
	}
	return all, nil
}

// compareBounds orders bounds by the lower one, then by the upper one.
func compareBounds(a, b score.Bounds) int {
	return cmp.Or(a.Lower.Compare(b.Lower), a.Upper.Compare(b.Upper))
}

// mainLine returns the best known play from p as far as its outcome is proved: to the end of the
// game if it is won or lost, else drawnLine plies. Among equally good moves it plays the first of
// the move generator. The line is shorter than the distance where that is only an upper bound.
func mainLine(f source, p board.Position) ([]Step, error) {
	line, g := []Step{}, f.Game()
	b, err := f.Bounds(&p)
	v, known := b.Exact()
	longest := int(v.Plies)
	if v.Outcome == score.Draw {
		longest = drawnLine
	}
	for err == nil && known && len(line) < longest && !g.Ended(&p).Over() {
		var moves []boundedMove
		if moves, err = boundedMoves(f, &p); err != nil {
			break
		}
		best := slices.MaxFunc(moves, func(a, b boundedMove) int { return compareBounds(a.bounds, b.bounds) })
		if w, ok := best.bounds.Exact(); !ok || w.Outcome != v.Outcome {
			break
		}
		line = append(line, stepOf(g, &p, best.move))
		g.Apply(&p, &p, best.move)
		v.Outcome = -v.Outcome
	}
	return line, err
}

// lineText returns a line in UCI notation.
func lineText(line []Step) string {
	words := make([]string, len(line))
	for i, m := range line {
		words[i] = m.UCI
	}
	return strings.Join(words, " ")
}
