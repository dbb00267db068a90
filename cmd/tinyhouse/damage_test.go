package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
)

// sealed returns a folder in which no user can write, not even root.
func sealed(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("windows: folders without write permission are not tested")
	}
	if os.Getuid() == 0 {
		dir := smallDisk(t, 1<<20)
		if out, err := exec.Command("mount", "-o", "remount,ro", dir).CombinedOutput(); err != nil {
			t.Skipf("folders without write permission are not tested: remount: %v, %s", err, out)
		}
		return dir
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestUnwritable solves to paths that cannot be written: the error names them.
func TestUnwritable(t *testing.T) {
	dir, closed := t.TempDir(), sealed(t)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	good := filepath.Join(dir, "good.tht")
	for _, test := range []struct{ out, checkpoint, says string }{
		{filepath.Join(closed, "a.tht"), dir + "/c", closed},
		{good, filepath.Join(closed, "c"), closed},
		{good, file, file + " is a file"},
		{good, filepath.Join(dir, "no", "folder"), filepath.Join(dir, "no", "folder")},
		{filepath.Join(dir, "no", "folder.tht"), dir + "/c", filepath.Join(dir, "no", "folder.tht")},
		{filepath.Join(file, "t.tht"), dir + "/c", file},
		{dir, dir + "/c", dir + " is a folder"},
		{os.DevNull, dir + "/c", os.DevNull + " is a folder or device"},
	} {
		r := finish(t, "", "solve", "--variant", "thinchess8", "--out", test.out, "--checkpoint", test.checkpoint, "--log-level", "error")
		if r.status != 1 || !strings.Contains(r.err, test.says) || strings.Count(r.err, "\n") != 1 || r.out != "" {
			t.Errorf("%+v: %+v", test, r)
		}
		if left := filesIn(t, dir); len(left) != 1 || left[file] != "mine" {
			t.Errorf("%+v: left %v", test, left)
		}
	}
}

// noTables writes damaged copies of a table and returns their paths.
func noTables(t *testing.T, good []byte) []string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	write := func(name string, data []byte) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	write("empty.tht", nil)
	write("text.tht", []byte("[Event \"?\"]\n\n1. e4 *\n"))
	write("zeros.tht", make([]byte, len(good)))
	write("longer.tht", append(bytes.Clone(good), 0))
	for _, n := range []int{1, 20, len(good) / 2, len(good) - 1} {
		write(fmt.Sprintf("cut%d.tht", n), good[:n])
	}
	for i := range 40 {
		bad := bytes.Clone(good)
		at := (len(bad) - 1) * i / 39
		bad[at] ^= 1 << (i % 8)
		write(fmt.Sprintf("byte%d.tht", at), bad)
	}
	return paths
}

// TestNoTable runs the commands on damaged tables: the error names the file, or the answer is that of
// the undamaged table.
func TestNoTable(t *testing.T) {
	table := solveTable(t, "--variant", "losalamos", "--material", "KRvK")
	good, err := os.ReadFile(table.Name())
	if err != nil {
		t.Fatal(err)
	}
	fen := notation.FEN(table.Game(), &sampleOf(t, table, 1)[0])
	want := finish(t, "", "probe", table.Name(), "--fen", fen)
	if want.status != 0 {
		t.Fatal(want.err)
	}
	for _, path := range append(noTables(t, good), filepath.Join(t.TempDir(), "missing.tht")) {
		for _, command := range []string{"verify", "stats"} {
			if r := finish(t, "", command, path); r.status != 1 || !strings.Contains(r.err, path) || strings.Contains(r.err, "goroutine") || r.out != "" {
				t.Errorf("%s: %+v", command, r)
			}
		}
		r := finish(t, "", "probe", path, "--fen", fen)
		if whole := r.status == 0 && r.out == want.out; !whole && (r.status != 1 || !strings.Contains(r.err, path) || r.out != "") {
			t.Errorf("probe: %+v", r)
		}
	}
}

// TestDamagedPlay plays with damaged tables: the engine reports the damage and claims no wrong mate.
func TestDamagedPlay(t *testing.T) {
	table := solveTable(t, "--variant", "losalamos", "--material", "KRvK")
	good, err := os.ReadFile(table.Name())
	if err != nil {
		t.Fatal(err)
	}
	all := sampleOf(t, table, 8)
	for _, path := range noTables(t, good) {
		e := &player{start(t), table, table.Game()}
		e.send("setoption name UCI_Variant value losalamos", "setoption name TablebasePath value "+path)
		said := []string{e.ask("info string *" + path + "*")}
		for _, p := range all {
			more, _ := e.think(&p, "depth 2")
			said = append(said, more...)
			info, want := last(more, "info depth *"), e.value(&p).Outcome
			mate := word(info, "mate")
			if mate != "" && (want != score.Win && mate[0] != '-' || want != score.Loss && mate[0] == '-') {
				t.Errorf("%s: %s is %v: %s", path, notation.FEN(e.game, &p), want, info)
			}
		}
		if last(said, "info string *ERROR: *"+path+"*") == "" {
			t.Errorf("%s: nothing said in %q", path, said)
		}
		e.quit()
	}
}

// TestChangedPlay cuts a table short, and overwrites it, while the engine has it open: the engine
// reports it once and plays on.
func TestChangedPlay(t *testing.T) {
	table := solveTable(t, "--variant", "losalamos", "--material", "KRvK")
	good, err := os.ReadFile(table.Name())
	if err != nil {
		t.Fatal(err)
	}
	all := sampleOf(t, table, 6)
	for _, size := range []int{0, 600, len(good) / 2, len(good)} {
		path := filepath.Join(t.TempDir(), "x.tht")
		enginetest.WriteFile(t, path, good)
		e := &player{start(t), table, table.Game()}
		e.send("setoption name UCI_Variant value losalamos", "setoption name TablebasePath value "+path)
		e.ask("info string table " + path + "*")
		if err := os.WriteFile(path, make([]byte, size), 0o644); err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, p := range all {
			more, _ := e.think(&p, "depth 3")
			said = append(said, more...)
		}
		reports := 0
		for _, line := range said {
			if strings.Contains(line, "ERROR") {
				reports++
			}
		}
		if reports != 1 || last(said, "info string ERROR: *"+path+"*the table is not used any more") == "" {
			t.Errorf("%d bytes: %d errors in %q", size, reports, said)
		}
		e.quit()
	}
}

// TestOtherRules plays with a table for other rules: the engine and the commands say that it is not
// used.
func TestOtherRules(t *testing.T) {
	table := solveTable(t, "--variant", "losalamos", "--material", "KRvK")
	own := filepath.Join(t.TempDir(), "own.ini")
	if err := os.WriteFile(own, []byte("[own:losalamos]\nstalemateValue = loss\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	e := start(t)
	e.send("setoption name VariantPath value "+own, "setoption name UCI_Variant value own", "setoption name TablebasePath value "+table.Name())
	e.ask("info string table *losalamos KRvK*")
	e.until("info string table " + table.Name() + ": not used: other rules than own, the table is for losalamos")
	e.send("setoption name UCI_Variant value chess")
	e.until("info string table " + table.Name() + ": not used: other rules than chess, the table is for losalamos")
	e.send("setoption name UCI_Variant value own")
	e.until("info string table " + table.Name() + ": not used: other rules than own, the table is for losalamos")
	if info := e.search("position fen 5k/6/6/6/R5/K5 w - - 0 1", "go depth 2"); word(info, "tbhits") != "0" {
		t.Error(info)
	}
	e.quit()
	for _, args := range [][]string{{"analyze", "--depth", "1", "--fen", "5k/6/6/6/R5/K5 w - - 0 1"}, {"play"},
		{"match", "--engine", "cmd=none", "--engine", "cmd=none", "--games", "2", "--tc", "1+0"},
		{"solve", "--mode", "weak", "--nodes", "10", "--out", filepath.Join(t.TempDir(), "x.thc")}} {
		r := finish(t, "quit\n", append(args, "--variants", own, "--variant", "own", "--tb", table.Name())...)
		if !strings.Contains(r.err, "table "+table.Name()+": not used: other rules than own, the table is for losalamos") {
			t.Errorf("%s: %+v", args[0], r)
		}
	}
}

// TestRulesOfFile checks that verify, probe and stats begin with the variant, and that --variant
// demands its rules.
func TestRulesOfFile(t *testing.T) {
	own := filepath.Join(t.TempDir(), "own.ini")
	if err := os.WriteFile(own, []byte("[same:thinchess8]\n[other:thinchess8]\nstalemateValue = loss\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"verify", "probe", "stats"} {
		for name, status := range map[string]int{"thinchess8": 0, "same": 0, "other": 1, "chess": 1, "nosuch": 2} {
			r := finish(t, "", command, "../../tb/embedded/tables/thinchess8-KNRvKNR.tht", "--variants", own, "--variant", name)
			if r.status != status || strings.HasPrefix(r.out, "variant: thinchess8\n") != (status == 0) || strings.Contains(r.err, name) != (status > 0) {
				t.Errorf("%s --variant %s: %+v", command, name, r)
			}
		}
	}
}
