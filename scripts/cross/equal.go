package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/perft"
	"tinyhouse/engine/rules"
)

// equality compares perft counts, move by move, on positions from games of random moves. The
// seed fixes the positions.
type equality struct {
	positions, depth int
	maxNodes, seed   uint64
	own              bool
	peer             []string
}

// run compares all named variants, also after one that differs.
func (e *equality) run(names []string) error {
	failed := 0
	for _, name := range names {
		wrong, err := e.variant(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		failed += wrong
	}
	if failed > 0 {
		return fmt.Errorf("%d positions differ", failed)
	}
	return nil
}

// variant compares one variant and returns the number of positions that differ.
func (e *equality) variant(name string) (wrong int, err error) {
	v, err := rules.Builtin().Get(name)
	if err != nil {
		return 0, err
	}
	g, err := board.Compile(v)
	if err != nil {
		return 0, err
	}
	p, err := e.start(v, name)
	if err != nil {
		return 0, err
	}
	defer p.close()
	rng := rand.New(rand.NewPCG(e.seed, 0))
	var nodes uint64
	seen := map[string]bool{}
	for len(seen) < e.positions {
		pos, err := randomPosition(g, rng)
		if err != nil {
			return wrong, err
		}
		fen := notation.FEN(g, &pos)
		if seen[fen] {
			continue
		}
		seen[fen] = true
		n, same, err := e.position(p, g, &pos, fen)
		if err != nil {
			return wrong, err
		}
		nodes += n
		if !same {
			wrong++
		}
	}
	fmt.Printf("%s: %d positions, %d leaves, %d differ from %s\n", v.Name, e.positions, nodes, wrong, strings.Join(e.peer, " "))
	return wrong, nil
}

// counter counts the leaves below each move of a position.
type counter interface {
	divide(fen string, depth int) (map[string]uint64, error)
	close()
}

// start starts the peer for a variant: with our definition under another name, or with the
// peer's own.
func (e *equality) start(v *rules.Variant, name string) (counter, error) {
	switch {
	case e.peer[0] == inProcess:
		return library{}, nil
	case e.own:
		return startPeer(e.peer, nil, name)
	}
	return startPeer(e.peer, v, "checked-"+name)
}

// randomPosition plays up to 80 random plies from the start. If the game ends before, it
// returns the last position with a legal move.
func randomPosition(g *board.Game, rng *rand.Rand) (board.Position, error) {
	p, err := notation.Start(g)
	if err != nil {
		return p, err
	}
	var l board.List
	last := p
	for range rng.IntN(80) {
		if g.Moves(&p, &l); l.Len() == 0 {
			return last, nil
		}
		last = p
		g.Apply(&p, &p, l.At(rng.IntN(l.Len())))
	}
	if g.Count(&p) == 0 {
		return last, nil
	}
	return p, nil
}

// position compares one position, move by move, and prints what differs.
func (e *equality) position(p counter, g *board.Game, pos *board.Position, fen string) (nodes uint64, same bool, err error) {
	// Full hands multiply the leaves by a thousand.
	depth := e.depth
	for depth > 1 && perft.Count(g, pos, depth-1)*uint64(g.Count(pos)) > e.maxNodes {
		depth--
	}
	got := map[string]uint64{}
	perft.Divide(context.Background(), g, pos, depth, func(m board.Move, n uint64) {
		got[notation.Move(g, pos, m)] = n
		nodes += n
	})
	want, err := p.divide(fen, depth)
	if err != nil || maps.Equal(got, want) {
		return nodes, err == nil, err
	}
	fmt.Printf("%s depth %d:\n", fen, depth)
	moves := slices.Sorted(maps.Keys(got))
	for move := range want {
		if _, ok := got[move]; !ok {
			moves = append(moves, move)
		}
	}
	for _, move := range moves {
		if got[move] != want[move] {
			fmt.Printf("\t%s: ours %d, theirs %d\n", move, got[move], want[move])
		}
	}
	return nodes, false, nil
}
