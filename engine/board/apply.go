package board

import "tinyhouse/engine/geom"

// Apply makes dst the position after the legal move m of src. dst and src may be the same. It copies
// 120 bytes and allocates nothing.
func (g *Game) Apply(dst, src *Position, m Move) {
	*dst = *src
	us := dst.turn & 1
	dst.clock++
	dst.fullmove += uint16(us)
	ep := dst.ep
	if ep != geom.NoSquare {
		dst.setEnPassant(geom.NoSquare)
	}
	if m.IsDrop() {
		dst.removeFromHand(us, m.Kind())
		dst.put(us, m.Kind(), m.To())
		dst.clock = 0
	} else {
		g.move(dst, us, m, ep)
	}
	dst.switchTurn()
	if debug {
		must(g.Check(dst))
	}
}

// move makes a move on the board; ep is the square where a pawn captures en passant.
func (g *Game) move(p *Position, us Color, m Move, ep geom.Square) {
	from, to := m.From(), m.To()
	k := p.KindAt(from)
	switch occ := p.Occupied(); {
	case !occ.Has(to):
	case p.colors[us].Has(to):
		g.moveCastle(p, us, from, to)
		return
	default:
		g.capture(p, us^1, to)
	}
	p.relocate(us, k, from, to)
	if p.promoted.Has(from) {
		p.togglePromoted(from)
		p.togglePromoted(to)
	}
	if k == g.pawn && k != 0 {
		g.movePawn(p, us, m, ep)
	} else if m.Kind() != 0 {
		p.togglePromoted(to)
	}
	if g.castling && p.castling != 0 {
		p.setCastling(p.castling & g.keepRights[from] & g.keepRights[to])
	}
}

// capture removes the piece of them on sq, to the opponent's hand where the game has captures.
func (g *Game) capture(p *Position, them Color, sq geom.Square) {
	k := p.KindAt(sq)
	p.remove(them, k, sq)
	p.clock = 0
	if p.promoted.Has(sq) {
		p.togglePromoted(sq)
		k = g.demoted[k&7]
	}
	if g.captures {
		p.addToHand(them^1, k)
	}
}

// movePawn completes the move of a pawn that stands on its target.
func (g *Game) movePawn(p *Position, us Color, m Move, ep geom.Square) {
	t := &g.pawns[us]
	from, to := m.From(), m.To()
	p.clock = 0
	if to == ep {
		g.capture(p, us^1, back(to, t.Up))
	}
	switch k := m.Kind(); {
	case k != 0:
		p.remove(us, g.pawn, to)
		p.put(us, k, to)
		if g.captures {
			p.togglePromoted(to)
		}
	case t.isDoubleStep(from, to):
		g.setEnPassantBehind(p, us, back(to, t.Up))
	}
}

// moveCastle moves king and rook; to is the rook's square.
func (g *Game) moveCastle(p *Position, us Color, from, to geom.Square) {
	side := 0
	if to < from {
		side = 1
	}
	k := &g.castles[us][side]
	rook := p.KindAt(to)
	p.remove(us, King, from)
	p.remove(us, rook, to)
	p.put(us, King, k.kingTo)
	p.put(us, rook, k.rookTo)
	p.setCastling(p.castling & g.keepRights[from])
}

// NullMove makes dst the position after src with the other side to move. The side to move must not
// be in check. No game leads to the result.
func (g *Game) NullMove(dst, src *Position) {
	*dst = *src
	dst.clock++
	if dst.ep != geom.NoSquare {
		dst.setEnPassant(geom.NoSquare)
	}
	dst.switchTurn()
}
