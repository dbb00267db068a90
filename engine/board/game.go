package board

import (
	"errors"
	"strconv"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/reach"
	"tinyhouse/engine/rules"
)

// Game is a variant compiled to flat tables. It is immutable, and shared by pointer
// between any number of goroutines.
type Game struct {
	variant *rules.Variant
	geo     geom.Geometry
	squares geom.Set
	kinds   int // in use, the king's included
	letters [MaxKinds]byte

	hasKing  bool
	small    bool // few squares: look for the king's danger all at once
	pawn     Kind // 0: no pawns
	pawns    [2]PawnSteps
	king     [2]form
	forms    [2][]form // what moves as its atoms say: every kind but king and pawn
	promotes bool      // some form has another to promote to, or squares it must not go to
	crews    [2]crew   // the forms again, sorted for the fast loops; unless promotes

	movers [2][2][MaxKinds]*reach.Table // what captures, by colour, promoted or not, and kind
	guards [2]guard                     // attackers of a square by leaps, by their colour
	rays   [2][]ray                     // attacks that can be blocked, by their colour
	ways   []*way                       // what must be empty for them

	drops    bool
	captures bool // captured pieces go to the captor's hand
	dropZone [2][MaxKinds]geom.Set
	demoted  [MaxKinds]Kind // what a promoted piece of a kind is in hand
	shogi    bool           // promoted pieces keep their kind
	turned   [MaxKinds]Kind // whose moves a kind has when promoted, shogi-style; its own if it cannot be
	lone     loneFile
	even     [2]evenDrops

	castles  [2][2]castle // by colour and side
	keep     [64]Rights   // rights that survive a move from or to a square
	pawnHome [2]geom.Set  // where pawns can ever stand
	castling bool         // there are castlings

	ends ends
}

// form is how the pieces of one kind and colour move, promoted or not.
type form struct {
	kind     Kind
	color    Color
	class    class
	flip, or geom.Set // the form's squares are kinds[kind] & (promoted^flip | or)
	capture  *reach.Table
	quiet    *reach.Table // the same as capture for most
	mobile   geom.Set     // squares where it may stand: all, unless the variant forbids dead ones
	to       *form        // shogi-style promoted form, or nil
}

// class picks the loop that counts a form's moves.
type class uint8

const (
	leaps   class = iota // one table look-up
	lamely               // one gather
	slides               // one pair of lines
	slides2              // two pairs of lines
	mixed                // anything
)

// guard holds, for every square and kind, the squares from which a leap attacks it. One
// row is a cache line.
type guard struct {
	plain    [64][MaxKinds]geom.Set
	promoted [64][MaxKinds]geom.Set // of promoted pieces
	turns    bool                   // they may move otherwise
}

// ray is the attacks of one form that can be blocked.
type ray struct {
	kind     Kind
	flip, or geom.Set          // which form, as in form
	from     *[64]geom.Set     // [target]: where attackers stand on an empty board
	between  *[64][64]geom.Set // [target][attacker]: what must be empty
}

// way is what must be empty between two squares: the same for all sliders and lame leapers
// of most variants, which then share it.
type way struct {
	between [64][64]geom.Set // [target][attacker]
	known   [64]geom.Set     // [target]: attackers for which between holds
}

// smallBoard is the number of squares up to which all attacked squares are found at once,
// rather than the attackers of each square the king may go to. Measured by BenchmarkPerft.
const smallBoard = 20

// Compile builds the tables of a variant, which rules.Validate must have accepted. It
// takes some milliseconds and fails only on limits of this package.
func Compile(v *rules.Variant) (*Game, error) {
	g := &Game{variant: v, geo: v.Board, squares: v.Board.Board()}
	if err := g.nameKinds(); err != nil {
		return nil, errors.New("board: variant " + strconv.Quote(v.Name) + ": " + err.Error())
	}
	for _, c := range []Color{White, Black} {
		g.compileForms(c)
		g.compilePawns(c)
		g.compileCastling(c)
		g.compileDrops(c)
		g.compilePawnHome(c)
	}
	for _, c := range []Color{White, Black} {
		g.compileAttacks(c)
		g.compileCrew(c)
		g.compileMovers(c)
		g.compileEvenDrops(c)
	}
	g.compileEnds()
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

// Kinds returns the number of kinds; they are numbered from 0, of which the first is
// unused in a game without a king.
func (g *Game) Kinds() int { return g.kinds }

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

// Demoted returns what a promoted piece of kind k becomes in a hand.
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

// piece returns the author's description of kind k, or nil for the missing king.
func (g *Game) piece(k Kind) *rules.Piece { return g.variant.Piece(g.letters[k]) }
