package notation_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

// randomPosition returns a position some random moves after the start of a game.
func randomPosition(t *testing.T, g *board.Game, seed uint64) (last board.Position) {
	r := rand.New(rand.NewPCG(seed, 0))
	enginetest.Walk(t, g, r, 1+r.IntN(60), func(p *board.Position) { last = *p })
	return last
}

// FuzzFEN reads any text as a position: what is accepted is legal and reads back.
func FuzzFEN(f *testing.F) {
	games := enginetest.Games(f)
	for i, g := range games {
		f.Add(uint8(i), g.Variant().Start)
	}
	for _, text := range []string{thinStart, "4k3/8/8/8/8/8/8/4K3[2Qp]_w_-_-_3_4", "3k/1W~2/4/K3 w 2Pp 7", "gle/1+c1/3/ELG/c b 1 2"} {
		for i := range games {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		g := games[int(i)%len(games)]
		p, err := notation.ParsePosition(g, text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "notation: ") || len(err.Error()) > 1000 {
				t.Errorf("error %v", err)
			}
			return
		}
		if err := g.Check(&p); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		fen := notation.FEN(g, &p)
		if again, err := notation.ParsePosition(g, fen); err != nil || again != p {
			t.Fatalf("%q is written %s, which reads as %s, %v", text, fen, notation.FEN(g, &again), err)
		}
		if code := notation.Code(g, &p); code != "" {
			if again, err := notation.ParsePosition(g, code); err != nil || again.Key() != p.Key() {
				t.Fatalf("%q has the code %s, which reads as %s, %v", text, code, notation.FEN(g, &again), err)
			}
		}
	})
}

// FuzzMove reads any text as a move in UCI form: what is accepted is legal and reads back.
func FuzzMove(f *testing.F) {
	fuzzMoves(f, notation.ParseMove, "a1a2", "e1g1", "A3A4W", "p@b2", "b3b4+", "a10a11", "0000")
}

// FuzzUSIMove does the same in USI form.
func FuzzUSIMove(f *testing.F) {
	fuzzMoves(f, notation.ParseUSIMove, "4c4b", "P*2b", "p*2B", "2b2a+", "4b4aw", "16a1p", "0a1a", "9999999999a1a", "*")
}

// FuzzSAN does the same with SAN, and with both.
func FuzzSAN(f *testing.F) {
	fuzzMoves(f, func(g *board.Game, p *board.Position, text string) (board.Move, error) {
		m, err := notation.ParseSAN(g, p, text)
		if either, eitherErr := notation.ParseAny(g, p, text); err == nil && (eitherErr != nil || either != m) {
			return board.NoMove, fmt.Errorf("ParseAny reads %v, %v", either, eitherErr)
		}
		return m, err
	}, "Nf3", "exd5", "O-O-O", "a4=W+", "P@b3#", "Cb4=+", "Cb4=H", "+Cb4", "N1xc3!?", "fxe6 e.p.", "Ra10a12")
}

func fuzzMoves(f *testing.F, parse func(*board.Game, *board.Position, string) (board.Move, error), texts ...string) {
	games := enginetest.Games(f)
	for i := range games {
		for _, text := range texts {
			f.Add(uint8(i), uint64(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, seed uint64, text string) {
		g := games[int(i)%len(games)]
		p := randomPosition(t, g, seed)
		m, err := parse(g, &p, text)
		switch {
		case err != nil && (m != board.NoMove || !strings.HasPrefix(err.Error(), "notation: move ") || len(err.Error()) > 1000):
			t.Errorf("%s: %q is read as %v, error %v", notation.FEN(g, &p), text, m, err)
		case err == nil && !g.IsLegal(&p, m):
			t.Errorf("%s: %q is read as %v, which is not legal", notation.FEN(g, &p), text, m)
		case err == nil:
			roundTrip(t, g, &p, m)
		}
	})
}

// FuzzEPD reads any text as EPD: what is accepted is written and reads back.
func FuzzEPD(f *testing.F) {
	games := enginetest.Games(f)
	for i, g := range games {
		f.Add(uint8(i), g.Variant().Start+` bm a4 Nf3; id "some; thing"; c0 ""; hmvc 3;`)
	}
	f.Add(uint8(0), thinStart+" ;D1 1 ;D2 2;; noop")
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		g := games[int(i)%len(games)]
		e, err := notation.ParseEPD(g, text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "notation: ") || len(err.Error()) > 1000 {
				t.Errorf("error %v", err)
			}
			return
		}
		if err := g.Check(&e.Position); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		line := notation.FormatEPD(g, &e)
		again, err := notation.ParseEPD(g, line)
		if err != nil || again.Position != e.Position || fmt.Sprintf("%q", again.Ops) != fmt.Sprintf("%q", e.Ops) {
			t.Fatalf("%q is written %q, which reads as %v, %v", text, line, again, err)
		}
	})
}

// FuzzPGN reads any text as a file of games: what is accepted is written and reads back. The games do not
// depend on the size of reads, and their lines are in the file.
func FuzzPGN(f *testing.F) {
	games := enginetest.Games(f)
	for i := range games {
		f.Add(uint8(i), foreign)
	}
	f.Add(uint8(0), "1. e4 {x} e5 *\n\n[A \"b\"]\n1. d4")
	f.Add(uint8(0), "1. a3 $1 (1. Wb2 {x} ;y\n) 1... d2 {a\x00b}\n% c\n *")
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		g := games[int(i)%len(games)]
		var lines []int
		for r, err := range notation.ReadPGN(g, iotest.OneByteReader(strings.NewReader(text))) {
			lines = append(lines, lineOf(r, err))
		}
		number := 0
		for r, err := range notation.ReadPGN(g, strings.NewReader(text)) {
			line := lineOf(r, err)
			if line < 1 || line > 1+strings.Count(text, "\n") || number >= len(lines) || line != lines[number] {
				t.Fatalf("%q: game %d is in line %d, byte by byte in lines %d", text, number+1, line, lines)
			}
			number++
			if err != nil {
				continue
			}
			var b strings.Builder
			if err := notation.WritePGN(&b, g, r); err != nil {
				t.Fatal(err)
			}
			for again, err := range notation.ReadPGN(g, strings.NewReader(b.String())) {
				if err != nil || again.Start != r.Start || !slices.Equal(again.Moves, r.Moves) || again.Result != r.Result {
					t.Fatalf("%q is written\n%s, which reads with error %v", text, b.String(), err)
				}
			}
		}
	})
}

// lineOf returns the line of a game, or of its error.
func lineOf(r *notation.Record, err error) int {
	var bad *notation.Error
	if errors.As(err, &bad) {
		return bad.Line
	}
	return r.Line
}
