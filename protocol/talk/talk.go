// Package talk holds conversations with a program that reads and writes lines, such as a
// chess engine behind pipes, and compares them with transcripts. It is for tests.
package talk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Talk is one end of a conversation. What the other end says is kept until it is read, so
// that it never waits for us.
type Talk struct {
	in      io.WriteCloser
	lines   chan string
	Timeout time.Duration // longest wait for a line
}

// ErrSilent is what Read returns when nothing is said in time.
var ErrSilent = errors.New("talk: no answer in time")

// maxKept is how many unread lines the other end may be ahead of us.
const maxKept = 1 << 16

// New starts a conversation: in is where the other end listens, out where it speaks.
func New(in io.WriteCloser, out io.Reader) *Talk {
	t := &Talk{in: in, lines: make(chan string, maxKept), Timeout: 20 * time.Second}
	go func() {
		defer close(t.lines)
		s := bufio.NewScanner(out)
		s.Buffer(nil, 1<<24)
		for s.Scan() {
			t.lines <- s.Text()
		}
	}()
	return t
}

// Send says lines. An error means that the other end has gone.
func (t *Talk) Send(lines ...string) error {
	for _, line := range lines {
		if _, err := io.WriteString(t.in, line+"\n"); err != nil {
			return fmt.Errorf("talk: sending %.60q: %w", line, err)
		}
	}
	return nil
}

// Raw says text as it is, without the end of a line.
func (t *Talk) Raw(text string) error {
	_, err := io.WriteString(t.in, text)
	return err
}

// Close tells the other end that nothing more will be said.
func (t *Talk) Close() error { return t.in.Close() }

// Read returns the next line. The error is io.EOF when the other end has closed.
func (t *Talk) Read() (string, error) {
	select {
	case line, ok := <-t.lines:
		if !ok {
			return "", io.EOF
		}
		return line, nil
	case <-time.After(t.Timeout):
		return "", ErrSilent
	}
}

// Until returns the lines up to the first that matches the pattern, which is the last.
func (t *Talk) Until(pattern string) ([]string, error) {
	var said []string
	for {
		line, err := t.Read()
		if err != nil {
			return said, fmt.Errorf("waiting for %q after %.300q: %w", pattern, strings.Join(said, "|"), err)
		}
		said = append(said, line)
		if Match(pattern, line) {
			return said, nil
		}
	}
}

// Rest returns the lines up to the end of the conversation.
func (t *Talk) Rest() ([]string, error) {
	var said []string
	for {
		line, err := t.Read()
		if err == io.EOF {
			return said, nil
		}
		if err != nil {
			return said, err
		}
		said = append(said, line)
	}
}

// Match reports whether line is like pattern, in which each * stands for any text.
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
