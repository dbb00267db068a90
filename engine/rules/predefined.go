package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// predefined holds the pieces that have their own key in the ini language, with their moves. A ?
// marks hoppers, whose moves Atom cannot express.
var predefined = map[string]string{
	// Orthodox chess. Pawn and Promotion have the other rules of the pawn.
	"king":   "K",
	"pawn":   "fmWfcF",
	"knight": "N",
	"bishop": "B",
	"rook":   "R",
	"queen":  "Q",

	// Historical and regional chess: short leaps and compounds.
	"fers":      "F",
	"alfil":     "A",
	"fersAlfil": "FA",
	"silver":    "FfW",
	"aiwok":     "RNF",
	"bers":      "RF",

	// Compounds with the knight.
	"archbishop": "BN",
	"chancellor": "RN",
	"amazon":     "QN",

	// Pieces that move one way and capture another.
	"knibis": "mNcB",
	"biskni": "mBcN",
	"kniroo": "mNcR",
	"rookni": "mRcN",

	// Shogi. These have no rules of their own, differing the pawn.
	"shogiPawn":   "fW",
	"lance":       "fR",
	"shogiKnight": "fN",
	"gold":        "WfF",
	"dragonHorse": "BW",

	// Pieces of other games.
	"clobber":      "cW",
	"breakthrough": "fmWfF",
	"immobile":     "",

	// Xiangqi and janggi. The n of horse and elephants is Path.
	"cannon":         "?",
	"janggiCannon":   "?",
	"soldier":        "fsW",
	"horse":          "nN",
	"elephant":       "nA",
	"janggiElephant": "nZ",
	"banner":         "?",

	// Simple pieces.
	"wazir":    "W",
	"commoner": "K",
	"centaur":  "KN",
}

// isPiece reports whether key defines a piece.
func isPiece(key string) bool {
	_, ok := predefined[key]
	return ok || isCustom(key)
}

// isCustom reports whether key is one of customPiece1 to customPiece25.
func isCustom(key string) bool {
	rest, ok := strings.CutPrefix(key, "customPiece")
	n, err := parseNumber(rest, 1, 25)
	return ok && err == nil && strconv.Itoa(n) == rest
}

// setPiece reads the value of a piece's key: a letter; for a custom piece or a king a letter and its
// moves, such as n:D; or - to remove the piece.
func (d *definition) setPiece(key, value string) error {
	if value == "-" {
		d.pieces = slices.DeleteFunc(d.pieces, func(p pieceDefinition) bool { return p.Name == key })
		return nil
	}
	letter, betza, given := strings.Cut(value, ":")
	switch {
	case len(letter) != 1 || !isLetter(letter[0]):
		return fmt.Errorf("%.40q: want a letter", value)
	case isCustom(key) && !given:
		return fmt.Errorf("%.40q: want a letter and its moves, like n:N", value)
	case given && !isCustom(key) && key != "king":
		return fmt.Errorf("%.40q: the moves of %s are fixed", value, key)
	case !given:
		betza = predefined[key]
	}
	if betza == "?" {
		return fmt.Errorf("%.40q: the moves of %s are not implemented", value, key)
	}
	atoms, err := ParseBetza(betza)
	if err != nil {
		return fmt.Errorf("%.40q: %s", value, strings.TrimPrefix(err.Error(), "rules: "))
	}
	p := Piece{Letter: letter[0] | 0x20, Name: key, Role: roles[key], Betza: betza, Atoms: atoms}
	if old := d.piece(key); old != nil {
		old.Piece = p
	} else {
		d.pieces = append(d.pieces, pieceDefinition{Piece: p})
	}
	return nil
}

// roles holds the roles of the keys that are not Ordinary.
var roles = map[string]Role{"king": RoyalKing, "pawn": PawnRole}
