package rules

import (
	"os"
	"strings"
	"testing"
)

// TestDocs checks that docs/rules.md names every key, every piece and every letter of Betza
// notation that this package reads.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	names := allKeys()
	for letter := range leaps {
		names = append(names, string(letter))
	}
	for letter := range compounds {
		names = append(names, string(letter))
	}
	for letter := range strings.SplitSeq("m c n f b v r l s", " ") {
		names = append(names, letter)
	}
	for _, name := range names {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/rules.md does not name `%s`", name)
		}
	}
}
