package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// solved runs solve to its end and returns the table.
func solved(t testing.TB, path string, args ...string) []byte {
	t.Helper()
	if r := finish(t, "", append([]string{"solve", "--out", path}, args...)...); r.status != 0 {
		t.Fatal(r.err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestKilled kills a solution at random times. Each process resumes from the checkpoint of the one
// before, and the table at the end is the same.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: kills no solution")
	}
	work := []string{"--variant", "losalamos", "--material", "KQvKR"}
	dir := t.TempDir()
	begin := time.Now()
	want := solved(t, filepath.Join(dir, "want.tht"), work...)
	took := time.Since(begin)
	path := filepath.Join(dir, "a", "table.tht")
	if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	kills := 0
	for i := range 10 {
		if kills == 5 {
			break
		}
		c := program(t, append([]string{"solve", "--out", path, "--checkpoint-every", "10ms",
			"--threads", strconv.Itoa(1 + i%3), "--memory", []string{"1G", "1", "8M"}[i%3]}, work...)...)
		if hit(t, c, time.Duration(rand.Float64()*float64(took))) {
			kills++
		}
		manifest, _ := filepath.Glob(path + ".checkpoint/manifest.json")
		t.Logf("kill %d, checkpoint: %q", kills, manifest)
	}
	if got := solved(t, path, work...); !bytes.Equal(got, want) || kills == 0 {
		t.Errorf("after %d kills another table: %d bytes, want %d", kills, len(got), len(want))
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// hit starts a process and kills it after a while. It reports false if the process had ended before.
func hit(t *testing.T, c *exec.Cmd, after time.Duration) bool {
	t.Helper()
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	_ = c.Process.Kill()
	_ = c.Wait()
	if c.ProcessState.Exited() && !c.ProcessState.Success() {
		t.Fatalf("status %d: %s", c.ProcessState.ExitCode(), out.String())
	}
	return !c.ProcessState.Exited()
}
