// Command site builds the web app into a folder: page, styles, scripts, icons, and the engine as
// WebAssembly with the tables of small games. It needs the Go toolchain alone. The files work from any
// path of any file server.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const version = "0.1"

func main() {
	var b builder
	flag.StringVar(&b.root, "root", ".", "the top `folder` of the repository")
	flag.BoolVar(&b.noEngine, "no-engine", false, "leave out the engine: a server will have it")
	flag.BoolVar(&b.noPack, "no-pack", false, "leave out the compressed twins of the files")
	flag.Var(&b.more, "tables", "also carry these `FILES`: tables, certificates or folders of them, with commas; pages fetch one when the user asks for it")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: site [flags] OUT")
		flag.PrintDefaults()
	}
	if flag.Parse(); flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	err := b.build()
	if err == nil {
		err = b.write(flag.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// builder builds a site.
type builder struct {
	root     string // of the repository
	noEngine bool
	noPack   bool
	more     fileList // tables and certificates

	files map[string][]byte // of the site, by path
	large map[string]string // files that are copied: their sources by path
	facts facts
}

// facts are what the scripts know of the build.
type facts struct {
	Version string      `json:"version"`
	Wasm    string      `json:"wasm"`
	Size    int         `json:"wasmBytes"`
	Build   string      `json:"build"` // the digest of all that the page uses: its script changes with each of them
	Engine  string      `json:"engine"`
	Keeper  string      `json:"keeper"` // the worker that keeps files on the device
	Tables  []tableFile `json:"tables"`
	More    []moreFile  `json:"more"`
	Solved  string      `json:"solved"` // the list of published values
	Docs    []docFile   `json:"docs"`
}

// build makes all files.
func (b *builder) build() error {
	b.files, b.large = map[string][]byte{}, map[string]string{}
	b.facts = facts{Version: version, Tables: []tableFile{}, More: []moreFile{}, Docs: []docFile{}}
	steps := []func() error{b.addSolved, b.addDocs, b.addTables, b.addMore, b.addEngine, b.addPage, b.addIcons, b.addWorker}
	if b.noEngine {
		steps = []func() error{b.addSolved, b.addPage, b.addIcons}
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// addHashed adds a file to the folder assets, with a digest in its name, and returns its path.
func (b *builder) addHashed(name string, data []byte) string {
	base, ext, _ := strings.Cut(name, ".")
	name = path.Join("assets", base+"-"+digest(data)[:10]+"."+ext)
	b.files[name] = data
	return name
}

// digest returns the first bytes of the SHA-256 of data, in hexadecimal digits.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// paths returns the paths of all files in order.
func (b *builder) paths() []string { return slices.Sorted(maps.Keys(b.files)) }

// contents returns the digest of all files.
func (b *builder) contents() string {
	all := ""
	for _, name := range b.paths() {
		all += name + digest(b.files[name])
	}
	return digest([]byte(all))
}

// write writes the files into a folder, which must be empty or an earlier site.
func (b *builder) write(out string) error {
	if entries, _ := os.ReadDir(out); len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(out, "manifest.webmanifest")); err != nil {
			return fmt.Errorf("%s: want an empty folder or an earlier site", out)
		}
		if err := os.RemoveAll(out); err != nil {
			return err
		}
	}
	for name, from := range b.large {
		file := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := copyFile(file, from); err != nil {
			return err
		}
	}
	for _, name := range b.paths() {
		file := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, b.files[name], 0o666); err != nil {
			return err
		}
		if b.noPack {
			continue
		}
		if err := pack(file, b.files[name]); err != nil {
			return err
		}
	}
	return nil
}
