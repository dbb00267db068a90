package cmd_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// empty matches a formula that fills comments without saying anything.
var empty = regexp.MustCompile(`(?i)\bwhat\s+(//\s*)?belongs\s+(//\s*)?here\b`)

// TestNoFormula checks that comments say what a file does, not that its contents belong there.
func TestNoFormula(t *testing.T) {
	for _, f := range files(t) {
		for _, group := range f.ast.Comments {
			if empty.MatchString(group.Text()) {
				t.Errorf("%s: say what the file does, or nothing", f.set.Position(group.Pos()))
			}
		}
	}
}

// TestPackageComments checks that each package has one comment and that it begins in the standard
// form: "Package x", for a program "Command x".
func TestPackageComments(t *testing.T) {
	comments := map[string]int{}
	for _, f := range files(t) {
		if f.isTest() {
			continue
		}
		comments[f.dir()] += 0
		if f.ast.Doc == nil {
			continue
		}
		comments[f.dir()]++
		want := "Package " + f.ast.Name.Name + " "
		if f.ast.Name.Name == "main" {
			want = "Command " + f.dir()[strings.LastIndex(f.dir(), "/")+1:] + " "
		}
		if !strings.HasPrefix(f.ast.Doc.Text(), want) {
			t.Errorf("%s: package comment begins %.40q, want %q", f.path, f.ast.Doc.Text(), want)
		}
	}
	for dir, n := range comments {
		if n != 1 {
			t.Errorf("%s: %d package comments, want 1", dir, n)
		}
	}
}

// TestSkips checks that a test that skips says why in words: not with an error, whatever it is.
func TestSkips(t *testing.T) {
	for _, f := range files(t) {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || name.Sel.Name != "Skip" && name.Sel.Name != "Skipf" && name.Sel.Name != "SkipNow" {
				return true
			}
			if receiver, ok := name.X.(*ast.Ident); !ok || !strings.Contains(" t b tb f ", " "+receiver.Name+" ") {
				return true
			}
			reason := ""
			if len(call.Args) > 0 {
				if lit, ok := call.Args[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
					reason, _ = strconv.Unquote(lit.Value)
				}
			}
			if len(strings.Fields(strings.ReplaceAll(reason, "%v", ""))) < 2 {
				t.Errorf("%s: %s without a reason in words", f.set.Position(call.Pos()), name.Sel.Name)
			}
			return true
		})
	}
}
