package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCommandLines runs command lines that end soon: stdout and stderr must contain the texts.
func TestCommandLines(t *testing.T) {
	file := filepath.Join(t.TempDir(), "positions.epd")
	if err := os.WriteFile(file, []byte("startpos\nnonsense\n3k/P3/4/K3[P] b - - id \"x\";\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	games := filepath.Join(t.TempDir(), "games.txt")
	if err := os.WriteFile(games, []byte("a2a3 d3d2\nnonsense\nstartpos\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const two = "match --engine name=a --engine name=b --depth 1 "
	for _, test := range []struct {
		input, args string
		status      int
		out, err    string
	}{
		{"", "perftt", 2, "", `unknown command "perftt" (did you mean perft?), see tinyhouse --help`},
		{"", "uci extra", 2, "", `unexpected argument "extra", see tinyhouse uci --help`},
		{"", "-dpeth 3", 2, "", "unknown flag --dpeth, see tinyhouse --help"},
		{"", "perft -dpeth 3", 2, "", "unknown flag --dpeth (did you mean --depth?), see tinyhouse perft --help"},
		{"", "perft", 2, "", "perft: --depth is missing: want a number of plies"},
		{"", "perft --depth 0", 2, "", "--depth 0: want 1 to 1000"},
		{"", "perft --depth x", 2, "", "invalid argument"},
		{"", "perft --depth 1 --variant tinyhose", 2, "", `"tinyhose" unknown (did you mean "tinyhouse"?), see tinyhouse variants`},
		{"", "--variant chess perft --depth 1", 0, "", "nodes=20"},
		{"", "check missing.ini", 1, "", "missing.ini"},
		{"", "check", 2, "", "0 files given"},
		{"", "analyze --movetime -1", 2, "", "--movetime -1"},
		{"", "analyze --multipv 0", 2, "", "--multipv 0: want 1 to"},
		{"", "analyze --hash -1", 2, "", "--hash -1"},
		{"", "analyze --threads 1000000", 2, "", "--threads 1000000: want 1 to"},
		{"", "solve --mode weak --threads 1000000", 2, "", "--threads 1000000: want 1 to"},
		{"", "verify --threads -1 missing.tht", 2, "", "--threads -1: want 1 to"},
		{"", "stats --threads 0 missing.tht", 2, "", "--threads 0: want 1 to"},
		{"", "analyze --epd missing.epd", 1, "", "missing.epd"},
		{"", "analyze --tb missing.tht", 1, "", "missing.tht"},
		{"", "analyze --tb= --epd missing.epd", 2, "", "--tb is empty: want FILES"},
		{"", "play --side x", 2, "", `--side "x": want white`},
		{"", "play --elo 1", 2, "", "elo 1: want"},
		{"", "play --depth -1", 2, "", "--depth -1"},
		{"", "play --tb missing.tht", 1, "", "missing.tht"},
		{"", "version", 0, "tinyhouse", ""},
		{"", "--version", 0, "tinyhouse", ""},
		{"", "help", 0, "Examples:", ""},
		{"", "analyze --nodes 100", 0, "", "positions=0"},
		{"startpos", "analyze -json -depth 2 -multipv 2 -variant losalamos", 0, `{"line":1,"fen":"rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1","variant":"losalamos",`, "positions=1"},
		{"", "analyze --nodes 50 --epd " + file, 1, ` id "x"; acd 1;`, file + `:2: notation: game "nonsense"`},
		{"", "analyze --nodes 50 --json --epd " + file, 1, `{"line":2,"error":"notation: `, "1 of 3 positions"},
		{"fuwk/3p/P3/KWUF w - - bm Nz9 Ud3;\n", "analyze --depth 1", 0, " bm Nz9 Ud3;", `standard input:1: operation bm is ignored: notation: move "Nz9": `},
		{"", "analyze --depth 1 --fen k3/4/4/3K_b", 0, "k3/4/4/3K[] b - - acd 1; acn", ""},
		{"Ud3\nhint\nundo\nfen\n", "play --nodes 200 --elo 600", 0, "\nfuwk/3p/P3/KWUF[] w - - 0 1\n", ""},
		{"", "play --side black --depth 1 --variant gardner", 0, "Black to move", ""},
		{"quit\nnonsense\n", "play --variant thinchess8", 0, "a draw, by the table", ""},
		{"a2a3\n", "convert --to san", 0, "a3\n", ""},
		{"Kb1", "convert -to UCI --fen 3k/4/4/K3_w", 0, "a1b1\n", ""},
		{"", "convert " + games + " --to epd", 1, "fuwk/P3/3p/KWUF[] w - - fmvn 2;\nfuwk/3p/P3/KWUF[] w - -\n", games + `:2: notation: game "nonsense"`},
		{"x\n", "convert -", 1, "", "standard input:1: "},
		{"", "convert missing.txt", 1, "", "missing.txt"},
		{"", "convert a b", 2, "", "2 files given"},
		{"", "convert --to lichess --from lichess", 2, "", `--from "lichess": want one of fen, `},
		{"", "convert --to x", 2, "", "--to"},
		{"", "match", 2, "", "0 times --engine"},
		{"", "match --engine cmd=x --engine cmd=y", 2, "", "has no limit"},
		{"", "match --engine cmd=/nowhere/a --engine cmd=/nowhere/b --depth 1 --balance 0", 1, "", "/nowhere/a"},
		{"", two + "--balance 0 --each option.Nonsense=3", 1, "", `no option "Nonsense"`},
		{"", two + "--tb missing.tht", 1, "", "missing.tht"},
		{"", two + "--fen x", 2, "", "x"},
		{"", "match --engine cmd=cat --engine name=b --depth 1 --balance 0 --tscale 0.05", 1, "", `engine "cat": `},
	} {
		r := finish(t, test.input, strings.Fields(test.args)...)
		if r.status != test.status || !strings.Contains(r.out, test.out) || !strings.Contains(r.err, test.err) || r.status == 2 && r.out != "" || strings.Contains(r.out, "\x1b") {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want %d, %q, %q", test.args, r.status, r.out, r.err, test.status, test.out, test.err)
		}
	}
}

// TestNumbers gives numbers that are too large, or are none, to flags and commands.
func TestNumbers(t *testing.T) {
	forced := filepath.Join(t.TempDir(), "forced.ini") // games with one move in each position
	if err := os.WriteFile(forced, []byte("[forced]\nmaxFile = 1\nmaxRank = 5\nking = k:fbW\nstartFen = 1/k/1/1/K w\ncastling = false\nnFoldRule = 0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		input, args string
		status      int
		out, err    string
	}{
		{"", "perft --depth 1001", 2, "", "--depth 1001: want 1 to 1000"},
		{"", "perft --depth 9223372036854775807", 2, "", "want 1 to 1000"},
		{"", "perft --depth 9223372036854775808", 2, "", "invalid argument"},
		{"", "perft --depth NaN", 2, "", "invalid argument"},
		{"", "perft --depth 100 --variants " + forced + " --variant forced", 0, "perft 100: 1\n", ""},
		{"go perft 1000001\n", "uci", 0, "perft: depth 1000001: want at most 1000\n", ""},
		{"", "analyze --movetime 9223372036854775807", 2, "", "--movetime 9223372036854775807: want at most"},
		{"", "analyze --hash 65536 --threads 256", 2, "", "with --threads 256"},
		{"", "analyze --multipv 9223372036854775807", 2, "", "want 1 to"},
		{"", "play --movetime 9223372036854775807", 2, "", "want at most"},
		{"", "play --hash 9223372036854775807", 2, "", "--hash 9223372036854775807: want 1 to"},
		{"", "play --threads 9223372036854775807", 2, "", "want 1 to"},
	} {
		r := finish(t, test.input, strings.Fields(test.args)...)
		if r.status != test.status || !strings.Contains(r.out, test.out) || !strings.Contains(r.err, test.err) {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want %d, %q, %q", test.args, r.status, r.out, r.err, test.status, test.out, test.err)
		}
	}
}

// words splits a line into words at blanks, but not between double quotes.
func words(line string) (all []string) {
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			all = append(all, part)
		} else {
			all = append(all, strings.Fields(part)...)
		}
	}
	return all
}

// TestHelp checks that every command describes itself with examples, and that the examples have
// no unknown flags.
func TestHelp(t *testing.T) {
	root := (&app{}).rootCommand()
	for _, c := range append(root.Commands(), root) {
		r := finish(t, "", append(strings.Fields(c.CommandPath())[1:], "--help")...)
		if r.status != 0 || r.err != "" || c.Long == "" || c.Example == "" || !strings.HasPrefix(r.out, c.Long) {
			t.Errorf("%s --help: status %d, %s%s", c.CommandPath(), r.status, r.out, r.err)
		}
		for line := range strings.Lines(c.Example) {
			_, command, ok := strings.Cut(line, "tinyhouse")
			args := words(command)
			used, args, err := root.Find(longFlags(args))
			if err == nil {
				err = used.ParseFlags(args)
			}
			if !ok || err != nil {
				t.Errorf("%s: example %q: %v", c.CommandPath(), line, err)
			}
		}
	}
}

// TestCommonFlags checks that every command either uses a common flag or refuses it: a value that
// is wrong is an error, and so is an empty one.
func TestCommonFlags(t *testing.T) {
	table, proof := filepath.Join(t.TempDir(), "table.tht"), filepath.Join(t.TempDir(), "proof.thc")
	commands := [][]string{{}, {"uci"}, {"usi"}, {"ucci"}, {"xboard"}, {"version"}, {"bench", "--variant", "thinchess8"}, {"variants"},
		{"check", "-"}, {"analyze", "--depth", "1"}, {"play"}, {"convert"}, {"perft", "--depth", "1"},
		{"match", "--engine", "name=A", "--engine", "name=B", "--games", "2", "--depth", "1", "--max-moves", "2"},
		{"train", "--positions", "400", "--nodes", "5", "--generations", "1", "--epochs", "1", "--games", "2", "--out", filepath.Join(t.TempDir(), "net.thn")},
		{"solve", "--units", "W1", "--out", table},
		{"solve", "--mode", "weak", "--variant", "peasants1", "--out", proof},
		{"verify", table}, {"probe", table, "--fen", "k3/4/4/W2K w"}, {"stats", table}, {"verify", proof}, {"probe", proof}, {"stats", proof}}
	seen := map[string]bool{"help": true, "serve": true} // TestServeUsage tests the flags of serve, which has no end
	for _, args := range commands {
		seen[append(args, "tinyhouse")[0]] = true
		if r := finish(t, "quit\n", args...); r.status != 0 && (args[0] != "analyze" && args[0] != "convert" && args[0] != "check") {
			t.Fatalf("%q: status %d, %s", args, r.status, r.err)
		}
		for _, flag := range [][2]string{{"--variant", "nosuch"}, {"--variants", "missing.ini"}, {"--fen", "nonsense"},
			{"--log-level", "loud"}, {"--log-format", "xml"}, {"--variant", ""}, {"--variants", ""}, {"--fen", ""}, {"--log-level", ""}} {
			r := finish(t, "", slices.Concat(args, flag[:])...)
			if r.status == 0 || !strings.Contains(r.err, flag[0]) && (flag[1] == "" || !strings.Contains(r.err, flag[1])) {
				t.Errorf("%q %q: status %d, %s", args, flag, r.status, r.err)
			}
		}
		if r := finish(t, "", append(slices.Clip(args), "--json")...); !strings.Contains(r.err, "unknown flag --json") {
			for line := range strings.Lines(r.out) {
				if !json.Valid([]byte(line)) {
					t.Errorf("%q --json: status %d, %s%s", args, r.status, r.out, r.err)
				}
			}
		}
	}
	for _, c := range (&app{}).rootCommand().Commands() {
		if !seen[c.Name()] {
			t.Errorf("the command %s is not among those tested", c.Name())
		}
	}
}

func TestPerft(t *testing.T) {
	r := finish(t, "", "perft", "--depth", "3", "--divide", "--log-format", "json")
	if r.status != 0 || !strings.HasSuffix(r.out, "\nperft 3: 241\n") || strings.Count(r.out, "\n") != 7 {
		t.Errorf("%d: %s%s", r.status, r.out, r.err)
	}
	var line struct{ Level, Message string }
	if err := json.Unmarshal([]byte(r.err), &line); err != nil || line.Message != "perft" {
		t.Errorf("log %q: %v", r.err, err)
	}
	r = finish(t, "", "perft", "--depth", "2", "--variant", "crazyhouse", "--fen", "6k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1", "--json")
	var got perftResult
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || got.Nodes == 0 || got.Depth != 2 || got.Divide != nil {
		t.Errorf("%s: %v", r.out, err)
	}
}

func TestPerftVerify(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: compares no perft counts with notnil/chess")
	}
	r := finish(t, "", "perft", "--depth", "1", "--verify", "--variant", "standard")
	if r.status != 0 || strings.Count(r.out, "verified: ") != 6 || !strings.HasSuffix(r.out, "perft 1: 20\n") {
		t.Errorf("%d: %s%s", r.status, r.out, r.err)
	}
}

func TestVariants(t *testing.T) {
	r := finish(t, "", "variants")
	for _, want := range []string{"tinyhouse ", "standard ", "thinchess8 ", "  1x12  ", "k=king"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %q in %s", want, r.out)
		}
	}
	ini := finish(t, "", "variants", "--ini")
	if !strings.Contains(ini.out, "[tinyhouse]\n") {
		t.Errorf("--ini printed %s", ini.out)
	}
	path := filepath.Join(t.TempDir(), "own.ini")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(ini.out)
	if r := finish(t, "", "check", path); r.status != 0 || !strings.HasPrefix(r.out, "Parsing variant: ") || r.err != "" {
		t.Errorf("our own definitions: %d, %s", r.status, r.err)
	}
	write("[own:tinyhouse]\nstartFen = k3/4/4/3K[] w - - 0 1\n")
	if r := finish(t, "", "variants", "--ini", "--variants", path); !strings.Contains(r.out, "\n[own]\n") {
		t.Errorf("--ini with a file: %s%s", r.out, r.err)
	}
	if r := finish(t, "[a:tinyhouse]\n[b:a]\n", "check", "-"); r.status != 0 || r.out != "Parsing variant: a\nParsing variant: b\n" {
		t.Errorf("standard input: %+v", r)
	}
	write("[bad:tinyhouse]\nstalemateValue = draw\nstartFen = k3/W3/4/3K[] w - - 0 1\n")
	if r := finish(t, "", "check", path); r.status != 1 || !strings.Contains(r.err, ":3: startFen: ") || !strings.Contains(r.err, "in check") {
		t.Errorf("a start position in check: %d, %s%s", r.status, r.out, r.err)
	}
}

// TestBench checks that two runs visit the same nodes, and only positions of --variant.
func TestBench(t *testing.T) {
	var first benchResult
	for range 2 {
		r := finish(t, "", "bench", "--variant", "thinchess8", "--json", "--log-level", "error")
		var b benchResult
		if err := json.Unmarshal([]byte(r.out), &b); err != nil || r.status != 0 {
			t.Fatalf("%s%s: %v", r.out, r.err, err)
		}
		if first.Nodes == 0 {
			first = b
		}
		if b.Nodes != first.Nodes || b.Nodes == 0 {
			t.Errorf("%d nodes, then %d", first.Nodes, b.Nodes)
		}
		for _, p := range b.Positions {
			if p.Variant != "thinchess8" {
				t.Errorf("a position of %s", p.Variant)
			}
		}
	}
}
