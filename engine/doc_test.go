package engine

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDoc checks that the package comment lists the packages of the repository, each once.
func TestDoc(t *testing.T) {
	list, err := exec.Command("go", "list", "tinyhouse/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := exec.Command("go", "doc", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	var packages, listed []string
	for name := range strings.FieldsSeq(string(list)) {
		if name = strings.TrimPrefix(name, "tinyhouse/"); name != "cmd" { // tests only
			packages = append(packages, name)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^ {4}([a-z]\S*)  `).FindAllStringSubmatch(string(doc), -1) {
		listed = append(listed, m[1])
	}
	slices.Sort(listed)
	if !slices.Equal(listed, packages) {
		t.Errorf("package comment lists\n%v\nwant\n%v", listed, packages)
	}
}
