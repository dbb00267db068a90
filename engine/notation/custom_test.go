package notation_test

import (
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

// customs are games with rules that the built-in ones lack.
const customs = `
[shogi]
maxRank = 5
maxFile = 5
king = k
shogiPawn = p
gold = g
silver = s
bishop = b
rook = r
dragonHorse = h
bers = d
startFen = rbsgk/4p/5/P4/KGSBR[] w - - 0 1
doubleStep = false
castling = false
promotionRank = 5
promotionRegionWhite = *5
promotionRegionBlack = *1
promotedPieceType = p:g s:g b:h r:d
pieceDrops = true
capturesToHand = true

[step:chess]
castlingKingsideFile = f

[odd:crazyhouse]
queen = -
customPiece1 = c:WD
customPiece2 = d:N
centaur = e
promotionPieceTypes = rc
startFen = 4k3/8/8/8/8/8/8/4K3[] w - - 0 1
castling = false
`

func TestHandOrder(t *testing.T) {
	tests := []struct{ variant, fen, want string }{
		{"shogi", "4k/5/5/5/K4[psbrgPSBRG]", "4k/5/5/5/K4[GPSRBgpsrb] w - - 0 1"},
		{"odd", "4k3/8/8/8/8/8/8/4K3[ecdpnbrPNBRDCE]", "4k3/8/8/8/8/8/8/4K3[DCERBNPdcerbnp] w - - 0 1"},
	}
	for _, test := range tests {
		g := enginetest.Custom(t, customs, test.variant)
		p := enginetest.Position(t, g, test.fen)
		if got := notation.FEN(g, &p); got != test.want {
			t.Errorf("%s is written %s, want %s", test.fen, got, test.want)
		}
	}
}

func TestShogiPromotion(t *testing.T) {
	g := enginetest.Custom(t, customs, "shogi")
	const quiet = "4k/1S3/5/5/K4[] w - - 0 1"   // promoted or not, no check
	const either = "5/3S1/1k3/5/K4[] w - - 0 1" // nothing to promote to give check
	tests := []struct{ fen, text, want string }{
		{quiet, "Sb5", "b4b5"},
		{quiet, "Sb5=", "b4b5+"},
		{quiet, "Sb5=+", "b4b5+"},
		{quiet, "Sb5=++", "b4b5+"},
		{quiet, "Sb5+", "ambiguous: Sb5 or Sb5=G"},
		{quiet, "Sb5=G", "b4b5+"},
		{quiet, "Sb5=S", "not legal here"},
		{either, "Sc5", "d4c5"},
		{"5/1Sk2/5/5/K4[] w - - 0 1", "Sb5+", "b4b5"}, // as a silver it gives check
		{"4k/1+S3/5/5/K4[] w - - 0 1", "+Sb5", "b4b5"},
		{"4k/1+S3/5/5/K4[] w - - 0 1", "Gb5", "b4b5"},
		{"4k/1+S3/5/5/K4[] w - - 0 1", "Sb5", "not legal here"},
		{"4k/1+S3/5/5/K4[S] w - - 0 1", "S@b5", "S@b5"},
	}
	for _, test := range tests {
		p := enginetest.Position(t, g, test.fen)
		got := ""
		if m, err := notation.ParseSAN(g, &p, test.text); err != nil {
			got = err.Error()
		} else {
			got = notation.Move(g, &p, m)
		}
		if !strings.HasSuffix(got, test.want) {
			t.Errorf("%s: %s reads as %s, want %s", test.fen, test.text, got, test.want)
		}
	}
}

// TestCastlingByOneStep checks castling to a square that the king reaches by an ordinary move.
func TestCastlingByOneStep(t *testing.T) {
	g := enginetest.Custom(t, customs, "step")
	p := enginetest.Position(t, g, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	for text, want := range map[string]string{"e1f1": "Kf1", "e1h1": "O-O+", "e1c1": "O-O-O", "e1a1": "O-O-O"} {
		m, err := notation.ParseMove(g, &p, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := notation.SAN(g, &p, m); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
		roundTrip(t, g, &p, m)
	}
}
