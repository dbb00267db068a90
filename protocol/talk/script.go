package talk

import (
	"fmt"
	"strings"
)

// Play holds the conversation that a transcript describes and returns how it differed:
//
//	# a comment
//	> a line to send
//	< a line to hear next, in which * stands for any text
//	< ...
//
// The last form skips lines up to one that the next pattern matches. After the last line
// the input is closed, and there must be nothing more to hear, unless the transcript ends
// with it.
func (t *Talk) Play(transcript string) error {
	skip := false
	for i, line := range strings.Split(transcript, "\n") {
		mark, text, _ := strings.Cut(line, " ")
		var err error
		switch {
		case mark == "" || mark == "#":
		case mark == ">":
			err = t.Send(text)
		case mark == "<" && text == "...":
			skip = true
		case mark == "<" && skip:
			_, err = t.Until(text)
			skip = false
		case mark == "<":
			err = t.hear(text)
		default:
			err = fmt.Errorf("%q: want a line that begins with >, < or #", line)
		}
		if err != nil {
			return fmt.Errorf("talk: line %d: %w", i+1, err)
		}
	}
	t.Close()
	rest, err := t.Rest()
	if err == nil && len(rest) > 0 && !skip {
		err = fmt.Errorf("talk: more at the end: %q", rest)
	}
	return err
}

// hear reads a line that the pattern must match.
func (t *Talk) hear(pattern string) error {
	line, err := t.Read()
	if err != nil {
		return fmt.Errorf("waiting for %q: %w", pattern, err)
	}
	if !Match(pattern, line) {
		return fmt.Errorf("heard %q, want %q", line, pattern)
	}
	return nil
}
