package board

import (
	"errors"
	"strconv"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/reach"
	"tinyhouse/engine/rules"
)

// Game is a variant compiled to tables. It is immutable and may be shared by any number of
// goroutines.
type Game struct {
	variant *rules.Variant
	geo     geom.Geometry
	squares geom.Set
	kinds   int // in use, the king's included
	letters [MaxKinds]byte

	hasKing   bool
	small     bool // find all attacked squares at once for the king
	pawn      Kind // 0: no pawns
	pawns     [2]PawnSteps
	king      [2]movement
	movements [2][]movement     // of every kind but king and pawn
	promotes  bool              // some movement has a promoted one, or squares that it must not enter
	groups    [2]movementGroups // the movements again, grouped for the fast loops; unless promotes

	captureTables [2][2][MaxKinds]*reach.Table // by colour, promoted or not, and kind
	leapAttackers [2]leapAttackers             // by the attackers' colour
	rays          [2][]ray                     // attacks that can be blocked, by the attackers' colour
	betweens      []*betweenTable              // of the rays

	drops        bool
	captures     bool // captured pieces go to the captor's hand
	dropZone     [2][MaxKinds]geom.Set
	demoted      [MaxKinds]Kind // the kind of a promoted piece in hand
	shogi        bool           // promoted pieces keep their kind
	promotedKind [MaxKinds]Kind // the kind whose moves a promoted piece has, shogi-style; else its own
	fileLimit    fileLimit
	uniform      [2]uniformDrops

	castles    [2][2]castle // by colour and side
	keepRights [64]Rights   // rights that survive a move from or to a square
	pawnHome   [2]geom.Set  // where pawns can ever stand
	castling   bool         // there are castlings

	endings endings
}

// Compile builds the tables of a variant, which rules.Validate must have accepted. It takes some
// milliseconds and fails only on limits of this package.
func Compile(v *rules.Variant) (*Game, error) {
	g := &Game{variant: v, geo: v.Board, squares: v.Board.Board()}
	if err := g.nameKinds(); err != nil {
		return nil, errors.New("board: variant " + strconv.Quote(v.Name) + ": " + err.Error())
	}
	for _, c := range []Color{White, Black} {
		g.compileMovements(c)
		g.compilePawns(c)
		g.compileCastling(c)
		g.compileDrops(c)
		g.compilePawnHome(c)
	}
	for _, c := range []Color{White, Black} {
		g.compileAttacks(c)
		g.compileGroups(c)
		g.compileCaptureTables(c)
		g.compileUniformDrops(c)
	}
	g.compileEndings()
	return g, nil
}

// nameKinds numbers the pieces.
func (g *Game) nameKinds() error {
	next := Kind(1)
	for i := range g.variant.Pieces {
		p := &g.variant.Pieces[i]
		if p.Role == rules.RoyalKing {
			g.hasKing = true
			g.letters[King] = p.Letter
			continue
		}
		if next == MaxKinds {
			return errors.New("more than " + strconv.Itoa(MaxKinds-1) + " pieces beside the king")
		}
		g.letters[next] = p.Letter
		if p.Role == rules.PawnRole {
			g.pawn = next
		}
		next++
	}
	g.kinds = int(next)
	if next == 1 && !g.hasKing {
		return errors.New("no pieces")
	}
	return nil
}

// Variant returns the rules the game was compiled from.
func (g *Game) Variant() *rules.Variant { return g.variant }

// Geometry returns the shape of the board.
func (g *Game) Geometry() geom.Geometry { return g.geo }

// Squares returns the squares of the board.
func (g *Game) Squares() geom.Set { return g.squares }

// Kinds returns the number of kinds, numbered from 0; kind 0 is unused in a game without a king.
func (g *Game) Kinds() int { return g.kinds }

// HasKind reports whether the game has kind k.
func (g *Game) HasKind(k Kind) bool { return int(k) < g.kinds && (k != King || g.hasKing) }

// HasKing reports whether the game has royal kings.
func (g *Game) HasKing() bool { return g.hasKing }

// Pawn returns the kind of the pawn, or 0 in a game without pawns.
func (g *Game) Pawn() Kind { return g.pawn }

// HasDrops reports whether pieces can be dropped.
func (g *Game) HasDrops() bool { return g.drops }

// HasCaptures reports whether captured pieces go to the captor's hand.
func (g *Game) HasCaptures() bool { return g.captures }

// HasShogiPromotion reports whether promoted pieces keep their kind (written "+x").
func (g *Game) HasShogiPromotion() bool { return g.shogi }

// HasPromotedForm reports whether kind k has a promoted form that moves otherwise (shogi-style).
func (g *Game) HasPromotedForm(k Kind) bool { return g.promotedKind[k&7] != k }

// Demoted returns the kind that a promoted piece of kind k becomes in a hand.
func (g *Game) Demoted(k Kind) Kind { return g.demoted[k] }

// Letter returns the lower-case letter of kind k.
func (g *Game) Letter(k Kind) byte { return g.letters[k] }

// KindOf returns the kind written with the lower-case letter.
func (g *Game) KindOf(letter byte) (k Kind, ok bool) {
	for k := range g.kinds {
		if g.letters[k] == letter {
			return Kind(k), true
		}
	}
	return 0, false
}

// piece returns the rules of kind k, or nil for the king of a game without kings.
func (g *Game) piece(k Kind) *rules.Piece { return g.variant.Piece(g.letters[k]) }
