package cmd_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tinyhouse/engine/rules"
)

// The largest sizes of code. They are policy, like the import law.
const (
	maxFile     = 500 // lines
	maxTestFile = 700
	maxFunc     = 40 // lines
	maxLong     = 80 // if the comment of the function says why it is long
	maxPackage  = 2500
)

// longMark introduces the reason why a function is long: "It is long because it has a case for
// each letter of the notation."
var longMark = regexp.MustCompile(`long\s+because\s`)

// file is a source file.
type file struct {
	path  string // from the top of the repository
	text  string
	lines int
	ast   *ast.File
	set   *token.FileSet
}

func (f *file) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

func (f *file) dir() string { return filepath.ToSlash(filepath.Dir(f.path)) }

// files returns every Go file of the repository.
func files(t *testing.T) []*file {
	var all []*file
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, path, text, parser.ParseComments)
		if err != nil {
			return err
		}
		all = append(all, &file{path: strings.TrimPrefix(filepath.ToSlash(path), "../"), text: string(text), lines: strings.Count(string(text), "\n"), ast: parsed, set: set})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestFileSize(t *testing.T) {
	packages := map[string]int{}
	for _, f := range files(t) {
		limit := maxFile
		if f.isTest() {
			limit = maxTestFile
		} else {
			packages[f.dir()] += f.lines
		}
		if f.lines > limit {
			t.Errorf("%s: %d lines, at most %d", f.path, f.lines, limit)
		}
	}
	for dir, lines := range packages {
		if lines > maxPackage {
			t.Errorf("%s: %d lines, at most %d", dir, lines, maxPackage)
		}
	}
}

func TestFunctionSize(t *testing.T) {
	for _, f := range files(t) {
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			lines := f.set.Position(fn.End()).Line - f.set.Position(fn.Pos()).Line + 1
			limit := maxFunc
			if f.isTest() || longMark.MatchString(fn.Doc.Text()) {
				limit = maxLong
			}
			if lines > limit {
				t.Errorf("%s: %s has %d lines, at most %d", f.path, fn.Name.Name, lines, limit)
			}
		}
	}
}

// english are names of variants that are also words of prose.
var english = []string{"chess", "standard"}

// TestVariantNames checks that only the built-in definitions, scripts and tests name a variant.
// The name of the default is also the program's, so messages of the program may have it.
func TestVariantNames(t *testing.T) {
	names := rules.Builtin().Names()
	for _, f := range files(t) {
		if f.isTest() || f.path == "engine/rules/builtin.go" || strings.HasPrefix(f.path, "scripts/") {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if _, ok := n.(*ast.ImportSpec); ok {
				return false
			}
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				for _, word := range wordsOf(lit) {
					isProgram := word == rules.Default && strings.HasPrefix(f.path, "cmd/")
					isProse := slices.Contains(english, word) && strings.Contains(lit.Value, " ")
					if slices.Contains(names, word) && !isProgram && !isProse {
						t.Errorf("%s: %s names the variant %s", f.set.Position(lit.Pos()), lit.Value, word)
					}
				}
			}
			return true
		})
	}
}

// wordsOf returns the words in a string literal that could be names of variants.
func wordsOf(lit *ast.BasicLit) []string {
	text, _ := strconv.Unquote(lit.Value)
	return strings.FieldsFunc(text, func(r rune) bool {
		return !strings.ContainsRune("-_abcdefghijklmnopqrstuvwxyz0123456789", r)
	})
}

// unfinished matches marks of unfinished work.
var unfinished = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X|HA` + `CK)\b`)

func TestNothingUnfinished(t *testing.T) {
	for _, f := range files(t) {
		if at := unfinished.FindString(f.text); at != "" {
			t.Errorf("%s: %s", f.path, at)
		}
	}
}

// TestExportedDocumented checks that every exported name has a comment, its own or that of its
// group.
func TestExportedDocumented(t *testing.T) {
	for _, f := range files(t) {
		if f.isTest() || f.ast.Name.Name == "main" {
			continue
		}
		for _, d := range f.ast.Decls {
			for _, name := range undocumented(d) {
				t.Errorf("%s: %s has no comment", f.path, name)
			}
		}
	}
}

// undocumented returns the exported names of a declaration that have no comment.
func undocumented(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
			return []string{d.Name.Name}
		}
	case *ast.GenDecl:
		var names []string
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
					names = append(names, s.Name.Name)
				}
			case *ast.ValueSpec:
				if s.Names[0].IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
					names = append(names, s.Names[0].Name)
				}
			}
		}
		return names
	}
	return nil
}

// exportedReceiver reports whether a function is not a method, or a method of an exported type.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	name, ok := t.(*ast.Ident)
	return ok && name.IsExported()
}
