package slow

import "tinyhouse/engine/geom"

// castling is one of the four castlings: four squares of one rank.
type castling struct {
	king, kingTo, rook, rookTo geom.Square
}

// castlingOf returns the squares of a colour's castling on a side, the king side being 0.
// The rook ends next to the king, on the side that the king came from.
func (p *Position) castlingOf(colour Colour, side int) castling {
	c, rank := p.v.Castle, p.v.Castle.Rank[colour]
	inward := 2*side - 1
	return castling{
		king:   p.v.Board.At(c.KingFile, rank),
		kingTo: p.v.Board.At(c.KingTo[side], rank),
		rook:   p.v.Board.At(c.RookFile[side], rank),
		rookTo: p.v.Board.At(c.KingTo[side]+inward, rank),
	}
}

// castlings returns the pseudo-legal castlings. The squares of the king's way are checked with only
// the king moved; Moves checks the position after castling.
func (p *Position) castlings() []Move {
	var moves []Move
	for side := range 2 {
		if !p.castling[p.side][side] {
			continue
		}
		c := p.castlingOf(p.side, side)
		if p.clear(c, c.king, c.kingTo) && p.clear(c, c.rook, c.rookTo) && p.clear(c, c.king, c.rook) &&
			p.safe(c) {
			uci := p.v.Board.Name(c.king) + p.v.Board.Name(c.kingTo)
			moves = append(moves, Move{uci, p.castled(c)})
		}
	}
	return moves
}

// clear reports whether all squares between two of a rank, both included, are empty but for the
// castling pieces.
func (p *Position) clear(c castling, from, to geom.Square) bool {
	for sq := min(from, to); sq <= max(from, to); sq++ {
		if !p.empty(sq) && sq != c.king && sq != c.rook {
			return false
		}
	}
	return true
}

// safe reports whether the king is attacked nowhere on its way.
func (p *Position) safe(c castling) bool {
	away := *p
	away.board[c.king] = Piece{}
	for sq := min(c.king, c.kingTo); sq <= max(c.king, c.kingTo); sq++ {
		if sq != c.king && away.attacked(sq, 1-p.side) {
			return false
		}
	}
	return !p.InCheck()
}

// castled returns the position after a castling.
func (p *Position) castled(c castling) *Position {
	q := p.next()
	king, rook := p.board[c.king], p.board[c.rook]
	q.board[c.king], q.board[c.rook] = Piece{}, Piece{}
	q.board[c.kingTo], q.board[c.rookTo] = king, rook
	q.dropRights()
	return q
}

// dropRights removes the rights whose king or rook has left its square.
func (p *Position) dropRights() {
	if !p.v.Castle.Allowed {
		p.castling = [2][2]bool{}
		return
	}
	king := p.v.Pieces[0].Letter
	for colour := range Black + 1 {
		for side := range 2 {
			c := p.castlingOf(colour, side)
			if p.board[c.king] != (Piece{Colour: colour, Letter: king}) ||
				p.board[c.rook] != (Piece{Colour: colour, Letter: p.v.Castle.Rook}) {
				p.castling[colour][side] = false
			}
		}
	}
}
