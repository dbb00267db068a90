package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/proof"
)

// short is a win of 9 plies in tinyhouse for the side to move.
const short = "1k2/2p1/1P2/KW2[WUF] w - - 0 1"

// TestWeak proves wins, draws and losses, and verifies and probes the certificates.
func TestWeak(t *testing.T) {
	dir := t.TempDir()
	for _, x := range []struct{ variant, fen, question, start string }{
		{"tinyhouse", short, "value", "win "},
		{"tinyhouse", short, "win", "win "},
		{"tinyhouse", short, "hold", "win "},
		{"thinchess8", "", "value", "draw"},
		{"thinchess8", "", "win", "at most draw"},
		{"thinchess8", "", "hold", "at least draw"},
		{"chess", "k7/8/1K6/8/8/8/8/7Q b - - 0 1", "value", "loss 2"},
		{"chess", "8/8/8/8/8/2k5/8/1rK5 w - - 0 1", "value", ""},
		{"chess", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "value", "loss 0"},
		{"chess", "k7/8/1K6/8/8/8/8/7R w - - 100 90", "value", "win 1"}, // for play without a move limit
	} {
		path := filepath.Join(dir, x.variant+x.question+".thc")
		args := []string{"solve", "--mode", "weak", "--variant", x.variant, "--memory", "64M", "--question", x.question, "--out", path}
		if x.fen != "" {
			args = append(args, "--fen", x.fen)
		}
		r := finish(t, "", args...)
		if r.status != 0 || !strings.Contains(r.out, "\nstart: "+x.start) || !strings.Contains(r.out, "\ntable: "+path) {
			t.Errorf("%v: %+v", x, r)
			continue
		}
		_, start, _ := strings.Cut(r.out, "\nstart: ")
		start, _, _ = strings.Cut(start, "\n")
		_, positions, _ := strings.Cut(r.out, "\npositions: ")
		positions, _, _ = strings.Cut(positions, "\n")
		r = finish(t, "", "verify", path)
		if !strings.Contains(r.out, "\nverified: "+positions+" positions, 0 errors\n") {
			t.Errorf("%v: %s positions, %+v", x, positions, r)
		}
		if want := strings.TrimPrefix(start, "at least "); r.status != 0 || x.question != "win" && !strings.Contains(r.out, "\nproved: "+want+"\n") && !strings.Contains(r.out, "\nproved: "+start+"\n") {
			t.Errorf("%v: %s, %+v", x, start, r)
		}
		if r := finish(t, "", "probe", path); x.question == "value" && (r.status != 0 || !strings.Contains(r.out, "\nvalue: "+start)) {
			t.Errorf("%v: %+v", x, r)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 7 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestWeakUnverified proves positions by search: where two positions might have had the same hash, the
// value is marked, until a certificate is checked.
func TestWeakUnverified(t *testing.T) {
	const castle, mark = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1", " (unverified: hashed positions)"
	dir := t.TempDir()
	for _, x := range []struct{ variant, fen, question, start string }{
		{"chess", castle, "value", "win" + mark},
		{"chess", "4k3/8/8/8/8/8/R7/R3K3 b Q - 0 1", "hold", ""},
		{"chess", "k7/8/1K6/8/8/8/8/7Q b - - 0 1", "value", "loss"},
		{"chess", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "value", "loss 0"},
		{"thinchess8", "k/r/n/1/1/N/R/K w - - 0 1", "value", "draw"},
		{"tinyhouse", short, "value", "win"},
		{"peasants3", "3/3/ppp/3/3/PPP/3/3 w - - 0 1", "value", "draw"},
	} {
		args := []string{"solve", "--mode", "weak", "--variant", x.variant, "--memory", "64M", "--fen", x.fen, "--question", x.question, "--nodes", "20000"}
		r := finish(t, "", args...)
		if x.start != "" && (r.status != 0 || !strings.Contains(r.out, "\nstart: "+x.start+"\n")) {
			t.Errorf("%v: %+v", x, r)
		}
		isMarked := strings.Contains(r.out, mark)
		if r := finish(t, "", append(args, "--json")...); strings.Contains(r.out, `"unverified":"hashed positions"`) != isMarked {
			t.Errorf("%v: %+v", x, r)
		}
		path := filepath.Join(dir, x.variant+".thc")
		if r := finish(t, "", append(args, "--out", path)...); r.status == 0 && strings.Contains(r.out, "unverified") {
			t.Errorf("%v with a certificate: %+v", x, r)
		}
	}
	path := filepath.Join(dir, "draw.thc")
	if r := finish(t, "", "solve", "--mode", "weak", "--variant", "thinchess8", "--memory", "64M", "--out", path); r.status != 0 {
		t.Fatalf("%+v", r)
	}
	for low, says := range map[score.Outcome]string{score.Draw: "", score.Win: "proves draw only"} {
		answer := proof.Answer{Low: low, High: low, Result: solver.Result{Hashed: true}}
		f := solveFlags{out: path}
		f.Memory = 1 << 20
		err := new(app{errOut: io.Discard}).replay(t.Context(), &f, &answer)
		if answer.Result.Hashed != (says != "") || says != "" && !strings.Contains(fmt.Sprint(err), says) {
			t.Errorf("%v: %v", low, err)
		}
	}
}

// TestWeakJSON prints an object, also where nothing is known: the exit status is 1 then.
func TestWeakJSON(t *testing.T) {
	for status, nodes := range []string{"0", "1"} {
		var v struct {
			Known string
			Nodes uint64
			Start *struct{ Value string }
		}
		r := finish(t, "", "solve", "--mode", "weak", "--json", "--memory", "64M", "--fen", short, "--nodes", nodes)
		if err := json.Unmarshal([]byte(r.out), &v); err != nil || r.status != status || (nodes == "1") != (v.Start == nil) || v.Nodes == 0 || (nodes == "1") != (v.Known == "unknown") {
			t.Errorf("%v, %+v", err, r)
		}
	}
}

// TestWeakRefused refuses wrong flags and files, with the reason.
func TestWeakRefused(t *testing.T) {
	dir := t.TempDir()
	ini := filepath.Join(dir, "again.ini")
	if err := os.WriteFile(ini, []byte("[again:tinyhouse]\nnFoldValue = loss\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "missing", "x.thc")
	strong := "--mode strong --out " + filepath.Join(dir, "x.tht") + " "
	for args, says := range map[string]string{
		"--question why":                         `"why"`,
		"--units W1":                             "strong only",
		"--nodes -1":                             "--nodes",
		"--memory 8000T":                         "the machine has",
		"--tb nowhere":                           "nowhere",
		"--fen k":                                `"k"`,
		"--variants " + ini + " --variant again": "repetition wins or loses",
		"--checkpoint " + ini:                    ini,
		"--out " + missing + " --memory 64M":     missing,
		strong + "--variants " + ini + " --variant again --units W1": "repetition wins or loses",
		"--out " + dir:       "want a file",
		strong + "--nodes 5": "weak only",
		strong + "--fen k":   "weak only",
		strong + "--tb x":    "weak only",
	} {
		if r := finish(t, "", strings.Fields("solve --mode weak --memory 1M "+args)...); r.status == 0 || !strings.Contains(r.err, says) || strings.Contains(r.err, "panic") {
			t.Errorf("%s: status %d, %s", args, r.status, r.err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestWeakStopped stops a proof by time, by nodes and by killing it, and continues it.
func TestWeakStopped(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "p.thc")
	work := []string{"solve", "--mode", "weak", "--variant", "peasants3", "--memory", "64M", "--out", path, "--checkpoint-every", "20ms"}
	long := filepath.Join(t.TempDir(), "p.thc") // 1 ms never decides it
	r := finish(t, "", "solve", "--mode", "weak", "--variant", "peasants5", "--memory", "64M", "--out", long, "--time", "1ms")
	if r.status != 1 || !strings.Contains(r.err, "time was up") || !strings.Contains(r.err, long+".checkpoint is kept") {
		t.Errorf("%+v", r)
	}
	if r := finish(t, "", append(work, "--nodes", "1")...); r.status != 1 || !strings.Contains(r.out, "start: unknown") ||
		!strings.Contains(r.err, "no answer before the limit of positions, which is 1; --nodes allows more") {
		t.Errorf("%+v", r)
	}
	if r := finish(t, "", append(work, "--question", "win")...); r.status == 0 || !strings.Contains(r.err, "another task") {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a certificate of nothing")
	}
	for range 4 {
		hit(t, program(t, work...), time.Duration(rand.IntN(400))*time.Millisecond)
	}
	if r := finish(t, "", work...); r.status != 0 || !strings.Contains(r.out, "start: draw") {
		t.Errorf("%+v", r)
	}
	if r := finish(t, "", "verify", path); r.status != 0 || !strings.Contains(r.out, "proved: draw") {
		t.Errorf("%+v", r)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestWeakMemory refuses a certificate that does not fit into memory before it is begun, and prints
// the value that was found.
func TestWeakMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.thc")
	r := finish(t, "", "solve", "--mode", "weak", "--variant", "peasants4", "--memory", "8M", "--out", path)
	if r.status != 1 || !strings.Contains(r.err, "--memory gives more") || !strings.Contains(r.err, "where 16384 fit") || strings.Contains(r.err, "without a move") || !strings.Contains(r.out, "\npositions: 0\n") || !strings.Contains(r.out, "\nstart: draw\ntable: -\n") {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a part of a certificate")
	}
}

// TestWeakTables checks that a proof uses the tables that are named, in lists or several flags, and
// not those that come with the program.
func TestWeakTables(t *testing.T) {
	const known = "../../tb/embedded/tables"
	for _, c := range []struct {
		more []string
		used bool
	}{
		{nil, false},
		{[]string{"--tb", filepath.Join(known, "peasants1-PPvPP.tht")}, false},
		{[]string{"--tb", filepath.Join(known, "peasants1-PPvPP.tht"), "--tb", filepath.Join(known, "thinchess8-KNRvKNR.tht")}, true},
		{[]string{"--tb", filepath.Join(known, "peasants1-PPvPP.tht") + string(filepath.ListSeparator) + filepath.Join(known, "thinchess8-KNRvKNR.tht")}, true},
	} {
		r := finish(t, "", append([]string{"solve", "--mode", "weak", "--variant", "thinchess8", "--memory", "64M"}, c.more...)...)
		if r.status != 0 || !strings.Contains(r.out, "\nstart: draw\n") || strings.HasPrefix(r.out, "nodes: 0\n") != c.used {
			t.Errorf("%v: %+v; want tables used %t", c.more, r, c.used)
		}
	}
}
