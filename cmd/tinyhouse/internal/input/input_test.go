package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

// read returns the line, the notation and the number of moves of each item, or "error".
func read(t *testing.T, variant string, f Format, r io.Reader) (got []string) {
	t.Helper()
	g := enginetest.Game(t, variant)
	start, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	in := Reader{Game: g, Start: start, Format: f}
	for item := range in.Read(context.Background(), r) {
		if item.Err != nil {
			got = append(got, fmt.Sprint(item.Line, " error"))
			continue
		}
		got = append(got, fmt.Sprint(item.Line, " ", item.Format, " ", len(item.Moves)))
	}
	return got
}

func TestGuess(t *testing.T) {
	for text, want := range map[string]string{
		"startpos":                                    "1 epd 0",
		"startpos moves a2a3 d2":                      "1 uci 2",
		"position startpos moves":                     "1 uci 0",
		"fen 3k/4/4/K3 w moves Kb1":                   "1 uci 1",
		"3k/4/4/K3[] w - - 0 1 moves Kb1":             "1 uci 1",
		"3k/4/4/K3[] w - - 0 1":                       "1 epd 0",
		"fen 3k/4/4/K3 w":                             "1 epd 0",
		"3k/4/4/K3 w - - id \"best moves in a game\"": "1 epd 0",
		"sfen 3k/4/4/K3 b - 1":                        "1 sfen 0",
		"a3 d2 1/2-1/2":                               "1 uci 2",
		"1. a3 d2 *":                                  "1 uci 2",
		"1/2-1/2":                                     "1 uci 0",
		"moves":                                       "1 error",
		"[Event \"x\"]\n1. a3 *":                      "1 pgn 1",
		"\ufeff\r\n\r\n[Event \"x\"]\r\n1. a3 *\r\n\r\n[Event \"y\"]\r\n1. x *\r\n": "3 pgn 1, 6 error",
		"# a comment\n\na3\r\n  \x00\n":                                             "3 uci 1",
		"bk,wk:w":                                                                   "1 error",
	} {
		if got := strings.Join(read(t, "tinyhouse", Auto, strings.NewReader(text)), ", "); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	if got := read(t, "thinchess8", Auto, strings.NewReader("bk,br,bn,x,x,wn,wr,wk:w")); !slices.Equal(got, []string{"1 epd 0"}) {
		t.Errorf("a code is %s", got)
	}
}

// TestEnds checks a text that comes byte by byte, and that an error of the reader is the last item.
func TestEnds(t *testing.T) {
	want := []string{"1 epd 0", "2 uci 1"}
	if got := read(t, "tinyhouse", Auto, iotest.OneByteReader(strings.NewReader("startpos\na3"))); !slices.Equal(got, want) {
		t.Errorf("byte by byte: %q, want %q", got, want)
	}
	broken := io.MultiReader(strings.NewReader("startpos\na3\n"), iotest.ErrReader(errors.New("broken")))
	if got := read(t, "tinyhouse", Auto, broken); !slices.Equal(got, append(want, "3 error")) {
		t.Errorf("a broken stream: %q", got)
	}
	if got := read(t, "tinyhouse", PGN, iotest.ErrReader(errors.New("broken"))); len(got) != 1 {
		t.Errorf("nothing but an error: %q", got)
	}
}

func TestLongLine(t *testing.T) {
	text := "startpos\n" + strings.Repeat("x", MaxLine) + "\nstartpos\n" + strings.Repeat("x", 2*MaxLine)
	if got, want := read(t, "tinyhouse", Auto, strings.NewReader(text)), []string{"1 epd 0", "2 error", "3 epd 0", "4 error"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
