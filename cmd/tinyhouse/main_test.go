package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"tinyhouse/protocol/expect"
)

// beProgram is the environment variable that makes the test binary the program itself, so that
// tests, and the program in them, can start it as a process.
const beProgram = "TINYHOUSE_TEST_BE_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(beProgram) != "" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Setenv(beProgram, "1")
	os.Setenv("GORACE", "atexit_sleep_ms=0")
	os.Exit(m.Run())
}

// many returns n, or a quarter of it in a short run.
func many(n int) int {
	if testing.Short() {
		return n / 4
	}
	return n
}

// program returns the program as a process to be started.
func program(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exec.Command(self, args...)
}

// result is the outcome of a run.
type result struct {
	out, err string
	status   int
	took     time.Duration
}

// finish runs the program to its end with an input, in this process.
func finish(t testing.TB, input string, args ...string) result {
	t.Helper()
	var out, errOut bytes.Buffer
	begin := time.Now()
	status := run(args, strings.NewReader(input), &out, &errOut)
	return result{out.String(), errOut.String(), status, time.Since(begin)}
}

// partner is a running program that tests talk to.
type partner struct {
	*expect.Dialog
	t   testing.TB
	cmd *exec.Cmd
}

// start starts the program. The end of the test kills it.
func start(t testing.TB, args ...string) *partner {
	t.Helper()
	c := program(t, args...)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	e := &partner{Dialog: expect.New(in, out), t: t, cmd: c}
	e.Timeout = 30 * time.Second
	return e
}

// send sends lines.
func (e *partner) send(lines ...string) {
	e.t.Helper()
	if err := e.Send(lines...); err != nil {
		e.t.Fatal(err)
	}
}

// until returns the output up to a line that matches.
func (e *partner) until(pattern string) []string {
	e.t.Helper()
	said, err := e.Until(pattern)
	if err != nil {
		e.t.Fatal(err)
	}
	return said
}

// ask sends lines and returns the first line of the answer that matches.
func (e *partner) ask(pattern string, lines ...string) string {
	e.t.Helper()
	e.send(lines...)
	said := e.until(pattern)
	return said[len(said)-1]
}

// search sends lines, the last of which starts a search, and returns its last line of info.
func (e *partner) search(lines ...string) string {
	e.t.Helper()
	e.send(lines...)
	return last(e.until("bestmove *"), "info depth *")
}

// quit ends the program, and checks that it prints nothing more and exits with status 0.
func (e *partner) quit() {
	e.t.Helper()
	e.send("quit")
	rest, err := e.Rest()
	if err != nil || len(rest) > 0 {
		e.t.Errorf("after quit: %q, %v", rest, err)
	}
	if err := e.cmd.Wait(); err != nil {
		e.t.Errorf("after quit: %v", err)
	}
}

// last returns the last of the lines that match, or "".
func last(lines []string, pattern string) string {
	found := ""
	for _, line := range lines {
		if expect.Match(pattern, line) {
			found = line
		}
	}
	return found
}

// word returns the word after name in a line, or "".
func word(line, name string) string {
	words := strings.Fields(line)
	for i := 1; i < len(words); i++ {
		if words[i-1] == name {
			return words[i]
		}
	}
	return ""
}
