package embedded_test

import (
	"context"
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/solver/verify"
	"tinyhouse/tb"
	"tinyhouse/tb/embedded"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// all opens every table. It fails for all tests where one is stale.
func all(t *testing.T) []*table.File {
	t.Helper()
	tables, err := embedded.All(nil)
	if err != nil {
		t.Fatalf("embedded tables are STALE: run scripts/embed.sh and commit what it makes\n%v", err)
	}
	return tables
}

// wanted are the variants that must have tables, with their number.
var wanted = map[string]int{
	"tinyhouse": 14, "tinyhouse-firstrank": 14, "thinchess8": 1, "chess": 1, "losalamos": 1, "gardner": 1, "peasants1": 1, "peasants2": 1,
}

// TestTables checks that the tables are those wanted, that their names say what they hold, and that
// the rules of their variant as they are today find them.
func TestTables(t *testing.T) {
	tables := all(t)
	found, bytes := map[string]int{}, int64(0)
	for _, tab := range tables {
		variant := tab.Game().Variant().Name
		found[variant]++
		bytes += tab.Bytes()
		if want := "embedded:" + variant + "-" + tab.Material() + table.Ext; tab.Name() != want {
			t.Errorf("%s: want name %s", tab.Name(), want)
		}
		if index.RulesDigest(enginetest.Game(t, variant)) != tab.RulesDigest() {
			t.Errorf("%s is STALE: its rules are not those of %s any more, run scripts/embed.sh", tab.Name(), variant)
		}
	}
	for variant, n := range wanted {
		if found[variant] != n {
			t.Errorf("%d tables of %s, want %d", found[variant], variant, n)
		}
		mine, err := embedded.Open(index.RulesDigest(enginetest.Game(t, variant)), nil)
		if err != nil || len(mine) != n {
			t.Errorf("%d tables opened for %s, want %d; %v", len(mine), variant, n, err)
		}
	}
	if len(found) != len(wanted) || bytes > 4<<20 {
		t.Errorf("tables of %v, %d bytes in all", found, bytes)
	}
	if none, err := embedded.Open([32]byte{}, nil); none != nil || err != nil {
		t.Errorf("for no rules: %v, %v", none, err)
	}
}

// TestVerified checks every value of every table.
func TestVerified(t *testing.T) {
	sample := 0
	if testing.Short() {
		sample = 100
	}
	for _, tab := range all(t) {
		r, err := verify.Table(context.Background(), tab, verify.Options{Threads: 2, Sample: sample})
		if err != nil || r.Errors > 0 || r.Positions == 0 {
			t.Errorf("%s: %+v, %v", tab.Name(), r, err)
		}
	}
}

// TestSet serves all games from one set.
func TestSet(t *testing.T) {
	s := tb.NewSet(1 << 20)
	s.More = embedded.Open
	s.OnError = func(err error) { t.Error(err) }
	for variant, fen := range map[string]string{
		"tinyhouse": "3k/4/2W1/K3[u] w - - 0 1", "standard": "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "thinchess8": "k/r/n/1/1/N/R/K w - - 0 1",
	} {
		g := enginetest.Game(t, variant)
		p := enginetest.Position(t, g, fen)
		if _, ok := s.Probe(g, &p); !ok {
			t.Errorf("%s %s is not known", variant, fen)
		}
	}
	if s.Holds(enginetest.Game(t, "crazyhouse")) {
		t.Error("crazyhouse has tables")
	}
	for _, tab := range s.Tables() {
		if !strings.HasPrefix(tab.Name(), "embedded:") {
			t.Error(tab.Name())
		}
	}
	if err := s.Close(); err != nil || s.Holds(enginetest.Game(t, "thinchess8")) {
		t.Error("not closed", err)
	}
}
