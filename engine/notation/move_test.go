package notation_test

import (
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

func TestMovesDiffer(t *testing.T) {
	games(t, func(t *testing.T, g *board.Game) {
		walk(t, g, 20, 150, func(p *board.Position, l *board.List) {
			seen := map[string]bool{}
			for _, m := range l.All() {
				text := notation.Move(g, p, m)
				if seen[text] {
					t.Fatalf("%s: %s names two moves", notation.FEN(g, p), text)
				}
				seen[text] = true
				for _, text := range []string{strings.ToUpper(text), strings.ToLower(text)} {
					if again, err := notation.ParseMove(g, p, text); err != nil || again != m {
						t.Fatalf("%s: %s reads as %v, %v", notation.FEN(g, p), text, again, err)
					}
				}
			}
		})
	})
}

func TestParseMove(t *testing.T) {
	const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	tests := []moveTest{
		{"tinyhouse", "fuwk/3p/P3/KWUF[] w - - 0 1", "a2a3", "a2a3"},
		{"tinyhouse", "3k/P3/4/K3[W] w - - 0 1", "A3A4W", "a3a4w"},
		{"tinyhouse", "3k/P3/4/K3[W] w - - 0 1", "w@b2", "W@b2"},
		{"tinyhouse", "3k/4/4/K3[p] b - - 0 1", "p@B2", "P@b2"},
		{"dobutsu", "2l/C2/3/2L[] w - - 0 1", "a3a4+", "a3a4+"},
		{"chess", castling, "e1g1", "e1g1"},
		{"chess", castling, "e1h1", "e1g1"},
		{"chess", castling, "e1c1", "e1c1"},
		{"chess", castling, "e1a1", "e1c1"},
		{"chess", castling, "e1f1", "e1f1"},
		{"chess", "4k3/8/8/4pP2/8/8/8/4K3 w - e6", "f5e6", "f5e6"},
		{"thinchess", "k/1/1/1/1/1/1/1/1/1/1/K w - - 0 1", "a1a2", "a1a2"},
		{"thinchess", "1/k/1/1/1/1/1/1/1/1/1/K b - - 0 1", "a11a12", "a11a12"},
		{"thinchess", "1/1/k/1/1/1/1/1/1/1/1/K b - - 0 1", "a10a11", "a10a11"},
	}
	checkMoves(t, tests, notation.ParseMove)
}

func TestParseMoveErrors(t *testing.T) {
	const start, mating = "fuwk/3p/P3/KWUF[P] w - - 0 1", "3k/P3/4/K3[W] w - - 0 1"
	tests := []moveTest{
		{"tinyhouse", start, "", `notation: move "": not a move`},
		{"tinyhouse", start, "0000", `notation: move "0000": not a move`},
		{"tinyhouse", start, "(none)", `notation: move "(none)": not a move`},
		{"tinyhouse", start, "a2", `not a move`},
		{"tinyhouse", start, "a2a3a4", `not a piece to promote to: "a4"`},
		{"tinyhouse", start, "a2a4", `notation: move "a2a4": not legal here`},
		{"tinyhouse", start, "a2a3w", `not legal here`},
		{"tinyhouse", start, "e2e4", `not a move`},
		{"tinyhouse", start, "d3d2", `not legal here`},
		{"tinyhouse", start, "P@a1", `not legal here`},
		{"tinyhouse", start, "@b2", `not a move`},
		{"tinyhouse", start, "P@", `not a move`},
		{"tinyhouse", start, "W@b2", `not legal here`},
		{"tinyhouse", start, "X@b2", `not legal here`},
		{"tinyhouse", mating, "a3a4", `not legal here`},
		{"tinyhouse", mating, "a3a4k", `not a piece to promote to: "k"`},
		{"tinyhouse", mating, "a3a4p", `not a piece to promote to: "p"`},
		{"tinyhouse", mating, "a3a4+", `not a piece to promote to: "+"`},
		{"dobutsu", "2l/C2/3/2L[] w - - 0 1", "a3a4", `not legal here`},
		{"dobutsu", "2l/C2/3/2L[] w - - 0 1", "a3a4h", `not legal here`},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1g1", `not legal here`},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1h1", `not legal here`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", strings.Repeat("e", 1<<20), `too long`},
	}
	checkMoveErrors(t, tests, notation.ParseMove)
}

// moveTest is a text that names the move want in UCI form, or gives an error with want.
type moveTest struct{ variant, fen, text, want string }

type moveParser func(g *board.Game, p *board.Position, text string) (board.Move, error)

func checkMoves(t *testing.T, tests []moveTest, parse moveParser) {
	t.Helper()
	for _, test := range tests {
		g := enginetest.Game(t, test.variant)
		p := enginetest.Position(t, g, test.fen)
		m, err := parse(g, &p, test.text)
		if err != nil {
			t.Errorf("%s: %v", test.fen, err)
		} else if got := notation.Move(g, &p, m); got != test.want {
			t.Errorf("%s: %s reads as %s, want %s", test.fen, test.text, got, test.want)
		}
	}
}

func checkMoveErrors(t *testing.T, tests []moveTest, parse moveParser) {
	t.Helper()
	for _, test := range tests {
		g := enginetest.Game(t, test.variant)
		p := enginetest.Position(t, g, test.fen)
		m, err := parse(g, &p, test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 200 {
			t.Errorf("%s: %.99q reads as %v, error %.300v, want %s", test.fen, test.text, m, err, test.want)
		}
	}
}
