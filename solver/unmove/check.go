package unmove

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// check finds out for all predecessors at once whether the king of the side to move in p is
// attacked in them, before they are made. Three things can attack it when a man of us goes
// back from its square to another:
//
//	another man by a leap       it attacked before; nothing helps
//	another man along a ray     unless the man goes back onto the ray, or what it captured
//	                            stands on the ray again
//	the man itself              unless it goes where it does not attack
type check struct {
	on             bool // there is something to find out
	each           bool // there is too much: look at each predecessor
	king           geom.Square
	leaps          geom.Set // men that attack the king by leaps
	aims           []board.KingRay
	quiet, capture geom.Set // where the man in hand may have come from, as to other men's attacks
}

// look looks at the king of the side to move in p.
func (c *check) look(g *board.Game, p *board.Position, l *board.KingRayList) {
	leaps, ok := g.KingRays(p, l)
	if c.on, c.each = ok, !ok; ok {
		c.king, c.leaps, c.aims = p.Of(p.Turn(), board.King).First(), leaps, l.All()
	}
}

// without takes the man on at off the board; it reports whether it may have moved at all.
func (c *check) without(at geom.Set) bool {
	if !c.on {
		return true
	}
	c.quiet, c.capture = every, every
	for i := range c.aims {
		switch a := &c.aims[i]; a.Blocker {
		case 0:
			if a.From != at {
				c.quiet &= a.Between
				c.capture &= a.Between
			}
		case at:
			c.quiet &= a.Between
		}
	}
	return c.leaps&^at == 0
}
