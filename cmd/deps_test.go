// Package cmd_test holds the laws of the repository: imports, sizes, names, comments. They read
// sources and need the go command alone.
package cmd_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// importLaw is policy: do not edit it to make a build pass. A line "a, b < c, d" lets c and d
// import a and b, but not what a and b import. Every package has a line, and every line a
// package. Test files may import anything.
const importLaw = `
	# vocabulary
	NONE < engine/geom, engine/score;

	# tools that know no chess
	NONE < engine/base/cacheline, engine/base/filelock, engine/base/atomicfile, engine/base/lineread, engine/base/checkpoint, engine/base/spelling, engine/base/eventloop;

	# the rules, and the core that all others share
	engine/geom, engine/base/spelling < engine/rules;
	engine/geom, engine/rules < engine/reach;
	NONE < engine/internal/zobrist;
	engine/geom, engine/rules, engine/reach, engine/internal/zobrist < engine/board;
	engine/geom, engine/board < engine/setup;

	# the second implementation of the rules cannot see the core that it is compared with
	engine/geom, engine/rules < engine/internal/slow;
	engine/geom, engine/rules, engine/internal/slow < engine/internal/randvar;
	engine/rules, engine/board, engine/notation, engine/internal/nnue, engine/internal/randvar < engine/enginetest;

	# readers of the core
	engine/geom, engine/rules, engine/board < engine/perft;
	engine/geom, engine/rules, engine/board, engine/setup < engine/notation;
	engine/score, engine/board < engine/tablebase;
	engine/geom, engine/rules, engine/board < engine/symmetry;
	engine/rules, engine/board < engine/identity;
	engine/geom, engine/rules, engine/board, engine/score < engine/internal/eval;
	engine/geom, engine/board, engine/identity, engine/symmetry < engine/internal/nnue;
	engine/base/cacheline < engine/internal/tt;
	engine/geom, engine/rules, engine/board, engine/score, engine/internal/eval, engine/internal/nnue, engine/internal/tt,
	engine/tablebase, engine/base/eventloop < engine/internal/search;

	# the facade: only packages below it
	engine/geom, engine/score, engine/rules, engine/board, engine/notation, engine/perft,
	engine/internal/eval, engine/internal/nnue, engine/internal/tt, engine/internal/search, engine/tablebase
	< engine;

	# learning sees the search through the facade
	engine/geom, engine/rules, engine/board, engine/setup, engine/identity < engine/learn/samples;
	engine, engine/rules, engine/board, engine/notation, engine/score, engine/learn/samples < engine/learn;
	engine/board, engine/notation, engine/internal/nnue, engine/base/atomicfile, engine/base/checkpoint, engine/learn/samples < engine/learn/fit;

	# protocols see the search through the facade
	engine, engine/geom, engine/score, engine/rules, engine/board, engine/setup, engine/notation, engine/perft, engine/base/lineread < protocol;
	engine, engine/geom, engine/score, engine/rules, engine/board, engine/notation, protocol
	< protocol/uci, protocol/xboard;
	engine, engine/geom, engine/score, engine/rules, engine/board, engine/notation, protocol, protocol/uci
	< protocol/usi, protocol/ucci;
	NONE < protocol/expect, protocol/faulty, protocol/elo;
	engine/base/lineread < protocol/client;
	engine, engine/enginetest, engine/rules, protocol, protocol/expect < protocol/protocoltest;
	engine/score, engine/rules, engine/board, engine/notation, protocol/client, protocol/elo, engine/base/filelock, engine/base/lineread < protocol/match;

	# tables know neither the solvers nor the search
	engine/geom, engine/score, engine/rules, engine/board, engine/identity, engine/symmetry < tb/index;
	NONE < tb/internal/compress;
	engine/score, tb/internal/compress < tb/dtm;
	engine/base/atomicfile, engine/rules, engine/board, tb/index < tb/container;
	NONE < tb/container/containertest;
	engine/score, engine/board, tb/index, tb/internal/compress, tb/dtm, tb/container < tb/table;
	engine/geom, engine/score, engine/board, engine/setup, tb/index, tb/internal/compress, tb/dtm, tb/container < tb/certificate;
	engine/score, engine/board, engine/tablebase, tb/index, tb/container, tb/table, tb/certificate < tb;
	tb/container, tb/table < tb/embedded;

	# the solvers; the verifier cannot see them
	engine/geom, engine/score, engine/rules, engine/board, engine/notation < solver;
	engine/geom, engine/rules, engine/reach, engine/board < solver/unmove;
	engine/geom, engine/score, engine/rules, engine/board, engine/setup < solver/internal/brute;
	engine/geom, engine/board, engine/notation < solver/internal/placements;
	NONE < solver/internal/scc;
	engine/rules, engine/board < solver/internal/mate;
	engine/rules, engine/board, engine/score, solver/internal/scc, tb/index < solver/internal/enumerate;
	engine/geom, engine/board, tb/index, engine/base/checkpoint, solver/pawns < solver/internal/poskey;
	engine/geom, engine/score, engine/rules, engine/board, engine/base/cacheline, engine/base/checkpoint < solver/pawns;
	engine/board, engine/rules, engine/score, engine/tablebase, engine/base/cacheline, engine/base/checkpoint,
	solver/internal/mate, solver/internal/poskey, solver/pawns < solver/internal/dfpn;
	engine/board, engine/score, engine/base/checkpoint, solver/internal/dfpn, solver/internal/poskey < solver/internal/jobtree;
	engine/board, engine/score, solver, solver/internal/dfpn, solver/internal/enumerate, solver/internal/mate, solver/internal/scc
	< solver/internal/strategy;
	engine/geom, engine/score, engine/rules, engine/board, solver, solver/unmove, tb/dtm, tb/table, tb/index, engine/base/filelock, engine/base/atomicfile, solver/internal/scc < solver/retro;
	engine/board, engine/score, engine/tablebase, engine/base/atomicfile, engine/base/checkpoint, engine/base/filelock, solver, solver/pawns,
	solver/internal/dfpn, solver/internal/enumerate, solver/internal/jobtree, solver/internal/poskey, solver/internal/strategy, tb/certificate, tb/index < solver/proof;
	engine/geom, engine/score, engine/rules, engine/board, solver, solver/internal/placements, tb/dtm, tb/table, tb/certificate, tb/index < solver/verify;

	# the work of the commands, without their flags
	NONE < cmd/tinyhouse/internal/memory, cmd/tinyhouse/internal/terminal;
	engine/board, engine/notation, engine/base/lineread < cmd/tinyhouse/internal/input;
	engine/board, engine/notation, engine/perft, engine/rules < cmd/tinyhouse/internal/orthodox;
	engine/board, engine/notation, cmd/tinyhouse/internal/input < cmd/tinyhouse/internal/convert;
	engine, engine/board, engine/notation, engine/score, cmd/tinyhouse/internal/input < cmd/tinyhouse/internal/analyze;
	engine, engine/board, engine/geom, engine/notation, engine/score, protocol, cmd/tinyhouse/internal/input < cmd/tinyhouse/internal/play;
	engine, engine/board, engine/rules, engine/score, protocol/client, protocol/elo, protocol/match < cmd/tinyhouse/internal/matchflags;
	engine/board, engine/notation, engine/score, solver, solver/verify, tb/dtm, tb/table, tb/certificate, cmd/internal/lookup < cmd/tinyhouse/internal/inspect;
	cmd/tinyhouse/internal/terminal < cmd/tinyhouse/internal/progress;
	engine, engine/base/atomicfile, engine/base/filelock, engine/board, engine/learn, engine/learn/fit, engine/learn/samples, engine/notation, protocol/elo
	< cmd/tinyhouse/internal/train;

	# the web board sees rules and values; the search speaks to it through a protocol
	engine/board, engine/notation, engine/rules, engine/score, engine/tablebase, protocol, solver/verify,
	tb/index, tb/container, tb/certificate, cmd/internal/lookup < cmd/internal/webapi;
	cmd/internal/lookup, cmd/internal/webapi, engine, engine/base/eventloop, engine/board, engine/rules, protocol, protocol/uci, tb, tb/container, tb/certificate < cmd/wasm;
	cmd/internal/webapi, tb, tb/certificate, tb/table < cmd/site;
	NONE < web;

	engine/board, engine/notation, engine/rules, engine/score, tb, tb/certificate, tb/container, tb/dtm, tb/index, tb/table, solver/verify < cmd/internal/lookup;
	engine, engine/board, engine/notation, engine/rules, protocol, protocol/uci, tb, tb/index, solver/verify,
	cmd/internal/lookup, cmd/internal/webapi, cmd/tinyhouse/internal/inspect, cmd/tinyhouse/internal/limits < cmd/tinyhouse/internal/serve;
	NONE < cmd/tinyhouse/internal/limits;

	# the program wires everything and is not imported
	engine, engine/geom, engine/score, engine/rules, engine/board, engine/notation, engine/perft,
	protocol, protocol/uci, protocol/usi, protocol/ucci, protocol/xboard,
	tb, tb/index, tb/container, tb/table, tb/certificate, tb/embedded, solver, solver/retro, solver/proof, solver/verify,
	engine/base/atomicfile, cmd/tinyhouse/internal/input, cmd/tinyhouse/internal/convert, cmd/tinyhouse/internal/analyze,
	cmd/tinyhouse/internal/play, cmd/tinyhouse/internal/inspect, cmd/tinyhouse/internal/orthodox,
	protocol/match, cmd/tinyhouse/internal/matchflags, cmd/tinyhouse/internal/memory, cmd/tinyhouse/internal/progress, cmd/tinyhouse/internal/terminal, cmd/tinyhouse/internal/train, cmd/internal/lookup, cmd/tinyhouse/internal/serve, web
	< cmd/tinyhouse;
	NONE < cmd;

	# programs that measure; * stands for any name without a line of its own
	engine, engine/geom, engine/score, engine/rules, engine/board, engine/notation, engine/perft, protocol/client < scripts/*;
	engine/rules, engine/board, engine/notation, engine/score, solver/verify,
	tb/index, tb/dtm, tb/table, tb/certificate, tb/container, tb/container/containertest < scripts/attack;
`

// boardLaw are packages of the standard library that the core may not import, to stay small,
// portable and free of hidden work.
var boardLaw = []string{"fmt", "strings", "sync", "os", "time", "reflect", "unsafe"}

// outside are the modules that each package may import.
var outside = map[string][]string{
	"cmd/tinyhouse":                   {"github.com/rs/zerolog", "github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/term"},
	"cmd/tinyhouse/internal/progress": {"github.com/rs/zerolog", "github.com/schollz/progressbar/v3"},
	"cmd/tinyhouse/internal/terminal": {"golang.org/x/term"},
	"cmd/tinyhouse/internal/serve":    {"github.com/coder/websocket", "github.com/rs/cors"},
	"cmd/tinyhouse/internal/limits":   {"golang.org/x/time/rate"},
	"tb/internal/compress":            {"github.com/klauspost/compress/zstd"},
	"engine/base/filelock":            {"github.com/gofrs/flock"},
	"cmd/tinyhouse/internal/orthodox": {"github.com/notnil/chess"},
	"cmd/site":                        {"github.com/evanw/esbuild/pkg/api", "github.com/andybalholm/brotli", "github.com/klauspost/compress/gzip"},
	"scripts/*":                       {"github.com/notnil/chess"},
}

// parseLaw returns the packages of this module that each package may import.
func parseLaw(t *testing.T) map[string][]string {
	law := map[string][]string{}
	var text strings.Builder
	for line := range strings.Lines(importLaw) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") {
			text.WriteString(line + " ")
		}
	}
	for rule := range strings.SplitSeq(text.String(), ";") {
		if strings.TrimSpace(rule) == "" {
			continue
		}
		below, above, ok := strings.Cut(rule, "<")
		if !ok {
			t.Fatalf("rule without <: %q", rule)
		}
		for _, pkg := range list(above) {
			if law[pkg] != nil {
				t.Fatalf("%s has two rules", pkg)
			}
			law[pkg] = append([]string{}, list(below)...)
		}
	}
	return law
}

func list(text string) []string {
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name != "NONE" {
			names = append(names, name)
		}
	}
	return names
}

// floors are the top folders of packages.
var floors = []string{"engine", "protocol", "tb", "solver", "cmd", "scripts", "web"}

func TestImportLaw(t *testing.T) {
	law, used := parseLaw(t), map[string]bool{}
	for line := range strings.Lines(listImports(t) + listImports(t, "GOOS=js", "GOARCH=wasm")) {
		pkg, imports, _ := strings.Cut(strings.TrimSpace(line), ":")
		pkg = strings.TrimPrefix(pkg, "tinyhouse/")
		dir, _, ok := strings.Cut(pkg, "/")
		if !slices.Contains(floors, dir) {
			t.Errorf("%s is in none of the folders %v", pkg, floors)
		}
		if ok && dir == "scripts" && law[pkg] == nil {
			pkg = "scripts/*"
		}
		used[pkg] = true
		may, ok := law[pkg]
		if !ok {
			t.Errorf("%s has no rule in the import law", pkg)
			continue
		}
		for _, imported := range strings.Fields(imports) {
			if problem := check(pkg, imported, may); problem != "" {
				t.Errorf("%s imports %s: %s", pkg, imported, problem)
			}
		}
	}
	for pkg := range law {
		if !used[pkg] {
			t.Errorf("the import law has a line for %s, which does not exist", pkg)
		}
	}
}

// listImports returns a line for each package, with its imports, in an environment.
func listImports(t *testing.T, environment ...string) string {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-f", `{{.ImportPath}}: {{join .Imports " "}}`, "../...")
	cmd.Env = append(os.Environ(), environment...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// check returns what is wrong with an import, or "".
func check(pkg, imported string, may []string) string {
	ours, isOurs := strings.CutPrefix(imported, "tinyhouse/")
	switch {
	case isOurs && !slices.Contains(may, ours):
		return "the law lets it import only " + strings.Join(may, ", ")
	case isOurs:
	case pkg == "engine/board" && slices.Contains(boardLaw, imported):
		return "not allowed in the core"
	case strings.Contains(imported, ".") && !slices.Contains(outside[pkg], imported):
		return "not among the modules it may use"
	}
	return ""
}
