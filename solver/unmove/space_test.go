package unmove_test

import (
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/brute"
	"tinyhouse/solver/unmove"
)

// customs are small variants with every rule that matters to reverse moves.
const customs = enginetest.Step + `
# pawns that start elsewhere than double steps, or cannot be where these end
[odd:step]
startFen = k1/2/p1/1P/2/1K w - - 0 1

[dead]
maxRank = 4
maxFile = 3
king = k
pawn = p
startFen = Ppk/3/P2/2K[] w - - 0 1
pieceDrops = true
capturesToHand = true
castling = false
promotionPieceTypes = -
mandatoryPawnPromotion = false
immobilityIllegal = true
doubleStepRegionWhite = *2
doubleStepRegionBlack = *3

# what is captured is gone, what is in hand was there from the start
[pocket:stephouse]
capturesToHand = false
startFen = k1/2/2/2/2/1K[RPrp] w - - 0 1

# Black promotes by capturing en passant, if it likes
[passant]
maxRank = 6
maxFile = 2
king = k
wazir = w
horse = h
pawn = p
startFen = kp/2/2/2/1P/K1 w - - 0 1
castling = false
mandatoryPawnPromotion = false
promotionRegionWhite = *6
promotionRegionBlack = *3 *2 *1
promotionPieceTypes = wh
doubleStepRegionWhite = *2
doubleStepRegionBlack = *6

[passanthouse:passant]
pieceDrops = true
capturesToHand = true
startFen = kp/2/2/2/1P/K1[] w - - 0 1

# shogi-style promotion, optional
[generals]
maxRank = 4
maxFile = 3
king = k
silver = s
gold = g
startFen = k1s/3/3/S1K[] w - - 0 1
castling = false
doubleStep = false
promotionRank = 4
promotionRegionWhite = *4
promotionRegionBlack = *1
promotedPieceType = s:g
pieceDrops = true
capturesToHand = true

# mandatory, with dead squares and one unpromoted lance a file
[lances]
maxRank = 4
maxFile = 3
king = k
lance = l
shogiKnight = n
gold = g
startFen = k1l/3/3/L1K[] w - - 0 1
castling = false
doubleStep = false
promotionRegionWhite = *4 *3
promotionRegionBlack = *1 *2
promotedPieceType = l:g n:g
mandatoryPiecePromotion = true
pieceDrops = true
capturesToHand = true
immobilityIllegal = true
dropNoDoubled = l

[lances-loose:lances]
mandatoryPiecePromotion = false
promotionRegionWhite = *4
promotionRegionBlack = *1

# pieces that capture otherwise than they move, lame leapers, limited sliders, riders
[zoo]
maxRank = 4
maxFile = 4
king = k
customPiece1 = a:mQcR
customPiece2 = b:mRcfN
customPiece3 = c:nNnA
customPiece4 = d:R2fB2
customPiece5 = e:cNmnDfF
customPiece6 = f:fDDsR
startFen = 3k/4/4/K3 w - - 0 1
castling = false

# a king with moves of its own
[strange]
maxRank = 4
maxFile = 3
customPiece1 = w:W
king = k:mnNcFfR
pawn = p
startFen = k2/1p1/1P1/K2[] w - - 0 1
castling = false
doubleStep = false
mandatoryPawnPromotion = false
promotionRegionWhite = *4 *3
promotionRegionBlack = *1 *2
promotionPieceTypes = w
pieceDrops = true
capturesToHand = true
dropNoDoubled = p
immobilityIllegal = true

# games that end on a goal, or when something has run out
[race:strange]
flagPiece = k
flagRegionWhite = *4
flagRegionBlack = *1
flagPieceSafe = true
extinctionPieceTypes = w
extinctionValue = loss
startFen = kw1/3/3/KW1[] w - - 0 1
`

// TestSpaces takes back the moves of every position of some spaces, and of what their moves
// lead to, and compares with all moves forward.
func TestSpaces(t *testing.T) {
	for _, test := range []struct{ variant, material string }{
		{"step", "KPvKP"},
		{"odd", "KPvKP"},
		{"dead", "P2"},
		{"stephouse", "P2"},
		{"stephouse", "P1R1"},
		{"pocket", "KRvKP"},
		{"pocket", "KPvKP"},
		{"passant", "KPvKP"},
		{"passanthouse", "P1H1"},
		{"generals", "S2"},
		{"lances", "L2"},
		{"lances-loose", "N1G1"},
		{"zoo", "KAvKB"},
		{"zoo", "KCvKD"},
		{"zoo", "KEvKF"},
		{"zoo", "KCEvK"},
		{"strange", "P2"},
		{"strange", "P1W1"},
		{"race", "P1W2"},
		{"race", "W3"},
		{"dobutsu", "L2C1"},
		{"dobutsu", "L2E1"},
		{"peasants1", ""},
		{"peasants2", "PPvPP"},
		{"peasants3", "PPvPP"},
		{"chess", "KvK"},
		{"gardner", "KPvK"},
		{"losalamos", "KNvK"},
		{"thinchess8", ""},
		{"tinyhouse", "P1"},
	} {
		t.Run(test.variant+test.material, func(t *testing.T) {
			compareSpace(t, enginetest.Custom(t, customs, test.variant), test.material)
		})
	}
}

// arrivals is the predecessors of a position: how many there are, and a sum of numbers of
// theirs that tells whether they are the same.
type arrivals struct {
	n   int
	sum uint64
}

func (a *arrivals) add(q int, by string) {
	a.n++
	x := uint64(q)*0x9e3779b97f4a7c15 + 1
	for _, c := range []byte(by) {
		x = (x ^ uint64(c)) * 0x100000001b3
	}
	a.sum += x ^ x>>29
}

func compareSpace(t *testing.T, g *board.Game, text string) {
	s, err := brute.New(g, brute.Material(materialOf(t, g, text)), 300_000)
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() && s.Len() > 60_000 {
		t.Skipf("SKIPPED: %d positions; run it without -short", s.Len())
	}
	forward, edges := map[board.Position]arrivals{}, 0
	var l board.List
	for i := range s.Len() {
		q := s.At(i)
		forward[plain(q)] = forward[plain(q)] // nothing may lead to it
		g.Moves(q, &l)
		for _, m := range l.All() {
			var p board.Position
			g.Apply(&p, q, m)
			a := forward[plain(&p)]
			a.add(i, changeOf(g, q, m))
			forward[plain(&p)] = a
			edges++
		}
	}
	u, c := unmove.New(g), newChecker(t, g)
	for p, want := range forward {
		var got arrivals
		u.Before(&p, func(q *board.Position, by unmove.Change) {
			if i, ok := s.Find(q); ok {
				got.add(i, textOf(by))
			} else if !c.legal(q) { // it may be of other material, or the game may be over
				t.Fatalf("%s: predecessor %s is illegal", c.name(&p), c.name(q))
			}
		})
		if got != want {
			c.backward(&p)
			t.Fatalf("%s: %d predecessors, want %d", c.name(&p), got.n, want.n)
		}
	}
	t.Logf("%d positions, %d edges", s.Len(), edges)
}

// materialOf is solver.Parse.
func materialOf(t *testing.T, g *board.Game, text string) solver.Material {
	t.Helper()
	m, err := solver.Parse(g, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
