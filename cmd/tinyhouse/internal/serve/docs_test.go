package serve_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"tinyhouse/cmd/tinyhouse/internal/serve"
)

var update = flag.Bool("update", false, "rewrite the answers in docs/api.md, except those with \"...\"")

const apiPage = "../../../../docs/api.md"

// TestPage sends the requests in the http blocks of docs/api.md and compares the answers. A block is
// requests, the body of a POST, an empty line, and the answers, without their line ends.
func TestPage(t *testing.T) {
	s := start(t, serve.Config{})
	text, err := os.ReadFile(apiPage)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	page := regexp.MustCompile("(?s)```http\n.*?```\n").ReplaceAllStringFunc(string(text), func(block string) string {
		n++
		inside := strings.TrimSuffix(strings.TrimPrefix(block, "```http\n"), "```\n")
		asked, want, _ := strings.Cut(inside, "\n\n")
		asked = strings.TrimSuffix(asked, "\n")
		got := s.ask(asked)
		if *update && !strings.Contains(want, "...") {
			return "```http\n" + asked + "\n\n" + folded(got) + "```\n"
		}
		pattern := strings.ReplaceAll(regexp.QuoteMeta(squeezed(want)), `\.\.\.`, ".*")
		if !regexp.MustCompile("^" + pattern + "$").MatchString(squeezed(got)) {
			t.Errorf("%s\nanswers %s\nthe page has %s", asked, got, want)
		}
		return block
	})
	if n < 12 {
		t.Errorf("%d requests", n)
	}
	if *update {
		if err := os.WriteFile(apiPage, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// ask sends the requests of a block and returns the bodies of the answers, that of a stream without
// all but its last line and without its times.
func (r *running) ask(asked string) string {
	first, body, _ := strings.Cut(asked, "\n")
	if path, ok := strings.CutPrefix(first, "POST "); ok {
		kind := "text/plain"
		if strings.HasPrefix(body, "{") {
			kind = "application/json"
		}
		got := strings.TrimSpace(r.do("POST", path, body, "Content-Type", kind).body)
		got = got[strings.LastIndexByte(got, '\n')+1:]
		return regexp.MustCompile(`"time":\d+`).ReplaceAllString(got, `"time":0`) + "\n"
	}
	var all strings.Builder
	for line := range strings.Lines(asked) {
		path := strings.TrimPrefix(strings.TrimSpace(line), "GET ")
		all.WriteString(r.do("GET", path, "").body)
	}
	return all.String()
}

// folded returns a text with lines of at most 130 bytes, broken behind commas.
func folded(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		for len(line) > 131 {
			at := strings.LastIndexByte(line[:130], ',') + 1
			if at <= 0 {
				break
			}
			fmt.Fprintln(&b, line[:at])
			line = line[at:]
		}
		b.WriteString(line)
	}
	return b.String()
}

// squeezed returns a text without line ends.
func squeezed(text string) string { return strings.ReplaceAll(text, "\n", "") }
