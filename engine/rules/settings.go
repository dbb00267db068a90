package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/geom"
)

// sizes is the number of settings, at the beginning, for the size of the board.
const sizes = 2

// settings lists the implemented keys, except those of pieces. They are applied and written in this
// order, whatever the order of the file: the size of the board before regions, older keys before
// those that replace them.
var settings = []setting{
	// The board and hints for GUIs.
	number("maxRank", 1, geom.MaxSide, func(d *definition) *int { return &d.ranks }),
	{"maxFile", setFiles, func(d *definition) string { return strconv.Itoa(d.files) }},
	text("variantTemplate", func(d *definition) *string { return &d.Template }),
	{"pieceToCharTable", setCharTable, func(d *definition) string { return d.CharTable }},
	number("pocketSize", 0, 64, func(d *definition) *int { return &d.Pocket }),
	text("startFen", func(d *definition) *string { return &d.Start }),

	// Promotion. A pawn may promote in the zone or, if mandatory, must. A piece with a promoted form
	// may promote when its move starts or ends in the zone.
	{"promotionRank", setPromotionRank, getPromotionRank},
	area("promotionRegionWhite", "promotionRank", func(d *definition) *region { return &d.promotion[0] }),
	area("promotionRegionBlack", "promotionRank", func(d *definition) *region { return &d.promotion[1] }),
	pieces("promotionPieceTypes", func(d *definition) *[]string { return &d.promoteTo }),
	fixed("promotionPawnTypes", PawnRole),
	boolean("mandatoryPawnPromotion", func(d *definition) *bool { return &d.mandatoryPawn }),
	{"promotedPieceType", setPromoted, getPromoted},
	boolean("mandatoryPiecePromotion", func(d *definition) *bool { return &d.mandatoryPiece }),

	// The pawn's double step and en passant.
	boolean("doubleStep", func(d *definition) *bool { return &d.doubleStep }),
	{"doubleStepRankMin", setDoubleMin, getDouble},
	{"doubleStepRank", setDouble, getDouble},
	area("doubleStepRegionWhite", "doubleStepRank", func(d *definition) *region { return &d.double[0] }),
	area("doubleStepRegionBlack", "doubleStepRank", func(d *definition) *region { return &d.double[1] }),
	area("enPassantRegion", "", func(d *definition) *region { return &d.enPassant }),
	fixed("enPassantTypes", PawnRole),

	// Castling. definition.variant drops it if the board or the pieces do not allow it.
	boolean("castling", func(d *definition) *bool { return &d.castling }),
	file("castlingKingsideFile", func(d *definition) *int { return &d.Castle.KingTo[0] }),
	file("castlingQueensideFile", func(d *definition) *int { return &d.Castle.KingTo[1] }),
	number("castlingRank", 1, geom.MaxSide, func(d *definition) *int { return &d.castlingRank }),
	file("castlingKingFile", func(d *definition) *int { return &d.Castle.KingFile }),
	fixed("castlingKingPiece", RoyalKing),
	file("castlingRookKingsideFile", func(d *definition) *int { return &d.Castle.RookFile[0] }),
	file("castlingRookQueensideFile", func(d *definition) *int { return &d.Castle.RookFile[1] }),
	onePiece("castlingRookPiece", func(d *definition) *string { return &d.rook }),
	onePiece("castlingRookPieces", func(d *definition) *string { return &d.rook }),

	// Drops. The limits for pawns apply to the piece pawn, not to shogiPawn.
	boolean("pieceDrops", func(d *definition) *bool { return &d.Drop.Allowed }),
	boolean("capturesToHand", func(d *definition) *bool { return &d.Drop.Captures }),
	boolean("firstRankPawnDrops", func(d *definition) *bool { return &d.firstRankDrops }),
	boolean("promotionZonePawnDrops", func(d *definition) *bool { return &d.zoneDrops }),
	area("whiteDropRegion", "", func(d *definition) *region { return &d.dropZone[0] }),
	area("blackDropRegion", "", func(d *definition) *region { return &d.dropZone[1] }),
	onePiece("dropNoDoubled", func(d *definition) *string { return &d.noDoubled }),
	number("dropNoDoubledCount", 1, geom.MaxSide, func(d *definition) *int { return &d.Drop.NoDoubledCount }),
	boolean("immobilityIllegal", func(d *definition) *bool { return &d.Drop.MobileOnly }),

	// The end of the game. Values are those of the side to move, extinctionValue that of the side
	// whose pieces are gone. Extinction goes before flags.
	result("checkmateValue", func(d *definition) *Result { return &d.End.Checkmate }),
	result("stalemateValue", func(d *definition) *Result { return &d.End.Stalemate }),
	number("nMoveRule", 0, 1000, func(d *definition) *int { return &d.End.NMove }),
	fixed("nMoveRuleTypes", PawnRole),
	number("nFoldRule", 0, 100, func(d *definition) *int { return &d.End.NFold }),
	result("nFoldValue", func(d *definition) *Result { return &d.End.NFoldIs }),
	{"flagPiece", setFlagPiece, flagPiece.get},
	area("whiteFlag", "", func(d *definition) *region { return &d.flagZone[0] }),
	area("blackFlag", "", func(d *definition) *region { return &d.flagZone[1] }),
	{"flagRegion", setFlagRegion, nil},
	area("flagRegionWhite", "whiteFlag", func(d *definition) *region { return &d.flagZone[0] }),
	area("flagRegionBlack", "blackFlag", func(d *definition) *region { return &d.flagZone[1] }),
	boolean("flagPieceSafe", func(d *definition) *bool { return &d.End.FlagSafe }),
	pieces("extinctionPieceTypes", func(d *definition) *[]string { return &d.extinct }),
	number("extinctionPieceCount", 0, geom.MaxSquares, func(d *definition) *int { return &d.End.ExtinctCount }),
	{"extinctionValue", setExtinction, getExtinction},
}

// setFiles reads the width, a number or the letter of the last file.
func setFiles(d *definition, value string) (err error) {
	d.files, err = parseFile(value)
	return err
}

// setCharTable reads XBoard's list of pieces, - for none.
func setCharTable(d *definition, value string) error {
	d.CharTable = value
	if value == "-" {
		d.CharTable = ""
	}
	return nil
}

// setPromotionRank reads the older key for a promotion zone of all ranks from the given one on,
// counted from the player's side.
func setPromotionRank(d *definition, value string) error {
	n, err := parseNumber(value, 1, geom.MaxSide)
	d.promotion = [2]region{ranks(n, geom.MaxSide), ranks(1, d.ranks+1-n)}
	return err
}

// getPromotionRank returns the rank that gives the zones, or nothing if there is none.
func getPromotionRank(d *definition) string {
	for n := 1; n <= d.ranks; n++ {
		if d.sides(d.promotion) == d.sides([2]region{ranks(n, d.ranks), ranks(1, d.ranks+1-n)}) {
			return strconv.Itoa(n)
		}
	}
	return ""
}

// setDoubleMin reads the lowest rank of the region of doubleStepRank.
func setDoubleMin(d *definition, value string) error {
	first, err := parseNumber(value, 1, geom.MaxSide)
	d.double = doubleRanks(d, first, 2)
	return err
}

// setDouble reads the older key for double steps from all ranks from doubleStepRankMin, 2 by default,
// to the given one, counted from the player's side.
func setDouble(d *definition, value string) error {
	last, err := parseNumber(value, 1, geom.MaxSide)
	first := 2
	if low, ok := d.given["doubleStepRankMin"]; ok {
		first, _ = parseNumber(low, 1, geom.MaxSide)
	}
	d.double = doubleRanks(d, first, last)
	return err
}

// doubleRanks returns the ranks from first to last, counted from the player's side, for each colour.
func doubleRanks(d *definition, first, last int) [2]region {
	return [2]region{ranks(first, last), ranks(d.ranks+1-last, d.ranks+1-first)}
}

// getDouble returns the value of both older keys if it is one rank, or nothing.
func getDouble(d *definition) string {
	for n := 1; n <= d.ranks; n++ {
		if d.sides(d.double) == d.sides(doubleRanks(d, n, n)) {
			return strconv.Itoa(n)
		}
	}
	return ""
}

// setPromoted reads pairs of letters: with "p:g r:d" p promotes to g and r to d; - is none.
func setPromoted(d *definition, value string) error {
	for i := range d.pieces {
		d.pieces[i].becomes = ""
	}
	if value == "-" {
		return nil
	}
	for _, word := range strings.Fields(strings.ToLower(value)) {
		if len(word) != 3 || word[1] != ':' {
			return fmt.Errorf("%.40q: want pairs of letters like p:g", value)
		}
		from, to := d.byLetter(word[0]), d.byLetter(word[2])
		if from == nil || to == nil && word[2] != '-' {
			return fmt.Errorf("%.40q: no piece has a letter of %q", value, word)
		}
		from.becomes = ""
		if to != nil {
			from.becomes = to.Name
		}
	}
	return nil
}

// getPromoted writes the pairs that setPromoted reads.
func getPromoted(d *definition) string {
	var words []string
	for _, p := range d.pieces {
		if to := d.letter(p.becomes); to != 0 {
			words = append(words, string([]byte{p.Letter, ':', to}))
		}
	}
	return strings.Join(words, " ")
}

// flagPiece is the setting, apart from flagOff.
var flagPiece = onePiece("flagPiece", func(d *definition) *string { return &d.flag })

func setFlagPiece(d *definition, value string) error {
	d.flagOff = value == "-"
	return flagPiece.set(d, value)
}

// setFlagRegion reads the flag region of both colours.
func setFlagRegion(d *definition, value string) error {
	r, err := parseRegion(d.geometry(), value)
	d.flagZone = [2]region{r, r}
	return err
}

// setExtinction reads the result of the side whose pieces are gone, or none.
func setExtinction(d *definition, value string) error {
	d.extinctOff = value == "none"
	if d.extinctOff {
		return nil
	}
	i := slices.Index(resultNames[:], value)
	if i < 0 {
		return fmt.Errorf("%.40q: want win, draw, loss or none", value)
	}
	d.End.ExtinctIs = Loss + Result(i)
	return nil
}

// getExtinction is the inverse of setExtinction.
func getExtinction(d *definition) string {
	if d.extinctOff {
		return "none"
	}
	return resultNames[d.End.ExtinctIs-Loss]
}
