// Package expect drives a program that reads and writes lines and compares its output with transcripts,
// for tests.
package expect

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Dialog is the connection to a program. It stores the output until it is read, so that the program
// never blocks.
type Dialog struct {
	in      io.WriteCloser
	lines   chan string
	Timeout time.Duration // of a wait for a line
}

// ErrTimeout is returned by Read if no line comes within Timeout.
var ErrTimeout = errors.New("expect: no answer in time")

// maxUnread limits the stored lines.
const maxUnread = 1 << 16

// New connects to a program with this input and output.
func New(in io.WriteCloser, out io.Reader) *Dialog {
	d := &Dialog{in: in, lines: make(chan string, maxUnread), Timeout: 20 * time.Second}
	go func() {
		defer close(d.lines)
		s := bufio.NewScanner(out)
		s.Buffer(nil, 1<<24)
		for s.Scan() {
			d.lines <- s.Text()
		}
	}()
	return d
}

// Send writes lines.
func (d *Dialog) Send(lines ...string) error {
	for _, line := range lines {
		if _, err := io.WriteString(d.in, line+"\n"); err != nil {
			return fmt.Errorf("expect: sending %.60q: %w", line, err)
		}
	}
	return nil
}

// Raw writes text without a line end.
func (d *Dialog) Raw(text string) error {
	_, err := io.WriteString(d.in, text)
	return err
}

// Close closes the input of the program.
func (d *Dialog) Close() error { return d.in.Close() }

// Read returns the next line, or io.EOF after the last.
func (d *Dialog) Read() (string, error) {
	select {
	case line, ok := <-d.lines:
		if !ok {
			return "", io.EOF
		}
		return line, nil
	case <-time.After(d.Timeout):
		return "", ErrTimeout
	}
}

// Until returns the lines up to the first that matches the pattern.
func (d *Dialog) Until(pattern string) ([]string, error) {
	var read []string
	for {
		line, err := d.Read()
		if err != nil {
			return read, fmt.Errorf("waiting for %q after %.300q: %w", pattern, strings.Join(read, "|"), err)
		}
		read = append(read, line)
		if Match(pattern, line) {
			return read, nil
		}
	}
}

// Rest returns all remaining lines.
func (d *Dialog) Rest() ([]string, error) {
	var read []string
	for {
		line, err := d.Read()
		if err == io.EOF {
			return read, nil
		}
		if err != nil {
			return read, err
		}
		read = append(read, line)
	}
}

// Match reports whether a line matches a pattern, in which each * stands for any text.
func Match(pattern, line string) bool {
	parts := strings.Split(pattern, "*")
	last := len(parts) - 1
	if last == 0 {
		return pattern == line
	}
	line, ok := strings.CutPrefix(line, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1:last] {
		i := strings.Index(line, part)
		if i < 0 {
			return false
		}
		line = line[i+len(part):]
	}
	return strings.HasSuffix(line, parts[last])
}
