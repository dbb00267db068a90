package main

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The command play, piped.

func TestPlayCommand(t *testing.T) {
	for _, test := range []struct {
		input, args string
		status      int
		out, err    string
	}{
		{"", "play --help", 0, "Play a game", ""},
		{"Ud3\nhint\nundo\nfen\n", "play --nodes 200 --elo 600", 0, "\nfuwk/3p/P3/KWUF[] w - - 0 1\n", ""},
		{"", "play --side black --depth 1 --variant gardner", 0, "Black to move", ""},
		{"quit\nnonsense\n", "play --variant thinchess8", 0, "a draw, by the table", ""},
	} {
		r := finish(t, test.input, strings.Fields(test.args)...)
		if r.status != test.status || !strings.Contains(r.out, test.out) || !strings.Contains(r.err, test.err) || strings.Contains(r.out, "\x1b") {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want %d, %q, %q", test.args, r.status, r.out, r.err, test.status, test.out, test.err)
		}
	}
}

// TestPlayInterrupted says that Ctrl-C is a good end, while the engine thinks as well.
func TestPlayInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be interrupted")
	}
	e := start(t, "play", "--movetime", "100000")
	e.until("White to move")
	e.send("Ud3")
	e.until("Black to move")
	begin := time.Now()
	e.cmd.Process.Signal(os.Interrupt)
	if _, err := e.Rest(); err != nil {
		t.Error(err)
	}
	if err := e.cmd.Wait(); err != nil || time.Since(begin) > quick {
		t.Errorf("%v after %v", err, time.Since(begin))
	}
}
