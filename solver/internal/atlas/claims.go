package atlas

import (
	"errors"
	"math"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Claims: what belongs here tells what proves a value: the move of each position that the side
// which claims may come to.

var (
	errUnknown = errors.New("atlas: a position of a proof has no value")
	errLong    = errors.New("atlas: the win takes too many moves for a certificate")
)

// Sink takes claims: the side to move of p has at least value v, a win or a draw, by move m.
type Sink = func(p *board.Position, m board.Move, v score.Exact) error

// ClaimWins tells sink what proves that the side to move wins all roots, where the game goes on,
// and returns the plies of the longest.
func (a *Atlas) ClaimWins(roots []board.Position, sink Sink) (longest int, err error) {
	for i := range roots {
		_, x := a.best(&roots[i])
		longest = max(longest, x.plies())
	}
	t := a.tour(roots)
	for p, ok := t.next(); ok; p, ok = t.next() {
		m, x := a.best(p)
		switch {
		case m == board.NoMove || x.outcome() != score.Win:
			return 0, errUnknown
		case x.plies() >= math.MaxUint16:
			return 0, errLong
		}
		if err := sink(p, m, score.WinIn(x.plies())); err != nil {
			return 0, err
		}
		t.play(p, m)
	}
	return longest, nil
}

// ClaimHolds tells sink what proves that the side to move does not lose any root, where the game
// goes on. Of the moves that hold it takes one with the fewest answers that are new.
func (a *Atlas) ClaimHolds(roots []board.Position, sink Sink) error {
	t := a.tour(roots)
	var moves board.List
	for p, ok := t.next(); ok; p, ok = t.next() {
		best, least := board.NoMove, math.MaxInt
		a.game.Moves(p, &moves)
		for _, m := range moves.All() {
			if least == 0 {
				break
			}
			if news, holds := t.news(p, m, least); holds && news < least {
				best, least = m, news
			}
		}
		if best == board.NoMove {
			return errUnknown
		}
		if err := sink(p, best, score.Exact{}); err != nil {
			return err
		}
		t.play(p, best)
	}
	return nil
}

// tour is a way through all positions that a proof needs.
type tour struct {
	atlas *Atlas
	pages []*marks // like those of the atlas
	open  []board.Position
	list  board.List
}

// marks is one bit for each position of a page.
type marks [1 << pageBits / 64]uint64

// seen reports whether a node has been visited.
func (t *tour) seen(n node) bool {
	at := int(n >> pageBits)
	return at < len(t.pages) && t.pages[at] != nil && t.pages[at][n>>6%node(len(marks{}))]>>(n&63)&1 != 0
}

// mark makes a node seen.
func (t *tour) mark(n node) {
	at := int(n >> pageBits)
	for len(t.pages) <= at {
		t.pages = append(t.pages, nil)
	}
	if t.pages[at] == nil {
		t.pages[at] = new(marks)
	}
	t.pages[at][n>>6%node(len(marks{}))] |= 1 << (n & 63)
}

// tour returns a tour from the roots on.
func (a *Atlas) tour(roots []board.Position) *tour {
	t := &tour{atlas: a}
	for i := range roots {
		t.visit(&roots[i])
	}
	return t
}

// visit adds p, unless that or an image of it is there.
func (t *tour) visit(p *board.Position) {
	if n, _ := t.atlas.at(p); !t.seen(n) {
		t.mark(n)
		t.open = append(t.open, *p)
	}
}

// next returns the next position.
func (t *tour) next() (*board.Position, bool) {
	if len(t.open) == 0 {
		return nil, false
	}
	p := t.open[len(t.open)-1]
	t.open = t.open[:len(t.open)-1]
	return &p, true
}

// play adds all that can come up by a move and an answer to it.
func (t *tour) play(p *board.Position, m board.Move) {
	g := t.atlas.game
	var after, y board.Position
	g.Apply(&after, p, m)
	g.Moves(&after, &t.list)
	for _, r := range t.list.All() {
		g.Apply(&y, &after, r)
		if !t.atlas.game.Ended(&y).Over() {
			t.visit(&y)
		}
	}
}

// news counts what play would add, up to most, and reports whether the move is known to hold.
func (t *tour) news(p *board.Position, m board.Move, most int) (news int, holds bool) {
	g := t.atlas.game
	var after, y board.Position
	g.Apply(&after, p, m)
	if x, ok := t.atlas.look(&after); !ok || x.outcome() == score.Win {
		return 0, false
	}
	g.Moves(&after, &t.list)
	for _, r := range t.list.All() {
		g.Apply(&y, &after, r)
		if n, _ := t.atlas.at(&y); !t.seen(n) && !t.atlas.game.Ended(&y).Over() {
			if news++; news == most {
				break
			}
		}
	}
	return news, true
}

// Line returns the moves that are held for best from p on, until the game ends or comes round.
func (a *Atlas) Line(p board.Position) []board.Move {
	var line []board.Move
	seen := map[node]bool{}
	for !a.game.Ended(&p).Over() {
		n, _ := a.at(&p)
		m, _ := a.best(&p)
		if seen[n] || m == board.NoMove {
			break
		}
		seen[n] = true
		line = append(line, m)
		a.game.Apply(&p, &p, m)
	}
	return line
}

// best returns the best move of p as far as is known, and what it brings.
func (a *Atlas) best(p *board.Position) (best board.Move, value state) {
	a.game.Moves(p, &a.moves)
	for _, m := range a.moves.All() {
		var next board.Position
		a.game.Apply(&next, p, m)
		x, ok := a.look(&next)
		if !ok {
			continue
		}
		if y := value.or(x); y != value {
			best, value = m, y
		}
	}
	return best, value
}
