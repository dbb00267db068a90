package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine/rules"
)

// peer is another program, spoken to in UCI.
type peer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
	dir string // holds the ini file given to it
}

// A peer lives for one variant: options set for one cannot leak into the next. Whatever it
// writes to standard error is thrown away; a peer that dies shows as an error of until.

// startPeer starts a program. When v is not nil, the peer is given our definition of it;
// name is what the peer calls the variant.
func startPeer(command []string, v *rules.Variant, name string) (*peer, error) {
	p := &peer{cmd: exec.Command(command[0], command[1:]...)}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.cmd.Stderr = io.Discard
	// Lines of UCI are short, but a list of all options may not be.
	p.out = bufio.NewScanner(out)
	p.out.Buffer(nil, 1<<20)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	if v != nil {
		if err := p.define(v, name); err != nil {
			return nil, err
		}
	}
	p.send("setoption name UCI_Variant value " + name)
	p.send("isready")
	_, err = p.until("readyok")
	return p, err
}

// define hands the peer our variant under another name, so that it cannot take its own.
func (p *peer) define(v *rules.Variant, name string) error {
	var err error
	if p.dir, err = os.MkdirTemp("", "cross"); err != nil {
		return err
	}
	path := filepath.Join(p.dir, "variant.ini")
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	renamed := *v
	renamed.Name = name
	if err := rules.WriteINI(file, &renamed); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	p.send("setoption name VariantPath value " + path)
	return nil
}

// send writes one line; a peer that no longer reads is noticed by the next until.
func (p *peer) send(line string) { fmt.Fprintln(p.in, line) }

// until reads lines up to the one that begins with prefix, and returns them all.
func (p *peer) until(prefix string) ([]string, error) {
	var lines []string
	for p.out.Scan() {
		lines = append(lines, p.out.Text())
		if strings.HasPrefix(p.out.Text(), prefix) {
			return lines, nil
		}
	}
	return nil, fmt.Errorf("%s ended before %q", p.cmd.Path, prefix)
}

// divide returns the leaves below each move of a position. Lines that are not a move and a
// count, such as Fairy-Stockfish's blank one, are passed over.
func (p *peer) divide(fen string, depth int) (map[string]uint64, error) {
	p.send("position fen " + fen)
	p.send("go perft " + strconv.Itoa(depth))
	lines, err := p.until("Nodes searched")
	counts := map[string]uint64{}
	for _, line := range lines {
		move, count, ok := strings.Cut(line, ": ")
		n, err := strconv.ParseUint(count, 10, 64)
		if ok && err == nil && !strings.HasPrefix(line, "Nodes") {
			counts[move] = n
		}
	}
	return counts, err
}

// perft returns the leaves below a position and how long the peer took, from the command
// to the last line: start-up is not counted.
func (p *peer) perft(fen string, depth int) (uint64, time.Duration, error) {
	start := time.Now()
	counts, err := p.divide(fen, depth)
	var sum uint64
	for _, n := range counts {
		sum += n
	}
	return sum, time.Since(start), err
}

// close ends the peer and removes what was written for it.
func (p *peer) close() {
	p.send("quit")
	p.in.Close()
	p.cmd.Wait()
	if p.dir != "" {
		os.RemoveAll(p.dir)
	}
}
