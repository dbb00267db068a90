package protocol

import (
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

// TestRanksFromZero formats and parses moves on boards of nine, ten and eleven ranks.
func TestRanksFromZero(t *testing.T) {
	for _, test := range []struct{ size, fen, uci, here string }{
		{"9", "k3/4/4/4/4/4/4/4/3K w - - 0 1", "d1d2", "d1d2"},
		{"10", "k3/4/4/4/4/4/4/4/4/3K w - - 0 1", "d1d2", "d0d1"},
		{"10", "3K/P3/4/4/4/4/4/4/4/k3 w - - 0 1", "a9a10r", "a8a9r"},
		{"10", "3K/P3/4/4/4/4/4/4/4/k3 w - - 0 1", "d10c10", "d9c9"},
		{"11", "3K/4/4/4/4/4/4/4/4/4/k3 w - - 0 1", "d11d10", "d11d10"},
	} {
		text := "[tall]\nmaxFile = 4\nmaxRank = " + test.size + "\nking = k\npawn = p\nrook = r\ncastling = false\ndoubleStep = false\n" +
			"promotionPieceTypes = r\npromotionRegionWhite = *" + test.size + "\npromotionRegionBlack = *1\nstartFen = " + test.fen + "\n"
		g := enginetest.Custom(t, text, "tall")
		p, err := notation.Start(g)
		if err != nil {
			t.Fatal(err)
		}
		m, err := RanksFromZero{}.ParseMove(g, &p, test.here)
		if err != nil || notation.Move(g, &p, m) != test.uci || (RanksFromZero{}).Move(g, &p, m) != test.here {
			t.Errorf("%s ranks: %s is %v, %v; want %s", test.size, test.here, m, err, test.uci)
		}
		if m, err := (RanksFromZero{}).ParseMove(g, &p, "a99999999999999999999"); err == nil {
			t.Errorf("read as %v", m)
		}
	}
}
