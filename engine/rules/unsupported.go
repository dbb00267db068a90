package rules

// unsupported lists the keys of Fairy-Stockfish for rules that we do not implement, each with
// the value that leaves its rule off. That value is accepted, so that a file may say what
// it does not want; any other is an error, never ignored: a game would be played by rules
// its author did not write. Keys that only tune that program's judgement, such as
// pieceValueMg, have no such value and are unknown.
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

	// What must or must not be played.
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

	// No rule at all in old versions, a hint to the evaluation.
	"endgameEval": "false",
}
