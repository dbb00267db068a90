package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// module is a module that is part of a program.
type module struct {
	Path, Version string
	Sum           string // of go.sum
	Dir           string // in the module cache
}

// readModules reads from the programs themselves which modules and which compiler made them.
func (r *release) readModules(programs []string) error {
	for _, path := range programs {
		info, err := buildinfo.ReadFile(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if r.compiler != "" && info.GoVersion != r.compiler {
			return fmt.Errorf("%s: built by %s, others by %s", path, info.GoVersion, r.compiler)
		}
		r.compiler = info.GoVersion
		for _, d := range info.Deps {
			if d.Replace != nil || d.Sum == "" {
				return fmt.Errorf("%s: %s is replaced or has no sum", path, d.Path)
			}
			if !slices.ContainsFunc(r.modules, func(m module) bool { return m.Path == d.Path }) {
				r.modules = append(r.modules, module{Path: d.Path, Version: d.Version, Sum: d.Sum})
			}
		}
	}
	slices.SortFunc(r.modules, func(a, b module) int { return cmp.Compare(a.Path, b.Path) })
	return r.findModules()
}

// findModules sets the folders of the modules.
func (r *release) findModules() error {
	out, err := exec.Command("go", "mod", "download", "-json").Output()
	if err != nil {
		return fmt.Errorf("go mod download: %w", err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var found module
		if err := d.Decode(&found); err != nil {
			return err
		}
		for i := range r.modules {
			if m := &r.modules[i]; m.Path == found.Path && m.Version == found.Version {
				if m.Sum != found.Sum {
					return fmt.Errorf("%s: the program was built from %s, this is %s", m.Path, m.Sum, found.Sum)
				}
				m.Dir = found.Dir
			}
		}
	}
	return nil
}

// licences returns the texts of the licences of all modules and of Go itself, which programs that
// contain them have to be accompanied by.
func (r *release) licences() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "The program contains the modules below, each under its licence.\n")
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	library := module{Path: "Go", Version: strings.TrimPrefix(r.compiler, "go"), Dir: strings.TrimSpace(string(root))}
	for _, m := range append([]module{library}, r.modules...) {
		text, err := licence(m.Dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		fmt.Fprintf(&b, "\n%s\n%s %s\n\n%s", strings.Repeat("=", 80), m.Path, m.Version, text)
	}
	return b.Bytes(), nil
}

// licence returns the text of the licence in a folder.
func licence(dir string) ([]byte, error) {
	if dir == "" {
		return nil, fmt.Errorf("not in the module cache")
	}
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "COPYING*", "../LICENSE"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			return os.ReadFile(found[0])
		}
	}
	return nil, fmt.Errorf("%s: no file with a licence", dir)
}
