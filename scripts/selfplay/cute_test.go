package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestCuteSins says that what breaks a rule is seen in the manners of CuteChess as well.
func TestCuteSins(t *testing.T) {
	for sin, want := range map[string]offence{"illegal": illegal, "resign": illegal, "exit": crash, "pv": badPV, "twice": crash} {
		t.Setenv("SELFPLAY_SIN", sin)
		var players [2]*player
		for i := range players {
			p, err := startPlayer(os.Args[0], false) // sinners have no options
			if err != nil {
				t.Fatal(err)
			}
			p.cute, players[i] = true, p
		}
		x := chess(t, control{base: 5 * time.Second, cute: true})
		x.opening = opening{root: *at(t, "chess", "startpos", "")}
		x.from = "startpos"
		guilty, err := x.run(players)
		if sin == "twice" && x.counts[crash] == 0 { // the second answer comes to light at the next ping
			err = players[0].sendAll([]string{"isready"})
			x.counts[crash]++
		}
		if x.counts[want] == 0 || isCrash(err) != (want == crash) {
			t.Errorf("%s: no %v counted: %v, %v", sin, want, x.faults, err)
		}
		for i, p := range players {
			if err := p.close(); (err != nil) != (sin == "exit" && i == guilty) {
				t.Errorf("%s: player %d: %v", sin, i, err)
			}
		}
	}
}

func TestStall(t *testing.T) {
	t.Setenv("SELFPLAY_SIN", "silent")
	p, err := startPlayer(os.Args[0], false)
	if err != nil {
		t.Fatal(err)
	}
	p.patience = 50 * time.Millisecond
	p.send("go")
	if _, err := p.next(); kindOf(err) != stalled || !isCrash(err) {
		t.Errorf("silence is %v", err)
	}
}

func TestCheckOption(t *testing.T) {
	for text, good := range map[string]bool{
		"name Hash type spin default 16 min 1 max 1024":                          true,
		"name Move Overhead type spin default -1 min 0 max 5":                    false,
		"name Hash type spin default x min 1 max 1024":                           false,
		"name UCI_Variant type combo default tinyhouse var chess var tinyhouse":  true,
		"name UCI_Variant type combo default chess var standard":                 false,
		"name Clear Hash type button":                                            true,
		"name Debug Log File type string default <empty>":                        true,
		"name max type check default false":                                      false,
		"name A type check type button":                                          false,
		"name A type other":                                                      false,
		"Hash type spin default 16 min 1 max 1024":                               false,
		"name UCI_Variant type combo default two words var one var two words":    true,
		"name Elo type spin default 2850 min 500 max 2850 but this is no number": false,
		"name Something of a long name type check default true":                  false,
	} {
		if err := checkOption(text); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestCuteFEN says how positions are written, and where games are over too soon.
func TestCuteFEN(t *testing.T) {
	for _, test := range []struct {
		variant, fen, want string
		few                bool
	}{
		{"crazyhouse", "startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[-] w KQkq - 0 1", false},
		{"crazyhouse", "fen 4k3/8/8/8/8/8/8/4K2Q~[Qn] b - - 3 9", "4k3/8/8/8/8/8/8/4K2Q~[Qn] b - - 3 9", false},
		{"crazyhouse", "fen 4k3/8/8/8/8/8/8/4K2N[Qn] b - - 3 9", "4k3/8/8/8/8/8/8/4K2N[Qn] b - - 3 9", true},
		{"dobutsu", "startpos", "gle/1c1/1C1/ELG[-] w - 1", false},
		{"dobutsu", "fen +Cl1/3/3/1L1[e] b - - 3 9", "+Cl1/3/3/1L1[e] b - 9", false},
		{"losalamos", "startpos", "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1", false},
		{"chess", "fen 4k3/8/8/8/8/8/8/4K1BB w - - 0 1", "4k3/8/8/8/8/8/8/4K1BB w - - 0 1", false},
		{"chess", "fen 4k3/8/8/8/8/8/8/4K2B w - - 0 1", "4k3/8/8/8/8/8/8/4K2B w - - 0 1", true},
	} {
		r := at(t, test.variant, strings.TrimPrefix(test.fen, "fen "), "")
		x := game{opening: opening{root: *r}, control: control{cute: true}}
		if got := x.fen(); got != test.want {
			t.Errorf("%s: %s, want %s", test.variant, got, test.want)
		}
		if got := tooFew(x.game, &x.pos); got != test.few {
			t.Errorf("%s %s: too few men: %v", test.variant, test.want, got)
		}
	}
}

// TestCuteGames plays a game of each variant with the real engine.
func TestCuteGames(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the engine")
	}
	games, err := compile("chess,crazyhouse,losalamos,dobutsu")
	if err != nil {
		t.Fatal(err)
	}
	m := match{variants: games, games: 8, show: 9, concurrency: 2, seed: 5,
		control: control{base: 50 * time.Millisecond, inc: time.Millisecond, margin: stall, cute: true}}
	if m.engine, err = build(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	if clean, err := m.play(); err != nil || !clean {
		t.Errorf("something was wrong (%v); the output tells", err)
	}
}
