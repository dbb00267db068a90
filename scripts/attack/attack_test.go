package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/dtm"
)

// testHarness builds the program.
func testHarness(t *testing.T) *harness {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "tinyhouse.exe")
	if out, err := exec.Command("go", "build", "-o", binary, "../../cmd/tinyhouse").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return &harness{binary: binary, folder: t.TempDir(), small: true, jobs: 2, log: os.Stderr}
}

// TestSmall runs attacks at the small size.
func TestSmall(t *testing.T) {
	h, only := testHarness(t), "foreign rules"
	if !testing.Short() {
		only = "checkpoints,killed runs,tables and certificates,files by command,foreign rules,sizes"
	}
	var out strings.Builder
	if err := h.main(only, &out); err != nil {
		t.Error(err)
	}
	t.Log("\n" + out.String())
}

// TestJudge checks that a table written anew is accepted, and that a false value in it is not.
func TestJudge(t *testing.T) {
	h := testHarness(t)
	a := &tally{harness: h, name: "judge"}
	if err := os.MkdirAll(a.path(), 0o777); err != nil {
		t.Fatal(err)
	}
	table, err := h.solve(works[0], a.path("t.tht"))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	data, err := os.ReadFile(a.path("t.tht"))
	if err != nil {
		t.Fatal(err)
	}
	b := &base{name: "t.tht", bytes: data, table: table, truth: table, work: works[0]}
	for change, want := range map[dtm.Value]column{0: accepted, 0x4000: refused} {
		f, err := containertest.Open(data)
		if err != nil {
			t.Fatal(err)
		}
		values := make([]dtm.Value, f.Signatures[0].Size)
		if err := table.Values(0, 0, values); err != nil {
			t.Fatal(err)
		}
		for i := range values {
			values[i] ^= change
		}
		f.Blocks[0] = packValues(values)
		before := a.count[want]
		if err := a.judge(b, f.Seal(), "values", rand.New(rand.NewPCG(1, 1))); err != nil || a.count[want] != before+1 {
			t.Errorf("values changed by %#x: counts %v, %v", change, a.count, err)
		}
	}
}

// TestBroken checks that what must not happen is an error.
func TestBroken(t *testing.T) {
	var out strings.Builder
	a := &tally{harness: &harness{log: &out}, name: "attack"}
	a.add(accepted, 1)
	if err := report(&out, []*tally{a}); err != nil {
		t.Error(err)
	}
	a.fault(lost, "a run")
	if err := report(&out, []*tally{a}); err == nil || !strings.Contains(out.String(), "lost: a run") {
		t.Errorf("%v, %q", err, out.String())
	}
}
