package webapi

import (
	"context"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/tablebase"
)

// Line is moves after a position, one after the other.
type Line struct {
	Moves []LineMove `json:"moves"`
}

// LineMove is a move of a line.
type LineMove struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// Line returns the moves of r.Line, which follow those of r.Moves, in SAN.
func (a *API) Line(r *Request) (*Line, error) {
	l, err := a.play(r)
	if err != nil {
		return nil, err
	}
	if err := checkMoves(r.Line); err != nil {
		return nil, err
	}
	line := &Line{Moves: make([]LineMove, 0, len(r.Line))}
	for _, text := range r.Line {
		m, err := notation.ParseMove(l.g, &l.p, text)
		if err != nil {
			return nil, err
		}
		line.Moves = append(line.Moves, LineMove{text, notation.SAN(l.g, &l.p, m)})
		l.g.Apply(&l.p, &l.p, m)
	}
	return line, nil
}

// Notes is what the rules and tables say of the nodes of a game, in their order.
type Notes struct {
	Nodes []Note `json:"nodes"`
}

// Note is what is known of the position of a node.
type Note struct {
	Value string `json:"value"`           // for the side to move, as in Position
	Times int    `json:"times,omitempty"` // how often the position has stood on the board; none: once
}

// Annotate returns the values and repetitions of all positions of r.Game.
func (a *API) Annotate(ctx context.Context, r *Request) (*Notes, error) {
	t, start, err := a.tree(r)
	if err != nil {
		return nil, err
	}
	n := noter{prober: a.probing(r, t.g), ctx: ctx, tree: t, notes: make([]Note, len(t.nodes))}
	if err := n.note(0, *start); err != nil {
		return nil, err
	}
	return &Notes{n.notes}, nil
}

// noter walks through a game.
type noter struct {
	prober tablebase.Prober // or nil
	ctx    context.Context
	*tree
	history []uint64 // keys of the positions before the current one
	notes   []Note
}

// note notes a node, whose position is p, and all after it.
func (n *noter) note(node int, p board.Position) error {
	if err := n.ctx.Err(); err != nil {
		return err
	}
	note := &n.notes[node]
	note.Value = valueText(bounds(n.g, &p, n.prober))
	if times := occurrence(&p, n.history); times > 1 {
		note.Times = times
	}
	n.history = append(n.history, p.Key())
	for _, child := range n.children[node] {
		next, _, err := n.play(child, &p)
		if err == nil {
			err = n.note(child, next)
		}
		if err != nil {
			return err
		}
	}
	n.history = n.history[:len(n.history)-1]
	return nil
}
