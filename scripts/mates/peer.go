package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine/rules"
)

// stall is how long a program may be silent beyond the time it was given.
const stall = 20 * time.Second

// peer is an engine that is asked in UCI, with one thread.
type peer struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // closed when the program has ended
	dir   string      // holds the ini file given to it
}

// startPeer starts an engine with some MiB of hash for a variant in our own definition, which
// goes under another name, so that the engine cannot take its own.
func startPeer(path string, v *rules.Variant, hash int) (*peer, error) {
	p := &peer{cmd: exec.Command(path), lines: make(chan string, 1024)}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go p.listen(out)
	if err := p.define(v); err != nil {
		p.close()
		return nil, err
	}
	p.send("setoption name UCI_Variant value problem-" + v.Name)
	p.send("setoption name Hash value " + strconv.Itoa(hash))
	if err := p.forget(); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// define writes the variant to a file and hands that over.
func (p *peer) define(v *rules.Variant) error {
	var err error
	if p.dir, err = os.MkdirTemp("", "mates"); err != nil {
		return err
	}
	path := filepath.Join(p.dir, "variant.ini")
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	renamed := *v
	renamed.Name = "problem-" + v.Name
	p.send("setoption name VariantPath value " + path)
	return rules.WriteINI(file, &renamed)
}

func (p *peer) listen(out io.Reader) {
	defer close(p.lines)
	s := bufio.NewScanner(out)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		p.lines <- s.Text()
	}
}

// send writes a line. That it could not be written shows when no answer comes.
func (p *peer) send(line string) { fmt.Fprintln(p.in, line) }

// next returns the next line, for which it waits so long; it is empty when none has come.
func (p *peer) next(wait time.Duration) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", fmt.Errorf("%s has ended", p.cmd.Path)
		}
		return line, nil
	case <-time.After(wait):
		return "", nil
	}
}

// until reads up to a line that begins with some word.
func (p *peer) until(word string) error {
	for {
		line, err := p.next(stall)
		if err != nil {
			return err
		}
		if line == "" {
			return fmt.Errorf("%s is silent before %q", p.cmd.Path, word)
		}
		if strings.HasPrefix(line, word) {
			return nil
		}
	}
}

// forget empties the hash table.
func (p *peer) forget() error {
	p.send("ucinewgame")
	p.send("isready")
	return p.until("readyok")
}

// close ends the engine and removes what was written for it.
func (p *peer) close() {
	p.send("quit")
	p.in.Close()
	for range p.lines {
	}
	p.cmd.Wait()
	os.RemoveAll(p.dir)
}

// answer is what a search has said in the end.
type answer struct {
	mate    int // moves to the mate in the last score, negative for the side to move being mated; 0: none
	best    string
	nodes   uint64
	seconds float64 // to the line that settled it, or to the answer
}

// search runs a search with the words after go. It is stopped when a line says that the
// side to move wins (want 1) or loses (want -1), or, where limit is not 0, after that time.
// Where want is 0 the last score counts.
func (p *peer) search(fen, words string, want int, limit time.Duration) (answer, error) {
	var a answer
	p.send("position fen " + fen)
	p.send("go " + words)
	begin, wait := time.Now(), limit
	if limit == 0 {
		wait = 10 * time.Minute
	}
	stopped := false
	for {
		line, err := p.next(wait - time.Since(begin))
		switch {
		case err != nil:
			return a, err
		case line == "" && stopped:
			return a, fmt.Errorf("%s does not stop", p.cmd.Path)
		case strings.HasPrefix(line, "bestmove"):
			a.best = strings.Fields(line)[1]
			if !stopped {
				a.seconds = time.Since(begin).Seconds()
			}
			return a, nil
		}
		if !stopped {
			a.read(line)
		} else if a.mate*want <= 0 {
			late := answer{}
			late.read(line)
			a.nodes = max(a.nodes, late.nodes) // but what it has found comes too late
		}
		if !stopped && (line == "" || want != 0 && a.mate*want > 0) {
			p.send("stop")
			stopped, a.seconds, wait = true, time.Since(begin).Seconds(), wait+stall
		}
	}
}

// read takes what counts from an info line. A mate that is only a bound counts where the
// bound is the right one: at least a win, or at most a loss.
func (a *answer) read(line string) {
	line, _, _ = strings.Cut(line, " pv ")
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "info" || words[1] == "string" {
		return
	}
	mate, scored := 0, false
	least, most := slices.Contains(words, "lowerbound"), slices.Contains(words, "upperbound")
	for i, word := range words[:len(words)-1] {
		switch word {
		case "nodes":
			a.nodes, _ = strconv.ParseUint(words[i+1], 10, 64)
		case "score":
			scored = true
		case "mate":
			mate, _ = strconv.Atoi(words[i+1])
		}
	}
	if scored && !(least && mate <= 0) && !(most && mate >= 0) {
		a.mate = mate
	}
}
