package main

import (
	"math/rand/v2"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// maxOpening is the largest number of random plies before a game.
const maxOpening = 6

// opening is how a game begins.
type opening struct {
	root           // after the moves
	given []string // the moves, in UCI form
}

// open returns random legal plies after which the game goes on and nobody wins at once; few
// or none, in games so short that there are hardly any.
func open(g *board.Game, r *rand.Rand) (opening, error) {
	start, err := notation.Start(g)
	if err != nil {
		return opening{}, err
	}
	for try := range 60 {
		o := opening{root: root{game: g, pos: start}}
		for range r.IntN(maxOpening+1) * (60 - try) / 60 {
			o.step(r)
		}
		if o.calm() {
			return o, nil
		}
	}
	return opening{root: root{game: g, pos: start}}, nil
}

// step plays a random move, if there is any.
func (o *opening) step(r *rand.Rand) {
	var l board.List
	if o.game.Moves(&o.pos, &l); l.Len() > 0 && !o.game.Outcome(&o.pos, o.past).Over() {
		o.play(l.At(r.IntN(l.Len())))
	}
}

// play makes a legal move.
func (o *opening) play(m board.Move) {
	o.given = append(o.given, notation.Move(o.game, &o.pos, m))
	o.past = append(o.past, o.pos.Key())
	o.game.Apply(&o.pos, &o.pos, m)
}

// calm reports whether the game goes on, and the side to move cannot win at once.
func (o *opening) calm() bool {
	if o.game.Outcome(&o.pos, o.past).Over() {
		return false
	}
	var l board.List
	o.game.Moves(&o.pos, &l)
	past := append(o.past, o.pos.Key())
	for _, m := range l.All() {
		var next board.Position
		o.game.Apply(&next, &o.pos, m)
		if end := o.game.Outcome(&next, past); end.Over() && end.Result == rules.Loss {
			return false
		}
	}
	return true
}
