package brute

import (
	"errors"
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/setup"
)

// piece is a piece of the material, with all that can become of it.
type piece struct {
	places []place
	same   bool // as the piece before, with which it is interchangeable
}

// place is one thing that can become of a piece.
type place struct {
	piece  board.Piece
	square geom.Square // NoSquare: it is in the hand of its colour
	gone   bool
}

// piecesOf returns the pieces of the material, the kings first.
func piecesOf(g *board.Game, m *Material) []piece {
	var pieces []piece
	if g.HasKing() {
		for _, c := range []board.Color{board.White, board.Black} {
			pieces = append(pieces, piece{places: onBoard(nil, g.Squares(), board.Piece{Color: c, Kind: board.King})})
		}
	}
	for k := board.Kind(1); int(k) < g.Kinds(); k++ {
		if g.HasCaptures() {
			n := m[board.White][k] + m[board.Black][k]
			held := g.HasDrops() && !alwaysOnBoard(g, m, k)
			places := append(placesOf(g, board.White, k, held), placesOf(g, board.Black, k, held)...)
			pieces = appendPieces(pieces, n, places)
			continue
		}
		for _, c := range []board.Color{board.White, board.Black} {
			places := append(placesOf(g, c, k, g.HasDrops()), place{gone: true})
			pieces = appendPieces(pieces, m[c][k], places)
		}
	}
	return pieces
}

// appendPieces appends n interchangeable pieces.
func appendPieces(pieces []piece, n int, places []place) []piece {
	for i := range n {
		pieces = append(pieces, piece{places: places, same: i > 0})
	}
	return pieces
}

// alwaysOnBoard reports whether the pieces of kind k, and those that may promote to it, are so few
// that a capture of one ends the game, so that none is ever in a hand.
func alwaysOnBoard(g *board.Game, m *Material, k board.Kind) bool {
	v, n := g.Variant(), 0
	for from := board.Kind(1); int(from) < g.Kinds(); from++ {
		promotes := from == g.Pawn() && strings.IndexByte(string(v.Promote.To), g.Letter(k)) >= 0
		if piece := v.Piece(g.Letter(from)); piece != nil && piece.Promoted == g.Letter(k) {
			promotes = true
		}
		if from == k || promotes {
			n += m[board.White][from] + m[board.Black][from]
		}
	}
	return strings.IndexByte(string(v.End.Extinct), g.Letter(k)) >= 0 && n <= 2*(v.End.ExtinctCount+1)
}

// placesOf returns the places of a piece of kind k that belongs to c, in every form, and its hand if
// it may be held.
func placesOf(g *board.Game, c board.Color, k board.Kind, held bool) []place {
	var places []place
	squares := g.Squares()
	if k == g.Pawn() {
		squares = g.PawnHome(c)
		var to rules.Letters
		if g.Variant().Promote.Zone[c] != 0 {
			to = g.Variant().Promote.To
		}
		for _, letter := range []byte(to) {
			to, _ := g.KindOf(letter)
			places = onBoard(places, g.Squares(), board.Piece{Color: c, Kind: to, Promoted: g.HasCaptures()})
		}
	}
	places = onBoard(places, squares, board.Piece{Color: c, Kind: k})
	if g.HasPromotedForm(k) {
		places = onBoard(places, squares, board.Piece{Color: c, Kind: k, Promoted: true})
	}
	if held {
		places = append(places, place{piece: board.Piece{Color: c, Kind: k}, square: geom.NoSquare})
	}
	return places
}

// onBoard appends a piece on each of the squares.
func onBoard(places []place, squares geom.Set, piece board.Piece) []place {
	for sq := range squares.All() {
		places = append(places, place{piece: piece, square: sq})
	}
	return places
}

// placer lists all placements of some pieces.
type placer struct {
	space  *Space
	pieces []piece
	setup  setup.Spec
	tries  int // placements so far, for either side to move
	err    error
}

// triesPerPosition bounds the placements by the limit of positions: most placements of a large space
// may be illegal.
const triesPerPosition = 20

// place places the pieces from number i on, the first of them at its place number from or later:
// interchangeable pieces take places in rising order.
func (p *placer) place(i, from int) {
	if i == len(p.pieces) {
		p.leaf()
		return
	}
	before := p.setup
	for j := from; j < len(p.pieces[i].places) && p.err == nil; j++ {
		switch at := &p.pieces[i].places[j]; {
		case at.gone:
		case at.square == geom.NoSquare:
			p.setup.Hands[at.piece.Color][at.piece.Kind]++
		case p.setup.Occupied.Has(at.square):
			continue
		default:
			p.setup.Put(at.square, at.piece)
		}
		next := 0
		if i+1 < len(p.pieces) && p.pieces[i+1].same {
			next = j
		}
		p.place(i+1, next)
		p.setup = before
	}
}

// leaf adds the placement for either side to move, with every en passant square that it can have.
func (p *placer) leaf() {
	for _, turn := range []board.Color{board.White, board.Black} {
		p.setup.Turn = turn
		if p.tries++; p.tries > triesPerPosition*p.space.limit {
			p.err = fmt.Errorf("%w: more than %d placements", ErrTooLarge, p.tries-1)
			return
		}
		if !p.add(geom.NoSquare) || !p.space.game.Variant().Pawn.EnPassant {
			continue
		}
		up := p.space.game.Geometry().Width
		if turn == board.White {
			up = -up // the side that has just moved is Black
		}
		for sq := range p.setup.Occupied.All() {
			piece := p.setup.Pieces[sq]
			behind := int(sq) - up
			if piece.Color != turn && piece.Kind == p.space.game.Pawn() && 0 <= behind && behind < geom.MaxSquares {
				p.add(geom.Square(behind))
			}
		}
	}
}

// add adds the placement with an en passant square to the space, and reports whether the core
// accepts it as a position.
func (p *placer) add(enPassant geom.Square) bool {
	p.setup.EnPassant = enPassant
	position, err := setup.New(p.space.game, &p.setup)
	p.setup.EnPassant = geom.NoSquare
	switch {
	case err == nil:
		if err := p.space.add(&position); err != nil {
			p.err = err
		}
		return true
	case !errors.Is(err, board.OpponentCheck) && !errors.Is(err, board.BadEnPassant):
		p.err = fmt.Errorf("brute: a placement of the material is no position: %w", err)
	}
	return false
}
