package notation_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

// games runs f with every built-in variant.
func games(t *testing.T, f func(t *testing.T, g *board.Game)) {
	for _, g := range enginetest.Games(t) {
		t.Run(g.Variant().Name, func(t *testing.T) { f(t, g) })
	}
}

// walk plays n random games of at most plies from the start and calls visit with every position and its
// legal moves.
func walk(t *testing.T, g *board.Game, n, plies int, visit func(p *board.Position, l *board.List)) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		enginetest.Walk(t, g, r, plies, func(p *board.Position) {
			var l board.List
			g.Moves(p, &l)
			visit(p, &l)
		})
	}
}

func TestStart(t *testing.T) {
	games(t, func(t *testing.T, g *board.Game) {
		p := enginetest.Position(t, g, "")
		if got := notation.FEN(g, &p); got != g.Variant().Start {
			t.Errorf("start is %s, want %s", got, g.Variant().Start)
		}
	})
}

var readable = []struct{ variant, text, want string }{
	{"tinyhouse", "fuwk/3p/P3/KWUF[] w - - 0 1", "fuwk/3p/P3/KWUF[] w - - 0 1"},
	{"tinyhouse", "fuwk/3p/P3/KWUF[-] w - - 0 1", "fuwk/3p/P3/KWUF[] w - - 0 1"},
	{"tinyhouse", "fuwk/3p/P3/KWUF w - - 0 1", "fuwk/3p/P3/KWUF[] w - - 0 1"},
	{"tinyhouse", "fuwk/3p/P3/KWUF/ b - - 0 1", "fuwk/3p/P3/KWUF[] b - - 0 1"},
	{"tinyhouse", "3k/4/4/K3/pPuUfwW w - - 3 4", "3k/4/4/K3[WUPwufp] w - - 3 4"},
	{"tinyhouse", "3k/4/4/K3[2PWp2w] w - - 3 4", "3k/4/4/K3[WPPwwp] w - - 3 4"},
	{"tinyhouse", "3k/4/4/K3[PpPWww]", "3k/4/4/K3[WPPwwp] w - - 0 1"},
	{"tinyhouse", "3k/4/4/K3 [Pp] b", "3k/4/4/K3[Pp] b - - 0 1"},
	{"tinyhouse", "3k/4/4/K3[Pp]_b_-_-_7_9", "3k/4/4/K3[Pp] b - - 7 9"},
	{"tinyhouse", "  3k/4/4/K3[Pp]\tb\n- - 7 ", "3k/4/4/K3[Pp] b - - 7 1"},
	{"tinyhouse", "3k/1W~2/2f~1/K3[] w - - 0 0", "3k/1W~2/2f~1/K3[] w - - 0 1"},
	{"tinyhouse", "3k/4/4/K3 w 2Pw 5", "3k/4/4/K3[PPw] w - - 0 5"},
	{"tinyhouse", "3k/4/4/K3/Pp w - 5", "3k/4/4/K3[Pp] w - - 0 5"},
	{"dobutsu", "gle/1c1/1C1/ELG[-] w - 1", "gle/1c1/1C1/ELG[] w - - 0 1"},
	{"dobutsu", "gle/1c1/1C1/ELG[-] w 2 3", "gle/1c1/1C1/ELG[] w - - 2 3"},
	{"dobutsu", "gle/1+c1/1C1/ELG[GcECeg] b", "gle/1+c1/1C1/ELG[GCEgce] b - - 0 1"},
	{"dobutsu", "gle/1c1/1C1/ELG b Ce2G 7", "gle/1c1/1C1/ELG[GGCe] b - - 0 7"},
	{"crazyhouse", "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/n w KQkq - 0 1",
		"rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[n] w KQkq - 0 1"},
	{"crazyhouse", "r3k2r/8/8/8/8/8/8/R3K2R[pnbrqQRBNP] b kqQ - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R[QRBNPqrbnp] b Qkq - 0 1"},
	{"crazyhouse", "4k2Q~/8/8/8/8/8/8/4K3 b", "4k2Q~/8/8/8/8/8/8/4K3[] b - - 0 1"},
	{"crazyhouse", "4k3/8/8/8/8/8/8/4K3 w 2Qp 3", "4k3/8/8/8/8/8/8/4K3[QQp] w - - 0 3"},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w HAq", "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1"},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R[-] w ha - 4 5", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 4 5"},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq 7", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 7"},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w 7", "r3k2r/8/8/8/8/8/8/R3K2R w - - 7 1"},
	{"chess", "4k3/8/8/4pP2/8/8/8/4K3 w - e6", "4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1"},
	{"chess", "4k3/8/8/4p3/8/8/8/4K3 w - e6", "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1"},
	{"chess", "4k3/8/8/8/8/8/Q~7/4K3 w", "4k3/8/8/8/8/8/Q7/4K3 w - - 0 1"},
	{"thinchess", "k/2/1/8/K b - - 0 1", ""},
	{"thinchess", "k/r/n/r/n/1/1/N/R/N/R/K w", "k/r/n/r/n/1/1/N/R/N/R/K w - - 0 1"},
	{"peasants1", "1/p/p/1/1/P/P/1 b - - 12 34", "1/p/p/1/1/P/P/1 b - - 12 34"},
}

func TestParseFEN(t *testing.T) {
	for _, test := range readable {
		g := enginetest.Game(t, test.variant)
		p, err := notation.ParseFEN(g, test.text)
		switch {
		case test.want == "" && err == nil:
			t.Errorf("%s: %q is read as %s", test.variant, test.text, notation.FEN(g, &p))
		case test.want == "":
		case err != nil:
			t.Errorf("%s: %v", test.variant, err)
		case notation.FEN(g, &p) != test.want:
			t.Errorf("%s: %q is read as %s, want %s", test.variant, test.text, notation.FEN(g, &p), test.want)
		}
	}
}

var unreadable = []struct{ variant, text, want string }{
	{"tinyhouse", "", `notation: fen "": empty`},
	{"tinyhouse", "__", `notation: fen "__": empty`},
	{"tinyhouse", "4/4", `notation: fen "4/4": want 4 ranks, have 2`},
	{"tinyhouse", "fuwk/3p/P3/KWUF/P/P", `want 4 ranks, have 6`},
	{"tinyhouse", "fuwk/3p/P4/KWUF w", `rank 2 "P4": want 4 squares, have 5`},
	{"tinyhouse", "fuwk/3p/P2/KWUF w", `rank 2 "P2": want 4 squares, have 3`},
	{"tinyhouse", "fuwk/3p/PPPPPPPP/KWUF w", `want 4 squares, have 5 or more`},
	{"tinyhouse", "fuwk/3p/P0P2/KWUF w", `"0" is not a number of empty squares`},
	{"tinyhouse", "fuwk/3p/P999999999999999999999/KWUF w", `is not a number of empty squares`},
	{"tinyhouse", "fuwk/3p/P3/KQUF w", `rank 1 "KQUF": "Q" is not a piece of this game`},
	{"tinyhouse", "fuwk/3p/P3/KW\xffF w", `is not a piece of this game`},
	{"tinyhouse", "fuwk/3p/+P3/KWUF w", `"P" has no promoted form`},
	{"tinyhouse", "fuwk/3p/P2+/KWUF w", `no piece after +`},
	{"tinyhouse", "fuwk/3p/P~3/KWUF w", `marked as promoted`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[P w", `hand "[P": want ] at the end`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[P]P w", `want ] at the end`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[2] w", `hand "2": a number without pieces`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[0P] w", `a number without pieces`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[PX] w", `hand "PX": "X" is not a piece of this game`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[K] w", `a hand holds a piece that it cannot hold`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[99999999999999999999P] w", `too many pieces`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[] x", `side to move "x": want w or b`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[] w KQkq - 0 1", `castling "KQkq": the game has none`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[] w - a3 0 1", `no double step leads to the en passant square`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[] w - z9 0 1", `en passant "z9": want a square or -`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[] w - - x 1", `"x": want a number`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[] w - - 0 1 2", `"2": one field too many`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[] w - - 0 x", `move counter "x" is out of range`},
	{"tinyhouse", "fuwk/3p/P3/KWUF[] w - - 0 99999", `a move counter is out of range`},
	{"tinyhouse", "fuw1/3p/P3/KWUF w", `each side needs exactly one king`},
	{"dobutsu", "gle/1c1/1C~1/ELG w", `"C" is written +C when promoted`},
	{"dobutsu", "gle/1c1/1C1/+ELG w", `"E" has no promoted form`},
	{"chess", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", `a castling right lacks its king or rook`},
	{"chess", "4k3/8/8/8/8/8/8/4K3 w Kx - 0 1", `castling "Kx": want some of KQkq or -`},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", `castling "KK": want some of`},
	{"chess", "4k3/8/8/8/8/8/8/4K3/P w - - 0 1", `want 8 ranks, have 9`},
	{"chess", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", `a hand holds a piece that it cannot hold`},
	{"chess", "4k3/8/8/8/8/8/4P~3/4K3 w - - 0 1", `marked as promoted`},
	{"chess", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", `the side not to move is in check`},
	{"thinchess", "k/12/K w", `want 12 ranks, have 3`},
}

func TestParseFENErrors(t *testing.T) {
	for _, test := range unreadable {
		_, err := notation.ParseFEN(enginetest.Game(t, test.variant), test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %q: error %v, want %s", test.variant, test.text, err, test.want)
		}
	}
}

func TestFaultIsWrapped(t *testing.T) {
	var fault board.Fault
	_, err := notation.ParseFEN(enginetest.Game(t, "chess"), "8/8/8/8/8/8/8/8 w")
	if !errors.As(err, &fault) || fault != board.KingCount {
		t.Errorf("error %v holds fault %d", err, fault)
	}
}

func TestParseFENLong(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	for _, unit := range []string{"/", "1", "[", "P", " ", "_", "+", "k/", "\xff", "€"} {
		start := time.Now()
		_, err := notation.ParseFEN(g, strings.Repeat(unit, 1<<20))
		if err == nil || len(err.Error()) > 500 {
			t.Errorf("a million %q: error %.600v", unit, err)
		}
		if d := time.Since(start); d > time.Second {
			t.Errorf("a million %q: %v", unit, d)
		}
	}
}
