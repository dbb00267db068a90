package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// trainArgs are the arguments of a short training of gardner's game.
func trainArgs(out string) []string {
	return []string{"train", "--variant", "gardner", "--out", out, "--positions", "1500", "--nodes", "30", "--generations", "2", "--epochs", "4", "--games", "4"}
}

// TestTrain checks the last lines, the object of --json, that the engine loads the net, and wrong usage.
func TestTrain(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "a.thn")
	r := finish(t, "", trainArgs(out)...)
	if !regexp.MustCompile(`^net: \S+a\.thn \d+\nelo: [+-]\S+ \+/- \S+\n$`).MatchString(r.out) || r.status != 0 {
		t.Fatalf("%+v", r)
	}
	again := filepath.Join(dir, "b.thn")
	r = finish(t, "", append(trainArgs(again), "--json", "--threads", "1")...)
	var result struct {
		Net   string
		Bytes int64
	}
	if err := json.Unmarshal([]byte(r.out), &result); err != nil || result.Net != again {
		t.Errorf("%+v: %v", r, err)
	}
	one, _ := os.ReadFile(out)
	if two, err := os.ReadFile(again); err != nil || !bytes.Equal(one, two) {
		t.Errorf("the same seed gives another net: %v", err)
	}
	e := finish(t, "setoption name UCI_Variant value gardner\nsetoption name EvalFile value "+out+"\neval\ngo depth 4\n")
	if !strings.Contains(e.out, "info string evaluation: net ") || !strings.Contains(e.out, "net of gardner, ") || !strings.Contains(e.out, "bestmove ") {
		t.Errorf("the engine with the net: %+v", e)
	}
	for _, args := range [][]string{{"train"}, {"train", "--out", out, "--games", "1"}, {"train", "--out", out, "--threads", "0"}, {"train", "--out", out, "--variant", "nowhere"}} {
		if r := finish(t, "", args...); r.status != 2 || r.out != "" {
			t.Errorf("%q: %+v", args, r)
		}
	}
	if r := finish(t, "", "train", "--out", dir, "--positions", "1000"); r.status != 1 || !strings.Contains(r.err, "is a folder") {
		t.Errorf("--out with a folder: %+v", r)
	}
}

// TestTrainKilled kills a training at random times. Each process continues the work of the one before, and the
// net at the end is the same.
func TestTrainKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: kills no training")
	}
	dir := t.TempDir()
	want, path := filepath.Join(dir, "want.thn"), filepath.Join(dir, "a", "a.thn")
	begin := time.Now()
	if r := finish(t, "", trainArgs(want)...); r.status != 0 {
		t.Fatal(r.err)
	}
	took := time.Since(begin)
	if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	kills := 0
	for i := 0; i < 12 && kills < 5; i++ {
		if hit(t, program(t, trainArgs(path)...), time.Duration(rand.Float64()*float64(took))) {
			kills++
		}
	}
	if r := finish(t, "", trainArgs(path)...); r.status != 0 {
		t.Fatal(r.err)
	}
	one, _ := os.ReadFile(want)
	if two, err := os.ReadFile(path); err != nil || !bytes.Equal(one, two) || kills == 0 {
		t.Errorf("after %d kills another net: %v", kills, err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 2 {
		t.Errorf("left: %v, %v", left, err)
	}
}
