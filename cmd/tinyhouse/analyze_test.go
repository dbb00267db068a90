package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestAnalyzeInterrupted checks that the program soon ends after an interrupt, with complete lines.
func TestAnalyzeInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be interrupted")
	}
	c := program(t, "analyze", "--json", "--movetime", "50", "--threads", "2")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errOut strings.Builder
	c.Stderr = &errOut
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	go func() {
		for {
			if _, err := io.WriteString(in, "startpos\n"); err != nil {
				return
			}
		}
	}()
	lines := bufio.NewScanner(out)
	n := 0
	var asked time.Time
	for ; lines.Scan(); n++ {
		if !json.Valid(lines.Bytes()) {
			t.Errorf("line %d: %s", n, lines.Text())
		}
		if n == 3 {
			asked = time.Now()
			c.Process.Signal(os.Interrupt)
		}
	}
	c.Wait()
	if took := time.Since(asked); n < 4 || took > time.Second+quick || c.ProcessState.ExitCode() != 1 || !strings.Contains(errOut.String(), "tinyhouse: interrupted") {
		t.Errorf("%d lines, %v after the interrupt; status %d, %s", n, took, c.ProcessState.ExitCode(), errOut.String())
	}
}
