package match

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol"
	"tinyhouse/protocol/client"
	"tinyhouse/protocol/faulty"
	"tinyhouse/protocol/uci"
)

// TestMain turns this program into our engine or into a faulty one: "faulty VARIANT FAULT AFTER".
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 5 && os.Args[1] == "faulty":
		after, _ := strconv.Atoi(os.Args[4])
		faulty.Run(os.Args[3], os.Args[2], after, firstMove(os.Args[2]))
	case len(os.Args) == 2 && os.Args[1] == "engine":
		ours()
	default:
		os.Setenv("GORACE", "atexit_sleep_ms=0") // ends the engines at once
		os.Exit(m.Run())
	}
}

// ours is our engine.
func ours() {
	g := mustCompile(rules.Default)
	e, err := engine.New(g, engine.DefaultOptions())
	if err != nil {
		panic(err)
	}
	s, err := protocol.New(protocol.Config{
		ID: protocol.ID{Name: "Ours", Author: "us"}, In: os.Stdin, Out: os.Stdout, Backend: e,
		Dialects: map[string]protocol.Dialect{"uci": uci.Dialect{}}, Dialect: "uci",
		Catalog: rules.Builtin(), Variant: rules.Default, MaxHash: 64,
	})
	if err != nil {
		panic(err)
	}
	s.Run(context.Background())
}

// read returns the text of a file.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// write writes a file.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// mustCompile compiles a built-in variant.
func mustCompile(name string) *board.Game {
	v, err := rules.Builtin().Get(name)
	if err != nil {
		panic(err)
	}
	g, err := board.Compile(v)
	if err != nil {
		panic(err)
	}
	return g
}

// mustStart returns the start of a built-in variant.
func mustStart(name string) board.Position {
	p, err := notation.Start(mustCompile(name))
	if err != nil {
		panic(err)
	}
	return p
}

// firstMove returns a function that returns the first legal move.
func firstMove(variant string) func(string) string {
	g := mustCompile(variant)
	return func(position string) string {
		from, moves, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(position, "position "), "fen "), " moves ")
		p, err := notation.ParsePosition(g, from)
		for text := range strings.FieldsSeq(moves) {
			m, wrong := notation.ParseMove(g, &p, text)
			if wrong != nil {
				err = wrong
				break
			}
			g.Apply(&p, &p, m)
		}
		if err != nil {
			return err.Error()
		}
		var l board.List
		g.Moves(&p, &l)
		return notation.Move(g, &p, l.At(0))
	}
}

// self is this program.
var self = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return path
})

// faultyEngine has a fault after some moves; "none" has none.
func faultyEngine(fault string, after int, c Control) Engine {
	return Engine{Name: fault, Command: []string{self(), "faulty", "tinyhouse", fault, strconv.Itoa(after)}, Control: c}
}

// own is our engine.
func own(name string, c Control) Engine {
	return Engine{Name: name, Command: []string{self(), "engine"}, Options: []Setting{{"Hash", "1"}}, Control: c}
}

// patient are timeouts that no correct engine reaches.
var patient = client.Timeouts{Start: time.Minute, Ready: time.Minute, Think: time.Minute, Quit: time.Minute}

// lines collects what a match prints.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// newMatch returns a match of a variant with random openings, and its output.
func newMatch(variant string, games int, engines ...Engine) (*Config, *lines) {
	out := &lines{}
	g := mustCompile(variant)
	return &Config{Game: g, Engines: [2]Engine(engines), Games: games, Openings: &Random{Game: g, Seed: 1, Plies: 4},
		Concurrency: 2, Margin: time.Minute, Timeouts: patient, Out: out, Adjudication: Adjudication{MaxMoves: 60}}, out
}

// run plays a match to its end.
func run(t *testing.T, c *Config) *Summary {
	t.Helper()
	s, err := Run(t.Context(), c)
	if err != nil {
		t.Fatalf("%v\n%s", err, c.Out)
	}
	return s
}
