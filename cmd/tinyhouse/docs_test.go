package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"tinyhouse/engine/rules"
)

var update = flag.Bool("update", false, "rewrite the outputs in README.md and docs/, except those with a line \"...\"")

// page is a page of documentation.
type page struct {
	name, path string
	lines      []string
}

// pages returns README.md, CONTRIBUTING.md and the pages of docs/.
func pages(t *testing.T) []*page {
	t.Helper()
	const top = "../.."
	paths, err := filepath.Glob(top + "/docs/*.md")
	if err != nil || len(paths) < 5 {
		t.Fatalf("%d pages in docs/, %v", len(paths), err)
	}
	var all []*page
	for _, path := range append(paths, top+"/README.md", top+"/CONTRIBUTING.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := filepath.Rel(top, path)
		all = append(all, &page{filepath.ToSlash(name), path, strings.Split(string(text), "\n")})
	}
	return all
}

// block is a fenced block of a page: the words behind the fence and the lines from first to end.
type block struct {
	info       string
	first, end int
}

// blocks returns the fenced blocks of a page in order.
func (p *page) blocks() []block {
	var all []block
	open := -1
	for i, line := range p.lines {
		fence, ok := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case !ok:
		case open < 0:
			open = i
			all = append(all, block{info: fence, first: i + 1})
		default:
			all[len(all)-1].end, open = i, -1
		}
	}
	return all
}

// volatile matches what differs from run to run, with the strength of the engine, or with the
// packing of tables.
var volatile = regexp.MustCompile(`\.tht \d+$|\d+ numbers, \d+ bytes$|\b(seldepth|nodes|nps|hashfull|time|Nodes searched|Nodes/second):? \d+|depth [1-9]\d*|^\d+ nodes \d+ nps$`)

// stable returns the part of a line that must be the same in every run. Counts of perft are.
func stable(command, line string) string {
	if strings.Contains(command, "perft") {
		return regexp.MustCompile(`"(time_ms|nps)":\d+`).ReplaceAllString(line, "$1")
	}
	return volatile.ReplaceAllString(line, "*")
}

// TestDocs runs the commands behind a "$" in the console blocks of all pages and compares what
// they print. A line "..." stands for any lines. A block "ini FILE" is a file that the commands
// after it can read.
func TestDocs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("windows: the commands in the docs are not tested, since they are for a shell")
	}
	bin := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\n" + beProgram + "=1 exec '" + self + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "tinyhouse"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, p := range pages(t) {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			p.run(t, bin)
		})
	}
}

// run runs the commands of a page in a folder of its own.
func (p *page) run(t *testing.T, bin string) {
	work := t.TempDir()
	tb, err := filepath.Abs("../../tb")
	if err == nil {
		err = os.Symlink(tb, filepath.Join(work, "tb"))
	}
	if err != nil {
		t.Fatal(err)
	}
	var lines []string // of the page with the outputs of today
	last := 0
	for _, b := range p.blocks() {
		lines = append(lines, p.lines[last:b.first]...)
		last = b.end
		text := p.lines[b.first:b.end]
		if name, ok := strings.CutPrefix(b.info, "ini "); ok {
			if err := os.WriteFile(filepath.Join(work, name), []byte(strings.Join(text, "\n")+"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if b.info != "console" {
			lines = append(lines, text...)
			continue
		}
		for _, e := range examples(t, text) {
			got := e.run(t, bin, work)
			if *update && !slices.Contains(e.output, "...") {
				e.output = got
			}
			e.compare(t, got)
			lines = append(append(lines, "$ "+e.command), e.output...)
		}
	}
	if *update {
		text := strings.Join(append(lines, p.lines[last:]...), "\n")
		if err := os.WriteFile(p.path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// example is a command and what a page says that it prints.
type example struct {
	command string
	output  []string
}

// examples returns the commands of a console block.
func examples(t *testing.T, lines []string) []*example {
	var all []*example
	for _, line := range lines {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			all = append(all, &example{command: command})
			continue
		}
		if len(all) == 0 {
			t.Fatalf("console block begins with %q, want a command behind $", line)
		}
		e := all[len(all)-1]
		e.output = append(e.output, line)
	}
	return all
}

// run runs the command and returns the lines of its standard output.
func (e *example) run(t *testing.T, bin, work string) []string {
	c := exec.Command("sh", "-c", strings.ReplaceAll(e.command, "go run ./cmd/tinyhouse", "tinyhouse"))
	c.Dir = work
	c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := c.Output()
	if err != nil {
		t.Errorf("%s: %v", e.command, err)
	}
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// compare reports where the output differs from the example's.
func (e *example) compare(t *testing.T, got []string) {
	skip := false
	for _, want := range e.output {
		if want == "..." {
			skip = true
			continue
		}
		for skip && len(got) > 0 && stable(e.command, got[0]) != stable(e.command, want) {
			got = got[1:]
		}
		skip = false
		if len(got) == 0 || stable(e.command, got[0]) != stable(e.command, want) {
			t.Errorf("%s\nprinted %q, the page has %q", e.command, got, want)
			return
		}
		got = got[1:]
	}
	if len(got) > 0 && !skip {
		t.Errorf("%s\nprinted more than the page has: %q", e.command, got)
	}
}

// TestDocsBlocks checks that outputs stand in console blocks alone and that ini blocks are
// variants without a mistake.
func TestDocsBlocks(t *testing.T) {
	for _, p := range pages(t) {
		for _, b := range p.blocks() {
			language, file, _ := strings.Cut(b.info, " ")
			switch language {
			case "console", "sh", "python", "http": // package serve tests the last
			case "ini":
				text := strings.Join(p.lines[b.first:b.end], "\n")
				if _, err := rules.Parse(file, text, rules.Builtin()); err != nil {
					t.Errorf("%s:%d: %v", p.name, b.first, err)
				}
			default:
				t.Errorf("%s:%d: block of %q, want console, sh, python, http or ini FILE", p.name, b.first, b.info)
			}
		}
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)#\s]*)#?([^)\s]*)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
)

// anchors returns the anchors of the headings in a file, in GitHub's form, and how often each is there.
func anchors(t *testing.T, path string) map[string]int {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]int{}
	for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
		all[regexp.MustCompile(`[^\pL\pN _-]`).ReplaceAllString(strings.ReplaceAll(strings.ToLower(m[1]), " ", "-"), "")]++
	}
	return all
}

// TestDocsLinks checks that the files and headings that pages link to exist, once each.
func TestDocsLinks(t *testing.T) {
	for _, p := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(strings.Join(p.lines, "\n"), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path := p.path
			if m[1] != "" {
				path = filepath.Join(filepath.Dir(p.path), m[1])
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: link to %s: %v", p.name, m[1], err)
			} else if n := 1; m[2] != "" {
				if n = anchors(t, path)[m[2]]; n != 1 {
					t.Errorf("%s: link to %s#%s: %d headings of that name", p.name, m[1], m[2], n)
				}
			}
		}
	}
}

// docs returns a page of docs/ as text.
func docs(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestDocsCommands checks that docs/commands.md has a section for each command that names all
// its flags and no others.
func TestDocsCommands(t *testing.T) {
	sections := map[string]string{}
	for section := range strings.SplitSeq(docs(t, "commands.md"), "\n## ") {
		name, text, _ := strings.Cut(section, "\n")
		for name := range strings.SplitSeq(name, ", ") {
			sections[strings.Trim(name, "`")] = text
		}
	}
	common := flagsIn(sections["Common flags"])
	root := (&app{}).rootCommand()
	for _, c := range root.Commands() {
		text, ok := sections[c.Name()]
		if !ok {
			t.Errorf("docs/commands.md has no section `%s`", c.Name())
			continue
		}
		named := flagsIn(text)
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && !slices.Contains(named, f.Name) && !slices.Contains(common, f.Name) {
				t.Errorf("docs/commands.md, section %s: no flag --%s", c.Name(), f.Name)
			}
		})
		for _, name := range named {
			if c.Flag(name) == nil {
				t.Errorf("docs/commands.md, section %s: the command has no flag --%s", c.Name(), name)
			}
		}
	}
}

// flagsIn returns the flags that a text names.
func flagsIn(text string) []string {
	var names []string
	for _, m := range regexp.MustCompile("`--([a-z-]+)").FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

// TestDocsOptions checks that docs/protocols.md has a row for each UCI option.
func TestDocsOptions(t *testing.T) {
	text := docs(t, "protocols.md")
	options := regexp.MustCompile(`(?m)^option name (.+) type `).FindAllStringSubmatch(finish(t, "uci\n", "uci").out, -1)
	if len(options) < 10 {
		t.Fatalf("%d options", len(options))
	}
	for _, o := range options {
		if !strings.Contains(text, "| `"+o[1]+"` |") {
			t.Errorf("docs/protocols.md has no row for the option %s", o[1])
		}
	}
}
