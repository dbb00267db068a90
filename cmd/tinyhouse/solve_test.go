package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
)

// TestSolveTooMuch refuses at once, with the reason, material that the game cannot have or that is
// too large to solve, and shows how to choose less.
func TestSolveTooMuch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.tht")
	for _, test := range []struct {
		args, says string
		status     int
	}{
		{"--units W9", `"W9": the game cannot reach that, it starts with W2U2F2P2`, 2},
		{"--units W1P3", `"W1P3"`, 2},
		{"--variant thinchess8 --material KRRvK", `"KRRvK"`, 2},
		{"--variant chess --material KPPPPPPPPPvK", `"KPPPPPPPPPvK"`, 2},
		{"--variant chess", "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP is too large to solve: more than 2^62 positions or 2^20 signatures; choose fewer pieces, such as --material KQvK", 1},
		{"--variant crazyhouse", "such as --units N1B0R0Q0P0", 1},
		{"--variant tinyhouse", "W2U2F2P2 is too large to solve: 4417378865742 positions (symmetric ones counted once), more than the limit of 1099511627776; choose fewer pieces, such as --units W1U0F0P0", 1},
		{"--variant peasants4", "more than the limit of 1099511627776; choose fewer pieces, such as --material PvP", 1},
	} {
		r := finish(t, "", append([]string{"solve", "--out", path}, strings.Fields(test.args)...)...)
		if r.status != test.status || !strings.Contains(r.err, test.says) || r.out != "" || r.took > 10*quick {
			t.Errorf("%s: %+v", test.args, r)
		}
		if _, err := os.Stat(path + ".checkpoint"); err == nil {
			t.Errorf("%s: there is a checkpoint", test.args)
		}
	}
}

// TestSolveSize compares the size that solve logs at the start with that of the table.
func TestSolveSize(t *testing.T) {
	for _, args := range smallTables {
		table := solveTable(t, args...)
		g := table.Game()
		m, err := solver.Parse(g, table.Material())
		if err != nil {
			t.Fatal(err)
		}
		if signatures, numbers, ok := sizeOf(g, &m); !ok || signatures != len(table.Signatures()) || numbers != table.Numbers() {
			t.Errorf("%q: %d numbers of %d signatures, the table has %d of %d", args, numbers, signatures, table.Numbers(), len(table.Signatures()))
		}
	}
	path := filepath.Join(t.TempDir(), "table.tht")
	r := finish(t, "", "solve", "--units", "W1", "--out", path, "--memory", "1K")
	if !strings.Contains(r.err, "numbers=2340") || !strings.Contains(r.err, `states="4.6 KiB"`) || !strings.Contains(r.err, "on_disk=true") {
		t.Errorf("%+v", r)
	}
}

// TestSolveInterrupted stops both modes by both signals: the error says so, and where the checkpoint is.
func TestSolveInterrupted(t *testing.T) {
	needSignals(t)
	path := filepath.Join(t.TempDir(), "out")
	for _, args := range []string{"--variant chess --material KQvKR", "--mode weak"} {
		for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			status, _, said := interrupted(t, time.Second, signal, append([]string{"solve", "--memory", "256M", "--out", path}, strings.Fields(args)...))
			if want := "tinyhouse: interrupted; the last checkpoint in " + path + ".checkpoint is kept"; status != 1 || !strings.Contains(said, want) {
				t.Errorf("%s, %v: status %d, %s", args, signal, status, said)
			}
		}
		os.RemoveAll(path + ".checkpoint")
	}
}

// TestSolveJSON compares both forms of the result.
func TestSolveJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.tht")
	text := finish(t, "", "solve", "--variant", "thinchess8", "--out", path)
	info, err := os.Stat(path)
	if err != nil || text.status != 0 {
		t.Fatalf("%v, %+v", err, text)
	}
	want := `variant: thinchess8
positions: 49180
wins: 8468
losses: 10036
draws: 30676
longest: 11 k/n/1/1/N/r/R/K w - - 0 1
start: draw
table: ` + path + " " + strconv.FormatInt(info.Size(), 10) + "\n"
	if text.out != want {
		t.Errorf("%q, want %q", text.out, want)
	}
	r := finish(t, "", "solve", "--variant", "thinchess8", "--out", path, "--json")
	var got map[string]any
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || r.status != 0 {
		t.Fatalf("%v, %+v", err, r)
	}
	table, _ := got["table"].(map[string]any)
	if got["positions"] != 49180.0 || table["file"] != path || table["bytes"] != float64(info.Size()) {
		t.Errorf("%s", r.out)
	}
}

// burrow is a user's variant: a small board, a piece in Betza notation, drops.
const burrow = `[burrow]
maxRank = 5
maxFile = 4
king = k
customPiece1 = m:fFbWsD
pieceDrops = true
capturesToHand = true
stalemateValue = loss
startFen = km2/4/4/4/2MK[] w - - 0 1
`

// TestSolveOwnVariant solves and verifies a user's variant, and compares the engine's scores with
// the table.
func TestSolveOwnVariant(t *testing.T) {
	folder := t.TempDir()
	ini, path := filepath.Join(folder, "user.ini"), filepath.Join(folder, "burrow.tht")
	if err := os.WriteFile(ini, []byte(burrow), 0o666); err != nil {
		t.Fatal(err)
	}
	table := solveTable(t, "--variants", ini, "--variant", "burrow")
	if err := os.Rename(table.Name(), path); err != nil {
		t.Fatal(err)
	}
	if r := finish(t, "", "verify", path); r.status != 0 || !strings.HasSuffix(r.out, ", 0 errors\n") {
		t.Errorf("%+v", r)
	}
	e := &player{start(t), table, enginetest.Custom(t, burrow, "burrow")}
	e.send("setoption name VariantPath value "+ini, "setoption name TablebasePath value "+folder, "setoption name UCI_Variant value burrow")
	if got := e.ask("info string table *"); !strings.Contains(got, " burrow M2, ") {
		t.Errorf("%s", got)
	}
	for _, p := range sampleOf(t, table, 300) {
		e.checkValue(&p)
	}
	if info := e.search("position startpos", "go depth 1"); word(info, "tbhits") == "0" {
		t.Errorf("%s", info)
	}
	e.quit()
}
