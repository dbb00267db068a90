package match

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tinyhouse/protocol/client"
	"tinyhouse/protocol/elo"
)

// TestFaults plays a fault of every kind against a correct engine; package client tests the others. All
// games are played. A fault that loses a game has the right reason with both colours.
func TestFaults(t *testing.T) {
	clock := Control{Base: time.Minute}
	short := Control{Base: 300 * time.Millisecond}
	for fault, c := range map[string]struct {
		control Control
		reason  string // without the colour; empty: the fault does not lose
		count   func(*Counts) int
	}{
		"none":     {control: clock},
		"busy":     {short, "'s connection stalls", func(c *Counts) int { return c.Stalls }}, // before a search
		"silent":   {short, "'s connection stalls", func(c *Counts) int { return c.Stalls }},
		"deaf":     {short, "'s connection stalls", func(c *Counts) int { return c.Stalls }},
		"slow":     {short, " loses on time", func(c *Counts) int { return c.TimeLosses }},
		"late":     {short, " loses on time", func(c *Counts) int { return c.TimeLosses }},
		"last":     {clock, " disconnects", func(c *Counts) int { return c.Disconnects }}, // between searches
		"exit":     {clock, " disconnects", func(c *Counts) int { return c.Disconnects }},
		"illegal":  {clock, " makes an illegal move: ", func(c *Counts) int { return c.IllegalMoves }},
		"empty":    {clock, " makes an illegal move: (none)", func(c *Counts) int { return c.IllegalMoves }},
		"babble":   {clock, " makes an illegal move: (;%[", func(c *Counts) int { return c.IllegalMoves }},
		"spelling": {control: clock},
		"words":    {control: clock},
		"immortal": {control: clock},
		"pv":       {control: clock},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			m, out := newMatch("tinyhouse", 4, faultyEngine("none", 0, clock), faultyEngine(fault, 1, c.control))
			m.Engines[0].Name = "good"
			m.Adjudication.MaxMoves = 5
			if c.control == short {
				m.Margin = 0
				m.Timeouts.Ready = 2 * time.Second
			}
			m.Timeouts.Quit = time.Second
			s := run(t, m)
			if s.Games != 4 || strings.Count(out.String(), "Finished game") != 4 {
				t.Errorf("%d games\n%s", s.Games, out)
			}
			if c.reason == "" {
				if got := s.Engines[1].Counts; got.Stalls+got.TimeLosses+got.Disconnects+got.IllegalMoves > 0 {
					t.Errorf("%+v\n%s", got, out)
				}
				return
			}
			if s.Wins != 4 || c.count(&s.Engines[1].Counts) != 4 || !s.Engines[0].IsClean() {
				t.Errorf("%+v\n%s", s, out)
			}
			for _, want := range []string{"1-0 {Black" + c.reason, "0-1 {White" + c.reason} {
				if strings.Count(out.String(), want) != 2 {
					t.Errorf("no two %q in\n%s", want, out)
				}
			}
		})
	}
}

// TestUnusableEngine checks that an engine that cannot play the match is an error before the first game.
func TestUnusableEngine(t *testing.T) {
	good := faultyEngine("none", 0, Control{Depth: 1})
	for want, bad := range map[string]Engine{
		`no uciok: client: no answer in time: 500ms`:                                  faultyEngine("mute", 0, Control{Depth: 1}),
		` tinyhouse echo 0": it does not speak UCI, no uciok: client: no answer`:      faultyEngine("echo", 0, Control{Depth: 1}),
		`it does not speak UCI, no uciok: client: the engine has ended`:               faultyEngine("exits", 0, Control{Depth: 1}),
		`it cannot play tinyhouse: it has no option UCI_Variant`:                      faultyEngine("chess-only", 0, Control{Depth: 1}),
		`it cannot play tinyhouse: its option UCI_Variant offers only x, other-tinyh`: faultyEngine("variants", 0, Control{Depth: 1}),
		`it has no option "Nonsense"`:                                                 {Command: good.Command, Options: []Setting{{"Nonsense", "3"}}, Control: good.Control},
		`engine "/nowhere/to/be/found -x": `:                                          {Command: []string{"/nowhere/to/be/found", "-x"}, Control: good.Control},
	} {
		for i := range 2 {
			m, out := newMatch("tinyhouse", 2, good, good)
			m.Engines[i] = bad
			if strings.Contains(want, "no answer") {
				m.Timeouts.Start = 500 * time.Millisecond
			}
			if _, err := Run(t.Context(), m); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(out.String(), "game") {
				t.Errorf("engine %d: %v, want %s; %s", i+1, err, want, out)
			}
		}
	}
	if start := (client.Timeouts{}).OrDefault().Start; start > 10*time.Second {
		t.Errorf("the default start timeout is %v", start)
	}
	m, _ := newMatch("chess", 2, own("a", Control{Depth: 1}), Engine{Command: []string{self(), "faulty", "chess", "chess-only", "0"}, Control: Control{Depth: 1}})
	m.Adjudication.MaxMoves = 2
	if s := run(t, m); s.Games != 2 {
		t.Errorf("without UCI_Variant, %d games of chess", s.Games)
	}
}

// TestWarnings checks that an illegal PV is counted and reported and loses nothing, and what a strict
// referee reports besides.
func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		fault  string
		strict bool
		says   string
	}{
		{"pv", false, "Warning: Illegal PV move "},
		{"pv", true, "illegal PV move "},
		{"words", true, `unknown word "dept"`},
		{"twice", true, "a line outside of a search"},
		{"spelling", true, "should be written"},
		{"words", false, ""},
		{"none", false, ""},
	} {
		m, out := newMatch("tinyhouse", 2, faultyEngine("none", 0, Control{Depth: 1}), faultyEngine(c.fault, 0, Control{Depth: 1}))
		m.Engines[0].Name = "good"
		m.Strict = c.strict
		m.Adjudication.MaxMoves = 3
		s := run(t, m)
		if got := s.Engines[1].IsClean(); got != (c.says == "") || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s, strict %t: %+v\n%s", c.fault, c.strict, s.Engines[1], out)
		}
		if s.Games != 2 || s.Engines[1].IllegalMoves+s.Engines[1].Disconnects > 0 {
			t.Errorf("%s: %+v", c.fault, s)
		}
	}
}

// movesOf returns the games of a PGN file without times.
func movesOf(t *testing.T, path string) string {
	t.Helper()
	text := regexp.MustCompile(`\[(Game|Date).*\n`).ReplaceAllString(read(t, path), "")
	// Comments may be wrapped anywhere.
	fields := strings.Join(strings.Fields(text), " ")
	return regexp.MustCompile(` [0-9.]+s\b`).ReplaceAllString(fields, "")
}

// TestSameGames checks that with limits other than time the seed determines all games and their order in
// the file, whatever the concurrency.
func TestSameGames(t *testing.T) {
	var first string
	for _, concurrency := range []int{1, 3, 2} {
		m, out := newMatch("tinyhouse", 10, own("a", Control{Nodes: 300}), own("b", Control{Nodes: 200}))
		m.Concurrency = concurrency
		m.PGN = filepath.Join(t.TempDir(), "games.pgn")
		m.Strict = true
		s := run(t, m)
		if !s.IsClean() || s.Games != 10 {
			t.Errorf("%+v\n%s", s, out)
		}
		games := movesOf(t, m.PGN)
		if first == "" {
			first = games
		}
		if games != first {
			t.Errorf("%d at a time, other games:\n%s\nthan\n%s", concurrency, games, first)
		}
	}
	rounds := regexp.MustCompile(`\[Round "(\d+)"\]`).FindAllStringSubmatch(first, -1)
	for i, r := range rounds {
		if r[1] != fmt.Sprint(i+1) {
			t.Errorf("game %d is in round %s", i+1, r[1])
		}
	}
	other, _ := newMatch("tinyhouse", 10, own("a", Control{Nodes: 300}), own("b", Control{Nodes: 200}))
	other.Openings.(*Random).Seed = 2
	other.PGN = filepath.Join(t.TempDir(), "games.pgn")
	run(t, other)
	if movesOf(t, other.PGN) == first {
		t.Error("another seed, but the same games")
	}
}

// stopper cancels a match after a number of lines with a text.
type stopper struct {
	lines
	text   string
	after  int
	cancel context.CancelFunc
}

func (s *stopper) Write(p []byte) (int, error) {
	n, err := s.lines.Write(p)
	if strings.Count(s.String(), s.text) >= s.after {
		s.cancel()
	}
	return n, err
}

// TestResume stops a match repeatedly and damages its files as a crash can. The games must be those of a
// match without stops.
func TestResume(t *testing.T) {
	const games = 12
	begin := func(folder string) *Config {
		m, _ := newMatch("tinyhouse", games, own("a", Control{Nodes: 150}), own("b", Control{Nodes: 100}))
		m.PGN, m.Checkpoint = filepath.Join(folder, "games.pgn"), filepath.Join(folder, "games.pgn.checkpoint")
		return m
	}
	whole := begin(t.TempDir())
	want := run(t, whole)
	folder := t.TempDir()
	write(t, filepath.Join(folder, "games.pgn"), "old games\n")
	stops := 0
	for {
		m := begin(folder)
		ctx, cancel := context.WithCancel(t.Context())
		m.Out = &stopper{text: "Finished game", after: 3, cancel: cancel}
		s, err := Run(ctx, m)
		cancel()
		if err == nil {
			if s.Wins != want.Wins || s.Losses != want.Losses || s.Pairs != want.Pairs || !s.Finished {
				t.Errorf("%+v, want %+v", s, want)
			}
			break
		}
		if stops++; !errors.Is(err, ErrUnfinished) || s == nil || s.Finished || stops > games {
			t.Fatalf("%v, %+v\n%s", err, s, m.Out)
		}
		damage(t, m, stops)
	}
	if stops < 2 {
		t.Errorf("stopped %d times only", stops)
	}
	got, _ := strings.CutPrefix(movesOf(t, filepath.Join(folder, "games.pgn")), "old games ")
	if got != movesOf(t, whole.PGN) {
		t.Errorf("other games:\n%s\nthan\n%s", got, movesOf(t, whole.PGN))
	}
	if _, err := os.Stat(filepath.Join(folder, "games.pgn.checkpoint")); !os.IsNotExist(err) {
		t.Errorf("the checkpoint is left: %v", err)
	}
}

// damage does to the files what a crash can do: it adds an incomplete line to the checkpoint and shortens
// the PGN file.
func damage(t *testing.T, m *Config, stops int) {
	t.Helper()
	write(t, m.Checkpoint, read(t, m.Checkpoint)+`{"game":11,"whi`)
	pgn := read(t, m.PGN)
	write(t, m.PGN, pgn[:max(len(pgn)-100*stops, 10)])
}

// TestForeignCheckpoint checks that a match does not resume from the checkpoint of another match or with a
// changed PGN file, and that the number of games may grow.
func TestForeignCheckpoint(t *testing.T) {
	m, _ := newMatch("tinyhouse", 6, own("a", Control{Nodes: 100}), own("b", Control{Nodes: 100}))
	folder := t.TempDir()
	m.PGN, m.Checkpoint = filepath.Join(folder, "games.pgn"), filepath.Join(folder, "checkpoint")
	ctx, cancel := context.WithCancel(t.Context())
	m.Concurrency = 1 // so that the PGN file has games
	m.Out = &stopper{text: "Finished game", after: 2, cancel: cancel}
	if _, err := Run(ctx, m); !errors.Is(err, ErrUnfinished) {
		t.Fatal(err)
	}
	m.Out = nil
	fails := func(what, want string, c Config) {
		t.Helper()
		if _, err := Run(t.Context(), &c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
	for want, change := range map[string]func(*Config){
		`engine 2: time, then "nodes 100", now "nodes 101"`:        func(c *Config) { c.Engines[1].Control.Nodes = 101 },
		`engine 1: time, then "nodes 100", now "depth 3"`:          func(c *Config) { c.Engines[0].Control.Depth = 3 },
		`engine 2: time, then "nodes 100", now "60"`:               func(c *Config) { c.Engines[1].Control.Base = time.Minute },
		`openings, then "random, seed 1, `:                         func(c *Config) { c.Openings = &Random{Game: m.Game, Seed: 9, Plies: 4} },
		`adjudication, then "table false, resign 0 moves`:          func(c *Config) { c.Adjudication.ResignMoves = 3 },
		`tables, then "", now "other"`:                             func(c *Config) { c.Tables = "other" },
		`time margin, then "1m0s", now "1s"`:                       func(c *Config) { c.Margin = time.Second },
		`engine 1: options, then "[{\"Hash\" \"1\"}]", now "[{\"H`: func(c *Config) { c.Engines[0].Options = []Setting{{"Hash", "2"}} },
		`engine 2: program, then "`:                                func(c *Config) { c.Engines[1].Command = append([]string{copyOf(t, self())}, "engine") },
		`engine 1: name, then "a", now "c"`:                        func(c *Config) { c.Engines[0].Name = "c" },
		`timeouts, then "`:                                         func(c *Config) { c.Timeouts.Ready++ },
	} {
		other := *m
		change(&other)
		fails(want, "another match: "+want, other)
	}

	fewer := *m
	fewer.Games = 1
	fails("fewer games", "has been played, and 1 are wanted", fewer)

	checkpoint := read(t, m.Checkpoint)
	first, rest, _ := strings.Cut(checkpoint, "\n")
	_, later, _ := strings.Cut(rest, "\n")
	for what, text := range map[string]string{
		"no checkpoint":     "hello\n" + rest,
		"a text":            "hello",
		"almost":            `{"match"=`,
		"a broken line":     first + "\n{\"game\":x}\n" + rest,
		"a game twice":      first + "\n" + rest + rest,
		"a negative number": first + "\n{\"game\":-2}\n",
		"a changed digit":   first + "\n" + strings.Replace(rest, `"game":`, `"game":1`, 1),
		"a missing game":    first + "\n" + later,
	} {
		write(t, m.Checkpoint, text)
		fails(what, "checkpoint", *m)
		if left := read(t, m.Checkpoint); left != text {
			t.Errorf("%s: %q has become %q", what, text, left)
		}
	}
	write(t, m.Checkpoint, checkpoint)
	pgn := read(t, m.PGN)
	for _, text := range []string{pgn + "more", "x" + pgn[1:]} {
		write(t, m.PGN, text)
		fails("a changed file", "changed since this match wrote it", *m)
	}
	write(t, m.PGN, pgn)
	m.Games = 8
	m.Engines[0].Command[0] = linkTo(t, self()) // the same program by another path
	if s := run(t, m); s.Games != 8 {
		t.Errorf("%d games", s.Games)
	}
}

// linkTo returns another path of the same program.
func linkTo(t *testing.T, path string) string {
	t.Helper()
	link := filepath.Join(t.TempDir(), filepath.Base(path))
	if err := os.Link(path, link); err != nil {
		t.Log(err)
		return path
	}
	return link
}

// copyOf returns the path of a copy of a program with an additional byte.
func copyOf(t *testing.T, path string) string {
	t.Helper()
	other := filepath.Join(t.TempDir(), filepath.Base(path))
	write(t, other, read(t, path)+"\x00")
	return other
}

// TestSPRTStops checks that a match ends when its SPRT has decided, after the same games whatever the
// concurrency.
func TestSPRTStops(t *testing.T) {
	var ends []int
	for _, concurrency := range []int{1, 4} {
		m, out := newMatch("tinyhouse", 400, faultyEngine("none", 0, Control{Depth: 1}), faultyEngine("none-yet", 0, Control{Depth: 1}))
		m.Engines[0].Name = "good"
		m.Concurrency = concurrency
		m.SPRT = &elo.SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05}
		m.PGN = filepath.Join(t.TempDir(), "games.pgn")
		s := run(t, m)
		if !s.Finished || s.SPRT.Decision != "H1" || s.Losses > 0 || s.Games == 400 {
			t.Errorf("%+v\n%s", s, out)
		}
		if want := ", lbound -2.94, ubound 2.94 - H1 was accepted\n"; !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
		if n := strings.Count(movesOf(t, m.PGN), "[Round "); n != s.Games {
			t.Errorf("%d games in the file, %d count", n, s.Games)
		}
		ends = append(ends, s.Games)
	}
	if ends[0] != ends[1] || ends[0]%2 == 1 {
		t.Errorf("the match ended after %v games", ends)
	}
}

// TestLines checks the lines that scripts parse.
func TestLines(t *testing.T) {
	m, out := newMatch("tinyhouse", 2, faultyEngine("none", 0, Control{Depth: 1}), faultyEngine("none-yet", 0, Control{Base: 10 * time.Second, Increment: 100 * time.Millisecond}))
	m.Engines[0].Name = "good"
	m.Concurrency, m.Interval = 1, 1
	m.PGN = filepath.Join(t.TempDir(), "games.pgn")
	run(t, m)
	var said []string
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "Warning") {
			said = append(said, strings.TrimSuffix(line, "\n"))
		}
	}
	want := []string{
		"Started game 1 of 2 (good vs none-yet)",
		"Finished game 1 (good vs none-yet): 1-0 {Black makes an illegal move: (none)}",
		"Score of good vs none-yet: 1 - 0 - 0  [1.000] 1",
		"Elo difference: inf +/- nan, LOS: 84.1 %, DrawRatio: 0.0 %",
		"Started game 2 of 2 (none-yet vs good)",
		"Finished game 2 (none-yet vs good): 0-1 {White makes an illegal move: (none)}",
		"Score of good vs none-yet: 2 - 0 - 0  [1.000] 2",
		"Elo difference: inf +/- nan, LOS: 92.1 %, DrawRatio: 0.0 %",
		"Elo difference: inf +/- nan, LOS: 92.1 %, DrawRatio: 0.0 %",
		"Ptnml(0-2): [0, 0, 0, 0, 1]",
		"Faults of none-yet: 2 illegal moves, 0 time losses, 0 stalls, 0 disconnects, 0 illegal PVs, 0 warnings",
		"Finished match",
	}
	if !slices.Equal(said, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
	text := read(t, m.PGN)
	for _, tag := range []string{`[Variant "Tinyhouse"]`, `[WhiteTimeControl "depth 1"]`, `[BlackTimeControl "10+0.1"]`,
		`[Termination "illegal move"]`, `[White "good"]`, `[Result "1-0"]`, `[Round "2"]`} {
		if !strings.Contains(text, tag+"\n") {
			t.Errorf("no %s in\n%s", tag, text)
		}
	}
}

// TestCancelled checks that a cancelled match ends soon although both engines are stalled.
func TestCancelled(t *testing.T) {
	m, _ := newMatch("tinyhouse", 4, faultyEngine("silent", 0, Control{Depth: 1}), faultyEngine("silent", 0, Control{Depth: 1}))
	m.Timeouts.Quit = time.Second
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	begin := time.Now()
	s, err := Run(ctx, m)
	if !errors.Is(err, ErrUnfinished) || s.Games != 0 || time.Since(begin) > 20*time.Second {
		t.Errorf("%v, %+v", err, s)
	}
}

func TestPlainName(t *testing.T) {
	for name, want := range map[string]string{"": "prog", `a "b" {c}`: "a 'b' (c)", strings.Repeat("é", 90): strings.Repeat("é", 40)} {
		if got := plainName(name, "/usr/bin/prog"); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
