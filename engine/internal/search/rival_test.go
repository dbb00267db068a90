package search

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// TestRival plays against another program that speaks UCI, from random openings, each with
// both colours:
//
//	RIVAL=/usr/games/fairy-stockfish SELFPLAY=tinyhouse GAMES=20 MOVETIME=50 RIVALNODES=1000 go test -run Rival -v
//
// MOVETIME, in milliseconds, is for us and, unless RIVALNODES is given, for the rival. With
// XBOARD=1 the rival speaks that protocol, and thinks for 40 times MOVETIME in 40 moves.
func TestRival(t *testing.T) {
	if os.Getenv("RIVAL") == "" || testing.Short() {
		t.Skip("set RIVAL to play")
	}
	for name := range strings.SplitSeq(os.Getenv("SELFPLAY"), ",") {
		g := enginetest.Game(t, name)
		them := startRival(t, name)
		us := New(g, 16, 1, changed(t, os.Getenv("CHANGE")))
		var count [3]int
		for n := range number("GAMES", 10) {
			count[1+them.game(t, g, us, n)]++
		}
		them.say("quit")
		t.Logf("%-12s %s", name, elo(count[2], count[1], count[0]))
	}
}

// rival is the other program.
type rival struct {
	in  io.Writer
	out *bufio.Scanner
}

func startRival(t *testing.T, variant string) *rival {
	t.Helper()
	file := filepath.Join(t.TempDir(), "variants.ini")
	if err := os.WriteFile(file, []byte(rules.BuiltinINI()), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Getenv("RIVAL"))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	r := &rival{in: in, out: bufio.NewScanner(out)}
	if os.Getenv("XBOARD") != "" {
		r.say("xboard\nprotover 2")
		return r
	}
	r.say("uci")
	r.wait("uciok")
	if variant != "chess" && variant != "crazyhouse" {
		r.say("setoption name VariantPath value " + file)
	}
	r.say("setoption name UCI_Variant value " + variant)
	return r
}

func (r *rival) say(line string) { fmt.Fprintln(r.in, line) }

// wait reads up to a line that starts with word and returns it.
func (r *rival) wait(word string) string {
	for r.out.Scan() {
		if strings.HasPrefix(r.out.Text(), word) {
			return r.out.Text()
		}
	}
	return ""
}

// game plays game n and returns our result: 1, 0 or -1.
func (r *rival) game(t *testing.T, g *board.Game, us *Searcher, n int) int {
	rnd := rand.New(rand.NewPCG(uint64(n/2), 99))
	p, past := wander(t, g, rnd, 2+rnd.IntN(4))
	if os.Getenv("XBOARD") != "" { // some programs cannot be given a position
		p, past = enginetest.Position(t, g, g.Variant().Start), nil
	}
	us.Clear()
	start, moves := notation.FEN(g, &p), ""
	ms := number("MOVETIME", 50)
	r.begin(ms)
	for range 300 {
		if o := g.Outcome(&p, past); o.Over() {
			return r.result(o, p.Turn(), n)
		}
		var m board.Move
		if (int(p.Turn())+n)&1 == 0 {
			l := Limits{MoveTime: time.Duration(ms) * time.Millisecond}
			if nodes := number("NODES", 0); nodes > 0 {
				l = Limits{Nodes: uint64(nodes)}
			}
			m = us.Run(context.Background(), &p, past, l, Settings{Lines: 1}, nil).Move
		} else {
			line := r.think(start, moves, ms)
			var err error
			if m, err = notation.ParseMove(g, &p, strings.Fields(line + " x x")[1]); err != nil {
				t.Logf("%s moves%s: %s: %v", start, moves, line, err)
				return 1
			}
		}
		moves += " " + notation.Move(g, &p, m)
		past = append(past, p.Key())
		g.Apply(&p, &p, m)
	}
	return 0
}

// begin tells the rival of a new game.
func (r *rival) begin(ms int) {
	if os.Getenv("XBOARD") != "" {
		r.say(fmt.Sprintf("new\nforce\nlevel 40 0:%02d 0\nrandom", max(40*ms/1000, 1)))
		return
	}
	r.say("ucinewgame\nisready")
	r.wait("readyok")
}

// think has the rival move and returns the line that says so.
func (r *rival) think(start, moves string, ms int) string {
	if os.Getenv("XBOARD") != "" {
		if all := strings.Fields(moves); len(all) > 0 {
			r.say(all[len(all)-1])
		}
		r.say("go")
		line := r.wait("move ")
		r.say("force")
		return line
	}
	limit := fmt.Sprintf("go movetime %d", ms)
	if nodes := os.Getenv("RIVALNODES"); nodes != "" {
		limit = "go nodes " + nodes
	}
	r.say("position fen " + start + " moves" + moves + "\n" + limit)
	return r.wait("bestmove")
}

func (r *rival) result(o board.Outcome, turn board.Color, n int) int {
	if (int(turn)+n)&1 == 0 {
		return int(o.Result)
	}
	return -int(o.Result)
}
