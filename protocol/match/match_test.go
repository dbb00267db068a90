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
)

// TestSins plays every sinner against one who does as he should. Whatever the sin, all games
// are played; where it loses games it loses them with the right words and, while the sinner
// is restarted, with either colour.
func TestSins(t *testing.T) {
	clock := Control{Base: time.Minute}
	short := Control{Base: 300 * time.Millisecond}
	for sin, c := range map[string]struct {
		control Control
		reason  string // without the colour; empty: the sin does not lose
		count   func(*Counts) int
	}{
		"none":     {control: clock},
		"busy":     {short, "'s connection stalls", func(c *Counts) int { return c.Stalls }},
		"silent":   {short, "'s connection stalls", func(c *Counts) int { return c.Stalls }},
		"flood":    {short, "'s connection stalls", func(c *Counts) int { return c.Stalls }},
		"chatter":  {short, "'s connection stalls", func(c *Counts) int { return c.Stalls }},
		"half":     {short, "'s connection stalls", func(c *Counts) int { return c.Stalls }},
		"deaf":     {short, "'s connection stalls", func(c *Counts) int { return c.Stalls }},
		"slow":     {short, " loses on time", func(c *Counts) int { return c.TimeLosses }},
		"late":     {short, " loses on time", func(c *Counts) int { return c.TimeLosses }},
		"last":     {clock, " disconnects", func(c *Counts) int { return c.Disconnects }},
		"exit":     {clock, " disconnects", func(c *Counts) int { return c.Disconnects }},
		"close":    {clock, " disconnects", func(c *Counts) int { return c.Disconnects }},
		"illegal":  {clock, " makes an illegal move: ", func(c *Counts) int { return c.IllegalMoves }},
		"none-yet": {clock, " makes an illegal move: (none)", func(c *Counts) int { return c.IllegalMoves }},
		"empty":    {clock, " makes an illegal move: (none)", func(c *Counts) int { return c.IllegalMoves }},
		"babble":   {clock, " makes an illegal move: (;%[", func(c *Counts) int { return c.IllegalMoves }},
		"long":     {control: clock},
		"nul":      {control: clock},
		"spelling": {control: clock},
		"twice":    {control: clock},
		"words":    {control: clock},
		"immortal": {control: clock},
		"pv":       {control: clock},
	} {
		t.Run(sin, func(t *testing.T) {
			if testing.Short() && (sin == "long" || sin == "chatter") {
				t.Skip("some seconds")
			}
			t.Parallel()
			m, out := contest("tinyhouse", 4, sinner("tinyhouse", "none", 0, clock), sinner("tinyhouse", sin, 1, c.control))
			m.Players[0].Name = "good"
			m.Adjudication.MaxMoves = 5
			if c.control == short {
				m.Margin = 0
				m.Timeouts.Ready = 3 * time.Second
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

// TestDumbFromTheStart says that an engine which cannot begin is an error, not a result.
func TestDumbFromTheStart(t *testing.T) {
	for sin, want := range map[string]string{"mute": "no answer in time"} {
		m, _ := contest("tinyhouse", 2, sinner("tinyhouse", "none", 0, Control{Depth: 1}), sinner("tinyhouse", sin, 0, Control{Depth: 1}))
		m.Timeouts.Start = 200 * time.Millisecond
		if _, err := Run(t.Context(), m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", sin, err)
		}
	}
	m, _ := contest("tinyhouse", 2, own("a", Control{Depth: 1}), own("b", Control{Depth: 1}))
	m.Players[1].Options = []Setting{{"Nonsense", "3"}}
	if _, err := Run(t.Context(), m); err == nil || !strings.Contains(err.Error(), `it has no option "Nonsense"`) {
		t.Errorf("option: %v", err)
	}
	m.Players[1].Command = []string{"/nowhere/to/be/found"}
	if _, err := Run(t.Context(), m); err == nil || !strings.Contains(err.Error(), "/nowhere/to/be/found") {
		t.Errorf("command: %v", err)
	}
}

// TestWarnings says that a line which cannot be played is counted and told, and loses
// nothing; and that a strict referee tells of more.
func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		sin    string
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
		m, out := contest("tinyhouse", 2, sinner("tinyhouse", "none", 0, Control{Depth: 1}), sinner("tinyhouse", c.sin, 0, Control{Depth: 1}))
		m.Players[0].Name = "good"
		m.Strict = c.strict
		m.Adjudication.MaxMoves = 3
		s := run(t, m)
		if got := s.Engines[1].IsClean(); got != (c.says == "") || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s, strict %t: %+v\n%s", c.sin, c.strict, s.Engines[1], out)
		}
		if s.Games != 2 || s.Engines[1].IllegalMoves+s.Engines[1].Disconnects > 0 {
			t.Errorf("%s: %+v", c.sin, s)
		}
	}
}

// movesOf returns the games of a PGN file without what depends on the time.
func movesOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`\[(Game|Date).*\n`).ReplaceAll(text, nil)
	// The comments may be broken into lines anywhere.
	fields := strings.Join(strings.Fields(string(text)), " ")
	return regexp.MustCompile(` [0-9.]+s\b`).ReplaceAllString(fields, "")
}

// TestSameGames says that the seed and limits which are no time fix all games, in their
// order in the file, however many are played at a time.
func TestSameGames(t *testing.T) {
	var first string
	for _, concurrency := range []int{1, 3, 2} {
		m, out := contest("tinyhouse", 10, own("a", Control{Nodes: 300}), own("b", Control{Nodes: 200}))
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
	other, _ := contest("tinyhouse", 10, own("a", Control{Nodes: 300}), own("b", Control{Nodes: 200}))
	other.Openings.(*Random).Seed = 2
	other.PGN = filepath.Join(t.TempDir(), "games.pgn")
	run(t, other)
	if movesOf(t, other.PGN) == first {
		t.Error("another seed, but the same games")
	}
}

// stopper cancels a match when it has printed so many lines with a text.
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

// TestResume stops a match again and again, damages what a killed program may leave
// damaged, and wants the games of a match that was left in peace.
func TestResume(t *testing.T) {
	const games = 12
	begin := func(folder string) *Config {
		m, _ := contest("tinyhouse", games, own("a", Control{Nodes: 150}), own("b", Control{Nodes: 100}))
		m.PGN, m.Journal = filepath.Join(folder, "games.pgn"), filepath.Join(folder, "games.pgn.journal")
		return m
	}
	whole := begin(t.TempDir())
	want := run(t, whole)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "games.pgn"), []byte("old games\n"), 0o644); err != nil {
		t.Fatal(err)
	}
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
	if _, err := os.Stat(filepath.Join(folder, "games.pgn.journal")); !os.IsNotExist(err) {
		t.Errorf("the journal is left: %v", err)
	}
}

// damage does what a crash can do to the files: a line of the journal half written, the last
// games of the PGN file not written or cut short.
func damage(t *testing.T, m *Config, stops int) {
	t.Helper()
	journal, err := os.OpenFile(m.Journal, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	fmt.Fprintf(journal, `{"game":%d,"whi`, 11)
	info, err := os.Stat(m.PGN)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(m.PGN, max(info.Size()-int64(100*stops), 10)); err != nil {
		t.Fatal(err)
	}
}

// TestForeignJournal says that no match goes on from the journal of another, nor beside a PGN
// file that was changed; and that a match of more games goes on.
func TestForeignJournal(t *testing.T) {
	m, _ := contest("tinyhouse", 6, own("a", Control{Nodes: 100}), own("b", Control{Nodes: 100}))
	folder := t.TempDir()
	m.PGN, m.Journal = filepath.Join(folder, "games.pgn"), filepath.Join(folder, "journal")
	ctx, cancel := context.WithCancel(t.Context())
	m.Concurrency = 1 // or the first game may be the last to end, and the PGN file be empty till then
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
		`engine 2: time, then "nodes 100", now "nodes 101"`:        func(c *Config) { c.Players[1].Control.Nodes = 101 },
		`engine 1: time, then "nodes 100", now "depth 3"`:          func(c *Config) { c.Players[0].Control.Depth = 3 },
		`engine 2: time, then "nodes 100", now "60"`:               func(c *Config) { c.Players[1].Control.Base = time.Minute },
		`openings, then "random, seed 1, `:                         func(c *Config) { c.Openings = &Random{Game: m.Game, Seed: 9, Plies: 4} },
		`adjudication, then "table false, resign 0 moves`:          func(c *Config) { c.Adjudication.ResignMoves = 3 },
		`tables, then "", now "other"`:                             func(c *Config) { c.Tables = "other" },
		`time margin, then "1m0s", now "1s"`:                       func(c *Config) { c.Margin = time.Second },
		`excuse, then "false"`:                                     func(c *Config) { c.Excuse = true },
		`engine 1: options, then "[{\"Hash\" \"1\"}]", now "[{\"H`: func(c *Config) { c.Players[0].Options = []Setting{{"Hash", "2"}} },
		`engine 2: program, then "`:                                func(c *Config) { c.Players[1].Command = append([]string{copyOf(t, self())}, "engine") },
		`engine 1: name, then "a", now "c"`:                        func(c *Config) { c.Players[0].Name = "c" },
		`timeouts, then "`:                                         func(c *Config) { c.Timeouts.Ready++ },
	} {
		other := *m
		change(&other)
		fails(want, "another match: "+want, other)
	}

	fewer := *m
	fewer.Games = 1
	fails("fewer games", "has been played, and 1 are wanted", fewer)

	journal, err := os.ReadFile(m.Journal)
	if err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(string(journal), "\n")
	for what, text := range map[string]string{
		"no journal":        "hello\n" + rest,
		"a broken line":     first + "\n{\"game\":x}\n" + rest,
		"a game twice":      first + "\n" + rest + rest,
		"a negative number": first + "\n{\"game\":-2}\n",
	} {
		if err := os.WriteFile(m.Journal, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		fails(what, "journal", *m)
	}
	if err := os.WriteFile(m.Journal, journal, 0o644); err != nil {
		t.Fatal(err)
	}
	pgn, err := os.ReadFile(m.PGN)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(pgn) + "more", "x" + string(pgn)[1:]} {
		if err := os.WriteFile(m.PGN, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		fails("a changed file", "not as this match has left it", *m)
	}
	if err := os.WriteFile(m.PGN, pgn, 0o644); err != nil {
		t.Fatal(err)
	}
	m.Games = 8
	m.Players[0].Command[0] = linkTo(t, self()) // the same program, which is elsewhere now
	if s := run(t, m); s.Games != 8 {
		t.Errorf("%d games", s.Games)
	}
}

// linkTo returns another path of a program.
func linkTo(t *testing.T, path string) string {
	t.Helper()
	link := filepath.Join(t.TempDir(), filepath.Base(path))
	if err := os.Link(path, link); err != nil {
		t.Log(err)
		return path
	}
	return link
}

// copyOf returns the path of a program like another, but for a byte after its end.
func copyOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), filepath.Base(path))
	if err := os.WriteFile(path, append(text, 0), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTestStops says that a match ends when its test has decided, after the same games
// however many are played at a time.
func TestTestStops(t *testing.T) {
	var ends []int
	for _, concurrency := range []int{1, 4} {
		m, out := contest("tinyhouse", 400, sinner("tinyhouse", "none", 0, Control{Depth: 1}), sinner("tinyhouse", "none-yet", 0, Control{Depth: 1}))
		m.Players[0].Name = "good"
		m.Concurrency = concurrency
		m.SPRT = &SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05}
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

// TestLines holds the form of the lines that scripts read.
func TestLines(t *testing.T) {
	m, out := contest("tinyhouse", 2, sinner("tinyhouse", "none", 0, Control{Depth: 1}), sinner("tinyhouse", "none-yet", 0, Control{Base: 10 * time.Second, Increment: 100 * time.Millisecond}))
	m.Players[0].Name = "good"
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
	// A game may begin before the one before is reported.
	slices.Sort(said)
	slices.Sort(want)
	if !slices.Equal(said, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
	text, err := os.ReadFile(m.PGN)
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{`[Variant "Tinyhouse"]`, `[WhiteTimeControl "depth 1"]`, `[BlackTimeControl "10+0.1"]`,
		`[Termination "illegal move"]`, `[White "good"]`, `[Result "1-0"]`, `[Round "2"]`} {
		if !strings.Contains(string(text), tag+"\n") {
			t.Errorf("no %s in\n%s", tag, text)
		}
	}
}

// TestCancelled says that a cancelled match ends soon, though both think for ever.
func TestCancelled(t *testing.T) {
	m, _ := contest("tinyhouse", 4, sinner("tinyhouse", "silent", 0, Control{Depth: 1}), sinner("tinyhouse", "silent", 0, Control{Depth: 1}))
	m.Timeouts.Quit = time.Second
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	begin := time.Now()
	s, err := Run(ctx, m)
	if !errors.Is(err, ErrUnfinished) || s.Games != 0 || time.Since(begin) > 20*time.Second {
		t.Errorf("%v, %+v", err, s)
	}
}

// TestVariants says that engines are told the variant as they call it, or taught it.
func TestVariants(t *testing.T) {
	g := mustCompile("chess")
	combo := func(vars ...string) client.Option { return client.Option{Name: variantOption, Vars: vars} }
	m := &match{Config: &Config{Game: g, Aliases: []string{"standard"}}}
	for _, c := range []struct {
		vars []string
		want string
	}{{[]string{"chess", "standard"}, "chess"}, {[]string{"x", "standard"}, "standard"}, {[]string{"x"}, ""}, {nil, ""}} {
		if got := m.known(combo(c.vars...)); got != c.want {
			t.Errorf("%q: %q, want %q", c.vars, got, c.want)
		}
	}
}

func TestPlainName(t *testing.T) {
	for name, want := range map[string]string{"": "prog", `a "b" {c}`: "a 'b' (c)", strings.Repeat("é", 90): strings.Repeat("é", 40)} {
		if got := plainName(name, "/usr/bin/prog"); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
