package slow

import (
	"slices"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// Move is a move and the position after it.
type Move struct {
	UCI   string // "a1b2", "a3a4w", "b3b4+", "P@b2", castling as the king's move
	After *Position
}

// Play returns the position after the legal move written as uci, or nil if there is none.
func (p *Position) Play(uci string) *Position {
	for _, m := range p.Moves() {
		if m.UCI == uci {
			return m.After
		}
	}
	return nil
}

// SortedMoves returns the sorted UCI texts of the legal moves.
func (p *Position) SortedMoves() []string {
	var list []string
	for _, m := range p.Moves() {
		list = append(list, m.UCI)
	}
	slices.Sort(list)
	return list
}

// Perft counts the sequences of depth legal moves.
func (p *Position) Perft(depth int) int {
	if depth == 0 {
		return 1
	}
	moves := p.Moves()
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		n += m.After.Perft(depth - 1)
	}
	return n
}

// Moves returns the legal moves; none if a flag or extinction has ended the game.
func (p *Position) Moves() []Move {
	if _, over := p.decided(); over {
		return nil
	}
	var pseudo []Move
	for from := range p.squares() {
		switch {
		case !p.owns(p.side, from):
		case p.isPawn(p.board[from]):
			pseudo = append(pseudo, p.pawnMoves(from)...)
		default:
			pseudo = append(pseudo, p.pieceMoves(from)...)
		}
	}
	pseudo = append(pseudo, p.drops()...)
	pseudo = append(pseudo, p.castlings()...)
	var legal []Move
	seen := map[string]bool{} // two atoms may lead to one square
	for _, m := range pseudo {
		if !seen[m.UCI] && !m.After.kingAttacked(p.side) {
			legal = append(legal, m)
		}
		seen[m.UCI] = true
	}
	return legal
}

// pieceMoves returns the pseudo-legal moves of a piece other than a pawn, without castling.
func (p *Position) pieceMoves(from geom.Square) []Move {
	var moves []Move
	for _, a := range p.atoms(p.board[from]) {
		for to := range p.walk(p.side, from, a) {
			if a.Quiet && p.empty(to) || a.Capture && p.owns(1-p.side, to) {
				moves = append(moves, p.arrivals(from, to)...)
			}
		}
	}
	return moves
}

// arrivals returns the moves from one square to another, one for each promotion of the piece.
func (p *Position) arrivals(from, to geom.Square) []Move {
	pc := p.board[from]
	var moves []Move
	add := func(form Piece, suffix string) {
		if p.v.Drop.MobileOnly && suffix == "" && !p.mobile(form, to) {
			return
		}
		uci := p.v.Board.Name(from) + p.v.Board.Name(to) + suffix
		moves = append(moves, Move{uci, p.moved(from, to, form)})
	}
	zone, mandatory := p.v.Promote.Zone[pc.Colour], false
	switch {
	case p.isPawn(pc) && zone.Has(to):
		for _, letter := range []byte(p.v.Promote.To) {
			add(Piece{pc.Colour, letter, p.v.Drop.Captures}, string(letter))
			mandatory = p.v.Promote.PawnMandatory
		}
	case !p.isPawn(pc) && p.shogi(pc.Letter) && !pc.Promoted && (zone.Has(from) || zone.Has(to)):
		add(Piece{pc.Colour, pc.Letter, true}, "+")
		mandatory = p.v.Promote.PieceMandatory
	}
	if !mandatory {
		add(pc, "")
	}
	return moves
}

// pawnMoves returns the pseudo-legal moves of the pawn on from.
func (p *Position) pawnMoves(from geom.Square) []Move {
	var moves []Move
	up := p.side.forward()
	one := p.v.Board.Offset(from, 0, up)
	two := p.v.Board.Offset(from, 0, 2*up)
	if one != geom.NoSquare && p.empty(one) {
		moves = append(moves, p.arrivals(from, one)...)
		double := p.v.Pawn.DoubleStep && p.v.Pawn.DoubleFrom[p.side].Has(from)
		if double && two != geom.NoSquare && p.empty(two) {
			for _, m := range p.arrivals(from, two) {
				m.After.passOver(one, two)
				moves = append(moves, m)
			}
		}
	}
	for _, df := range []int{-1, 1} {
		to := p.v.Board.Offset(from, df, up)
		switch {
		case to == geom.NoSquare:
		case p.owns(1-p.side, to):
			moves = append(moves, p.arrivals(from, to)...)
		case to == p.passed:
			for _, m := range p.arrivals(from, to) {
				m.After.capture(p.v.Board.Offset(to, 0, -up), p.side)
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// drops returns the pseudo-legal drops.
func (p *Position) drops() []Move {
	if !p.v.Drop.Allowed {
		return nil
	}
	var moves []Move
	for _, kind := range p.v.Pieces {
		if p.hands[p.side][kind.Letter] == 0 {
			continue
		}
		for to := range p.squares() {
			if p.mayDrop(kind, to) {
				uci := string(kind.Letter-'a'+'A') + "@" + p.v.Board.Name(to)
				moves = append(moves, Move{uci, p.dropped(kind.Letter, to)})
			}
		}
	}
	return moves
}

// mayDrop reports whether a piece in hand may be dropped on to.
func (p *Position) mayDrop(kind rules.Piece, to geom.Square) bool {
	drop := p.v.Drop
	zone := drop.Zone[p.side]
	if kind.Role == rules.PawnRole {
		zone = drop.PawnZone[p.side]
	}
	pc := Piece{Colour: p.side, Letter: kind.Letter}
	switch {
	case !p.empty(to) || !zone.Has(to):
		return false
	case drop.NoDoubled == kind.Letter && p.onFile(pc, to) >= drop.NoDoubledCount:
		return false
	}
	return !drop.MobileOnly || p.mobile(pc, to)
}

// onFile counts the pieces like pc on the file of sq.
func (p *Position) onFile(pc Piece, sq geom.Square) int {
	n := 0
	for rank := range p.v.Board.Height {
		if p.board[p.v.Board.At(p.v.Board.File(sq), rank)] == pc {
			n++
		}
	}
	return n
}
