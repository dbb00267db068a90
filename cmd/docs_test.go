package cmd_test

import (
	"flag"
	"fmt"
	"go/doc"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table of packages in docs/architecture.md")

// packageTable returns a Markdown table of all packages with the first sentences of their comments.
func packageTable(t *testing.T) string {
	t.Helper()
	comments := map[string]string{}
	for _, f := range files(t) {
		if !f.isTest() && f.ast.Doc != nil {
			comments[f.dir()] += f.ast.Doc.Text()
		}
	}
	var table strings.Builder
	table.WriteString("| package | job |\n| --- | --- |\n")
	for _, dir := range sourceDirs(t) {
		job := new(doc.Package).Synopsis(comments[dir])
		for _, prefix := range []string{"Package ", "Command ", filepath.Base(dir) + " "} {
			job = strings.TrimPrefix(job, prefix)
		}
		fmt.Fprintf(&table, "| `%s` | %s |\n", dir, job)
	}
	return table.String()
}

// sourceDirs returns the folders with packages that are more than tests.
func sourceDirs(t *testing.T) []string {
	t.Helper()
	var dirs []string
	for _, f := range files(t) {
		if !f.isTest() && !slices.Contains(dirs, f.dir()) {
			dirs = append(dirs, f.dir())
		}
	}
	slices.Sort(dirs)
	return dirs
}

// TestPackageTable checks that the table of packages in docs/architecture.md has the first
// sentences of the package comments.
func TestPackageTable(t *testing.T) {
	const path, begin, end = "../docs/architecture.md", "<!-- packages -->\n", "<!-- end -->"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s: want the marks %q and %q", path, begin, end)
	}
	want := packageTable(t)
	switch {
	case table == want:
	case *update:
		if err := os.WriteFile(path, []byte(before+begin+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s: the table of packages is not that of the package comments: run go test ./cmd -run TestPackageTable -update", path)
	}
}

// TestScripts checks that docs/benchmarks.md lists every script and that each script says how to
// call it.
func TestScripts(t *testing.T) {
	page, err := os.ReadFile("../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob("../scripts/*.sh")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d scripts, %v", len(paths), err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), "../")
		if strings.Contains(string(text), ": sourced by ") {
			continue // it has functions, and does nothing by itself
		}
		if !strings.Contains(string(text), "\n# Usage: ") {
			t.Errorf("%s has no line \"# Usage: \"", name)
		}
		if !strings.Contains(string(page), "| `"+name+"` |") {
			t.Errorf("docs/benchmarks.md has no row for %s", name)
		}
	}
}

// TestDocsIndex checks that docs/README.md links to every page.
func TestDocsIndex(t *testing.T) {
	index, err := os.ReadFile("../docs/README.md")
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob("../docs/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d pages, %v", len(paths), err)
	}
	for _, path := range paths {
		if name := filepath.Base(path); name != "README.md" && !strings.Contains(string(index), "]("+name+")") {
			t.Errorf("docs/README.md has no link to %s", name)
		}
	}
}
