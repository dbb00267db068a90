package notation_test

import (
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

func TestEPD(t *testing.T) {
	tests := []struct{ variant, text, want string }{
		{"tinyhouse", "fuwk/3p/P3/KWUF[] w - -", "fuwk/3p/P3/KWUF[] w - -"},
		{"tinyhouse", "startpos", "fuwk/3p/P3/KWUF[] w - -"},
		{"tinyhouse", "fuwk/3p/P3/KWUF[] b - - 3 7 bm Kc3 c4d4;id x;  ", `fuwk/3p/P3/KWUF[] b - - bm Kc3 c4d4; id "x"; hmvc 3; fmvn 7;`},
		{"tinyhouse", `fuwk/3p/P3/KWUF w - - fmvn 7; hmvc 3; c0 "a;b" "c d" e; noop; x ""`, `fuwk/3p/P3/KWUF[] w - - c0 "a;b" "c d" e; noop; x ""; hmvc 3; fmvn 7;`},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400;"},
		{"tinyhouse", `fuwk/3p/P3/KWUF[] w - - id "a \"b\" \\ c\""; c0 "\"";`, `fuwk/3p/P3/KWUF[] w - - id "a \"b\" \\ c\""; c0 "\"";`},
		{"tinyhouse", `fuwk/3p/P3/KWUF[] w - - id "C:\x";`, `fuwk/3p/P3/KWUF[] w - - id "C:\\x";`},
		{"thinchess", thinStart + " id one", `k/r/n/r/n/1/1/N/R/N/R/K w - - id "one";`},
	}
	for _, test := range tests {
		g := enginetest.Game(t, test.variant)
		e, err := notation.ParseEPD(g, test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if got := notation.FormatEPD(g, &e); got != test.want {
			t.Errorf("%q is written %s, want %s", test.text, got, test.want)
		}
	}
}

func TestEPDErrors(t *testing.T) {
	const p = "fuwk/3p/P3/KWUF[] w - - "
	for text, want := range map[string]string{
		"nonsense":                            `notation: fen "nonsense"`,
		p + `id "x`:                           "want another quotation mark",
		p + `id "x\";`:                        "want another quotation mark",
		p + "7bm x;":                          `notation: epd "7bm x;": operation "7bm": want a name that begins with a letter`,
		p + `bm x; "y" z;`:                    `operation "\"y\""`,
		p + "hmvc x;":                         "operation hmvc: want a number",
		p + "fmvn 99999;":                     "a move counter is out of range",
		p + "x " + strings.Repeat("y", 1<<17): "too long",
	} {
		if _, err := notation.ParseEPD(enginetest.Game(t, "tinyhouse"), text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: error %v, want %s", text, err, want)
		}
	}
}

func TestEPDOps(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	e, err := notation.ParseEPD(g, "fuwk/3p/P3/KWUF[] w - - bm a3 Wb2; am Wc2; bm x;")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Moves(g, "am"); err == nil || !strings.Contains(err.Error(), `"Wc2": not legal here`) {
		t.Errorf("am: %v", err)
	}
	moves, err := e.Moves(g, "bm")
	if err != nil || len(moves) != 2 || notation.Move(g, &e.Position, moves[1]) != "b1b2" {
		t.Errorf("bm: %v, %v", moves, err)
	}
	e.Set("am")
	e.Set("bm", "a3")
	e.Set("ce", "12")
	e.Set("id", `a "quoted" name`)
	if got, want := notation.FormatEPD(g, &e), `fuwk/3p/P3/KWUF[] w - - bm a3; bm x; ce 12; id "a \"quoted\" name";`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	e.Set("bm")
	if _, ok := e.Op("bm"); ok {
		t.Error("there still is a bm")
	}
}

func TestSFEN(t *testing.T) {
	tests := []struct{ variant, text, want string }{
		{"dobutsu", "sfen gle/1c1/1C1/ELG b - 1", "gle/1c1/1C1/ELG b - 1"},
		{"dobutsu", "gle/3/1C1/ELG w c 2", "gle/3/1C1/ELG w c 2"},
		{"dobutsu", "gle/3/3/ELG b CC", "gle/3/3/ELG b 2C 1"},
		{"tinyhouse", "3k/1W~2/4/K3 w 2Pp 8", "3k/1W~2/4/K3 w 2Pp 8"},
		{"thinchess8", "k/r/n/1/1/N/R/K b", "k/r/n/1/1/N/R/K b - 1"},
	}
	for _, test := range tests {
		g := enginetest.Game(t, test.variant)
		p, err := notation.ParseSFEN(g, test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
		} else if got := notation.SFEN(g, &p); got != test.want {
			t.Errorf("%q is written %s, want %s", test.text, got, test.want)
		}
	}
	for text, want := range map[string]string{
		"":                            `notation: sfen "": want a board`,
		"fuwk/3p/P3/KWUF x":           `side to move "x": want b`,
		"fuwk/3p/P3/KWUF b - x":       `move number "x"`,
		"fuwk/3p/P3/KWUF[P] b p 1":    "beside the board",
		"fuwk/3p/P3/KWUF b z 1":       `"z" is not a piece`,
		"fuwk/3p/P3/KWUU b - 1":       "",
		"fuwk/3p/P3/1WUU b - 1":       "exactly one king",
		"fuwk/3p/P3/KWUF b - 1 extra": "have 5 fields",
	} {
		if _, err := notation.ParseSFEN(enginetest.Game(t, "tinyhouse"), text); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// TestDialects writes random positions in every dialect that can hold them, and reads them.
func TestDialects(t *testing.T) {
	games(t, func(t *testing.T, g *board.Game) {
		walk(t, g, 5, 80, func(p *board.Position, _ *board.List) {
			if again, err := notation.ParseFEN(g, notation.SlashFEN(g, p)); err != nil || again != *p {
				t.Fatalf("%s: %v", notation.SlashFEN(g, p), err)
			}
			text := notation.SFEN(g, p)
			if text == "" {
				return
			}
			again, err := notation.ParseSFEN(g, text)
			if err != nil || again.Key() != p.Key() || again.Fullmove() != p.Fullmove() {
				t.Fatalf("%s is read as %s, %v", text, notation.FEN(g, &again), err)
			}
		})
	})
}
