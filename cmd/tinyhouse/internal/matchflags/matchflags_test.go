package matchflags

import (
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/protocol/elo"
	"tinyhouse/protocol/match"
)

// noTable knows no position.
type noTable struct{}

func (noTable) Holds(*board.Game) bool { return false }
func (noTable) Probe(*board.Game, *board.Position) (score.Exact, bool) {
	return score.Exact{}, false
}
func (noTable) ProbeNode(*board.Game, *board.Position) (score.Exact, bool) {
	return score.Exact{}, false
}
func (noTable) Bounds(*board.Game, *board.Position) score.Bounds { return score.Unknown }

// typed returns valid flags.
func typed() *Flags {
	open := func(path string) (io.ReadCloser, error) { return os.Open(path) }
	return &Flags{Context: context.Background(), Open: open, Engines: []string{"cmd=a", "cmd=b"}, TC: "10+0.1", Plies: 6, Patience: 1, Config: match.Config{Games: 2, Concurrency: 1}}
}

func TestEngines(t *testing.T) {
	second := match.Control{Base: 10 * time.Second, Increment: 100 * time.Millisecond}
	for _, c := range []struct {
		text, each string
		want       match.Engine
	}{
		{"cmd=a", "", match.Engine{Command: []string{"a"}, Control: second}},
		{`cmd=a -b "c d" 'e"f' x""y,name=Some One,dir=/x`, "", match.Engine{Name: "Some One", Folder: "/x", Command: []string{"a", "-b", "c d", `e"f`, "xy"}, Control: second}},
		{"cmd=a,option.Hash=16,option.Some Path=/x\\,y=z", "", match.Engine{Command: []string{"a"}, Control: second,
			Options: []match.Setting{{Name: "Hash", Value: "16"}, {Name: "Some Path", Value: "/x,y=z"}}}},
		{"cmd=a,st=0.5,nodes=7", "", match.Engine{Command: []string{"a"}, Control: match.Control{PerMove: 500 * time.Millisecond, Nodes: 7}}},
		{"cmd=a,tc=inf,depth=3,proto=uci", "", match.Engine{Command: []string{"a"}, Control: match.Control{Depth: 3}}},
		{"cmd=a,tc=40/60", "st=3,name=b,option.Hash=1", match.Engine{Name: "b", Command: []string{"a"}, Options: []match.Setting{{Name: "Hash", Value: "1"}},
			Control: match.Control{Moves: 40, Base: time.Minute}}},
	} {
		f := typed()
		f.Each = c.each
		f.Engines[0] = c.text
		m, err := f.Match(enginetest.Game(t, "tinyhouse"), nil, noTable{})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		got := m.Engines[0]
		if got.Name != c.want.Name || got.Folder != c.want.Folder || got.Control != c.want.Control ||
			!slices.Equal(got.Command, c.want.Command) || !slices.Equal(got.Options, c.want.Options) {
			t.Errorf("%s: %+v, want %+v", c.text, got, c.want)
		}
	}
	f := typed()
	f.Engines[0] = "name=x"
	if m, err := f.Match(enginetest.Game(t, "tinyhouse"), nil, noTable{}); err != nil || len(m.Engines[0].Command) != 1 || m.Engines[1].Command[0] != "b" {
		t.Errorf("an engine without a command: %+v, %v", m, err)
	}
}

// TestRefused checks that wrong flags are refused and quoted.
func TestRefused(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for want, change := range map[string]func(*Flags){
		"1 times --engine":           func(f *Flags) { f.Engines = f.Engines[:1] },
		`"nonsense": want key=value`: func(f *Flags) { f.Engines[0] = "nonsense" },
		`"": want key=value`:         func(f *Flags) { f.Engines[0] = "" },
		"proto=xboard unknown":       func(f *Flags) { f.Engines[0] = "cmd=a,proto=xboard" },
		"hash=3 unknown":             func(f *Flags) { f.Engines[1] = "cmd=a,hash=3" },
		"option.=3 unknown":          func(f *Flags) { f.Engines[1] = "cmd=a,option.=3" },
		"nodes=-3":                   func(f *Flags) { f.Engines[1] = "cmd=a,nodes=-3" },
		"depth=0":                    func(f *Flags) { f.Engines[1] = "cmd=a,depth=0" },
		`no closing "`:               func(f *Flags) { f.Engines[1] = `cmd="a` },
		"has no limit":               func(f *Flags) { f.TC = "" },
		"tc and st at once":          func(f *Flags) { f.ST = "3" },
		"tc and st at":               func(f *Flags) { f.Engines[0] = "cmd=a,tc=10,st=3" },
		`"10x"`:                      func(f *Flags) { f.TC = "10x" },
		`time "0"`:                   func(f *Flags) { f.TC, f.ST = "", "0" },
		"number is too small":        func(f *Flags) { f.Games = 0 },
		"1024 for --concurrency":     func(f *Flags) { f.Concurrency = math.MaxInt },
		"1000 for --plies":           func(f *Flags) { f.Plies = math.MaxInt },
		"100000 for --balance":       func(f *Flags) { f.Balance = math.MaxInt },
		"for --timemargin":           func(f *Flags) { f.Margin = math.MaxInt },
		"sprt with Elo NaN and 5":    func(f *Flags) { f.SPRT = "NaN,5" },
		"alpha NaN":                  func(f *Flags) { f.SPRT = "0,5,NaN" },
		`--sprt "5"`:                 func(f *Flags) { f.SPRT = "0,5,x" },
		"sprt with Elo 5 and 0":      func(f *Flags) { f.SPRT = "5" },
		`--sprt "0,5,1,1,1"`:         func(f *Flags) { f.SPRT = "0,5,1,1,1" },
		`"moves" unknown`:            func(f *Flags) { f.Resign = "movecount=3,score=400,moves=3" },
		"score=-3":                   func(f *Flags) { f.Resign = "movecount=3,score=-3" },
		"movecount=x":                func(f *Flags) { f.Draw = "movenumber=40,movecount=x,score=5" },
		"want score=N as well":       func(f *Flags) { f.Resign = "movecount=3" },
		"want movenumber=N as well":  func(f *Flags) { f.Draw = "movecount=8,score=10" },
		"order=x unknown":            func(f *Flags) { f.Openings = "file=x,order=x" },
		"plies=0":                    func(f *Flags) { f.Openings = "file=x,plies=0" },
		"missing.epd":                func(f *Flags) { f.Openings = "missing.epd" },
		"bad.epd: match: line 3":     func(f *Flags) { f.Openings = file("bad.epd", "# a\n\nfoo\n") },
		"is over":                    func(f *Flags) { f.Openings = file("over.epd", "k3/2K1/1F2/4[] b - -\n") },
		"no openings":                func(f *Flags) { f.Openings = file("empty.epd", "\n") },
		"bad.pgn: match: game 1":     func(f *Flags) { f.Openings = file("bad.pgn", "[White \"x\"]\n\n1. e9 *\n") },
	} {
		f := typed()
		change(f)
		if want == `--sprt "5"` {
			want = `--sprt "0,5,x"`
		}
		if _, err := f.Match(enginetest.Game(t, "tinyhouse"), nil, noTable{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestSettings(t *testing.T) {
	f := typed()
	f.SPRT, f.Resign, f.Draw, f.MaxMoves = "0,5,0.1,alpha=0.02", "movecount=3,score=400", "movenumber=40,movecount=8,score=10", 200
	f.Adjudicate, f.Margin, f.Patience = true, 30, 0.5
	m, err := f.Match(enginetest.Game(t, "tinyhouse"), nil, noTable{})
	if err != nil {
		t.Fatal(err)
	}
	if *m.SPRT != (elo.SPRT{Elo1: 5, Alpha: 0.02, Beta: 0.05}) {
		t.Errorf("%+v", m.SPRT)
	}
	if want := (match.Adjudication{Table: noTable{}, ResignMoves: 3, ResignScore: 400, DrawFrom: 40, DrawMoves: 8, DrawScore: 10, MaxMoves: 200}); m.Adjudication != want {
		t.Errorf("%+v, want %+v", m.Adjudication, want)
	}
	if m.Margin != 30*time.Millisecond || m.Timeouts.Ready != 7500*time.Millisecond || !strings.Contains(m.INI, "[tinyhouse") {
		t.Errorf("%v, %+v, %q", m.Margin, m.Timeouts, m.INI)
	}
}

// TestBooks reads the same openings from both kinds of file.
func TestBooks(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	folder := t.TempDir()
	epd := "\ufefffuwk/3p/P3/KWUF[] w - - id \"start\"; c0 \"x\";\n# comment\n\nfuwk/3p/P3/KWUF[] w - - 0 1\n1uwk/3p/P3/KWU1[] b - -\n"
	pgn := "[Variant \"Tinyhouse\"]\n\n1. Wb2 *\n\n[Variant \"Tinyhouse\"]\n[FEN \"1uwk/3p/P3/KWU1[] b - - 0 1\"]\n[SetUp \"1\"]\n\n*\n\n[Variant \"Tinyhouse\"]\n[FEN \"k3/3K/1F2/4[] w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Kc3 1-0\n"
	for name, text := range map[string]string{"a.epd": epd, "a.pgn": pgn} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read := func(openings string, seed uint64) match.Openings {
		t.Helper()
		f := typed()
		f.Openings, f.Seed = openings, seed
		m, err := f.Match(g, nil, noTable{})
		if err != nil {
			t.Fatal(err)
		}
		return m.Openings
	}
	fen := func(o match.Openings, i int) string {
		at, err := o.At(i)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range at.Moves {
			g.Apply(&at.Start, &at.Start, m)
		}
		return notation.FEN(g, &at.Start)
	}
	a, b := read(filepath.Join(folder, "a.epd"), 1), read(filepath.Join(folder, "a.pgn"), 1)
	const start, last = "fuwk/3p/P3/KWUF[] w - - 0 1", "1uwk/3p/P3/KWU1[] b - - 0 1"
	for i, want := range []string{start, start, last, start} {
		if got := fen(a, i); got != want {
			t.Errorf("epd %d: %s, want %s", i, got, want)
		}
	}
	for i, want := range []string{"fuwk/3p/PW2/K1UF[] b - - 1 1", last, "fuwk/3p/PW2/K1UF[] b - - 1 1"} {
		if got := fen(b, i); got != want {
			t.Errorf("pgn %d: %s, want %s", i, got, want)
		}
	}
	names := map[string]bool{}
	for seed := range uint64(8) {
		o := read("file="+filepath.Join(folder, "a.epd")+",order=random,format=epd", seed)
		names[o.String()] = true
		if again := read("file="+filepath.Join(folder, "a.epd")+",order=random", seed); fen(again, 0) != fen(o, 0) || again.String() != o.String() {
			t.Errorf("seed %d: another order", seed)
		}
	}
	if len(names) != 8 || names[a.String()] {
		t.Errorf("orders of different seeds have the same name: %v", names)
	}
}

// TestBalanced checks a lead and no lead, twice.
func TestBalanced(t *testing.T) {
	g := enginetest.Game(t, "chess")
	j, err := newBalancer(t.Context(), g, 150)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for fen, want := range map[string]bool{
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": true,
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1": false,
			"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": false,
		} {
			p, err := notation.ParseFEN(g, fen)
			if err != nil {
				t.Fatal(err)
			}
			if got := j.balanced(&p, nil); got != want {
				t.Errorf("%s: balanced %t", fen, got)
			}
		}
	}
}

func FuzzWords(f *testing.F) {
	f.Add(`cmd=a "b c",name=x\,y,option.Hash=3`)
	f.Fuzz(func(t *testing.T, text string) {
		all, err := pairs(text)
		if err == nil && len(all) == 0 {
			t.Error("no pairs and no error")
		}
		for _, p := range all {
			words(p.value)
			set(&match.Engine{}, p)
			number(p, 0)
		}
		typedFlags := typed()
		typedFlags.SPRT = text
		typedFlags.readTest(noTable{})
	})
}
