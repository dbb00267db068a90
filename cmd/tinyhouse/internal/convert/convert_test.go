package convert

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

var many = flag.Int("games", 30, "random games of each variant to convert through all notations")

// run runs a conversion that must succeed.
func run(t *testing.T, g *board.Game, text string, from, to input.Format, all bool) string {
	t.Helper()
	var out strings.Builder
	start, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Game: g, Start: start, From: from, To: to, All: all, Bad: func(line int, err error) {
		t.Errorf("%s: %s to %s: line %d: %v", g.Variant().Name, from, to, line, err)
	}}
	if _, _, err := Run(context.Background(), strings.NewReader(text), &out, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// randomGame returns the moves of a random game in UCI form, and its positions.
func randomGame(t *testing.T, g *board.Game, r *rand.Rand) (moves string, fens []string) {
	p, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for range 10 + r.IntN(120) {
		fens = append(fens, notation.FEN(g, &p))
		var l board.List
		if g.Moves(&p, &l); l.Len() == 0 || g.Decided(&p).Over() {
			return strings.Join(words, " "), fens
		}
		m := l.At(r.IntN(l.Len()))
		words = append(words, notation.Move(g, &p, m))
		g.Apply(&p, &p, m)
	}
	return strings.Join(words, " "), append(fens, notation.FEN(g, &p))
}

// TestRoundTrips converts random games of every variant from UCI to SAN and back, to positions, and to
// PGN and from there to all of them again. -games sets their number.
func TestRoundTrips(t *testing.T) {
	if testing.Short() {
		*many = min(*many, 10)
	}
	for _, g := range enginetest.Games(t) {
		t.Run(g.Variant().Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, 7))
			for left := *many; left > 0 && !t.Failed(); left -= 100 {
				var lines, positions []string
				for range min(left, 100) {
					moves, fens := randomGame(t, g, r)
					lines, positions = append(lines, moves), append(positions, fens...)
				}
				roundTrips(t, g, strings.Join(lines, "\n")+"\n", strings.Join(positions, "\n")+"\n")
			}
		})
	}
}

// roundTrips converts games through all notations: moves and positions must stay the same.
func roundTrips(t *testing.T, g *board.Game, moves, fens string) {
	same := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s:\ngot  %.2000s\nwant %.2000s", what, got, want)
		}
	}
	san := run(t, g, moves, input.UCI, input.SAN, false)
	same("SAN to UCI", run(t, g, san, input.Auto, input.UCI, false), moves)
	same("SAN to FEN", run(t, g, san, input.SAN, input.FEN, true), fens)
	pgn := run(t, g, san, input.Auto, input.PGN, false)
	same("PGN to UCI", run(t, g, pgn, input.Auto, input.UCI, false), moves)
	same("PGN to SAN", run(t, g, pgn, input.Auto, input.SAN, false), san)
	same("PGN to FEN", run(t, g, pgn, input.PGN, input.FEN, true), fens)
	same("PGN to PGN", run(t, g, pgn, input.Auto, input.PGN, false), pgn)
	epd := run(t, g, pgn, input.Auto, input.EPD, true)
	same("EPD to FEN", run(t, g, epd, input.EPD, input.FEN, false), fens)
	same("slash to FEN", run(t, g, run(t, g, fens, input.FEN, Slash, false), input.Auto, input.FEN, false), fens)
}

func TestConvert(t *testing.T) {
	const start = "fuwk/3p/P3/KWUF[] w - - 0 1"
	tests := []struct {
		variant, from, to, text, want string
	}{
		{"tinyhouse", "auto", "uci", "startpos moves a3 d2", "a2a3 d3d2\n"},
		{"tinyhouse", "auto", "uci", "startpos", "fen " + start + "\n"},
		{"tinyhouse", "uci", "uci", "startpos", "fen " + start + "\n"},
		{"tinyhouse", "auto", "fen", "1. a2a3 {a comment} d2 2. Ub3 *", "fuwk/PU2/3p/KW1F[] b - - 1 2\n"},
		{"tinyhouse", "auto", "san", "position fen 3k/P3/4/K3[P] b - - 4 7 moves d4c4 P@b3", "fen 3k/P3/4/K3[P] b - - 4 7 moves Kc4 P@b3+\n"},
		{"tinyhouse", "auto", "lichess", "3k/P3/4/K3[Pw] b", "3k/P3/4/K3/Pw b - - 0 1\n"},
		{"tinyhouse", "auto", "sfen", "3k/P3/4/K3[Ppp] b - - 4 7", "3k/P3/4/K3 w P2p 14\n"},
		{"tinyhouse", "sfen", "fen", "3k/P3/4/K3 w P2p 14", "3k/P3/4/K3[Ppp] b - - 0 7\n"},
		{"tinyhouse", "auto", "fen", "sfen 3k/P3/4/K3 w P2p 14", "3k/P3/4/K3[Ppp] b - - 0 7\n"},
		{"thinchess8", "auto", "thin", "k/r/n/1/1/N/R/K w", "bk,br,bn,x,x,wn,wr,wk:w\n"},
		{"thinchess8", "auto", "fen", "bk,br,bn,x,x,wn,wr,wk:b\n\n# nothing\n", "k/r/n/1/1/N/R/K b - - 0 1\n"},
		{"chess", "auto", "epd", "8/8/8/8/8/8/8/K6k w - - 9 50 bm Kb2 Kb1; id \"two moves\";", "8/8/8/8/8/8/8/K6k w - - bm Kb2 Kb1; id \"two moves\"; hmvc 9; fmvn 50;\n"},
		{"chess", "auto", "uci", "[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/K6k w - - 9 50\"]\n\n50. Kb2 *\n", "fen 8/8/8/8/8/8/8/K6k w - - 9 50 moves a1b2\n"},
	}
	for _, test := range tests {
		g := enginetest.Game(t, test.variant)
		if got := run(t, g, test.text, input.Format(test.from), input.Format(test.to), false); got != test.want {
			t.Errorf("%q from %s to %s is %q, want %q", test.text, test.from, test.to, got, test.want)
		}
	}
}

// TestResult checks that a game that is over has its result in PGN.
func TestResult(t *testing.T) {
	g := enginetest.Game(t, "chess")
	for moves, want := range map[string]string{
		"f3 e5 g4 Qh4":                    "0-1",
		"e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7":      "1-0",
		"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8": "1/2-1/2",
		"Nf3":                             "*",
		"e4 1-0":                          "1-0",
	} {
		if pgn := run(t, g, moves, input.SAN, input.PGN, false); !strings.Contains(pgn, `[Result "`+want+`"]`) {
			t.Errorf("%s: want %s in %s", moves, want, pgn)
		}
	}
}

// TestWarnings checks that what the output lacks is reported with its count.
func TestWarnings(t *testing.T) {
	const pgn = "\n[Event \"x\"]\n\n{before} 1. e4! $1 (1. d4 $2 (1. c4) d5) (1. Nf3) e5?! 2. Nf3 {kept} *\n"
	for text, want := range map[string]string{pgn: "2: not converted: 3 variations, 3 annotation glyphs, 1 comment before the first move", "e4 e5": ""} {
		g := enginetest.Game(t, "chess")
		start, _ := notation.Start(g)
		var out strings.Builder
		got := ""
		o := Options{Game: g, Start: start, From: input.Auto, To: input.PGN, Warn: func(line int, err error) { got += fmt.Sprintf("%d: %v", line, err) }}
		if read, bad, err := Run(context.Background(), strings.NewReader(text), &out, o); read != 1 || bad != 0 || err != nil {
			t.Errorf("%d read, %d bad, %v", read, bad, err)
		}
		if got != want || !strings.Contains(out.String(), " e4 e5 ") || want != "" && !strings.Contains(out.String(), "{kept}") {
			t.Errorf("warning %q, want %q; %s", got, want, out.String())
		}
	}
}

// TestBadLines checks that errors are reported with their lines, and the rest is converted.
func TestBadLines(t *testing.T) {
	pgn := "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. e5 *\n\n[Event \"3\"]\n1. d4 *\n"
	lines := "e4\ne5\n\x00\xff\n" + strings.Repeat("x", 3<<20) + "\n8/8\nd4 d5\n[Event \"x\"]\nhalf/"
	for text, want := range map[string]string{pgn: "5, 2 of 3", lines: "2 3 4 5 7 8, 2 of 8"} {
		g := enginetest.Game(t, "chess")
		start, _ := notation.Start(g)
		var out strings.Builder
		reported := ""
		o := Options{Game: g, Start: start, From: input.Auto, To: input.UCI, Bad: func(line int, err error) {
			reported += fmt.Sprint(line, " ")
			if len(err.Error()) > 500 {
				t.Errorf("line %d: an error of %d bytes", line, len(err.Error()))
			}
		}}
		read, bad, err := Run(context.Background(), strings.NewReader(text), &out, o)
		if got := fmt.Sprintf("%s, %d of %d", strings.TrimSpace(reported), read-bad, read); got != want || err != nil {
			t.Errorf("bad lines %s, want %s, error %v; %s", got, want, err, out.String())
		}
	}
}

// FuzzConvert reads any text: what is accepted can be written as moves and as PGN, and read back.
func FuzzConvert(f *testing.F) {
	games := enginetest.Games(f)
	for i := range games {
		f.Add(uint8(i), "startpos moves a2a3\nfuwk/3p/P3/KWUF w - - id \"x\";\nsfen 3k/4/4/K3 b - 1")
		f.Add(uint8(i), "[Event \"x\"]\n\n1. e4 {y} e5 *\n")
	}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		g := games[int(i)%len(games)]
		start, _ := notation.Start(g)
		o := Options{Game: g, Start: start, From: input.Auto, To: input.UCI, Bad: func(_ int, err error) {
			if len(err.Error()) > 1000 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
		}}
		var moves strings.Builder
		if _, _, err := Run(context.Background(), strings.NewReader(text), &moves, o); err != nil || moves.Len() == 0 {
			return
		}
		if again := run(t, g, moves.String(), input.UCI, input.UCI, false); again != moves.String() {
			t.Errorf("%q is %q, which is %q", text, moves.String(), again)
		}
		pgn := run(t, g, moves.String(), input.UCI, input.PGN, false)
		if again := run(t, g, pgn, input.PGN, input.UCI, false); again != moves.String() {
			t.Errorf("%q is %q, which is %q", moves.String(), pgn, again)
		}
	})
}
