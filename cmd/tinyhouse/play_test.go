package main

import (
	"os"
	"runtime"
	"testing"
	"time"
)

// TestPlayInterrupted checks that an interrupt while the engine thinks ends a piped game with status 0.
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
