package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"tinyhouse/cmd/internal/webapi"
)

// addEngine adds the WebAssembly module and the script of its workers: once with a digest in its name,
// for the page, and once as engine.js, for other pages.
func (b *builder) addEngine() error {
	module, err := b.compile()
	if err != nil {
		return err
	}
	b.facts.Wasm, b.facts.Size = b.addHashed("tinyhouse.wasm", module), len(module)
	script, err := b.bundle("src/engine/worker.ts", nil)
	if err != nil {
		return err
	}
	b.facts.Engine = b.addHashed("engine.js", script)
	b.files["engine.js"] = script
	keeper, err := b.bundle("src/tables/worker.ts", nil)
	if err != nil {
		return err
	}
	b.facts.Keeper = b.addHashed("keeper.js", keeper)
	return nil
}

// compile compiles command wasm.
func (b *builder) compile() ([]byte, error) {
	dir, err := os.MkdirTemp("", "site")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "tinyhouse.wasm")
	flags, err := os.ReadFile(filepath.Join(b.root, "cmd", "wasm", "flags.txt"))
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", slices.Concat([]string{"build", "-o", file}, lines(flags), []string{"./cmd/wasm"})...)
	cmd.Dir = b.root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return os.ReadFile(file)
}

// lines returns the lines of a text.
func lines(text []byte) []string { return strings.Split(strings.TrimSpace(string(text)), "\n") }

// addPage adds the page with its style and its script.
func (b *builder) addPage() error {
	b.facts.Build = b.contents()
	script, err := b.bundle("src/main.ts", nil)
	if err != nil {
		return err
	}
	style, err := b.bundle("styles/main.css", nil)
	if err != nil {
		return err
	}
	page, err := b.source("index.html")
	if err != nil {
		return err
	}
	b.files["index.html"] = []byte(strings.NewReplacer(
		"{{style}}", b.addHashed("style.css", style),
		"{{script}}", b.addHashed("app.js", script),
		"{{version}}", version,
		// Browsers fetch an icon that is a file again after every change of the address.
		"{{icon}}", "data:image/svg+xml,"+url.PathEscape(strings.TrimSpace(iconSVG())),
	).Replace(string(page)))
	b.files["manifest.webmanifest"], err = b.source("manifest.webmanifest")
	return err
}

// addWorker adds the service worker, which knows all other files.
func (b *builder) addWorker() error {
	type file struct {
		URL    string `json:"url"`
		Digest string `json:"digest"`
	}
	var files []file
	for _, name := range b.paths() {
		if name != "engine.js" && !strings.HasPrefix(name, docsFolder) { // the page uses the one in assets
			files = append(files, file{name, digest(b.files[name])})
		}
	}
	list, err := json.Marshal(files)
	if err != nil {
		return err
	}
	b.files["sw.js"], err = b.bundle("src/sw.ts", map[string]string{"FILES": string(list), "BUILD": fmt.Sprintf("%q", b.contents())})
	return err
}

// source returns a file of the folder web.
func (b *builder) source(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(b.root, "web", filepath.FromSlash(name)))
}

// bundle bundles a script or a style with all that it imports. Constants are JavaScript expressions by name.
func (b *builder) bundle(entry string, constants map[string]string) ([]byte, error) {
	facts, err := json.Marshal(b.facts)
	if err != nil {
		return nil, err
	}
	define := map[string]string{"SITE": string(facts)}
	for name, value := range constants {
		define[name] = value
	}
	dir, err := filepath.Abs(filepath.Join(b.root, "web"))
	if err != nil {
		return nil, err
	}
	r := api.Build(api.BuildOptions{
		AbsWorkingDir: dir, EntryPoints: []string{entry}, Outdir: "out",
		Bundle: true, MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		Target: api.ES2022, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone,
		Define: define, Loader: map[string]api.Loader{".svg": api.LoaderText}, Plugins: []api.Plugin{generated},
	})
	var problems []error
	for _, m := range append(r.Errors, r.Warnings...) {
		problem := errors.New(m.Text)
		if m.Location != nil {
			problem = fmt.Errorf("web/%s:%d: %s", m.Location.File, m.Location.Line, m.Text)
		}
		problems = append(problems, problem)
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return r.OutputFiles[0].Contents, nil
}

// generated resolves the imports that are not files of the folder web.
var generated = api.Plugin{Name: "generated", Setup: func(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: "^(starts|wasm_exec)$"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: a.Path, Namespace: "generated"}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: "^starts$", Namespace: "generated"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
		text, err := starts()
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderJSON}, err
	})
	build.OnLoad(api.OnLoadOptions{Filter: "^wasm_exec$", Namespace: "generated"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
		text, err := glue()
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, err
	})
}}

// starts returns the built-in variants and their start positions in JSON.
func starts() (string, error) {
	a := webapi.New(nil)
	variants, err := a.Variants("")
	if err != nil {
		return "", err
	}
	positions := map[string]*webapi.Position{}
	for _, v := range variants {
		if positions[v.Name], err = a.Position(&webapi.Request{Variant: v.Name}); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(map[string]any{"variants": variants, "positions": positions})
	return string(text), err
}

// glue returns Go's glue for WebAssembly, which must be of the version of the compiler.
func glue() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	return string(text), err
}
