package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// damage is what happens to a table while programs have it open.
type damage struct {
	name string
	do   func(path string, good []byte) error
	hits bool // the open file itself changes, so that programs have to notice
}

var damages = []damage{
	{"cut to nothing", func(path string, _ []byte) error { return os.Truncate(path, 0) }, true},
	{"cut to half", func(path string, good []byte) error { return os.Truncate(path, int64(len(good)/2)) }, true},
	{"cut by a byte", func(path string, good []byte) error { return os.Truncate(path, int64(len(good)-1)) }, false},
	{"zeros", func(path string, good []byte) error { return overwrite(path, make([]byte, len(good))) }, true},
	{"shorter file copied over", func(path string, good []byte) error { return os.WriteFile(path, good[:4096], 0o666) }, true},
	{"blocks turned over", func(path string, good []byte) error {
		b := bytes.Clone(good)
		for i := range b[1024 : len(b)-1024] {
			b[1024+i] ^= 0x55
		}
		return overwrite(path, b)
	}, true},
	{"extended", func(path string, good []byte) error { return os.WriteFile(path, append(good, good...), 0o666) }, false},
	{"replaced", func(path string, _ []byte) error {
		if err := os.WriteFile(path+".new", []byte("nothing"), 0o666); err != nil {
			return err
		}
		return os.Rename(path+".new", path)
	}, false},
	{"deleted", func(path string, _ []byte) error { return os.Remove(path) }, false},
}

// overwrite writes into a file in place, without cutting it.
func overwrite(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteAt(data, 0)
	return err
}

// attackLive changes a table while the engine searches with it, and while commands read it.
func attackLive(t *tally) error {
	good := t.path("good.tht")
	if _, err := t.must("solve", "--variant", "losalamos", "--material", "KQvKR", "--out", good, "--log-level", "error"); err != nil {
		return err
	}
	data, err := os.ReadFile(good)
	if err != nil {
		return err
	}
	return t.each(len(damages)*t.many(1, 4), func(i int) error {
		d := damages[i%len(damages)]
		path := t.path(fmt.Sprintf("live%d.tht", i))
		if err := os.WriteFile(path, data, 0o666); err != nil {
			return err
		}
		after := time.Duration(t.rng(i).IntN(300)) * time.Millisecond
		t.add(tried, 2)
		if err := t.playWith(d, path, data, after); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			return err
		}
		return t.readDuring(d, path, data, after)
	})
}

// readDuring changes a table while verify or stats reads it.
func (t *tally) readDuring(d damage, path string, data []byte, after time.Duration) error {
	changed := make(chan error, 1)
	go func() {
		time.Sleep(after)
		changed <- d.do(path, data)
	}()
	name := []string{"verify", "stats"}[int(after)%2]
	o, err := t.run(command{args: []string{name, path, "--log-level", "error"}, limit: 2 * time.Minute})
	if err2 := <-changed; err2 != nil {
		return err2
	}
	if err != nil || !t.ends(&o, "%s of a table that is %s", name, d.name) {
		return err
	}
	switch {
	case o.status == 0: // it was read before
		t.add(accepted, 1)
	case strings.Contains(o.out, "error: "):
		t.fault(false_, "%s of a table that is %s: %.300s", name, d.name, o.out)
	default:
		t.refusal(&o, "%s of a table that is %s", name, d.name)
	}
	return nil
}

// engine is the program as an engine.
type engine struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	lines  chan string
	errOut bytes.Buffer
}

func (h *harness) start() (*engine, error) {
	e := &engine{cmd: exec.Command(h.binary), lines: make(chan string, 1<<12)}
	e.cmd.Stderr = &e.errOut
	in, err := e.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	e.in = in
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	go func() {
		defer close(e.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			e.lines <- s.Text()
		}
	}()
	return e, e.cmd.Start()
}

func (e *engine) send(lines ...string) {
	for _, line := range lines {
		_, _ = io.WriteString(e.in, line+"\n") // a dead engine is noticed by what it does not say
	}
}

// until returns the lines up to one that begins with a word, and whether that one came.
func (e *engine) until(word string, limit time.Duration) ([]string, bool) {
	var all []string
	for timeout := time.After(limit); ; {
		select {
		case line, ok := <-e.lines:
			if !ok {
				return all, false
			}
			if all = append(all, line); strings.HasPrefix(line, word) {
				return all, true
			}
		case <-timeout:
			return all, false
		}
	}
}

// playWith changes a table while the engine searches. The engine must go on, and report once what
// happened.
func (t *tally) playWith(d damage, path string, data []byte, after time.Duration) error {
	e, err := t.start()
	if err != nil {
		return err
	}
	defer func() {
		_ = e.cmd.Process.Kill()
		_ = e.cmd.Wait()
	}()
	// Each capture of the pawn leads into the table.
	e.send("setoption name UCI_Variant value losalamos", "setoption name TablebaseCache value 1", "setoption name TablebasePath value "+path,
		"position fen 4k1/1r4/1p4/6/3Q2/K5 w - - 0 1", "isready")
	said, alive := e.until("readyok", time.Minute)
	for search := range 3 {
		e.send("go movetime 600")
		if search == 0 {
			time.Sleep(after)
			if err := d.do(path, data); err != nil {
				return err
			}
		}
		more, found := e.until("bestmove", 20*time.Second)
		said, alive = append(said, more...), alive && found
	}
	e.send("quit")
	more, _ := e.until("nothing", 20*time.Second)
	t.judgePlay(d, e, path, append(said, more...), alive)
	return nil
}

// judgePlay counts the reports of the engine.
func (t *tally) judgePlay(d damage, e *engine, path string, said []string, alive bool) {
	reports := 0
	for _, line := range said {
		if strings.Contains(line, path) && strings.Contains(line, "ERROR") {
			reports++
		}
	}
	what := "the engine with a table that is " + d.name
	switch {
	case !alive:
		t.fault(crashed, "%s: no bestmove: %.300s", what, e.errOut.String())
	case reports > 1 || d.hits && reports == 0:
		t.fault(false_, "%s: reported %d times, want once", what, reports)
	default:
		t.add(accepted, 1)
	}
}
