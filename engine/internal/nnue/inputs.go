package nnue

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/identity"
	"tinyhouse/engine/symmetry"
)

// inputsVersion changes when the same rules give other inputs.
const inputsVersion = 1

// MaxHand limits the pieces of a kind in hand that have inputs; more of them add nothing.
const MaxHand = 16

// Hands is the number of pieces in hand that have inputs, by kind.
type Hands [board.MaxKinds]uint8

// Inputs numbers the inputs of nets of one game:
//
//	own or opponent's | man              | square
//	own or opponent's | kind in hand     | count reached
//	own or opponent's | right to castle
//
// The men are each kind, the king first, plain and then, if a promotion can mark it, promoted. Where the
// rules lack the turn, Black's numbers follow all of White's. It is immutable.
type Inputs struct {
	game  *board.Game
	hands Hands
	count int

	// By the colour of the side that sees them, and of the men. Sums of men and squares are numbers.
	men      [2][2][board.MaxKinds][2]int32 // by kind, and plain or promoted
	squares  [2][2][64]uint8                // by side, and whether the files are reversed
	handBase [2][2][board.MaxKinds]int32
	castling [2][2]int32
	reversed [2]int32 // 1 if the turn reverses the files of the side

	symmetric bool        // the rules have the mirror
	mirrors   bool        // the files are reversed by the square of a piece
	anchor    board.Kind  // that piece
	rightHalf [2]geom.Set // where it reverses them, by side
	middle    geom.Set    // where it decides nothing
}

// NewInputs numbers the inputs of g. Hands limits the inputs for pieces in hand.
func NewInputs(g *board.Game, hands Hands) *Inputs {
	in := &Inputs{game: g, hands: hands}
	mirror, mirrors := symmetry.Mirror(g)
	turn, turns := symmetry.Turn(g)
	in.compileMirror(mirrors)
	same := symmetry.NewMap(g.Geometry(), func(sq geom.Square) geom.Square { return sq })
	views := [2]*symmetry.Map{same, same}
	if turns {
		views[board.Black] = turn
		if corner := turn[0]; g.Geometry().File(corner) != 0 {
			in.reversed[board.Black] = 1
		}
	}
	for side, view := range views {
		for sq := range g.Squares().All() {
			in.squares[side][0][sq] = uint8(view[sq])
			in.squares[side][1][sq] = uint8(mirror[view[sq]])
		}
		for sq := range g.Squares().All() {
			switch f := g.Geometry().File(view[sq]); {
			case 2*f > g.Geometry().Width-1:
				in.rightHalf[side] = in.rightHalf[side].With(sq)
			case 2*f == g.Geometry().Width-1:
				in.middle = in.middle.With(sq)
			}
		}
	}
	in.number(board.White)
	if turns {
		in.count = 0
	}
	in.number(board.Black)
	return in
}

// compileMirror chooses the kind whose square decides about reversed files: the king, or else a kind that
// a side loses the game without.
func (in *Inputs) compileMirror(mirrors bool) {
	g := in.game
	in.symmetric, in.anchor, in.mirrors = mirrors, board.King, mirrors && g.HasKing()
	if letters := g.Variant().End.Extinct; !g.HasKing() && mirrors && letters != "" {
		k, _ := g.KindOf(letters[0])
		in.anchor, in.mirrors = k, k != g.Pawn()
	}
}

// number numbers the inputs that side sees, from count on.
func (in *Inputs) number(side board.Color) {
	g := in.game
	for _, c := range []board.Color{side, side.Other()} {
		for k := range board.Kind(g.Kinds()) {
			if !g.HasKind(k) {
				continue
			}
			for form := range in.forms(k) {
				in.men[side][c][k][form] = int32(in.count)
				in.count += g.Geometry().Squares()
			}
		}
	}
	for _, c := range []board.Color{side, side.Other()} {
		for k := range board.Kind(g.Kinds()) {
			in.handBase[side][c][k] = int32(in.count)
			in.count += int(in.hands[k])
		}
	}
	if g.Variant().Castle.Allowed {
		for _, c := range []board.Color{side, side.Other()} {
			in.castling[side][c] = int32(in.count)
			in.count += 2
		}
	}
}

// forms returns 2 if a promotion can mark pieces of kind k, else 1.
func (in *Inputs) forms(k board.Kind) int {
	g := in.game
	becomes := g.HasCaptures() && g.Pawn() != 0 && strings.IndexByte(string(g.Variant().Promote.To), g.Letter(k)) >= 0
	if g.HasPromotedForm(k) || becomes {
		return 2
	}
	return 1
}

// Game returns the game.
func (in *Inputs) Game() *board.Game { return in.game }

// Len returns the number of inputs.
func (in *Inputs) Len() int { return in.count }

// DefaultHands returns limits that the material of the start position cannot exceed, where they are at
// most MaxHand: all pieces of a kind on the board and in the hands.
func DefaultHands(g *board.Game, start *board.Position) Hands {
	var h Hands
	if !g.HasDrops() {
		return h
	}
	for k := board.Kind(1); int(k) < g.Kinds(); k++ {
		n := start.Kind(k).Len() + start.Hand(board.White).Count(k) + start.Hand(board.Black).Count(k)
		h[k] = uint8(max(2, min(n, MaxHand)))
	}
	return h
}

// Digest returns the SHA-256 of the rules that nets of g are made for.
func Digest(g *board.Game) [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%sinputs = %d\n", identity.Text(g), inputsVersion))
}

// isReversed returns 1 if side sees the files of p reversed, else 0: not if it has several of the pieces
// that decide.
func (in *Inputs) isReversed(p *board.Position, side board.Color) int {
	pieces := p.Of(side, in.anchor)
	if in.mirrors && pieces&in.rightHalf[side&1] != 0 && !pieces.Many() {
		return 1
	}
	return 0
}

// Active appends the numbers of the inputs of p that side sees set.
func (in *Inputs) Active(p *board.Position, side board.Color, to []int32) []int32 {
	return in.active(p, side, in.isReversed(p, side), to)
}

// HasImages reports whether positions have mirror images of the same value: the rules have the mirror.
func (in *Inputs) HasImages() bool { return in.symmetric }

// Image appends the inputs that side sees set in the mirror image of p. They are those of p if a piece decides about
// reversed files.
func (in *Inputs) Image(p *board.Position, side board.Color, to []int32) []int32 {
	reversed := in.isReversed(p, side)
	if pieces := p.Of(side, in.anchor); !in.mirrors || pieces&^in.middle == 0 || pieces.Many() {
		reversed = 1
	}
	return in.active(p, side, reversed, to)
}

// active returns Active for files that are reversed or not.
func (in *Inputs) active(p *board.Position, side board.Color, reversed int, to []int32) []int32 {
	squares := &in.squares[side&1][reversed&1]
	for c := range board.Color(2) {
		men := &in.men[side&1][c]
		for s := p.Color(c); s != 0; s &= s - 1 {
			sq := s.First()
			to = append(to, men[p.KindAt(sq)][p.Promoted()>>sq&1]+int32(squares[sq&63]))
		}
		if h := p.Hand(c); h != 0 {
			for k := 1; k < in.game.Kinds(); k++ {
				for n := range min(h.Count(board.Kind(k)), int(in.hands[k])) {
					to = append(to, in.handBase[side&1][c][k]+int32(n))
				}
			}
		}
	}
	for i, right := range rightsOf {
		if p.Castling()&right != 0 {
			to = append(to, in.castlingInput(side, i, reversed))
		}
	}
	return to
}

// rightsOf lists the rights to castle: those of White first, and of a side the one to the higher files.
var rightsOf = [4]board.Rights{board.WhiteKingSide, board.WhiteQueenSide, board.BlackKingSide, board.BlackQueenSide}

// castlingInput returns the input of rightsOf[i].
func (in *Inputs) castlingInput(side board.Color, i, reversed int) int32 {
	return in.castling[side&1][i>>1] + (int32(i&1^reversed) ^ in.reversed[side&1])
}
