package engine

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"
	"time"
)

// residentMiB returns the resident memory of the process.
func residentMiB(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var total, resident int
	if _, err := fmt.Fscan(bytes.NewReader(text), &total, &resident); err != nil {
		t.Fatal(err)
	}
	return resident * os.Getpagesize() >> 20
}

// TestLargeHash checks that a new game costs next to nothing in a large hash table: fresh
// memory is not touched, and what a search has used is returned to the system.
func TestLargeHash(t *testing.T) {
	const mib = 4096
	g, p := start(t, "tinyhouse")
	e, err := New(g, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	before := residentMiB(t)
	check := func(step string, begin time.Time) {
		t.Helper()
		if grown := residentMiB(t) - before; grown > 64 {
			t.Errorf("%s: resident memory grew by %d MiB", step, grown)
		}
		if took := time.Since(begin); took > time.Second {
			t.Errorf("%s: took %v", step, took)
		}
	}
	begin := time.Now()
	o := DefaultOptions()
	o.Hash = mib
	if err := e.SetOptions(o); err != nil {
		t.Fatal(err)
	}
	e.NewGame()
	e.ClearHash()
	check("fresh", begin)
	e.Set(p, nil)
	e.Go(context.Background(), Limits{Nodes: 50}, nil)
	if grown := residentMiB(t) - before; grown < 2 {
		t.Errorf("a search touched %d MiB: the test measures nothing", grown)
	}
	begin = time.Now()
	e.NewGame()
	check("used", begin)
}
