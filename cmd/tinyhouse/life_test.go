package main

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestLifeCycle(t *testing.T) {
	r := finish(t, "uci\nisready\nquit\n")
	lines := strings.Split(r.out, "\n")
	if r.status != 0 || r.err != "" {
		t.Errorf("status %d, stderr %q", r.status, r.err)
	}
	if !strings.HasPrefix(lines[0], "id name Tinyhouse") || !regexp.MustCompile(`^id author \S+ `).MatchString(lines[1]) {
		t.Errorf("begins %q, %q", lines[0], lines[1])
	}
	if end := lines[len(lines)-3:]; !slices.Equal(end, []string{"uciok", "readyok", ""}) {
		t.Errorf("ends %q", end)
	}
}

func TestEndOfInput(t *testing.T) {
	for _, input := range []string{"", "go infinite\n", "go infinite", "uci\nposition startpos\ngo wtime 100000 btime 100000\n"} {
		if r := finish(t, input); r.status != 0 || r.took > 5*time.Second {
			t.Errorf("after %q: status %d in %v, %s", input, r.status, r.took, r.err)
		}
	}
	r := finish(t, "position startpos\ngo depth 4\nposition startpos moves a2a3\ngo movetime 1500\nucinewgame\ngo depth 4\n")
	const thinks = 1500*time.Millisecond - 100*time.Millisecond // the option Move Overhead takes its part
	if n := strings.Count(r.out, "bestmove "); n != 3 || strings.Count(r.out, "info depth 4 ") != 3 || r.took < thinks {
		t.Errorf("a script with three searches got %q in %v", r.out, r.took)
	}
}

// needSignals skips a test on systems where it cannot interrupt a process.
func needSignals(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("windows: interrupts are not tested, since no process can send them")
	}
}

// TestInterrupt checks that an interrupt ends a search of the protocol loop with status 0, and a game on a
// pipe while the engine thinks with status 1.
func TestInterrupt(t *testing.T) {
	needSignals(t)
	e := start(t)
	e.ask("info *", "go infinite")
	e.cmd.Process.Signal(os.Interrupt)
	e.until("bestmove *")
	if err := e.cmd.Wait(); err != nil {
		t.Error(err)
	}
	e = start(t, "play", "--movetime", "100000")
	e.ask("Black to move", "Ud3")
	begin := time.Now()
	e.cmd.Process.Signal(os.Interrupt)
	if err := e.cmd.Wait(); e.cmd.ProcessState.ExitCode() != 1 || time.Since(begin) > quick {
		t.Errorf("play: %v after %v", err, time.Since(begin))
	}
}

// TestInterruptedCommand checks that an interrupt ends long work soon with exit status 1. For solve see
// TestSolveInterrupted.
func TestInterruptedCommand(t *testing.T) {
	needSignals(t)
	work := [][]string{{"bench"}, {"perft", "--depth", "20"}, {"analyze"}, {"convert"}, {"check", "-"},
		{"match", "--engine", "name=A", "--engine", "name=B", "--tc", "100+1"}}
	if !testing.Short() {
		table := solveTable(t, "--units", "W1U1P1").Name()
		work = append(work, []string{"verify", table}, []string{"stats", table})
	}
	for i, args := range work {
		for at, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			if testing.Short() && at != i%2 {
				continue
			}
			status, took, said := 0, time.Duration(0), ""
			for wait := 500 * time.Millisecond; status == 0 && wait > 30*time.Millisecond; wait /= 2 { // the work may end first
				status, took, said = interrupted(t, wait, signal, args)
			}
			if status != 1 || took > soon || !strings.Contains(said, "interrupted") {
				t.Errorf("%q: %v: status %d after %v, %s", args, signal, status, took, said)
			}
		}
	}
}

// TestInterruptedProtocol checks that an interrupt ends the long commands of a session soon with status 0.
func TestInterruptedProtocol(t *testing.T) {
	needSignals(t)
	for _, line := range []string{"bench", "go perft 30", "go infinite", "go ponder"} {
		e := start(t)
		e.ask("readyok", "isready")
		e.send(line)
		time.Sleep(100 * time.Millisecond)
		begin := time.Now()
		e.cmd.Process.Signal(syscall.SIGTERM)
		if _, err := e.Rest(); err != nil {
			t.Error(err)
		}
		if err := e.cmd.Wait(); err != nil || time.Since(begin) > soon {
			t.Errorf("%s: %v after %v", line, err, time.Since(begin))
		}
	}
}

// interrupted runs the program and sends it a signal after a while. It returns its status, how long
// it took to end, and what it printed on stderr.
func interrupted(t *testing.T, wait time.Duration, signal os.Signal, args []string) (status int, took time.Duration, said string) {
	c := program(t, args...)
	var text bytes.Buffer
	c.Stderr = &text
	in, err := c.StdinPipe() // left open
	if err := errors.Join(err, c.Start()); err != nil {
		t.Fatal(err)
	}
	time.Sleep(wait)
	begin := time.Now()
	c.Process.Signal(signal)
	c.Wait()
	in.Close()
	return c.ProcessState.ExitCode(), time.Since(begin), text.String()
}

// soon limits the time in which a signal ends any command.
const soon = time.Second

// quick limits the time of an answer that needs no work, on a busy machine.
const quick = 500 * time.Millisecond

func TestReadyWhileSearching(t *testing.T) {
	e := start(t)
	e.send("position startpos", "go infinite")
	for range 20 {
		begin := time.Now()
		if e.ask("readyok", "isready"); time.Since(begin) > quick {
			t.Errorf("readyok after %v", time.Since(begin))
		}
		time.Sleep(5 * time.Millisecond)
	}
	begin := time.Now()
	e.ask("bestmove *", "stop")
	if time.Since(begin) > quick {
		t.Errorf("bestmove after %v", time.Since(begin))
	}
	e.send("stop", "isready")
	if said := e.until("readyok"); len(said) != 1 {
		t.Errorf("after a second stop: %q", said)
	}
	e.quit()
}

func TestReadyWhileHashIsAllocated(t *testing.T) {
	e := start(t)
	begin := time.Now()
	if e.ask("readyok", "setoption name Hash value 512", "isready"); time.Since(begin) > 2*time.Second {
		t.Errorf("readyok after %v", time.Since(begin))
	}
	e.quit()
}

// TestStartingVariant checks that the flag sets the variant and the default of the option.
func TestStartingVariant(t *testing.T) {
	for _, args := range [][]string{{"uci", "--variant", "losalamos"}, {"--variant", "losalamos"}, {"-variant", "losalamos"}, {"uci", "-variant=losalamos"}} {
		r := finish(t, "uci\nposition startpos\nd\n", args...)
		if !strings.Contains(r.out, "option name UCI_Variant type combo default losalamos var ") ||
			!strings.Contains(r.out, "Fen: rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1\n") {
			t.Errorf("%q: %s%s", args, r.out, r.err)
		}
	}
}
