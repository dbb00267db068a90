package client

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/base/lineread"
	"tinyhouse/protocol/faulty"
)

// TestMain turns this program into a faulty engine if its environment names a fault.
func TestMain(m *testing.M) {
	if fault := os.Getenv("CLIENT_FAULT"); fault != "" {
		faulty.Run(fault, "tinyhouse", 0, func(string) string { return "a2a3" })
		return
	}
	os.Exit(m.Run())
}

// hasty are timeouts for tests that wait for them.
var hasty = Timeouts{Start: 300 * time.Millisecond, Ready: 300 * time.Millisecond, Think: 300 * time.Millisecond, Quit: 300 * time.Millisecond}

// patient are timeouts for tests that must not reach them.
var patient = Timeouts{Start: time.Minute, Ready: time.Minute, Think: time.Minute, Quit: time.Minute}

// start starts a faulty engine.
func start(t *testing.T, fault string, timeouts Timeouts) *Engine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "CLIENT_FAULT="+fault, "GORACE=atexit_sleep_ms=0")
	e, err := Start(cmd, timeouts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// play plays a short game and returns the first error.
func play(e *Engine) (a Answer, err error) {
	ctx := context.Background()
	if err := e.Handshake(ctx); err != nil {
		return a, fmt.Errorf("uci: %w", err)
	}
	e.Set("Hash", "2")
	e.Send("ucinewgame")
	if err := e.Ready(ctx, nil); err != nil {
		return a, fmt.Errorf("isready: %w", err)
	}
	e.Position("startpos", nil)
	if a, err = e.Go(ctx, "depth 1", 0, nil); err != nil {
		return a, fmt.Errorf("go: %w", err)
	}
	if err := e.Ready(ctx, nil); err != nil {
		return a, fmt.Errorf("isready after go: %w", err)
	}
	return a, nil
}

// TestFaults checks the answer or error that each fault leads to.
func TestFaults(t *testing.T) {
	for fault, want := range map[string]struct {
		move  string
		where string
		err   error
	}{
		"none":     {move: "a2a3"},
		"mute":     {where: "uci", err: ErrStalled},
		"echo":     {where: "uci", err: ErrStalled},
		"exits":    {where: "uci", err: ErrGone},
		"busy":     {where: "isready", err: ErrStalled},
		"chatter":  {where: "isready", err: ErrStalled},
		"silent":   {where: "go", err: ErrStalled},
		"flood":    {where: "go", err: ErrStalled},
		"half":     {where: "go", err: ErrStalled},
		"deaf":     {where: "go", err: ErrStalled},
		"last":     {move: "a2a3", where: "isready after go", err: ErrGone},
		"exit":     {where: "go", err: ErrGone},
		"close":    {where: "go", err: ErrGone},
		"long":     {move: "a2a3"},
		"nul":      {move: "a2a3"},
		"none-yet": {move: "(none)"},
		"empty":    {},
		"babble":   {move: "{;%["},
		"spelling": {move: "A2A3"},
		"twice":    {move: "a2a3"},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			timeouts := patient
			if want.err == ErrStalled {
				timeouts = Timeouts{Start: time.Minute, Ready: 2 * time.Second, Think: time.Second / 2, Quit: time.Second}
			}
			if fault == "mute" || fault == "echo" {
				timeouts = hasty
			}
			e := start(t, fault, timeouts)
			begin := time.Now()
			a, err := play(e)
			if a.Move != want.move || !errors.Is(err, want.err) || (err == nil) != (want.err == nil) {
				t.Fatalf("%q, %v; want %q, %v", a.Move, err, want.move, want.err)
			}
			if err != nil && !strings.HasPrefix(err.Error(), want.where+": ") {
				t.Errorf("%v, want it at %s", err, want.where)
			}
			if err != nil && e.Ready(context.Background(), nil) == nil {
				t.Errorf("a failed engine answers")
			}
			if took := time.Since(begin); took > 50*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestLastWords(t *testing.T) {
	e := start(t, "exit", patient)
	if _, err := play(e); err == nil || !strings.Contains(err.Error(), "out of cheese") || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("%v lacks the reason", err)
	}
}

func TestStop(t *testing.T) {
	e := start(t, "slow", patient)
	a, err := e.Go(context.Background(), "infinite", 50*time.Millisecond, nil)
	if err != nil || !a.Stopped || a.Move != "a2a3" || a.Took < 50*time.Millisecond {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestReceive checks that the function receives every line and can stop the search.
func TestReceive(t *testing.T) {
	e := start(t, "words", patient)
	var seen []string
	a, err := e.Go(context.Background(), "infinite", 0, func(l Line) bool {
		seen = append(seen, l.Text)
		return l.Text == "info dept 1"
	})
	if err != nil || !a.Stopped || len(seen) != 2 {
		t.Errorf("%+v, %v, %q", a, err, seen)
	}
}

func TestCancel(t *testing.T) {
	e := start(t, "silent", patient)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := e.Go(ctx, "infinite", 0, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if err := e.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func TestClose(t *testing.T) {
	if err := start(t, "none", patient).Close(); err != nil {
		t.Errorf("a good engine: %v", err)
	}
	for _, fault := range []string{"immortal", "chatter"} {
		e := start(t, fault, hasty)
		if fault == "chatter" {
			e.Send("isready")
		}
		if err := e.Close(); !errors.Is(err, ErrStalled) {
			t.Errorf("%s: %v", fault, err)
		}
		if err := e.Close(); err != nil {
			t.Errorf("%s, twice: %v", fault, err)
		}
	}
}

// TestChildren checks that no call waits for a child that keeps the pipes of a dead engine open.
func TestChildren(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	for _, script := range []string{"sleep 1000 & exit 3", "setsid sleep 15 & exit 3"} {
		e, err := Start(exec.Command("sh", "-c", script), hasty)
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		if err := e.Handshake(context.Background()); err == nil {
			t.Error("a dead engine answers")
		}
		if took := time.Since(begin); took > 12*time.Second {
			t.Errorf("%s: took %v", script, took)
		}
	}
}

func TestStartFails(t *testing.T) {
	if e, err := Start(exec.Command("/nowhere/to/be/found"), hasty); err == nil {
		e.Close()
		t.Error("no error")
	}
}

// TestNothingLost checks that an engine that reads late receives every line in order, and that one that
// never reads fails in the end.
func TestNothingLost(t *testing.T) {
	e := start(t, "echo", patient)
	const lines = 50000
	for i := range lines {
		e.Send(fmt.Sprint("line ", i))
	}
	e.Send("readyok")
	i := 0
	if err := e.Ready(t.Context(), func(l Line) {
		if want := fmt.Sprint("line ", i); l.Text != want {
			t.Errorf("%q, want %q", l.Text, want)
		}
		i++
	}); err != nil || i != lines {
		t.Errorf("%d lines, %v", i, err)
	}

	deaf := start(t, "deaf", patient)
	deaf.Send("go depth 1")
	long := strings.Repeat("x", 1<<20)
	for range 2*maxQueued/len(long) + 2 { // the pipe may hold as much as the queue
		deaf.Send(long)
	}
	if err := deaf.Ready(t.Context(), nil); !errors.Is(err, ErrStalled) || !strings.Contains(err.Error(), "does not read") {
		t.Errorf("deaf: %v", err)
	}
}

func TestParseOption(t *testing.T) {
	for text, want := range map[string]Option{
		"name UCI_Variant type combo default chess var chess var x y":   {Name: "UCI_Variant", Type: "combo", Default: "chess", Vars: []string{"chess", "x y"}},
		"name Clear Hash type button":                                   {Name: "Clear Hash", Type: "button"},
		"type spin default -3 name Skill Level min -20 max 20 no digit": {Name: "Skill Level", Type: "spin", Default: "-3"},
		"": {},
	} {
		if got := parseOption(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// TestSet checks the line of each kind of option, by names in any case.
func TestSet(t *testing.T) {
	e := start(t, "echo", patient)
	e.Options = []Option{{Name: "Clear Hash", Type: "button"}, {Name: "Hash", Type: "spin"}}
	if _, ok := e.Option("nothing"); ok {
		t.Error("an option that does not exist")
	}
	e.Set("clear hash", "true")
	e.Set("Hash", "16")
	for _, want := range []string{"setoption name clear hash", "setoption name Hash value 16"} {
		if err := e.Until(t.Context(), time.Minute, func(l Line) bool { return l.Text == want }); err != nil {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestDefine checks that the file of variants exists as long as the engine.
func TestDefine(t *testing.T) {
	e := start(t, "none", patient)
	if err := e.Define("[x:chess]\n"); err != nil {
		t.Fatal(err)
	}
	folder := e.folder
	if text, err := os.ReadFile(folder + "/variants.ini"); err != nil || string(text) != "[x:chess]\n" {
		t.Errorf("%q, %v", text, err)
	}
	e.Close()
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", folder, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("option name A type spin default 1 min 0 max 2\nbestmove a2a3 ponder b3b2\n"))
	f.Add([]byte("bestmove\x00\n\n\nid name \xff\xfe\noption var var name"))
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := make(chan Line, len(text)+1)
		lineread.Send(strings.NewReader(string(text)), MaxLine, lines, nil, newLine)
		for l := range lines {
			if strings.ContainsAny(l.Text, "\n\r\x00") || len(l.Text) > MaxLine*3 {
				t.Fatalf("line %q", l.Text)
			}
			parseOption(l.Text)
			var a Answer
			a.parse(strings.Fields(l.Text))
		}
	})
}
