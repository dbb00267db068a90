package retro_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/solver/retro"
)

// over is a game that is over in every position: all squares are goals.
const over = `
[over]
maxRank = 3
maxFile = 3
customPiece1 = l:K
startFen = l2/3/L2 w - - 0 1
extinctionValue = loss
extinctionPieceTypes = l
flagPiece = l
flagRegionWhite = *1 *2 *3
flagRegionBlack = *1 *2 *3
whiteFlag = *1 *2 *3
blackFlag = *1 *2 *3
flagPieceSafe = false
stalemateValue = loss
doubleStep = false
castling = false
nMoveRule = 0
`

// TestOverEverywhere solves a game that is over in every position: that is an error, and no file
// remains.
func TestOverEverywhere(t *testing.T) {
	g := enginetest.Custom(t, over, "over")
	dir := t.TempDir()
	_, err := retro.Solve(context.Background(), g, parse(t, g, "LvL"), filepath.Join(dir, "t.tht"), retro.Options{Limits: solver.Limits{Memory: 1 << 30}})
	if err == nil || !strings.Contains(err.Error(), "over in every position") {
		t.Errorf("error %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
