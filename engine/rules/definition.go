package rules

import (
	"slices"

	"tinyhouse/engine/geom"
)

// definition is a variant as the keys of a section and its parents define it; the method variant
// resolves what depends on several keys. It names pieces by their keys and holds regions of any board
// size, so that a child may change letters and size.
type definition struct {
	Variant // the fields that variant keeps

	files, ranks int
	pieces       []pieceDefinition

	promotion, double, flagZone, dropZone [2]region // White's, Black's
	enPassant                             region    // of both colours

	doubleStep, castling          bool
	promoteTo, extinct            []string // keys of pieces
	flag, rook, noDoubled         string   // keys of pieces, empty: none
	flagOff                       bool     // flagPiece is none, so that its regions do not matter
	firstRankDrops, zoneDrops     bool     // pawns may be dropped there
	mandatoryPawn, mandatoryPiece bool
	castlingRank                  int // counted from 1, from the player's side

	extinctOff bool              // extinctionValue is none
	given      map[string]string // the keys of this section and their values
}

// pieceDefinition is a piece and the key of the piece that it promotes to, or empty.
type pieceDefinition struct {
	Piece
	becomes string
}

// newDefinition returns Fairy-Stockfish's defaults: orthodox chess without its pieces.
func newDefinition() *definition {
	return &definition{
		given: map[string]string{},
		Variant: Variant{
			Template: "fairy",
			Start:    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			Drop:     Drop{NoDoubledCount: 1},
			Castle: Castling{
				KingFile: fileE, KingTo: [2]int{fileG, fileC}, RookFile: [2]int{edge, edge},
			},
			End: Ending{Checkmate: Loss, NFold: 3, NMove: 50},
		},
		files:         8,
		ranks:         8,
		promotion:     [2]region{ranks(8, 8), ranks(1, 1)},
		double:        [2]region{ranks(2, 2), ranks(7, 7)},
		dropZone:      [2]region{everywhere(), everywhere()},
		enPassant:     everywhere(),
		doubleStep:    true,
		castling:      true,
		rook:          "rook",
		mandatoryPawn: true,
		castlingRank:  1,
		extinctOff:    true,
	}
}

// The files of castling in orthodox chess, and the one that stands for the edge of any board.
const (
	fileC, fileE, fileG = 2, 4, 6
	edge                = -1
)

// clone returns a copy of d for a child.
func (d *definition) clone() *definition {
	c := *d
	c.pieces = slices.Clone(d.pieces)
	c.given = map[string]string{}
	return &c
}

// geometry returns the board of d, which may exceed the limits.
func (d *definition) geometry() geom.Geometry { return geom.Geometry{Width: d.files, Height: d.ranks} }

// piece returns the piece of a key, or nil.
func (d *definition) piece(key string) *pieceDefinition {
	for i := range d.pieces {
		if d.pieces[i].Name == key {
			return &d.pieces[i]
		}
	}
	return nil
}

// byLetter returns the piece of a letter, or nil.
func (d *definition) byLetter(letter byte) *pieceDefinition {
	for i := range d.pieces {
		if d.pieces[i].Letter == letter {
			return &d.pieces[i]
		}
	}
	return nil
}

// letter returns the letter of the piece of a key, or 0.
func (d *definition) letter(key string) byte {
	if p := d.piece(key); p != nil {
		return p.Letter
	}
	return 0
}

// letters returns the letters of the keys that have a piece.
func (d *definition) letters(keys []string) Letters {
	var letters []byte
	for _, key := range keys {
		if c := d.letter(key); c != 0 {
			letters = append(letters, c)
		}
	}
	return Letters(letters)
}

// variant returns the variant that d defines. Rules without effect are zero: the pawn's without
// pawns, castling without a king, a rook or their files.
func (d *definition) variant() *Variant {
	v := d.Variant
	v.Board = d.geometry()
	v.Pieces = d.finalPieces()
	v.Promote = d.finalPromotion()
	v.Pawn = d.finalPawn()
	v.Drop = d.finalDrop()
	v.Castle = d.finalCastling()
	v.End.Flag = d.letter(d.flag)
	v.End.FlagZone = d.sides(d.flagZone)
	if v.End.Flag == 0 {
		v.End.FlagZone, v.End.FlagSafe = Sides{}, false
	}
	v.End.Extinct = d.letters(d.extinct)
	if d.extinctOff || v.End.Extinct == "" {
		v.End.Extinct = ""
		v.End.ExtinctCount, v.End.ExtinctIs = 0, 0
	}
	return &v
}

// sides returns the part of the regions that is on the board.
func (d *definition) sides(r [2]region) Sides {
	return Sides{r[0].on(d.geometry()), r[1].on(d.geometry())}
}

// finalPieces returns the pieces, the king first, with the letters that they promote to.
func (d *definition) finalPieces() []Piece {
	var pieces []Piece
	for _, p := range d.pieces {
		p.Promoted = d.letter(p.becomes)
		if p.Role == RoyalKing {
			pieces = slices.Insert(pieces, 0, p.Piece)
		} else {
			pieces = append(pieces, p.Piece)
		}
	}
	return pieces
}

// has reports whether any piece satisfies f.
func (d *definition) has(f func(pieceDefinition) bool) bool { return slices.ContainsFunc(d.pieces, f) }

// hasPawn reports whether any piece has PawnRole.
func (d *definition) hasPawn() bool {
	return d.has(func(p pieceDefinition) bool { return p.Role == PawnRole })
}

// hasForms reports whether any piece has a promoted form.
func (d *definition) hasForms() bool {
	return d.has(func(p pieceDefinition) bool { return d.letter(p.becomes) != 0 })
}

// finalPromotion leaves out a zone if nothing promotes, and the pawns' choices without pawns.
func (d *definition) finalPromotion() Promotion {
	var p Promotion
	if d.hasPawn() {
		p.To = d.letters(d.promoteTo)
		p.PawnMandatory = d.mandatoryPawn
	}
	p.PieceMandatory = d.mandatoryPiece && d.hasForms()
	if d.hasPawn() || d.hasForms() {
		p.Zone = d.sides(d.promotion)
	}
	return p
}

// finalPawn resolves en passant, which applies wherever a double step passes or nowhere; check
// refuses other regions.
func (d *definition) finalPawn() Pawn {
	if !d.doubleStep || !d.hasPawn() {
		return Pawn{}
	}
	from := d.sides(d.double)
	if from == (Sides{}) {
		return Pawn{}
	}
	passed := d.passed(from)
	return Pawn{DoubleStep: true, DoubleFrom: from, EnPassant: passed&d.enPassant.on(d.geometry()) != 0}
}

// passed returns the squares that double steps from the given ones pass over.
func (d *definition) passed(from Sides) geom.Set {
	g := d.geometry()
	return (from[0].Rotate(d.files) | from[1].Rotate(-d.files)) & g.Board()
}

// finalDrop resolves the pawn's zone: its first rank and the promotion zone are excluded unless a key
// allows them.
func (d *definition) finalDrop() Drop {
	drop := Drop{Allowed: d.Drop.Allowed, Captures: d.Drop.Captures}
	if !drop.Allowed {
		return drop
	}
	drop = d.Drop
	drop.Zone, drop.PawnZone = d.sides(d.dropZone), Sides{}
	zones := d.sides(d.promotion)
	first := Sides{d.geometry().RankSet(0), d.geometry().RankSet(d.ranks - 1)}
	for side := range drop.Zone {
		if !d.hasPawn() {
			break
		}
		drop.PawnZone[side] = drop.Zone[side]
		if !d.firstRankDrops {
			drop.PawnZone[side] &^= first[side]
		}
		if !d.zoneDrops {
			drop.PawnZone[side] &^= zones[side]
		}
	}
	if drop.NoDoubled = d.letter(d.noDoubled); drop.NoDoubled == 0 {
		drop.NoDoubledCount = 0
	}
	return drop
}

// finalCastling is zero if this board or these pieces do not allow castling.
func (d *definition) finalCastling() Castling {
	c := d.Castle
	if c.RookFile[0] == edge {
		c.RookFile[0] = d.files - 1
	}
	if c.RookFile[1] == edge {
		c.RookFile[1] = 0
	}
	c.Rank = [2]int{d.castlingRank - 1, d.ranks - d.castlingRank}
	c.Rook = d.letter(d.rook)
	king := d.has(func(p pieceDefinition) bool { return p.Role == RoyalKing })
	c.Allowed = d.castling && king && c.Rook != 0 && c.fits(d.geometry())
	if !c.Allowed {
		return Castling{}
	}
	return c
}

// fits reports whether every square that castling names is on the board of g.
func (c Castling) fits(g geom.Geometry) bool {
	for _, file := range []int{c.KingFile, c.KingTo[0], c.KingTo[1], c.RookFile[0], c.RookFile[1]} {
		if g.At(file, c.Rank[0]) == geom.NoSquare || g.At(file, c.Rank[1]) == geom.NoSquare {
			return false
		}
	}
	return true
}

// flagKey returns the key of the section that sets a flag region, or else that of the piece.
func (d *definition) flagKey() string {
	for _, key := range []string{"flagRegion", "flagRegionWhite", "flagRegionBlack", "whiteFlag", "blackFlag"} {
		if _, ok := d.given[key]; ok {
			return key
		}
	}
	return "flagPiece"
}

// check returns the mistakes that the variant no longer shows: regions off the board, flag regions
// without a piece, and en passant on some of the squares that double steps pass.
func (d *definition) check() []*Error {
	c := checker{v: &d.Variant}
	offBoard := func(key string, r region, used bool) {
		if used && r != (region{}) && r.on(d.geometry()) == 0 {
			c.fail(key, "no square of it is on a board of %d files and %d ranks", d.files, d.ranks)
		}
	}
	promotes := d.hasForms() || d.finalPromotion().To != ""
	doubles, flag := d.doubleStep && d.hasPawn(), d.letter(d.flag) != 0
	for i, side := range [2]string{"White", "Black"} {
		offBoard("promotionRegion"+side, d.promotion[i], promotes)
		offBoard("doubleStepRegion"+side, d.double[i], doubles)
		offBoard("flagRegion"+side, d.flagZone[i], flag)
	}
	if !flag && !d.flagOff && d.sides(d.flagZone) != (Sides{}) {
		c.fail(d.flagKey(), "no piece to reach it: want flagPiece = a letter, or - for no goal")
	}
	passed := d.passed(d.sides(d.double))
	if left := passed &^ d.enPassant.on(d.geometry()); doubles && left != 0 && left != passed {
		c.fail("enPassantRegion", "en passant only on some of the squares that double steps pass is not implemented")
	}
	return c.errors
}
