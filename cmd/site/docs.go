package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// docFile is a document that the site carries.
type docFile struct {
	File  string `json:"file"`
	Title string `json:"title"`
}

// docsFolder is the folder of the documents in the site. The service worker leaves them out.
const docsFolder = "docs/"

// addDocs adds the documents as text, and the licences of all that the site has.
func (b *builder) addDocs() error {
	paths, err := b.glob("docs", "*.md")
	if err != nil {
		return err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		name := docsFolder + strings.TrimSuffix(filepath.Base(path), ".md") + ".txt"
		b.files[name] = text
		b.facts.Docs = append(b.facts.Docs, docFile{name, title})
	}
	licences, err := b.licences()
	b.files[docsFolder+"licences.txt"] = licences
	return err
}

// licences returns the licence of the program, those of the modules in the WebAssembly, and that of Go.
func (b *builder) licences() ([]byte, error) {
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", "./cmd/wasm")
	cmd.Dir = b.root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	list, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	folders := map[string]string{"Go": strings.TrimSpace(string(root))}
	for line := range strings.Lines(string(list)) {
		if name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			folders[name] = folder
		}
	}
	own, err := os.ReadFile(filepath.Join(b.root, "LICENSE"))
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "Tinyhouse\n\n%s\nThe WebAssembly module contains what follows, each under its licence.\n", own)
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		licence, err := os.ReadFile(filepath.Join(folders[name], "LICENSE"))
		if err != nil {
			return nil, fmt.Errorf("licence of %s: %w", name, err)
		}
		fmt.Fprintf(&text, "\n\n%s\n\n%s", name, licence)
	}
	return text.Bytes(), nil
}
