package notation_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/notnil/chess"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

// record plays moves in UCI form from a FEN, or the start.
func record(t *testing.T, g *board.Game, fen string, moves ...string) *notation.Record {
	t.Helper()
	if fen == "" {
		fen = g.Variant().Start
	}
	r := &notation.Record{Start: enginetest.Position(t, g, fen)}
	p := r.Start
	for _, text := range moves {
		m, err := notation.ParseMove(g, &p, text)
		if err != nil {
			t.Fatal(err)
		}
		r.Moves = append(r.Moves, m)
		g.Apply(&p, &p, m)
	}
	return r
}

func TestWritePGN(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	r := record(t, g, "3k/P3/4/K3[P] b - - 4 7", "d4c4", "P@b3", "c4b3", "a3a4w")
	r.Tags = []notation.Tag{
		{Name: "White", Value: `A "B" \`}, {Name: "Event", Value: "e\nf"},
		{Name: "Result", Value: "0-1"}, {Name: "Variant", Value: "x"}, {Name: "PlyCount", Value: "4"},
	}
	r.Comments = []string{"", " +1.50/12 {x} ", "", ""}
	r.Result = "1/2-1/2"
	var b strings.Builder
	if err := notation.WritePGN(&b, g, r); err != nil {
		t.Fatal(err)
	}
	const want = `[Event "e f"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"B\" \\"]
[Black "?"]
[Result "1/2-1/2"]
[Variant "Tinyhouse"]
[SetUp "1"]
[FEN "3k/P3/4/K3[P] b - - 4 7"]
[PlyCount "4"]

7... Kc4 8. P@b3+ {+1.50/12 (x)} 8... Kxb3 9. a4=W 1/2-1/2

`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

func TestWritePGNFails(t *testing.T) {
	g := enginetest.Game(t, "chess")
	r := record(t, g, "", "e2e4")
	if err := notation.WritePGN(failing{}, g, r); err != io.ErrClosedPipe {
		t.Errorf("a closed pipe: %v", err)
	}
	r.Moves = append(r.Moves, r.Moves[0])
	if err := notation.WritePGN(io.Discard, g, r); err == nil || !strings.Contains(err.Error(), "move 2: not legal") {
		t.Errorf("an illegal move: %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestPGNRoundTrip plays random games of every variant, writes them to one file and reads it.
func TestPGNRoundTrip(t *testing.T) {
	games(t, func(t *testing.T, g *board.Game) {
		var text strings.Builder
		var want []*notation.Record
		r := rand.New(rand.NewPCG(3, 4))
		for i := range 10 {
			game := randomGame(t, g, r, i*9)
			game.Result = []string{"1-0", "0-1", "1/2-1/2", "*"}[i%4]
			comments := []string{"a comment [with] Nf3 (and a bracket", "", "[another] 1. e4 of some length: " + strings.TrimSpace(strings.Repeat("x ", 50))}
			game.Comments = comments[:min(len(comments), len(game.Moves))]
			if err := notation.WritePGN(&text, g, game); err != nil {
				t.Fatal(err)
			}
			want = append(want, game)
		}
		for _, line := range strings.Split(text.String(), "\n") {
			if len(line) >= 80 && !strings.HasPrefix(line, "[") {
				t.Errorf("%d columns: %s", len(line), line)
			}
		}
		at := 0
		for got, err := range notation.ReadPGN(g, strings.NewReader(text.String())) {
			if err != nil {
				t.Fatal(err)
			}
			if got.Start != want[at].Start || !slices.Equal(got.Moves, want[at].Moves) || got.Result != want[at].Result || !slices.Equal(got.Comments, want[at].Comments) {
				t.Errorf("game %d: %v %v %q, want %v %v %q", at, got.Moves, got.Result, got.Comments, want[at].Moves, want[at].Result, want[at].Comments)
			}
			at++
		}
		if at != len(want) {
			t.Errorf("%d games, want %d", at, len(want))
		}
	})
}

// TestPGNAgrees checks that github.com/notnil/chess reads our orthodox games.
func TestPGNAgrees(t *testing.T) {
	g := enginetest.Game(t, "chess")
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		want := randomGame(t, g, r, 80)
		var text strings.Builder
		if err := notation.WritePGN(&text, g, want); err != nil {
			t.Fatal(err)
		}
		option, err := chess.PGN(strings.NewReader(text.String()))
		if err != nil {
			t.Fatal(err)
		}
		p := want.Start
		theirs := chess.NewGame(option).Moves()
		for i, m := range want.Moves {
			if i >= len(theirs) || theirs[i].String() != notation.Move(g, &p, m) {
				t.Fatalf("move %d of %v, want %s in\n%s", i+1, theirs, notation.Move(g, &p, m), text.String())
			}
			g.Apply(&p, &p, m)
		}
	}
}

func randomGame(t *testing.T, g *board.Game, r *rand.Rand, plies int) *notation.Record {
	game := record(t, g, "")
	p := game.Start
	for range plies {
		var l board.List
		if g.Moves(&p, &l); l.Len() == 0 {
			break
		}
		m := l.At(r.IntN(l.Len()))
		game.Moves = append(game.Moves, m)
		g.Apply(&p, &p, m)
	}
	return game
}

const foreign = "\ufeff" + `[Event "One"]
[Result "1-0"]

{Before [the] game
[Not "a tag"]}
1. e4 {[%clk 0:10] (} e5 ; to the end 1. d4
% an escape
2. Qh5 (2. Nf3 Nc6 (2... d6)) 2... Nc6 $1 3.Bc4 Nf6?? 4.Qxf7# 1-0

[Event "Two"]
[FEN "4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1"]
[SetUp "1"]
1. {first} a8=Q+ Kd7 2. O-O-O+ *
[Event "Three"]

1. e4 e5 2. Ke3 *

[Event "Four"]
[FEN "nonsense"]

*

[Event "Five"]

*`

func TestReadPGN(t *testing.T) {
	g := enginetest.Game(t, "chess")
	want := []string{
		"1 One 1-0 e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7",
		"10 Two * a7a8q e8d7 e1c1",
		"14 error",
		"18 error",
		"23 Five *",
	}
	at := 0
	for r, err := range notation.ReadPGN(g, strings.NewReader(foreign)) {
		got := ""
		var e *notation.Error
		if err == nil {
			got = fmt.Sprint(r.Line, " ", r.Tag("Event"), " ", r.Result)
			p := r.Start
			for _, m := range r.Moves {
				got += " " + notation.Move(g, &p, m)
				g.Apply(&p, &p, m)
			}
		} else if errors.As(err, &e) && len(err.Error()) <= 400 {
			got = fmt.Sprint(e.Line, " error")
		}
		if at >= len(want) || got != want[at] {
			t.Errorf("game %d: %s, want %s; %v", at+1, got, want[min(at, len(want)-1)], err)
		}
		at++
	}
	if at != len(want) {
		t.Errorf("%d games, want %d", at, len(want))
	}
}

func TestReadPGNErrors(t *testing.T) {
	tests := []struct{ variant, text, want string }{
		{"tinyhouse", "1. a4", `: move 1: "a4": not legal here`},
		{"tinyhouse", "[Variant \"Crazyhouse\"]\n1. e4", `(the game is of variant "Crazyhouse", read as tinyhouse)`},
		{"chess", "[Event]\n1. e4", `tag "[Event]": want [Name "value"]`},
		{"chess", "1. e4 -- 2. d4", `: move 2: "--": not a move`},
		{"chess", "1. e4 (1. d4", "mismatched parenthesis"},
		{"chess", "1. e4 " + strings.Repeat("{x} ", 1<<19), "too long"},
		{"chess", "1. " + strings.Repeat("x", 1<<21), "too long"},
		{"chess", "1. " + strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 1<<13), "too long"},
		{"chess", "1. e4 ) e5", "mismatched parenthesis"},
		{"chess", "1. e4 e4", "move"},
	}
	for _, test := range tests {
		n := 0
		for _, err := range notation.ReadPGN(enginetest.Game(t, test.variant), strings.NewReader(test.text)) {
			if n++; err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 500 {
				t.Errorf("%.40q: error %.600v, want %s", test.text, err, test.want)
			}
		}
		if n != 1 {
			t.Errorf("%.40q: %d results", test.text, n)
		}
	}
	for _, err := range notation.ReadPGN(enginetest.Game(t, "chess"), iotest.ErrReader(io.ErrClosedPipe)) {
		if !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("a closed pipe: %v", err)
		}
	}
}

// TestSANAgrees compares SAN with that of github.com/notnil/chess.
func TestSANAgrees(t *testing.T) {
	g := enginetest.Game(t, "chess")
	walk(t, g, 8, 120, func(p *board.Position, l *board.List) {
		option, err := chess.FEN(notation.FEN(g, p))
		if err != nil {
			t.Fatal(err)
		}
		theirs := chess.NewGame(option)
		for _, m := range theirs.ValidMoves() {
			want := chess.AlgebraicNotation{}.Encode(theirs.Position(), m)
			ours, err := notation.ParseMove(g, p, m.String())
			if err != nil {
				t.Fatal(err)
			}
			if got := notation.SAN(g, p, ours); got != want {
				t.Fatalf("%s: %s is %s, want %s", notation.FEN(g, p), m, got, want)
			}
		}
		if len(theirs.ValidMoves()) != l.Len() {
			t.Fatalf("%s: %d moves, want %d", notation.FEN(g, p), l.Len(), len(theirs.ValidMoves()))
		}
	})
}
