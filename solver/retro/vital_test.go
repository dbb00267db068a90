package retro_test

import (
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/solver/retro"
)

// lions are games in which a side that has no l has lost, each with its own way for such men
// to come and go. They are small enough for all of their positions to be solved by force.
var lions = []struct{ name, ini, material string }{
	{"two against one", `
maxRank = 5
maxFile = 3
customPiece1 = l:nAW
startFen = 3/3/lL1/1L1/3 b - - 0 1
`, "LLvL"},
	{"goals", `
maxRank = 4
maxFile = 3
customPiece1 = l:K
customPiece2 = c:mRcB
startFen = l1c/3/3/CLL w - - 0 1
flagPiece = l
flagRegionWhite = *4
flagRegionBlack = *1
flagPieceSafe = true
`, "LLvLC"},
	{"in hand", `
maxRank = 3
maxFile = 3
customPiece1 = l:K
customPiece2 = c:fW
startFen = l1c/3/C1L[] w - - 0 1
pieceDrops = true
capturesToHand = true
flagPiece = l
flagRegionWhite = *3
flagRegionBlack = *1
flagPieceSafe = true
`, "L3C1"},
	{"pawns become lions", `
maxRank = 4
maxFile = 3
customPiece1 = l:K
pawn = p
startFen = l1p/3/3/PL1 w - - 0 1
promotionRank = 4
promotionRegionWhite = *4
promotionRegionBlack = *1
promotionPieceTypes = l
`, "LPvLP"},
	{"others count as lions", `
maxRank = 3
maxFile = 3
customPiece1 = s:FfW
customPiece2 = l:WfF
promotionRank = 3
promotionRegionWhite = *3
promotionRegionBlack = *1
promotedPieceType = s:l
startFen = ls1/3/1SL w - - 0 1
`, "LSvLS"},
	{"always in reach", `
maxRank = 2
maxFile = 2
customPiece1 = l:K
startFen = lL/1L w - - 0 1
`, "LLvL"},
	{"lame lions and goals", `
maxRank = 4
maxFile = 4
customPiece1 = l:nN
customPiece2 = c:nAcW
startFen = l2c/4/4/C2L w - - 0 1
flagPiece = l
flagRegionWhite = d4
flagRegionBlack = a1
flagPieceSafe = true
`, "LCvLC"},
	{"lost in two before any round", `
maxRank = 1
maxFile = 9
customPiece1 = c:fW
customPiece2 = l:QrfZ
startFen = l6LC b - - 0 1
stalemateValue = loss
`, "LCvL"},
	{"over at the start", `
maxRank = 3
maxFile = 3
customPiece1 = l:K
startFen = 2l/3/L2 w - - 0 1
flagPiece = l
flagRegionWhite = a1
flagRegionBlack = a1
`, "LvL"},
}

func TestLions(t *testing.T) {
	for _, l := range lions {
		t.Run(l.name, func(t *testing.T) {
			ini := "[lions]" + l.ini + "castling = false\ndoubleStep = false\nextinctionPieceTypes = l\nextinctionValue = loss\n"
			g := enginetest.Custom(t, ini, "lions")
			compare(t, g, parse(t, g, l.material), 200_000, retro.Options{Threads: 2})
		})
	}
}
