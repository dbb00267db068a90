package unmove

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// check decides for all predecessors at once in which of them the king of the side to move in p is
// attacked, which is illegal. When a piece of us returns from its square to another, the king can
// be attacked by
//
//	another leaper        always, because it attacked before
//	another rider         unless the piece returns to its line, or the captured piece blocks it
//	the piece itself      unless it returns to a square from which it does not attack
type check struct {
	on             bool // there is a king
	each           bool // too many lines: check each predecessor
	king           geom.Square
	leapers        geom.Set // pieces of us that leap to the king
	rays           []board.KingRay
	quiet, capture geom.Set // origins that are legal as to the other pieces, of a quiet move and of a capture
}

// find finds the leapers and lines at the king of the side to move in p.
func (c *check) find(g *board.Game, p *board.Position, l *board.KingRayList) {
	leapers, ok := g.KingRays(p, l)
	if c.on, c.each = ok, !ok; ok {
		c.king, c.leapers, c.rays = p.Of(p.Turn(), board.King).First(), leapers, l.All()
	}
}

// without sets the legal origins of the piece on at; false means that there are none.
func (c *check) without(at geom.Set) bool {
	if !c.on {
		return true
	}
	c.quiet, c.capture = anywhere, anywhere
	for i := range c.rays {
		switch a := &c.rays[i]; a.Blocker {
		case 0:
			if a.From != at {
				c.quiet &= a.Between
				c.capture &= a.Between
			}
		case at:
			c.quiet &= a.Between
		}
	}
	return c.leapers&^at == 0
}
