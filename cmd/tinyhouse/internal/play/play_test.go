package play

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/tb"
	"tinyhouse/tb/embedded"
)

// options returns a game between two people, without tables.
func options(t testing.TB, variant, fen string) Options {
	t.Helper()
	o := Options{
		Game: enginetest.Game(t, variant), People: [2]bool{true, true}, Limits: engine.Limits{Nodes: 500},
		Now: func() time.Time { return time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC) },
	}
	var err error
	if o.Start, err = notation.Start(o.Game); err != nil {
		t.Fatal(err)
	}
	if fen != "" {
		o.Start = enginetest.Position(t, o.Game, fen)
	}
	settings := engine.DefaultOptions()
	settings.Hash = 1
	if o.Engine, err = engine.New(o.Game, settings); err != nil {
		t.Fatal(err)
	}
	return o
}

// withTables adds the embedded tables to o.
func withTables(t testing.TB, o Options) Options {
	set := tb.NewSet(16 << 20)
	set.More = embedded.Open
	t.Cleanup(func() { set.Close() })
	o.Prober = set
	o.Engine.SetProber(set)
	return o
}

// typed returns the output after some lines of input.
func typed(t testing.TB, o Options, lines ...string) string {
	t.Helper()
	var out strings.Builder
	if err := Run(context.Background(), strings.NewReader(strings.Join(lines, "\n")), &out, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// has checks that a text has the parts in this order.
func has(t *testing.T, text string, parts ...string) {
	t.Helper()
	rest := text
	for _, part := range parts {
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			t.Fatalf("no %q in the rest of\n%s", part, text)
		}
		rest = after
	}
}

const transcript = `tinyhouse: type moves, or "help"

  4  f  u  w  k     []
  3  .  .  .  p
  2  P  .  .  .
  1  K  W  U  F   * []
     a  b  c  d

White to move

  4  f  u  w  k   * []
  3  .  .  .  U
  2  P  .  .  .
  1  K  W  .  F     [P]
     a  b  c  d

Black to move

  4  f  u  w  .     [u]
  3  .  .  .  k
  2  P  .  .  .
  1  K  W  .  F   * [P]
     a  b  c  d

White to move
"a4": not legal here; "moves" lists the moves, "help" the commands
"nonsense": not a move: want one like Nf3, exd5, a4=Q, P@b2 or O-O; "moves" lists the moves, "help" the commands

  4  f  u  w  k   * []
  3  .  .  .  U
  2  P  .  .  .
  1  K  W  .  F     [P]
     a  b  c  d

Black to move
fuwk/3U/P3/KW1F[P] b - - 0 1
  Kc3 Kxd3 Wc3 Fb3 Uxa2 Uc2+
`

// TestTranscript plays a game between two people, in SAN and in UCI form.
func TestTranscript(t *testing.T) {
	if got := typed(t, options(t, "tinyhouse", ""), "Ud3", "d4d3", "a4", "nonsense", "undo", "fen", "moves"); got != transcript {
		t.Errorf("got\n%s\nwant\n%s", got, transcript)
	}
}

// TestTables checks that values come from tables, and that the engine wins as fast as they say.
func TestTables(t *testing.T) {
	o := withTables(t, options(t, "thinchess8", "k/n/1/1/N/r/R/K w"))
	o.Bar = true
	has(t, typed(t, o, "moves", "hint", "Na6+"),
		"[########################]  White wins in 11 plies, by the table",
		"  Rxa3  a2a3  win 11\n  Na6+  a4a6  draw\n",
		"hint: Rxa3 ", "  White wins in 11 plies, by the table",
		"Black to move, in check\n[############------------]  a draw, by the table")
	o.People = [2]bool{}
	text := typed(t, o)
	if n := strings.Count(text, " plays "); n != 11 {
		t.Errorf("%d moves, want 11", n)
	}
	has(t, text, "White plays Rxa3 (a2a3)  White wins in 11 plies", "Black plays ", "in 10 plies", "in 1 ply, by the table", "1-0  White mates")
	has(t, typed(t, options(t, "crazyhouse", "6k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1"), "hint"), "hint: R@a8#  White wins in 1 move\n")
}

// TestEngine checks that the engine replies, undoes its move too, and changes sides.
func TestEngine(t *testing.T) {
	o := options(t, "tinyhouse", "")
	o.People[board.Black] = false
	text := typed(t, o, "Ud3", "undo", "undo", "fen", "go", "fen", "side none", "bogus")
	has(t, text, "\nBlack plays ", `"undo": there is no move of yours`, "fuwk/3p/P3/KWUF[] w - - 0 1", "White plays ", " b - - ")
	if !strings.Contains(text, "1-0  ") && !strings.Contains(text, "0-1  ") && !strings.Contains(text, "1/2-1/2  ") {
		t.Errorf("the engine did not play the game to its end:\n%s", text)
	}
}

func TestCommands(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	o := options(t, "tinyhouse", "k1W1/1W2/K3/4[] w - - 0 1")
	text := typed(t, o, "Wd4", "hint", "undo", "Wa3#", "Kb2", "save "+path, "undo", "resign", "resign", "save "+path, "new 8/8", "new k3/4/4/K3", "FEN",
		"side both", "side w", "elo 900", "elo 9", "elo full", "movetime 0", "movetime 7", "depth 2", "hint", "bar", "side x", "save", "go now", "save "+t.TempDir(), "board", "help")
	has(t, text, "0-1  stalemated player wins", `"hint": the game is over`, "1-0  White mates", `"Kb2": the game is over; try undo, new or save FILE`,
		"the game is saved in "+path, "White to move", "0-1  resignation", `"resign": the game is over`, "the game is saved",
		`"8/8": want 4 ranks, have 2`, "k3/4/4/K3[] w - - 0 1", "you play both sides\n", "you play White\n", "the engine plays at 900 Elo\n", `"elo 9": want 500 to`,
		"the engine plays at full strength\n", `"movetime 0": want a number from 1`, "searches 7 ms per move\n", "searches 2 plies deep\n",
		"hint: ", "[############------------]", `"side x": want white, black, both or none`, `"save": want save FILE`, `"go now": want go`,
		`"save `, "White to move", "help", "quit")
	pgn, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for r, err := range notation.ReadPGN(o.Game, strings.NewReader(string(pgn))) {
		if n++; err != nil || r.Result != []string{"1-0", "0-1"}[n-1] || r.Tag("Date") != "2030.01.02" || r.Tag("White") != "Player" {
			t.Errorf("game %d: %v, %v", n, r, err)
		}
	}
	if n != 2 {
		t.Errorf("%d games were saved, want 2: %s", n, pgn)
	}
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestColor checks that colours are used only if wanted, and change only the dots of empty squares and
// the bar.
func TestColor(t *testing.T) {
	o := options(t, "crazyhouse", "6k1/5ppp/8/8/8/8/8/K6n~[QR] w - - 0 1")
	o.Bar = true
	plain := typed(t, o, "R@a8", "pgn")
	if strings.Contains(plain, "\x1b") || !strings.Contains(plain, "n~") {
		t.Errorf("%q", plain)
	}
	o.Color = true
	colored := typed(t, o, "R@a8", "pgn")
	has(t, colored, movedSquare, checkSquare)
	board := func(text string) string {
		drawn := func(r rune) rune {
			if strings.ContainsRune(" .#-[]", r) {
				return -1
			}
			return r
		}
		return strings.Map(drawn, escapes.ReplaceAllString(text, ""))
	}
	if board(plain) != board(colored) {
		t.Errorf("got\n%s\nwant\n%s", board(colored), board(plain))
	}
}

// TestBlackBelow checks that Black is at the bottom if people play only Black.
func TestBlackBelow(t *testing.T) {
	o := options(t, "losalamos", "")
	o.People[board.White] = false
	has(t, typed(t, o), "White plays ", "  1  R  N", "  6  r  n  k  q  n  r   *\n     f  e  d  c  b  a\n")
}

// TestAnyVariant plays random moves of every variant in SAN.
func TestAnyVariant(t *testing.T) {
	for _, g := range enginetest.Games(t) {
		o := options(t, g.Variant().Name, "")
		p, r := o.Start, rand.New(rand.NewPCG(4, 5))
		var lines []string
		var keys []uint64
		for range 30 {
			if g.Outcome(&p, keys).Over() {
				break
			}
			var l board.List
			g.Moves(&p, &l)
			keys = append(keys, p.Key())
			m := l.At(r.IntN(l.Len()))
			lines = append(lines, notation.SAN(g, &p, m))
			g.Apply(&p, &p, m)
		}
		if text := typed(t, o, append(lines, "fen")...); !strings.HasSuffix(text, notation.FEN(g, &p)+"\n") || strings.Contains(text, "legal") {
			t.Errorf("%s: %q ends in\n%s", g.Variant().Name, lines, text[max(0, len(text)-600):])
		}
	}
}

// TestCase spells random moves of every variant with random case: the result is that of an exact
// spelling if it is one, else the move or an error.
func TestCase(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	for _, g := range enginetest.Games(t) {
		read, all := 0, 0
		enginetest.Walk(t, g, r, 60, func(p *board.Position) {
			var l board.List
			g.Moves(p, &l)
			for _, m := range l.All() {
				for _, text := range []string{notation.SAN(g, p, m), notation.Move(g, p, m)} {
					text = strings.Map(func(c rune) rune {
						if r.IntN(2) == 0 {
							return unicode.ToLower(c)
						}
						return unicode.ToUpper(c)
					}, text)
					got, err := parseMove(g, p, text)
					if want, wrong := notation.ParseAny(g, p, text); wrong == nil && got != want || wrong != nil && err == nil && got != m {
						t.Errorf("%s: %q is read as %s", notation.FEN(g, p), text, notation.Move(g, p, got))
					}
					if all++; err == nil {
						read++
					}
				}
			}
		})
		if read < all/2 {
			t.Errorf("%s: %d of %d spellings were read", g.Variant().Name, read, all)
		}
	}
	for text, want := range map[string]string{"e2E4": "e2e4", "nF3": "g1f3", "NF3": "g1f3", "qe5": ""} {
		g := enginetest.Game(t, "chess")
		p := enginetest.Position(t, g, g.Variant().Start)
		got := ""
		if m, err := parseMove(g, &p, text); err == nil {
			got = notation.Move(g, &p, m)
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// TestInterrupt checks that a game without moves ends after Ctrl-C, and that another one continues, is
// saved, or is dropped.
func TestInterrupt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.pgn")
	for _, test := range []struct {
		lines []string
		left  int // lines not read
		out   string
	}{
		{[]string{"^C", "fen"}, 1, "White to move\n\n"},
		{[]string{"Ud3", "^C", "", "fen", "^C", "quit", "fen"}, 1, " b - - 0 1\n\n"},
		{[]string{"Ud3", "^C", "^C", "fen"}, 1, "Black to move\n\n"},
		{[]string{"Ud3", "^C", t.TempDir(), "save " + path, "fen"}, 1, "the game is saved in " + path + "\n"},
	} {
		o := options(t, "tinyhouse", "")
		lines := test.lines
		o.ReadLine = func(context.Context, string) (text string, err error) {
			if text, lines = lines[0], lines[1:]; text == "^C" {
				return "", context.Canceled
			}
			return text, nil
		}
		if text := typed(t, o); len(lines) != test.left || !strings.HasSuffix(text, test.out) {
			t.Errorf("%q: %q is left, and the output is\n%s", test.lines, lines, text)
		}
	}
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "1. Uxd3 *") {
		t.Errorf("%s, %v", text, err)
	}
}

// TestHostile checks that no input does harm.
func TestHostile(t *testing.T) {
	o := options(t, "tinyhouse", "")
	text := typed(t, o, "\x00", strings.Repeat("x", 3<<20), "Ud3\xff\xfe\x1b[2J", strings.Repeat("new ", 1000), "# nothing", "", "Ud3 Ud3", "half")
	has(t, text, "line of more than 1048576 bytes: not read", `[2J": no`, `"Ud3 Ud3"`, `"half": not a move`)
	if strings.Contains(text, "\x1b") || len(text) > 5000 {
		t.Errorf("%d bytes: %.5000q", len(text), text)
	}
}

// TestCancel cancels a game at the prompt and while the engine thinks.
func TestCancel(t *testing.T) {
	for _, thinks := range []bool{false, true} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		o := options(t, "chess", "")
		if thinks {
			o.People, o.Limits = [2]bool{}, engine.Limits{}
		}
		in, _ := io.Pipe()
		if err := Run(ctx, in, io.Discard, o); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the engine thinks: %v; error %v", thinks, err)
		}
		cancel()
	}
}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestClosedPipe(t *testing.T) {
	o := options(t, "tinyhouse", "")
	o.People = [2]bool{}
	if err := Run(context.Background(), strings.NewReader(""), closed{}, o); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v", err)
	}
}

// winner is a table in which every position is won in five plies.
type winner struct{}

func (winner) Holds(*board.Game) bool { return true }
func (winner) Bounds(*board.Game, *board.Position) score.Bounds {
	return score.Bounds{Lower: score.WinIn(5), Upper: score.WinIn(5)}
}
func (w winner) ProbeNode(g *board.Game, p *board.Position) (score.Exact, bool) {
	return w.Probe(g, p)
}
func (winner) Probe(*board.Game, *board.Position) (score.Exact, bool) {
	return score.Exact{Outcome: score.Win, Plies: 5}, true
}

// TestMoveLimit checks that no win is shown that the move limit prevents.
func TestMoveLimit(t *testing.T) {
	for clock, promised := range map[string]bool{"95": true, "96": false} {
		o := options(t, "chess", "7k/8/6K1/8/8/8/8/1Q6 w - - "+clock+" 80")
		o.Prober, o.Bar = winner{}, true
		if text := typed(t, o); strings.Contains(text, "wins in 5 plies, by the table") != promised {
			t.Errorf("clock %s:\n%s", clock, text)
		}
	}
}
