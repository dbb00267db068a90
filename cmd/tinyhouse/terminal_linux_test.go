package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// pseudoTerminal returns both ends of a terminal: what a person sees and types, and what a program
// reads and writes.
func pseudoTerminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("the line editor is not tested, since there are no pseudo-terminals: ", err)
	}
	t.Cleanup(func() { person.Close() })
	var number, lock int32
	for request, value := range map[uintptr]*int32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &lock} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, person.Fd(), request, uintptr(unsafe.Pointer(value))); errno != 0 {
			t.Fatal(errno)
		}
	}
	program, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	return person, program
}

// TestPlayTerminal plays on a terminal: it edits a line, repeats one from the history, and answers
// the question after Ctrl-C, at the prompt and while the engine thinks.
func TestPlayTerminal(t *testing.T) {
	person, slave := pseudoTerminal(t)
	path := filepath.Join(t.TempDir(), "game.pgn")
	c := program(t, "play", "--movetime", "100000", "--bar=false")
	c.Stdin, c.Stdout, c.Stderr = slave, slave, slave
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	seen := make(chan []byte, 100)
	go func() {
		for {
			buffer := make([]byte, 4096)
			n, err := person.Read(buffer)
			if seen <- buffer[:n]; err != nil {
				close(seen)
				return
			}
		}
	}()
	var text bytes.Buffer
	until := func(want string) {
		t.Helper()
		for deadline := time.After(30 * time.Second); ; {
			if at := strings.Index(text.String(), want); at >= 0 {
				text.Next(at + len(want))
				return
			}
			select {
			case more := <-seen:
				text.Write(more)
			case <-deadline:
				t.Fatalf("no %q in %q", want, text.String())
			}
		}
	}
	const up, left, ctrlC = "\x1b[A", "\x1b[D", "\x03"
	for _, step := range [][2]string{
		{"White> ", "fxn" + left + "\x7f" + "e\r"}, // fen
		{"KWUF[] w - - 0 1\r\n", ""},
		{"White> ", up + "\r"},
		{"KWUF[] w - - 0 1\r\n", ""},
		{"White> ", "side both\r"},
		{"White> ", "uD3\r"},
		{"Black to move", ""},
		{"Black> ", "side whi" + ctrlC},
		{"empty: continue): ", "\r"},
		{"Black> ", "side white\r"},
		{"side white\r\n", ""},
		{"", ctrlC},
		{"empty: continue): ", path + "\r"},
		{"the game is saved in " + path + "\r\n", ""},
	} {
		if step[0] == "" {
			time.Sleep(200 * time.Millisecond) // the engine thinks
		}
		until(step[0])
		if _, err := person.WriteString(step[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
	if saved, err := os.ReadFile(path); err != nil || !strings.Contains(string(saved), "1. Uxd3 *") {
		t.Errorf("%s, %v", saved, err)
	}
}
