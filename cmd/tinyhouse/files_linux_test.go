package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// reading are the command lines that read a file F.
var reading = []struct{ args, input string }{
	{"check F", ""},
	{"variants --variants F", ""},
	{"variants --ini --variants F", ""},
	{"perft --depth 1 --variants F", ""},
	{"uci --variants F", "quit\n"},
	{"bench --variant thinchess8 --variants F", ""},
	{"analyze --depth 1 --epd F", ""},
	{"analyze --depth 1 --tb F", "startpos\n"},
	{"convert F", ""},
	{"convert --from pgn F", ""},
	{"match --engine name=a --engine name=b --depth 1 --openings F", ""},
	{"match --engine name=a --engine name=b --depth 1 --openings file=F,format=pgn", ""},
	{"match --engine name=a --engine name=b --depth 1 --games 2 --max-moves 1 --balance 0 --checkpoint F", ""},
	{"match --engine cmd=F --engine name=b --depth 1 --games 2 --balance 0", ""},
	{"play --tb F", ""},
	{"serve --listen 127.0.0.1:0 --variants F --tb missing.tht", ""},
	{"verify F", ""},
	{"probe F", ""},
	{"stats F", ""},
	{"uci", "setoption name VariantPath value F\nsetoption name TablebasePath value F\nload F\nquit\n"},
}

// in returns the command line and the input with a path in place of F.
func in(args, input, path string) ([]string, string) {
	words := strings.Fields(args)
	for i, word := range words {
		if at := strings.Index(word, "F"); at >= 0 {
			words[i] = word[:at] + path + word[at+1:]
		}
	}
	return words, strings.ReplaceAll(input, "value F", "value "+path)
}

// strange are files that no command can use, by name.
var strange = []struct {
	name string
	make func(path string) error
}{
	{"missing", func(string) error { return nil }},
	{"folder", func(path string) error { return os.Mkdir(path, 0o777) }},
	{"empty", func(path string) error { return os.WriteFile(path, nil, 0o666) }},
	{"binary", func(path string) error {
		return os.WriteFile(path, bytes.Repeat([]byte("\x7fELF\x00\xff\n"), 1000), 0o777)
	}},
	{"zero", func(path string) error { return os.Symlink("/dev/zero", path) }},
	{"sparse", func(path string) error {
		return errors.Join(os.WriteFile(path, []byte("aaaa"), 0o666), os.Truncate(path, 1<<30))
	}},
	{"locked", func(path string) error { return os.WriteFile(path, []byte("[x]\n"), 0) }},
}

// ended runs a command line to its end, or kills it after a while.
func ended(t *testing.T, within time.Duration, stdin io.Reader, stdout io.Writer, args []string) (status int, took time.Duration, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	first := program(t, args...)
	c := exec.CommandContext(ctx, first.Path, args...)
	var text bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = stdin, stdout, &text
	begin := time.Now()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	if took = time.Since(begin); ctx.Err() != nil {
		t.Errorf("%q: not at its end after %v", args, took)
	}
	return c.ProcessState.ExitCode(), took, text.String()
}

// TestStrangeFiles gives files that are none of the wanted format to every command that reads one. It
// must end, without a crash, and say why.
func TestStrangeFiles(t *testing.T) {
	for _, file := range strange {
		path := filepath.Join(t.TempDir(), file.name)
		if err := file.make(path); err != nil {
			t.Fatal(err)
		}
		for i, line := range reading {
			if testing.Short() && i%3 != 0 && file.name != "zero" {
				continue
			}
			args, input := in(line.args, line.input, path)
			status, took, stderr := ended(t, 20*time.Second, strings.NewReader(input), io.Discard, args)
			if status < 0 || status > 2 || strings.Contains(stderr, "goroutine ") || status > 0 && stderr == "" {
				t.Errorf("%s: %q: status %d, %.300s", file.name, args, status, stderr)
			}
			if file.name == "missing" && status == 0 && !strings.Contains(line.args, "uci") && !strings.Contains(line.args, "--checkpoint") {
				t.Errorf("missing: %q: status 0, %.300s", args, stderr)
			}
			if took > 5*time.Second {
				t.Errorf("%s: %q: %v", file.name, args, took)
			}
		}
	}
}

// TestPipeWithoutWriter opens a named pipe that nobody writes. A command may refuse it; else it waits,
// until a signal ends it at once.
func TestPipeWithoutWriter(t *testing.T) {
	for i, line := range reading {
		if testing.Short() && i%3 != 0 {
			continue
		}
		path := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(path, 0o666); err != nil {
			t.Skipf("no named pipes here: %v", err)
		}
		args, input := in(line.args, line.input, path)
		for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			c := program(t, args...)
			var text bytes.Buffer
			c.Stdin, c.Stderr = strings.NewReader(input), &text
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(150 * time.Millisecond)
			begin := time.Now()
			c.Process.Signal(signal)
			kill := time.AfterFunc(20*time.Second, func() { c.Process.Kill() })
			c.Wait()
			kill.Stop()
			took := time.Since(begin)
			status := c.ProcessState.ExitCode()
			if took > soon || status != 1 && status != 2 && args[0] != "uci" && line.args[:5] != "match" || status < 0 {
				t.Errorf("%q: %v: status %d after %v, %s", args, signal, status, took, &text)
			}
		}
	}
}

// TestPipeWithWriter checks that a named pipe serves as a file for texts.
func TestPipeWithWriter(t *testing.T) {
	for _, test := range []struct{ args, text, want string }{
		{"check F", "[own:tinyhouse]\n", "Parsing variant: own\n"},
		{"perft --depth 1 --variant own --variants F", "[own:tinyhouse]\n", "perft 1: 6\n"},
		{"convert --to uci F", "startpos moves a3\n", "a2a3\n"},
		{"analyze --depth 1 --epd F", "startpos\n", " acd 1; "},
		{"match --engine name=a --engine name=b --depth 1 --games 2 --max-moves 1 --openings F", "startpos\n", "Score of a vs b: "},
	} {
		path := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(path, 0o666); err != nil {
			t.Skipf("no named pipes here: %v", err)
		}
		go os.WriteFile(path, []byte(test.text), 0)
		args, _ := in(test.args, "", path)
		var out bytes.Buffer
		status, _, stderr := ended(t, 20*time.Second, nil, &out, args)
		if status != 0 || !strings.Contains(out.String(), test.want) {
			t.Errorf("%q: status %d, %s%s; want %s", args, status, &out, stderr, test.want)
		}
	}
}

// TestDevices writes the games of a match to devices, for which there is no checkpoint.
func TestDevices(t *testing.T) {
	for device, want := range map[string]int{"/dev/null": 0, "/dev/full": 1} {
		r := finish(t, "", strings.Fields("match --engine name=a --engine name=b --depth 1 --games 2 --max-moves 1 --balance 0 --pgn "+device)...)
		if _, err := os.Stat(device + ".checkpoint"); r.status != want || err == nil {
			t.Errorf("%s: status %d, %s", device, r.status, r.err)
		}
	}
}

// TestEndlessInput gives every protocol and every command that reads standard input a line without end.
func TestEndlessInput(t *testing.T) {
	for _, args := range []string{"", "uci", "usi", "ucci", "xboard", "check -", "analyze --depth 1", "convert", "convert --from pgn", "play"} {
		zero, err := os.Open("/dev/zero")
		if err != nil {
			t.Fatal(err)
		}
		status, took, stderr := ended(t, 20*time.Second, zero, io.Discard, strings.Fields(args))
		zero.Close()
		if status < 0 || status > 1 || took > 5*time.Second {
			t.Errorf("%q: status %d after %v, %.300s", args, status, took, stderr)
		}
	}
}

// writing are command lines that write to standard output.
var writing = []struct{ args, input string }{
	{"", "uci\nquit\n"}, {"usi", "usi\nquit\n"}, {"ucci", "ucci\nquit\n"}, {"xboard", "protover 2\nquit\n"},
	{"--help", ""}, {"help", ""}, {"--version", ""}, {"version", ""}, {"perft --help", ""}, {"help solve", ""},
	{"perft --depth 1", ""}, {"perft --depth 1 --divide --json", ""},
	{"bench --variant thinchess8", ""}, {"bench --variant thinchess8 --json", ""},
	{"variants", ""}, {"variants --ini", ""}, {"variants --json", ""}, {"check -", "[own:tinyhouse]\n"},
	{"analyze --depth 1", "startpos\n"}, {"analyze --depth 1 --json", "startpos\n"},
	{"convert", "startpos\n"}, {"convert --to pgn", "a3\n"}, {"play --depth 1", "quit\n"},
	{"match --engine name=a --engine name=b --depth 1 --games 2 --max-moves 1 --balance 0", ""},
	{"match --engine name=a --engine name=b --depth 1 --games 2 --max-moves 1 --balance 0 --json", ""},
	{"verify T", ""}, {"probe T --fen k3/4/4/W2K_w", ""}, {"stats T", ""}, {"stats T --json", ""},
	{"solve --units W1 --out T.2", ""}, {"serve --listen 127.0.0.1:0", ""},
}

// TestFullOutput checks that a command whose output cannot be written fails, and says so.
func TestFullOutput(t *testing.T) {
	table := solveTable(t, "--units", "W1").Name()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("no full device here: %v", err)
	}
	defer full.Close()
	for i, line := range writing {
		if testing.Short() && i%3 != 0 {
			continue
		}
		args := strings.Fields(strings.ReplaceAll(line.args, "T", table))
		status, _, stderr := ended(t, 20*time.Second, strings.NewReader(line.input), full, args)
		if status != 1 || strings.Count(stderr, "no space left on device") != 1 {
			t.Errorf("%q >/dev/full: status %d, %s", line.args, status, stderr)
		}
	}
}

// TestClosedOutput checks that a command whose reader is gone ends without complaint.
func TestClosedOutput(t *testing.T) {
	table := solveTable(t, "--units", "W1").Name()
	for i, line := range writing {
		if testing.Short() && i%3 != 0 {
			continue
		}
		args := strings.Fields(strings.ReplaceAll(line.args, "T", table))
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		reader.Close()
		status, _, stderr := ended(t, 20*time.Second, strings.NewReader(line.input), writer, append(args, "--log-level=error"))
		writer.Close()
		if status != -1 || strings.Contains(stderr, "tinyhouse: ") { // SIGPIPE
			t.Errorf("%q into a closed pipe: status %d, %s", line.args, status, stderr)
		}
	}
}
