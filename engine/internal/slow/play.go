package slow

import "tinyhouse/engine/geom"

// next returns p with the other side to move, the counters increased, and no en passant square.
func (p *Position) next() *Position {
	q := *p
	q.side = 1 - p.side
	q.passed = geom.NoSquare
	q.halfmoves++
	q.fullmoves += int(p.side)
	return &q
}

// moved returns the position after a move of the piece on from, which becomes form.
func (p *Position) moved(from, to geom.Square, form Piece) *Position {
	q := p.next()
	if p.isPawn(p.board[from]) {
		q.halfmoves = 0
	}
	if !q.empty(to) {
		q.capture(to, p.side)
	}
	q.board[from] = Piece{}
	q.board[to] = form
	q.dropRights()
	return q
}

// capture removes the piece on sq, to the captor's hand if the game has captures to hand.
func (p *Position) capture(sq geom.Square, captor Colour) {
	if p.v.Drop.Captures {
		p.hands[captor][p.demoted(p.board[sq])]++
	}
	p.board[sq] = Piece{}
	p.halfmoves = 0
}

// dropped returns the position after a drop.
func (p *Position) dropped(letter byte, to geom.Square) *Position {
	q := p.next()
	q.hands[p.side][letter]--
	q.board[to] = Piece{Colour: p.side, Letter: letter}
	q.halfmoves = 0
	return q
}

// passOver sets the en passant square after a double step to to, if a pawn can capture there.
func (p *Position) passOver(passed, to geom.Square) {
	if p.v.Pawn.EnPassant && p.isPawn(p.board[to]) && p.pawnReaches(passed) {
		p.passed = passed
	}
}

// pawnReaches reports whether a pawn of the side to move stands one capture from sq.
func (p *Position) pawnReaches(sq geom.Square) bool {
	for from := range p.squares() {
		if p.owns(p.side, from) && p.isPawn(p.board[from]) && p.attacks(from, sq) {
			return true
		}
	}
	return false
}
