package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"
)

// TestMain turns this program into an engine that breaks the rule named in its environment.
func TestMain(m *testing.M) {
	if sin := os.Getenv("SELFPLAY_SIN"); sin != "" {
		sinner(sin)
		return
	}
	os.Exit(m.Run())
}

// sins are answers to go, and what they must be counted as.
var sins = map[string]offence{
	"illegal":  illegal, // a move that is none
	"resign":   illegal, // no move while there are some
	"slow":     late,
	"exit":     crash,
	"pv":       badPV, // a line that cannot be played
	"words":    badPV, // a line that cannot be read
	"complain": badPV,
	"mute":     badPV, // a move without a line
	"ponder":   badPV, // a reply that cannot be played
	"twice":    badPV, // an answer too many
}

// sinner is an engine of a single opening move.
func sinner(sin string) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		switch word, _, _ := strings.Cut(in.Text(), " "); word {
		case "uci":
			fmt.Println("uciok")
		case "isready":
			fmt.Println("readyok")
		case "go":
			const line = "info depth 1 score cp 1 pv a2a3"
			switch sin {
			case "illegal":
				fmt.Println(line + "\nbestmove a2a7")
			case "resign":
				fmt.Println("bestmove (none)")
			case "slow":
				time.Sleep(200 * time.Millisecond)
				fmt.Println(line + "\nbestmove a2a3")
			case "exit":
				fmt.Fprintln(os.Stderr, "out of cheese")
				os.Exit(3)
			case "pv":
				fmt.Println("info depth 1 score cp 1 pv a2a3 a2a3\nbestmove a2a3")
			case "words":
				fmt.Println("info dept 1\n" + line + "\nbestmove a2a3")
			case "complain":
				fmt.Println("info string ERROR: no\n" + line + "\nbestmove a2a3")
			case "mute":
				fmt.Println("bestmove a2a3")
			case "ponder":
				fmt.Println(line + "\nbestmove a2a3 ponder a2a3")
			case "twice":
				fmt.Println(line + "\nbestmove a2a3\nbestmove a2a3")
			}
		case "quit":
			return
		}
	}
}

// chess returns the first game of a match of chess at a clock.
func chess(t *testing.T, c control) *game {
	games, err := compile("chess")
	if err != nil {
		t.Fatal(err)
	}
	x, err := newGame(games[0], c, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestRefereeSeesSins(t *testing.T) {
	for sin, want := range sins {
		t.Setenv("SELFPLAY_SIN", sin)
		var players [2]*player
		for i := range players {
			var err error
			if players[i], err = startPlayer(os.Args[0], false); err != nil {
				t.Fatal(err)
			}
		}
		margin := 5 * time.Second
		if want == late {
			margin = 100 * time.Millisecond
		}
		x := chess(t, control{base: 50 * time.Millisecond, margin: margin})
		x.opening = opening{root: *at(t, "chess", "startpos", "")} // not a random one
		x.from = "startpos"
		guilty, err := x.run(players)
		if x.counts[want] == 0 {
			t.Errorf("%s: no %v counted: %v", sin, want, x.faults)
		}
		if isCrash(err) != (want == crash) {
			t.Errorf("%s: error %v", sin, err)
		}
		if want == crash && !strings.Contains(err.Error(), "out of cheese") {
			t.Errorf("%v does not say why", err)
		}
		for i, p := range players {
			if err := p.close(); (err != nil) != (want == crash && i == guilty) {
				t.Errorf("%s: player %d: %v", sin, i, err)
			}
		}
	}
}

func TestOpenings(t *testing.T) {
	games, err := compile("")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		differ := map[uint64]bool{}
		for n := range 20 {
			a, err := open(g, rand.New(rand.NewPCG(7, uint64(n))))
			if err != nil {
				t.Fatal(err)
			}
			b, _ := open(g, rand.New(rand.NewPCG(7, uint64(n))))
			if a.pos != b.pos {
				t.Errorf("%s: opening %d is not repeatable", g.Variant().Name, n)
			}
			if g.Outcome(&a.pos, a.past).Over() {
				t.Errorf("%s: opening %d is a whole game: %v", g.Variant().Name, n, a.given)
			}
			differ[a.pos.Key()] = true
		}
		if len(differ) < 2 {
			t.Errorf("%s: all openings are the same", g.Variant().Name)
		}
	}
}

func TestControl(t *testing.T) {
	for text, ok := range map[string]bool{"50+1": true, "50": false, "0+1": false, "50+x": false, "5+-1": false} {
		var c control
		if err := c.parse(text); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestSelfPlay plays a few games with the real engine. Time does not count: the machine may
// be busy.
func TestSelfPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the engine")
	}
	games, err := compile("thinchess8,tinyhouse")
	if err != nil {
		t.Fatal(err)
	}
	m := match{variants: games, games: 4, show: 9, concurrency: 2, seed: 3,
		control: control{base: 50 * time.Millisecond, inc: time.Millisecond, margin: stall}}
	if m.engine, err = build(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	if clean, err := m.play(); err != nil || !clean {
		t.Errorf("something was wrong (%v); the output tells", err)
	}
}
