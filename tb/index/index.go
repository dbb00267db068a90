// Package index numbers positions: a position is a slice (what is on the board and in the
// hands) and a number inside the slice, without gaps but for squares of kings that no
// legal position has, positions of which the side not to move is in check, and the greater
// numbers of ties (see below). A position shares its number with its images under the
// symmetries of the rules, and with no other; this holds exactly, for every variant the
// board package plays.
//
//	ix := index.New(g)                   once a game
//	t, err := ix.Table(ix.SliceOf(&p))   once a slice
//	i, ok := t.Encode(&p)                position -> number below t.Size()
//	i, how, ok := t.Find(&p)             the same, and by way of which image
//	ok = t.Decode(i, &p)                 number -> position, or false: none has it
//	q, ok := t.Cursor().At(i)            the same, fast where numbers rise
//
// A number says nothing of the move counters. Positions with a right to castle have no
// number: Encode refuses them, and no move leads back to one. En passant captures are
// numbered: the square passed over is part of the position.
//
// # The numbers of a slice
//
// A slice is cut into frames, a frame into blocks, both laid end to end:
//
//	frame   side to move (only White's where the rules have the colour turn) and en
//	        passant state: none, or the square passed over and who attacks it
//	block   of a frame: where the pair that leads stands relative to the squares of pawns,
//	        and how many white pawns are on squares that black pawns can share, so that
//	        every place of the block leaves the same number of squares to the next men
//
//	number = base of the block + mixed radix of
//	    the pair that leads: both kings, or in a game without them two single like men
//	    white pawns on squares black pawns can share, those on the others, black pawns
//	    each further group of like men (colour, kind, form)
//
// A pair is looked up in a list of those that can be legal; men are numbered as a subset
// of the squares that their kind may stand on and that no earlier man has taken. Under the
// mirror symmetry the pair is the lesser of itself and its image; where no pair leads, the
// first men placed are folded (fold.go); an en passant square is brought to the left.
// Where these are their own mirror image it is a tie: of the numbers of both images the
// lesser is that of the position, and the greater is nobody's.
//
// # En passant
//
// A frame with an en passant square e of a pawn that has stepped from e+1 to e-1 (seen by
// its owner) has that pawn fixed, e and e+1 empty, and one attacking pawn fixed: on the
// left of e-1; or on the right, and no pawn of its colour on the left. With e on the middle
// file and attackers on both sides it is a tie too.
package index

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Version is the version of the numbering. It changes with any number of any position, and
// tables made under another version cannot be read.
const Version = 3

// Indexer numbers the positions of one game. It is immutable and may be shared; it takes
// some 30 KB for each frame (see above), of which orthodox chess has 8.
type Indexer struct {
	g       *board.Game
	geo     geom.Geometry
	squares geom.Set
	kinds   int
	mirror  bool
	turn    bool
	maps    [4]*squareMap // by turned + 2*mirrored

	frames  []frame
	starts  [2]start         // by side to move
	passing [2][64][2]uint16 // the frames with: by side to move, square and whether only the right attacks

	vital   board.Kind      // of which a side must not lose its only man; 0: none
	settled [2][64]geom.Set // by side to move and White's man: where Black's settles the game
}

// start is how to see a position to number it: at first, or for good.
type start struct {
	swap  board.Color // 1: colours changed
	frame *frame      // the one without en passant
}

// noFrame marks where there is no frame, because its mirror image has one.
const noFrame = ^uint16(0)

// New returns the indexer of a game, in a few milliseconds. Every game can be numbered;
// what a number leaves out is said above.
func New(g *board.Game) *Indexer {
	ix := &Indexer{g: g, geo: g.Geometry(), squares: g.Squares(), kinds: g.Kinds()}
	same := newMap(ix.geo, func(sq geom.Square) geom.Square { return sq })
	mirror, mirrors := mirrorOf(g)
	turn, turns := turnOf(g)
	ix.mirror, ix.turn = mirrors, turns
	ix.maps = [4]*squareMap{same, turn, mirror, turn.then(mirror)}
	ix.settlePairs()
	for i := range ix.passing {
		for sq := range ix.passing[i] {
			ix.passing[i][sq] = [2]uint16{noFrame, noFrame}
		}
	}
	sides := []board.Color{board.White, board.Black}
	if turns {
		sides = sides[:1]
	}
	for _, us := range sides {
		ix.addFrame(frame{turn: us, ep: geom.NoSquare, folds: mirrors})
		ix.addPassing(us)
	}
	for i := range ix.frames {
		if f := &ix.frames[i]; f.ep == geom.NoSquare {
			ix.starts[f.turn] = start{frame: f}
		}
	}
	if turns {
		ix.starts[board.Black] = start{frame: ix.starts[board.White].frame, swap: 1}
	}
	return ix
}

// Game returns the game whose positions are numbered.
func (ix *Indexer) Game() *board.Game { return ix.g }

// Mirrors reports whether the rules are the same with the files reversed, and positions
// that are mirror images share a number.
func (ix *Indexer) Mirrors() bool { return ix.mirror }

// Turns reports whether the rules are the same for both colours: then a position with
// Black to move shares the slice and number of its turned twin with White to move.
func (ix *Indexer) Turns() bool { return ix.turn }

// swaps returns 1 when p is numbered as its turned twin.
func (ix *Indexer) swaps(p *board.Position) board.Color { return ix.starts[p.Turn()&1].swap }

// canMark reports whether a piece of kind k can carry the promoted mark.
func (ix *Indexer) canMark(k board.Kind) bool {
	return ix.g.HasPromotedForm(k) || ix.g.HasCaptures() && ix.becomes(k)
}

// becomes reports whether a pawn can become a piece of kind k.
func (ix *Indexer) becomes(k board.Kind) bool {
	for _, letter := range []byte(ix.g.Variant().Promote.To) {
		if to, ok := ix.g.KindOf(letter); ok && to == k && ix.g.Pawn() != 0 {
			return true
		}
	}
	return false
}
