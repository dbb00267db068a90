package board

import "tinyhouse/engine/geom"

// Danger returns all squares attacked by c, found at once; ok is false in games where the
// core does not use that.
func (g *Game) Danger(p *Position, c Color) (s geom.Set, ok bool) {
	if !g.small {
		return 0, false
	}
	return g.attackedSquares(p, c, p.Occupied()), true
}
