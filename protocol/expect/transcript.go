package expect

import (
	"fmt"
	"strings"
)

// Play sends the lines of a transcript and returns the first difference of the output:
//
//	# a comment
//	> a line to send
//	< a pattern of the next line
//	< ...
//
// The last form skips lines up to one that matches the next pattern. After the transcript Play closes
// the input; more output is an error unless the transcript ends with the last form.
func (d *Dialog) Play(transcript string) error {
	skip := false
	for i, line := range strings.Split(transcript, "\n") {
		mark, text, _ := strings.Cut(line, " ")
		var err error
		switch {
		case mark == "" || mark == "#":
		case mark == ">":
			err = d.Send(text)
		case mark == "<" && text == "...":
			skip = true
		case mark == "<" && skip:
			_, err = d.Until(text)
			skip = false
		case mark == "<":
			err = d.expect(text)
		default:
			err = fmt.Errorf("%q: want a line that begins with >, < or #", line)
		}
		if err != nil {
			return fmt.Errorf("expect: line %d: %w", i+1, err)
		}
	}
	d.Close()
	rest, err := d.Rest()
	if err == nil && len(rest) > 0 && !skip {
		err = fmt.Errorf("expect: more at the end: %q", rest)
	}
	return err
}

// expect reads a line, which must match a pattern.
func (d *Dialog) expect(pattern string) error {
	line, err := d.Read()
	if err != nil {
		return fmt.Errorf("waiting for %q: %w", pattern, err)
	}
	if !Match(pattern, line) {
		return fmt.Errorf("read %q, want %q", line, pattern)
	}
	return nil
}
