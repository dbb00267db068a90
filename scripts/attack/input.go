package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// attackInput feeds commands devices, pipes, noise, numbers that are too large, and signals.
func attackInput(t *tally) error {
	table := t.path("t.tht")
	if _, err := t.must("solve", "--variant", "losalamos", "--material", "KQvKR", "--out", table, "--log-level", "error"); err != nil {
		return err
	}
	fifo := t.path("fifo")
	if out, err := exec.Command("mkfifo", fifo).CombinedOutput(); err != nil {
		return fmt.Errorf("mkfifo: %w: %s", err, out)
	}
	for _, attack := range []func() error{
		func() error { return t.devices(fifo) },
		func() error { return t.full(table) },
		t.noise,
		t.numbers,
		func() error { return t.signals(table) },
	} {
		if err := attack(); err != nil {
			return err
		}
	}
	return nil
}

// readers are commands that read the file %.
var readers = []string{"check %", "variants --variants %", "perft --depth 1 --variants %", "analyze --depth 1 --epd %", "convert --to fen %",
	"verify %", "stats %", "probe %", "analyze --depth 1 --fen startpos --tb %", "play --tb %", "solve --mode weak --nodes 10 --tb %",
	"match --engine name=A --engine name=B --depth 1 --openings file=%", "match --engine name=A --engine name=B --depth 1 --tb %"}

// devices lets commands read from a device without end and from a pipe that nobody writes to. What ends
// by itself must be an error; SIGTERM must end the rest.
func (t *tally) devices(fifo string) error {
	return t.each(2*len(readers), func(i int) error {
		path := []string{"/dev/zero", fifo}[i%2]
		c := command{args: strings.Fields(strings.ReplaceAll(readers[i/2], "%", path)), memory: maxMemory, limit: 30 * time.Second}
		c.args = append(c.args, "--log-level", "error")
		if i%2 == 1 {
			c.signal, c.after = syscall.SIGTERM, time.Second
		}
		return t.hostile(c)
	})
}

// hostile runs a command that cannot succeed.
func (t *tally) hostile(c command) error {
	t.add(tried, 1)
	o, err := t.run(c)
	what := strings.Join(c.args, " ")
	switch {
	case err != nil || !t.ends(&o, "%s", what) || !t.answers(&o, c.signal, "%s", what):
	case o.status == 0 && strings.Contains(o.err, "rules: "): // a file of variants is reported, the built-in ones remain
		t.add(refused, 1)
	case o.status == 0:
		t.fault(false_, "%s: status 0: %.200q", what, o.out)
	default:
		t.refusal(&o, "%s", what)
	}
	return err
}

// full lets commands print to a device that is full: they must fail.
func (t *tally) full(table string) error {
	const fen = "k5/1r4/6/6/3Q2/K5 w - - 0 1"
	commands := []string{"perft --depth 2", "bench --variant thinchess8", "variants", "variants --ini", "variants --json", "version", "help", "solve --help",
		"analyze --depth 1 --fen startpos", "verify --sample 1000 " + table, "stats " + table, "convert --to fen",
		"solve --mode weak --variant peasants1", "match --engine name=A --engine name=B --depth 1 --games 2 --max-moves 3", "play",
		"serve --listen 127.0.0.1:0"}
	return t.each(len(commands)+1, func(i int) error {
		f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		c := command{output: f, input: strings.NewReader("startpos\nquit\n"), args: []string{"probe", table, "--fen", fen}}
		if i < len(commands) {
			c.args = strings.Fields(commands[i])
		}
		c.args = append(c.args, "--log-level", "error")
		return t.hostile(c)
	})
}

// zeros is an endless line.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// noise sends bytes to whatever reads standard input. Processes must end when the input does or, if they
// still work on what it asked for, at a signal.
func (t *tally) noise() error {
	readers := []string{"", "uci", "usi", "ucci", "xboard", "play", "analyze --depth 1", "convert --to fen", "check -"}
	vocabulary := strings.Fields("position startpos moves fen go depth 1 nodes 10 perft 2 stop setoption name Hash value UCI_Variant chess thinchess8 a2a3 " +
		"MultiPV -1 99999999999999999999 \x00 \xff isready ucinewgame d eval bench 4k3/8/8/8/8/8/8/4K3 w - - 0 VariantPath TablebasePath / . Threads 1 protover 2 new force usermove")
	return t.each(t.many(1, 12)*len(readers), func(i int) error {
		rng := t.rng(i)
		var input io.Reader
		switch i / len(readers) % 3 {
		case 0:
			input = io.LimitReader(zeros{}, int64(t.many(1<<20, 256<<20)))
		case 1:
			input = io.LimitReader(rand.NewChaCha8([32]byte{byte(i)}), 1<<20)
		default:
			var text strings.Builder
			for range 2000 {
				text.WriteString(vocabulary[rng.IntN(len(vocabulary))])
				text.WriteByte(" \n"[min(1, rng.IntN(5)/4)])
			}
			input = strings.NewReader(text.String())
		}
		args := append(strings.Fields(readers[i%len(readers)]), "--log-level", "error")
		t.add(tried, 1)
		o, err := t.run(command{args: args, input: input, memory: maxMemory, limit: time.Minute, signal: syscall.SIGTERM, after: 15 * time.Second})
		if err == nil && t.ends(&o, "noise %d to %q", i, args) && t.answers(&o, syscall.SIGTERM, "noise %d to %q", i, args) {
			t.add(accepted, 1)
		}
		return err
	})
}

// numbers gives commands numbers that no machine has room for.
func (t *tally) numbers() error {
	commands := []string{"perft --depth 10000000", "perft --depth 9223372036854775807", "perft --depth 99999999999999999999", "bench --depth 10000000000000000000000",
		"analyze --hash 99999999999 --depth 1 --fen startpos", "analyze --depth 1 --multipv 1000000000 --fen startpos", "analyze --threads 1000000 --depth 1",
		"solve --memory 99999999999G --mode weak --nodes 1 --threads 99999", "verify --threads 99999999 x", "match --games 2 --concurrency 1000000000 --depth 1",
		"play --hash 99999999999", "solve --units W99U99F99P99 --out x", "solve --units W2U2F2P2 --out x", "solve --variant chess --material KQQQQQQQQvKQQQQQQQQ --out x"}
	return t.each(len(commands), func(i int) error {
		return t.hostile(command{args: append(strings.Fields(commands[i]), "--log-level", "error"), memory: maxMemory, limit: 30 * time.Second})
	})
}

// signals interrupts everything that runs for long or waits for input.
func (t *tally) signals(table string) error {
	commands := []string{"", "uci", "usi", "ucci", "xboard", "play", "convert --to fen", "check -", "analyze --movetime 100000", "analyze --movetime 100000 --fen startpos",
		"perft --depth 12", "perft --depth 6 --verify", "bench --depth 30", "verify --threads 1 " + table, "stats --threads 1 " + table,
		"solve --units W1U1F1P1 --memory 512M --out " + t.path("s.tht"), "solve --mode weak --memory 512M --out " + t.path("s.thc"),
		"match --engine name=A --engine name=B --st 100", "serve --listen 127.0.0.1:0"}
	return t.each(len(commands)*t.many(1, 4), func(i int) error {
		waiting, writer, err := os.Pipe()
		if err != nil {
			return err
		}
		defer waiting.Close()
		defer writer.Close()
		text := commands[i%len(commands)]
		c := command{args: append(strings.Fields(text), "--log-level", "error"), input: waiting, limit: 30 * time.Second,
			signal: []os.Signal{os.Interrupt, syscall.SIGTERM}[i/len(commands)%2], after: 500*time.Millisecond + time.Duration(t.rng(i).IntN(500))*time.Millisecond}
		t.add(tried, 1)
		o, err := t.run(c)
		if err == nil && t.ends(&o, "%q", text) && t.answers(&o, c.signal, "%q", text) {
			t.add(accepted, 1)
		}
		return err
	})
}
