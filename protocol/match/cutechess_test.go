package match

import (
	"strings"
	"testing"

	"tinyhouse/engine/rules"
)

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
		{"chess", "fen 4kb2/8/8/8/8/8/8/2B1K1B1 w - - 0 1", "4kb2/8/8/8/8/8/8/2B1K1B1 w - - 0 1", true},
		{"chess", "fen 4kb2/8/8/8/8/8/8/4K2B w - - 0 1", "4kb2/8/8/8/8/8/8/4K2B w - - 0 1", false},
		{"crazyhouse", "fen 4k3/8/8/8/8/8/8/4K2N~[Qn] b - - 3 9", "4k3/8/8/8/8/8/8/4K2N~[Qn] b - - 3 9", false},
	} {
		l := at(t, test.variant, strings.TrimPrefix(test.fen, "fen "), "")
		m := &match{Config: &Config{Game: l.game, CuteChess: true}}
		if got := m.fenFor(&l.pos); got != test.want {
			t.Errorf("%s: %s, want %s", test.variant, got, test.want)
		}
		if got := tooFew(l.game, &l.pos); got != test.few {
			t.Errorf("%s %s: too few men: %v", test.variant, test.want, got)
		}
	}
}

// TestCuteSins says that what breaks a rule is seen in the manners of CuteChess as well.
func TestCuteSins(t *testing.T) {
	for sin, count := range map[string]func(*Counts) int{
		"illegal": func(c *Counts) int { return c.IllegalMoves },
		"empty":   func(c *Counts) int { return c.IllegalMoves },
		"exit":    func(c *Counts) int { return c.Disconnects },
		"last":    func(c *Counts) int { return c.Disconnects },
		"pv":      func(c *Counts) int { return c.IllegalPVs },
		"twice":   func(c *Counts) int { return c.Warnings },
	} {
		m, out := contest("chess", 2, sinner("chess", "none", 0, Control{Depth: 1}), sinner("chess", sin, 1, Control{Depth: 1}))
		m.Players[0].Name = "good"
		m.CuteChess, m.Strict = true, true
		m.Adjudication.MaxMoves = 4
		s := run(t, m)
		if s.Games != 2 || count(&s.Engines[1].Counts) == 0 || !s.Engines[0].IsClean() {
			t.Errorf("%s: %+v\n%s", sin, s.Engines, out)
		}
	}
}

// TestCuteGames plays a game of each variant that CuteChess knows with the real engine.
func TestCuteGames(t *testing.T) {
	for variant, alias := range map[string]string{"chess": "standard", "crazyhouse": "", "losalamos": "", "dobutsu": ""} {
		m, out := contest(variant, 2, own("a", Control{Nodes: 300}), own("b", Control{Nodes: 200}))
		if alias != "" {
			m.Aliases = []string{alias}
		}
		m.CuteChess, m.Strict = true, true
		if s := run(t, m); !s.IsClean() {
			t.Errorf("%s: %+v\n%s", variant, s.Engines, out)
		}
		if v, err := rules.Builtin().Get(alias); alias != "" && (err != nil || v.Name != variant) {
			t.Errorf("%s is no other name of %s: %v", alias, variant, err)
		}
	}
}
