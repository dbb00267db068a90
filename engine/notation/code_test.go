package notation_test

import (
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

const thinStart = "bk,br,bn,br,bn,x,x,wn,wr,wn,wr,wk:w"

func TestCode(t *testing.T) {
	g := enginetest.Game(t, "thinchess")
	p := enginetest.Position(t, g, "")
	if got := notation.Code(g, &p); got != thinStart {
		t.Errorf("start is %s, want %s", got, thinStart)
	}
	walk(t, g, 30, 150, func(p *board.Position, _ *board.List) {
		code := notation.Code(g, p)
		again, err := notation.ParsePosition(g, code)
		if err != nil {
			t.Fatal(err)
		}
		if notation.Code(g, &again) != code || again.Key() != p.Key() {
			t.Fatalf("%s reads as %s", code, notation.Code(g, &again))
		}
	})
	chess := enginetest.Game(t, "chess")
	p, _ = notation.Start(chess)
	if got := notation.Code(chess, &p); got != "" {
		t.Errorf("a board of eight files has the code %s", got)
	}
}

func TestParsePosition(t *testing.T) {
	g := enginetest.Game(t, "thinchess")
	want, _ := notation.Start(g)
	for _, text := range []string{
		thinStart,
		" BK, BR,bn,br,bn,x,X,wn,wr,wn,wr,wk : w ",
		"k/r/n/r/n/1/1/N/R/N/R/K w",
		"startpos",
	} {
		p, err := notation.ParsePosition(g, text)
		if err != nil || p != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestParseCodeErrors(t *testing.T) {
	tests := []struct{ variant, text, want string }{
		{"thinchess", "bk,wk", `notation: code "bk,wk": want the side to move at the end, :w or :b`},
		{"thinchess", "bk,wk:w", `notation: code "bk,wk:w": want 12 squares, have 2`},
		{"thinchess", "bk,wk:x", `side to move "x": want w or b`},
		{"thinchess", "bk,x,x,x,x,x,x,x,x,x,x,K:w", `square 12: "k": want x, or w or b and the letter of a piece`},
		{"thinchess", "bk,x,x,x,x,x,x,x,x,x,,wk:w", `square 11: "": want x`},
		{"thinchess", "bk,x,x,x,x,wq,x,x,x,x,x,wk:w", `square 6: "q" is not a piece of this game`},
		{"thinchess", "bk,wk,x,x,x,x,x,x,x,x,x,x:b", `the side not to move is in check`},
		{"thinchess", "bk,x,x,x,x,x,x,x,x,x,x,x:b", `each side needs exactly one king`},
		{"thinchess", strings.Repeat("bk,", 1<<20), `too long`},
		{"chess", thinStart, `the code is for boards of one file`},
	}
	for _, test := range tests {
		_, err := notation.ParsePosition(enginetest.Game(t, test.variant), test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %.99q: error %v, want %s", test.variant, test.text, err, test.want)
		}
	}
}

func TestCutEPD(t *testing.T) {
	const four, six = "3k/4/4/K3[P] w - -", "3k/4/4/K3[P] w - - 3 4"
	tests := []struct{ line, position, operations string }{
		{"", "", ""},
		{four, four, ""},
		{"  " + four + `  bm P@b2; id "a b";`, four, `bm P@b2; id "a b";`},
		{six + " bm P@b2;", six, "bm P@b2;"},
		{six + " 7", six, "7"},
		{"gle/1c1/1C1/ELG[-] w - 1 ce 3;", "gle/1c1/1C1/ELG[-] w - 1", "ce 3;"},
		{"3k/4/4/K3 w", "3k/4/4/K3 w", ""},
		{thinStart + " dm 3;", thinStart, "dm 3;"},
	}
	for _, test := range tests {
		position, operations := notation.CutEPD(test.line)
		if position != test.position || operations != test.operations {
			t.Errorf("%q is cut into %q and %q", test.line, position, operations)
		}
	}
}
