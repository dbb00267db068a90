// Package index numbers positions. A position is a signature (the pieces on the board and in the
// hands) and a number within the layout of that signature. Layouts have no gaps, except for pairs
// of kings on squares that no legal position has, positions whose side not to move is in check, and
// the greater numbers of ties (see below). A position shares its number with its images under
// the symmetries of the rules, and with no other position; this holds exactly, for every variant
// that the board package plays.
//
//	ix := index.New(g)                          once for each game
//	l, err := ix.Layout(ix.SignatureOf(&p))     once for each signature
//	i, ok := l.Encode(&p)                       position -> number
//	i, rel, ok := l.Find(&p)                    the same, and which image has the number
//	ok = l.Decode(i, &p)                        number -> position, or false: none has it
//	q, ok := l.Cursor().At(i)                   the same, fast for rising numbers
//
// Numbers leave out the move counters. Positions with a right to castle have no number, and no
// move leads back to one. En passant captures are numbered: the square passed over is part of the
// position.
//
// # Layouts
//
// A layout is cut into sections, and a section into segments, both laid end to end:
//
//	section   the side to move (only White where the rules have the colour turn) and the en
//	          passant state: none, or the square passed over and the squares of its attackers
//	segment   of a section: which squares of pawns the leading pair occupies, and how many white
//	          pawns are on squares that black pawns can share; so every choice of squares
//	          for some pieces leaves the same number of squares to the next
//
//	number = base of the segment + mixed radix of
//	    the leading pair: both kings, or in a game without kings two single pieces of one kind
//	    white pawns on squares that black pawns can share, the other white pawns, black pawns
//	    each further group of like pieces (colour, kind, form)
//
// The leading pair is looked up in a list of those that can be legal. A group is numbered as a
// subset of the squares that are allowed for it and not occupied by earlier pieces. With the mirror
// symmetry, the pair is the lesser of itself and its image; without a leading pair the first
// pieces are folded (fold.go); an en passant square is brought to the left. Where all of these are
// their own mirror images there is a tie: the position has the lesser of the numbers of both
// images, and the greater has no position.
//
// # En passant
//
// A section with an en passant square e of a pawn that has stepped from e+1 to e-1, as its owner
// sees it, has that pawn fixed, e and e+1 empty, and one attacking pawn fixed: the one on the left
// of e-1; or the one on the right, with no pawn of its colour on the left. With e on the middle
// file and attackers on both sides there is a tie, too.
package index

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/symmetry"
)

// Version is the version of the numbering. It changes if the number of any position changes; tables
// of other versions cannot be read.
const Version = 3

// Indexer numbers the positions of one game. It is immutable and may be shared. It takes some 30 KB
// for each section, of which orthodox chess has 8.
type Indexer struct {
	g       *board.Game
	geo     geom.Geometry
	squares geom.Set
	kinds   int
	mirror  bool
	turn    bool
	maps    [4]*squareMap // by turned + 2*mirrored

	sections   []section
	starts     [2]start         // by side to move
	epSections [2][64][2]uint16 // by side to move, en passant square, and whether only the right attacker is there

	royal   board.Kind      // 0 if there is none, see royal.go
	trivial [2][64]geom.Set // by side to move and White's square: Black's squares of trivial pairs
}

// start is the section of a position without en passant square, and how to view it.
type start struct {
	swap    board.Color // 1: colours exchanged
	section *section
}

// noSection marks en passant squares without a section, since their mirror image has one.
const noSection = ^uint16(0)

// New returns the indexer of a game, in a few milliseconds. Every game can be numbered.
func New(g *board.Game) *Indexer {
	ix := &Indexer{g: g, geo: g.Geometry(), squares: g.Squares(), kinds: g.Kinds()}
	same := symmetry.NewMap(ix.geo, func(sq geom.Square) geom.Square { return sq })
	mirror, mirrors := symmetry.Mirror(g)
	turn, turns := symmetry.Turn(g)
	ix.mirror, ix.turn = mirrors, turns
	ix.maps = [4]*squareMap{{*same}, {*turn}, {*mirror}, {*turn.Then(mirror)}}
	ix.findTrivialPairs()
	for i := range ix.epSections {
		for sq := range ix.epSections[i] {
			ix.epSections[i][sq] = [2]uint16{noSection, noSection}
		}
	}
	sides := []board.Color{board.White, board.Black}
	if turns {
		sides = sides[:1]
	}
	for _, us := range sides {
		ix.addSection(section{turn: us, ep: geom.NoSquare, folds: mirrors})
		ix.addEnPassant(us)
	}
	for i := range ix.sections {
		if f := &ix.sections[i]; f.ep == geom.NoSquare {
			ix.starts[f.turn] = start{section: f}
		}
	}
	if turns {
		ix.starts[board.Black] = start{section: ix.starts[board.White].section, swap: 1}
	}
	return ix
}

// Game returns the game whose positions are numbered.
func (ix *Indexer) Game() *board.Game { return ix.g }

// Mirrors reports whether the rules are the same with the files reversed. Then mirror images share
// a number.
func (ix *Indexer) Mirrors() bool { return ix.mirror }

// Turns reports whether the rules are the same for both colours. Then a position with Black to move
// shares the signature and number of its turned image with White to move.
func (ix *Indexer) Turns() bool { return ix.turn }

// swaps returns 1 if p is numbered as its turned image, else 0.
func (ix *Indexer) swaps(p *board.Position) board.Color { return ix.starts[p.Turn()&1].swap }

// canBePromoted reports whether a piece of kind k can have the promoted mark.
func (ix *Indexer) canBePromoted(k board.Kind) bool {
	return ix.g.HasPromotedForm(k) || ix.g.HasCaptures() && ix.pawnBecomes(k)
}

// pawnBecomes reports whether a pawn can promote to kind k.
func (ix *Indexer) pawnBecomes(k board.Kind) bool {
	for _, letter := range []byte(ix.g.Variant().Promote.To) {
		if to, ok := ix.g.KindOf(letter); ok && to == k && ix.g.Pawn() != 0 {
			return true
		}
	}
	return false
}
