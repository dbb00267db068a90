package board

import "tinyhouse/engine/geom"

// AttackedSquares returns all squares attacked by c; ok is false in games where the core does not
// compute them at once.
func (g *Game) AttackedSquares(p *Position, c Color) (s geom.Set, ok bool) {
	if !g.small {
		return 0, false
	}
	return g.attackedSquares(p, c, p.Occupied()), true
}
