package solver_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
)

func TestMaterialText(t *testing.T) {
	for _, test := range []struct {
		variant, text, want string
		pieces              int
	}{
		{"tinyhouse", "W1U1F0P1", "W1U1F0P1", 3},
		{"tinyhouse", "p2w1", "W1U0F0P2", 3},
		{"tinyhouse", "W0", "W0U0F0P0", 0},
		{"crazyhouse", "P16n4", "N4B0R0Q0P16", 20},
		{"dobutsu", "L2C1", "L2C1H0E0G0", 3},
		{"chess", "KQvK", "KQvK", 1},
		{"chess", "PPKNBvKPR", "KBNPPvKRP", 6},
		{"chess", "KvK", "KvK", 0},
		{"thinchess", "KRNRvKN", "KNRRvKN", 4},
		{"peasants", "PPvP", "PPvP", 3},
		{"peasants", "vP", "vP", 1},
	} {
		g := enginetest.Game(t, test.variant)
		m, err := solver.Parse(g, test.text)
		if err != nil {
			t.Errorf("%s %q: %v", test.variant, test.text, err)
			continue
		}
		if got := m.Text(g); got != test.want || m.Len() != test.pieces {
			t.Errorf("%s %q: %q with %d pieces, want %q with %d", test.variant, test.text, got, m.Len(), test.want, test.pieces)
		}
		if again, err := solver.Parse(g, m.Text(g)); err != nil || again != m {
			t.Errorf("%s %q: %q reads back as %v, %v", test.variant, test.text, m.Text(g), again, err)
		}
	}
}

func TestMaterialErrors(t *testing.T) {
	for _, test := range []struct {
		variant, text, want string
	}{
		{"tinyhouse", "W1U", "U has no number"},
		{"tinyhouse", "W1X1", `'X' names no piece`},
		{"tinyhouse", "W1 U1", `' ' names no piece`},
		{"tinyhouse", "11", `'1' names no piece`},
		{"tinyhouse", "W1w1", "W is given twice"},
		{"tinyhouse", "K1W1", "kings are not counted"},
		{"tinyhouse", "W99999999999999999999999", "too many"},
		{"tinyhouse", "W100U100", "200 pieces, at most 125"},
		{"chess", "KQK", "want White's pieces, v, Black's pieces"},
		{"chess", "KQvKvK", "want White's pieces, v, Black's pieces"},
		{"chess", "KqvK", `'q' names no piece of this game in upper case`},
		{"chess", "QvK", `0 kings in "Q"`},
		{"chess", "KvKK", `2 kings in "KK"`},
		{"chess", "KvK" + strings.Repeat("Q", 200), "200 pieces"},
	} {
		_, err := solver.Parse(enginetest.Game(t, test.variant), test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "solver: ") {
			t.Errorf("%s %q: error %v, want one with %q", test.variant, test.text, err, test.want)
		}
	}
}

func TestWithin(t *testing.T) {
	for _, test := range []struct {
		variant, text string
		want          bool
	}{
		{"tinyhouse", "W2U2F2P2", true},
		{"tinyhouse", "W0", true},
		{"tinyhouse", "W3", false},
		{"tinyhouse", "W2P3", false},
		{"dobutsu", "L2H1", false}, // a hen is a chick
		{"chess", "KQQQQQQQQQvK", true},
		{"chess", "KQQQQQQQQQQvK", false},
		{"chess", "KQQPPPPPPPvKRRR", true},
		{"chess", "KQQPPPPPPPPvK", false},
		{"chess", "KvKPPPPPPPPP", false},
		{"thinchess8", "KRRvK", false},
		{"peasants1", "PvPP", true},
		{"peasants1", "PPPvPP", false},
	} {
		g := enginetest.Game(t, test.variant)
		m, err := solver.Parse(g, test.text)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := solver.Start(g)
		if got := m.Within(g, &whole); err != nil || got != test.want {
			t.Errorf("%s %s: %v, %v", test.variant, test.text, got, err)
		}
	}
}

func TestWithinPromotions(t *testing.T) {
	g := enginetest.Custom(t, "[knightless:chess]\npromotionPieceTypes = qr\n", "knightless")
	whole := parseFor(t, g, "KPvK")
	for text, want := range map[string]bool{"KRvK": true, "KNvK": false, "KvK": true, "KvKR": false} {
		m := parseFor(t, g, text)
		if got := m.Within(g, &whole); got != want {
			t.Errorf("%s within KPvK: %v", text, got)
		}
	}
}

func parseFor(t *testing.T, g *board.Game, text string) solver.Material {
	t.Helper()
	m, err := solver.Parse(g, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestParse reads what Text writes. The empty text is the start position, but no units.
func TestParse(t *testing.T) {
	for _, name := range []string{"tinyhouse", "chess", "dobutsu", "thinchess"} {
		g := enginetest.Game(t, name)
		start, err := solver.Start(g)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"", start.Text(g)} {
			if m, err := solver.Parse(g, text); err != nil || m != start {
				t.Errorf("%s %q: %v, %v", name, text, m.Text(g), err)
			}
		}
	}
	if _, err := solver.ParseUnits(enginetest.Game(t, "tinyhouse"), ""); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("no units: %v", err)
	}
}

func TestMaterialOfOtherGames(t *testing.T) {
	if _, err := solver.ParseUnits(enginetest.Game(t, "chess"), "Q1"); err == nil || !strings.Contains(err.Error(), "keep their colour") {
		t.Errorf("units in a game without drops: %v", err)
	}
	if _, err := solver.ParseMaterial(enginetest.Game(t, "tinyhouse"), "KWvK"); err == nil || !strings.Contains(err.Error(), "change sides") {
		t.Errorf("material in a game with drops: %v", err)
	}
}

func TestStart(t *testing.T) {
	for variant, want := range map[string]string{
		"tinyhouse": "W2U2F2P2",
		"dobutsu":   "L2C2H0E2G2",
		"thinchess": "KNNRRvKNNRR",
		"peasants1": "PPvPP",
		"chess":     "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP",
	} {
		g := enginetest.Game(t, variant)
		m, err := solver.Start(g)
		if got := m.Text(g); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", variant, got, err, want)
		}
	}
}

// pieces are pieces on the board; the promoted ones are in the second element.
type pieces [2]solver.Material

func (m pieces) Count(c board.Color, k board.Kind, promoted bool) int {
	if promoted {
		return m[1][c][k]
	}
	return m[0][c][k]
}

func (m pieces) Hand(board.Color) board.Hand { return 0 }

func TestHolds(t *testing.T) {
	for _, c := range []struct {
		variant, material, pieces, promoted string
		want                                bool
	}{
		{"chess", "KRvK", "KRvK", "", true},
		{"chess", "KRvK", "KvK", "", true},
		{"chess", "KRvK", "KvKR", "", false},
		{"chess", "KPvK", "KQvK", "", true},
		{"chess", "KPPvK", "KQPvK", "", true},
		{"chess", "KPPvK", "KQPPvK", "", false},
		{"chess", "KPPvKR", "KQNvKR", "", true},
		{"chess", "KPvK", "KQRvK", "", false},
		{"tinyhouse", "P1W1", "P1W1", "", true},
		{"tinyhouse", "P1W1", "W1", "F1", true},
		{"tinyhouse", "P1W1", "W2", "", false},
		{"tinyhouse", "P1W1", "W1", "", false},
	} {
		g := enginetest.Game(t, c.variant)
		m, err := solver.Parse(g, c.material)
		if err != nil {
			t.Fatal(err)
		}
		var has pieces
		for i, text := range []string{c.pieces, c.promoted} {
			if text != "" {
				if has[i], err = solver.Parse(g, text); err != nil {
					t.Fatal(err)
				}
			}
		}
		if g.HasKing() {
			has[0][board.White][board.King], has[0][board.Black][board.King] = 1, 1
		}
		if got := m.Holds(g, has); got != c.want {
			t.Errorf("%s %s holds %s %s: %v", c.variant, c.material, c.pieces, c.promoted, got)
		}
	}
}

// inHand has a piece in White's hand, and kings on the board.
type inHand struct {
	pieces
	hand board.Hand
}

func (h inHand) Hand(c board.Color) board.Hand {
	if c == board.White {
		return h.hand
	}
	return 0
}

// TestHoldsHand says that no promoted pawn is in a hand where captured pieces leave the game.
func TestHoldsHand(t *testing.T) {
	g := enginetest.Custom(t, "[dropping:chess]\npieceDrops = true\n", "dropping")
	m := parseFor(t, g, "KPvK")
	for letter, want := range map[byte]bool{'p': true, 'q': false} {
		k, _ := g.KindOf(letter)
		has := inHand{hand: board.Hand(1) << (8 * k)}
		has.pieces[0][0][board.King], has.pieces[0][1][board.King] = 1, 1
		if got := m.Holds(g, has); got != want {
			t.Errorf("KPvK holds %c in hand: %v", letter, got)
		}
	}
}

func TestResult(t *testing.T) {
	r := solver.Result{Variant: "any"}
	if want := "variant: any\npositions: 0\nwins: 0\nlosses: 0\ndraws: 0\nlongest: -\nstart: -\ntable: -\n"; r.String() != want {
		t.Errorf("got\n%swant\n%s", &r, want)
	}
	for i, v := range []score.Exact{{}, score.LossIn(0), score.WinIn(3), score.LossIn(3), score.WinIn(1), {}} {
		r.Add(v, 1, func() string { return string(rune('a' + i)) })
	}
	checkJSON(t, &solver.Result{Variant: "any"}, `{"variant":"any","positions":0,"wins":0,"losses":0,"draws":0,"longest":null,"start":null,"table":null}`)
	r.Start = &score.Exact{Outcome: score.Win, Plies: 1}
	r.Table, r.Bytes = "t.th", 99
	checkJSON(t, &r, `{"variant":"any","positions":6,"wins":2,"losses":2,"draws":2,"longest":{"value":"win","plies":3,"fen":"c"},`+
		`"start":{"value":"win","plies":1},"table":{"file":"t.th","bytes":99}}`)
	hashed := &solver.Result{Variant: "any", Bound: "at least draw", Hashed: true}
	if !strings.Contains(hashed.String(), "\nstart: at least draw (unverified: hashed positions)\n") {
		t.Errorf("got\n%s", hashed)
	}
	checkJSON(t, hashed, `{"variant":"any","positions":0,"wins":0,"losses":0,"draws":0,"longest":null,"start":null,"table":null,"unverified":"hashed positions"}`)
	checkJSON(t, &solver.Result{Start: &score.Exact{}}, `{"variant":"","positions":0,"wins":0,"losses":0,"draws":0,"longest":null,"start":{"value":"draw"},"table":null}`)
	if want := "variant: any\npositions: 6\nwins: 2\nlosses: 2\ndraws: 2\nlongest: 3 c\nstart: win 1\ntable: t.th 99\n"; r.String() != want {
		t.Errorf("got\n%swant\n%s", &r, want)
	}
}

func checkJSON(t *testing.T, r *solver.Result, want string) {
	t.Helper()
	if got, err := json.Marshal(r); err != nil || string(got) != want {
		t.Errorf("got\n%s %v\nwant\n%s", got, err, want)
	}
}

func TestSolvable(t *testing.T) {
	for ini, solvable := range map[string]bool{"": true, "nFoldValue = loss": false, "nFoldValue = win": false, "nFoldValue = loss\nnFoldRule = 0": true} {
		g := enginetest.Custom(t, "[again:tinyhouse]\n"+ini, "again")
		if err := solver.Solvable(g); (err == nil) != solvable || err != nil && !strings.Contains(err.Error(), "again") {
			t.Errorf("%q: %v", ini, err)
		}
	}
}
