package retro_test

import (
	"fmt"
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
)

// lions are games in which a side without a piece l has lost, with different ways for such pieces
// to appear and to be lost. All are small enough for brute force.
var lions = []struct {
	name                 string
	files, ranks         int
	pieces, start, goals string // goals: the squares on which a lion wins, of White and of Black
	more                 string
	material             string
}{
	{name: "two against one", files: 3, ranks: 5, pieces: "l:nAW", start: "3/3/lL1/1L1/3 b", material: "LLvL"},
	{name: "goals", files: 3, ranks: 4, pieces: "l:K c:mRcB", start: "l1c/3/3/CLL w", goals: "*4 *1", more: safe, material: "LLvLC"},
	{name: "in hand", files: 3, ranks: 3, pieces: "l:K c:fW", start: "l1c/3/C1L[] w", goals: "*3 *1",
		more: safe + "pieceDrops = true\ncapturesToHand = true\n", material: "L3C1"},
	{name: "pawns become lions", files: 3, ranks: 4, pieces: "l:K", start: "l1p/3/3/PL1 w",
		more: "pawn = p\npromotionPieceTypes = l\n" + promotion(4, 1), material: "LPvLP"},
	{name: "others count as lions", files: 3, ranks: 3, pieces: "s:FfW l:WfF", start: "ls1/3/1SL w",
		more: "promotedPieceType = s:l\n" + promotion(3, 1), material: "LSvLS"},
	{name: "always in reach", files: 2, ranks: 2, pieces: "l:K", start: "lL/1L w", material: "LLvL"},
	{name: "lame lions and goals", files: 4, ranks: 4, pieces: "l:nN c:nAcW", start: "l2c/4/4/C2L w", goals: "d4 a1", more: safe, material: "LCvLC"},
	{name: "lost in two before any round", files: 9, ranks: 1, pieces: "c:fW l:QrfZ", start: "l6LC b",
		more: "stalemateValue = loss\n", material: "LCvL"},
	{name: "over at the start", files: 3, ranks: 3, pieces: "l:K", start: "2l/3/L2 w", goals: "a1 a1", material: "LvL"},
}

// safe is the line by which a lion wins only on a goal where it cannot be captured.
const safe = "flagPieceSafe = true\n"

// promotion returns the lines for the ranks on which White and Black promote.
func promotion(white, black int) string {
	return fmt.Sprintf("promotionRank = %d\npromotionRegionWhite = *%d\npromotionRegionBlack = *%d\n", white, white, black)
}

// TestLions compares games with extinction with brute force.
func TestLions(t *testing.T) {
	for _, l := range lions {
		t.Run(l.name, func(t *testing.T) {
			var b strings.Builder
			fmt.Fprintf(&b, "[lions]\nmaxFile = %d\nmaxRank = %d\nstartFen = %s - - 0 1\n", l.files, l.ranks, l.start)
			b.WriteString("castling = false\ndoubleStep = false\nextinctionPieceTypes = l\nextinctionValue = loss\n")
			for i, piece := range strings.Fields(l.pieces) {
				fmt.Fprintf(&b, "customPiece%d = %s\n", i+1, piece)
			}
			if white, black, ok := strings.Cut(l.goals, " "); ok {
				fmt.Fprintf(&b, "flagPiece = l\nflagRegionWhite = %s\nflagRegionBlack = %s\n", white, black)
			}
			g := enginetest.Custom(t, b.String()+l.more, "lions")
			compare(t, g, parse(t, g, l.material), 200_000)
		})
	}
}
