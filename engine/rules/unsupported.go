package rules

// unsupported holds the keys of Fairy-Stockfish for rules that are not implemented, each with the
// value that disables its rule. Any other value is an error. Keys that only tune the evaluation, such
// as pieceValueMg, are unknown.
var unsupported = map[string]string{
	// Other ways to set up and to play.
	"chess960":  "false",
	"twoBoards": "false",

	// Other promotions.
	"sittuyinPromotion":       "false",
	"piecePromotionOnCapture": "false",
	"pieceDemotion":           "false",
	"soldierPromotionRank":    "1",

	// Captures that do more than take one piece.
	"blastOnCapture":        "false",
	"blastImmuneTypes":      "-",
	"mutuallyImmuneTypes":   "-",
	"petrifyOnCaptureTypes": "-",
	"petrifyBlastPieces":    "false",
	"flipEnclosedPieces":    "none",

	// Other steps of pawns and other castlings.
	"firstRankDoubleSteps":  "false",
	"tripleStepRegionWhite": "-",
	"tripleStepRegionBlack": "-",
	"castlingDroppedPiece":  "false",
	"oppositeCastling":      "false",
	"castlingWins":          "-",

	// Obligations and prohibitions.
	"checking":       "true",
	"mustCapture":    "false",
	"cambodianMoves": "false",
	"diagonalLines":  "-",
	"makpongRule":    "false",
	"flyingGeneral":  "false",

	// Other drops.
	"dropChecks":                "true",
	"mustDrop":                  "false",
	"mustDropType":              "*",
	"dropLoop":                  "false",
	"dropOnTop":                 "false",
	"enclosingDrop":             "none",
	"enclosingDropStart":        "-",
	"sittuyinRookDrop":          "false",
	"dropOppositeColoredBishop": "false",
	"dropPromoted":              "false",
	"shogiDoubledPawn":          "true",
	"shogiPawnDropMateIllegal":  "false",

	// Moves of two parts, and of none.
	"gating":              "false",
	"arrowGating":         "false",
	"seirawanGating":      "false",
	"wallingRule":         "none",
	"pass":                "false",
	"passOnStalemate":     "false",
	"kingPass":            "false",
	"kingPassOnStalemate": "false",

	// Other repetitions.
	"nFoldValueAbsolute":    "false",
	"perpetualCheckIllegal": "false",
	"moveRepetitionIllegal": "false",
	"chasingRule":           "none",

	// Other ends of the game.
	"stalematePieceCount":          "false",
	"shatarMateRule":               "false",
	"bikjangRule":                  "false",
	"extinctionClaim":              "false",
	"extinctionPseudoRoyal":        "false",
	"extinctionOpponentPieceCount": "0",
	"dupleCheck":                   "false",
	"flagPieceCount":               "1",
	"flagPieceBlockedWin":          "false",
	"flagMove":                     "false",
	"checkCounting":                "false",
	"connectN":                     "0",
	"connectNxN":                   "0",
	"materialCounting":             "none",
	"countingRule":                 "none",

	// A hint to the evaluation in old versions.
	"endgameEval": "false",
}
