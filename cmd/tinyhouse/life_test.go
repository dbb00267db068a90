package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The life of the engine as GUIs, match runners and scripts see it.

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
	if n := strings.Count(r.out, "bestmove "); n != 3 || strings.Count(r.out, "info depth 4 ") != 3 || r.took < 1500*time.Millisecond {
		t.Errorf("a script with three searches got %q in %v", r.out, r.took)
	}
}

func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts between processes")
	}
	e := start(t)
	e.ask("info *", "go infinite")
	e.cmd.Process.Signal(os.Interrupt)
	if _, err := e.Until("bestmove *"); err != nil {
		t.Error(err)
	}
	if err := e.cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestInterruptedCommand says that long work ends soon, as a failure.
func TestInterruptedCommand(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts between processes")
	}
	work := [][]string{{"bench"}, {"perft", "--depth", "20"}, {"analyze"}, {"convert"}, {"check", "-"},
		{"match", "--engine", "name=A", "--engine", "name=B", "--tc", "100+1"}}
	path := filepath.Join(t.TempDir(), "new.tht")
	if !testing.Short() {
		table := solveTable(t, "--units", "W1U1P1").Name()
		work = append(work, []string{"verify", table}, []string{"stats", table},
			[]string{"solve", "--variant", "chess", "--material", "KQvKR", "--out", path},
			[]string{"solve", "--variant", "chess", "--material", "KQvKR", "--out", path})
	}
	for i, args := range work {
		status, took, said := 0, time.Duration(0), ""
		for wait := 500 * time.Millisecond; status == 0 && wait > 30*time.Millisecond; wait /= 2 { // it may be done sooner
			status, took, said = interrupted(t, wait, []os.Signal{os.Interrupt, syscall.SIGTERM}[i%2], args)
		}
		want := "interrupted"
		if args[0] == "solve" {
			want += "; the last checkpoint in " + path
		}
		if status != 1 || took > 3*time.Second || !strings.Contains(said, want) {
			t.Errorf("%q: status %d after %v, %s", args, status, took, said)
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

// quick is how soon an answer must come that takes no work; a busy machine gets its share.
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

// TestStartingVariant says that the flag sets the variant and what the option calls its default.
func TestStartingVariant(t *testing.T) {
	for _, args := range [][]string{{"uci", "--variant", "losalamos"}, {"--variant", "losalamos"}, {"-variant", "losalamos"}, {"uci", "-variant=losalamos"}} {
		r := finish(t, "uci\nposition startpos\nd\n", args...)
		if !strings.Contains(r.out, "option name UCI_Variant type combo default losalamos var ") ||
			!strings.Contains(r.out, "Fen: rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1\n") {
			t.Errorf("%q: %s%s", args, r.out, r.err)
		}
	}
}

// TestBadInput says that bad positions and moves are answered and change nothing.
func TestBadInput(t *testing.T) {
	e := start(t)
	e.send("position startpos moves a2a3")
	for _, line := range []string{
		"position fen 4/4/4/4 w - - 0 1", "position startpos moves a2a4", "position fen fuwk/3p/P3/KWUFF w - - 0 1",
		"position fen fuwk/3p/P3/KWU w - - 0 1", "position fen", "position", "position fen K3/4/4/k3[QQQQ] w - - 0 1",
	} {
		e.ask("info string ERROR: position*", line)
	}
	if move := e.ask("bestmove *", "go depth 3"); move != "bestmove (none)" {
		t.Errorf("after a refused position: %s", move)
	}
	if fen := e.ask("Fen: *", "d"); fen != "Fen: fuwk/P2p/4/KWUF[] b - - 0 1" {
		t.Errorf("refused positions left %q", fen)
	}
	e.until("Checkers:*")
	if move := e.ask("bestmove *", "position startpos moves a2a3", "go depth 1"); move == "bestmove (none)" {
		t.Error("no move after a position that is one")
	}
	e.quit()
}

// TestTerminal says what a position without moves is answered.
func TestTerminal(t *testing.T) {
	for _, test := range []struct{ variant, fen, score, result string }{
		{"chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0", "1-0 {White mates}"},
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0", "1/2-1/2 {Draw by stalemate}"},
		{"tinyhouse", "k1W1/4/1K2/4[] b - - 0 1", "mate 0", "0-1 {stalemated player wins}"},
		{"peasants", "8/P7/8/8/8/8/8/p7 w - - 0 1", "mate 0", "0-1 {Black reaches the goal}"},
	} {
		e := start(t, "--variant", test.variant)
		e.send("position fen "+test.fen, "go depth 5")
		want := []string{"info depth 0 score " + test.score, "info string result " + test.result, "bestmove (none)"}
		if got := e.until("bestmove *"); !slices.Equal(got, want) {
			t.Errorf("%s %s: %q, want %q", test.variant, test.fen, got, want)
		}
		e.ask("info depth 0 *", "go infinite")
		if said := e.ask("readyok", "isready"); said != "readyok" {
			t.Errorf("infinite: %q", said)
		}
		e.ask("bestmove (none)", "stop")
		e.quit()
	}
}

// TestPerftOverUCI checks a count of each kind of game against published ones.
func TestPerftOverUCI(t *testing.T) {
	for _, test := range []struct {
		variant string
		depth   int
		nodes   uint64
	}{{"tinyhouse", 5, 16021}, {"tinyhouse-firstrank", 5, 17231}, {"crazyhouse", 4, 197281}, {"losalamos", 4, 14332}, {"dobutsu", 5, 8122}, {"thinchess", 6, 210}, {"peasants", 5, 54360}} {
		r := finish(t, fmt.Sprintf("setoption name UCI_Variant value %s\nposition startpos\ngo perft %d\nquit\n", test.variant, test.depth))
		if want := fmt.Sprintf("\n\nNodes searched: %d\n\n", test.nodes); !strings.HasSuffix(r.out, want) {
			t.Errorf("%s: %q, want it to end %q", test.variant, r.out, want)
		}
	}
}
