package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// stall is how long an engine may be silent when an answer is due.
const stall = 10 * time.Second

// errCrash marks the errors after which a player has to be started anew, and errStall those of
// them that are silence.
var (
	errCrash = errors.New("crash")
	errStall = fmt.Errorf("%w: stall", errCrash)
)

// reply is a line of an engine and when it came.
type reply struct {
	text string
	at   time.Time
}

// player is an engine process, spoken to in UCI.
type player struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan reply // closed when the engine has ended
	words tail       // what it wrote on its standard error

	patience time.Duration // how long it may be silent now
	cute     bool          // it is spoken to as CuteChess does
}

// tail keeps the beginning of what is written to it: a crash names its cause first.
type tail struct{ bytes.Buffer }

// Write never fails, and forgets what is beyond two kilobytes.
func (t *tail) Write(p []byte) (int, error) {
	t.Buffer.Write(p[:min(len(p), max(2048-t.Len(), 0))])
	return len(p), nil
}

// startPlayer starts an engine and waits until it is ready.
func startPlayer(path string, cute bool) (*player, error) {
	p := &player{cmd: exec.Command(path), lines: make(chan reply, 4096), patience: stall, cute: cute}
	p.cmd.Stderr = &p.words
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
	p.send("uci")
	if cute {
		return p, p.greet()
	}
	_, err = p.until("uciok")
	return p, err
}

// listen stamps the lines of the engine as they come.
func (p *player) listen(out io.Reader) {
	defer close(p.lines)
	s := bufio.NewScanner(out)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		p.lines <- reply{s.Text(), time.Now()}
	}
}

// send writes a line. That it could not be written shows when no answer comes.
func (p *player) send(line string) { fmt.Fprintln(p.in, line) }

// next returns the next line. Its errors are crashes: the end of the engine, or silence.
func (p *player) next() (reply, error) {
	timer := time.NewTimer(p.patience)
	defer timer.Stop()
	select {
	case r, ok := <-p.lines:
		if ok {
			return r, nil
		}
		err := p.cmd.Wait()
		return r, fmt.Errorf("%w: the engine has ended (%v) %s", errCrash, err, p.words.String())
	case <-timer.C:
		p.kill()
		return reply{}, fmt.Errorf("%w: silent for %v", errStall, p.patience)
	}
}

// until reads up to a line and returns those before it.
func (p *player) until(want string) ([]string, error) {
	var lines []string
	for {
		r, err := p.next()
		if err != nil || r.text == want {
			return lines, err
		}
		lines = append(lines, r.text)
	}
}

// newGame prepares the engine for a game of a variant. Beside crashes, it is an error when
// the engine complains, or says anything of a search that has been answered.
func (p *player) newGame(variant string) error {
	if p.cute {
		return p.cuteGame(variant)
	}
	p.send("setoption name UCI_Variant value " + variant)
	p.send("ucinewgame")
	p.send("isready")
	lines, err := p.until("readyok")
	if err != nil {
		return err
	}
	for _, line := range lines {
		if !strings.HasPrefix(line, "info string variant ") {
			return fmt.Errorf("unexpected line %q", line)
		}
	}
	return nil
}

// strays returns the lines that wait to be read when none should.
func (p *player) strays() []string {
	var lines []string
	for len(p.lines) > 0 && !p.cute { // there, the ping reads them
		lines = append(lines, (<-p.lines).text)
	}
	return lines
}

// kill ends an engine that does not listen.
func (p *player) kill() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// close asks the engine to end and returns how it did not.
func (p *player) close() error {
	if p.cute {
		p.patience = cuteQuit
	}
	p.send("quit")
	p.in.Close()
	for {
		if _, err := p.next(); err != nil {
			if state := p.cmd.ProcessState; state != nil && state.Success() {
				return nil
			}
			return err
		}
	}
}
