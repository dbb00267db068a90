package board

import (
	"errors"

	"tinyhouse/engine/geom"
)

// ErrIllegal is what TryApply returns for a move that is not legal.
var ErrIllegal = errors.New("board: illegal move")

// Apply makes dst the position after the legal move m of src; dst and src may be the same.
// The move must be legal: TryApply asks first. It allocates nothing and copies 120 bytes.
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
		dst.take(us, m.Kind())
		dst.put(us, m.Kind(), m.To())
		dst.clock = 0
	} else {
		g.move(dst, us, m, ep)
	}
	dst.pass()
	if debug {
		must(g.Check(dst))
	}
}

// move carries out a board move of us; ep is the square where a pawn captures en passant.
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
	p.shift(us, k, from, to)
	if p.promoted.Has(from) {
		p.mark(from)
		p.mark(to)
	}
	if k == g.pawn && k != 0 {
		g.movePawn(p, us, m, ep)
	} else if m.Kind() != 0 {
		p.mark(to)
	}
	if g.castling && p.castling != 0 {
		p.setCastling(p.castling & g.keep[from] & g.keep[to])
	}
}

// capture takes the piece of them off sq, into the opponent's hand where the game says so.
func (g *Game) capture(p *Position, them Color, sq geom.Square) {
	k := p.KindAt(sq)
	p.lift(them, k, sq)
	p.clock = 0
	if p.promoted.Has(sq) {
		p.mark(sq)
		k = g.demoted[k&7]
	}
	if g.captures {
		p.give(them^1, k)
	}
}

// movePawn completes the move of a pawn that has just arrived.
func (g *Game) movePawn(p *Position, us Color, m Move, ep geom.Square) {
	t := &g.pawns[us]
	from, to := m.From(), m.To()
	p.clock = 0
	if to == ep {
		g.capture(p, us^1, back(to, t.Up))
	}
	switch k := m.Kind(); {
	case k != 0:
		p.lift(us, g.pawn, to)
		p.put(us, k, to)
		if g.captures {
			p.mark(to)
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
	p.lift(us, King, from)
	p.lift(us, rook, to)
	p.put(us, King, k.kingTo)
	p.put(us, rook, k.rookTo)
	p.setCastling(p.castling & g.keep[from])
}

// TryApply is Apply for a move that may be illegal: it returns ErrIllegal then and leaves
// dst as it was.
func (g *Game) TryApply(dst, src *Position, m Move) error {
	if !g.IsLegal(src, m) {
		return ErrIllegal
	}
	g.Apply(dst, src, m)
	return nil
}
