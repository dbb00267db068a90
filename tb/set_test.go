package tb_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/tb"
)

var _ engine.Prober = (*tb.Set)(nil)

// TestSet fills a folder with tables of several games, and asks for positions of those and
// of others.
func TestSet(t *testing.T) {
	folder := t.TempDir()
	value := some(60)
	for name, d := range map[string]tb.Desc{
		"a.tht": space(t, "tinyhouse", "KWvK"),
		"b.tht": space(t, "tinyhouse", "KUvK"),
		"c.tht": space(t, "chess", "KRvK"),
	} {
		write(t, filepath.Join(folder, name), d, fill(t, d, value), 1)
	}
	if err := os.WriteFile(filepath.Join(folder, "note.txt"), []byte("not a table"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := tb.NewSet(1 << 20)
	if err := s.Open(folder); err != nil || s.Len() != 3 || len(s.Tables()) != 3 {
		t.Fatal(err, s.Len())
	}
	renamed := "[renamed:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n"
	for _, c := range []struct {
		g     *board.Game
		fen   string
		known bool
	}{
		{enginetest.Game(t, "tinyhouse"), "3k/4/W3/K3[] w - - 0 1", true},
		{enginetest.Game(t, "tinyhouse"), "3k/4/4/K3[u] w - - 0 1", true},
		{enginetest.Game(t, "tinyhouse"), "3k/4/4/K3[f] w - - 0 1", false},
		{enginetest.Game(t, "tinyhouse-firstrank"), "3k/4/W3/K3[] w - - 0 1", false},
		{enginetest.Game(t, "chess"), "4k3/8/8/8/8/8/8/4K2R w - - 0 1", true},
		{enginetest.Custom(t, renamed, "renamed"), "4k3/8/8/8/8/8/8/4K2R w - - 0 1", true},
		{enginetest.Game(t, "crazyhouse"), "4k3/8/8/8/8/8/8/4K2R[] w - - 0 1", false},
	} {
		p := enginetest.Position(t, c.g, c.fen)
		if _, ok := s.Probe(c.g, &p); ok != c.known {
			t.Errorf("%s %s: known %v", c.g.Variant().Name, c.fen, ok)
		}
		if c.known != s.Holds(c.g) && !strings.Contains(c.fen, "[f]") {
			t.Errorf("%s: held %v", c.g.Variant().Name, s.Holds(c.g))
		}
	}
	if err := s.Close(); err != nil || s.Len() != 0 || s.Holds(enginetest.Game(t, "chess")) {
		t.Error("not closed", err)
	}
}

// TestSetErrors says that what cannot be opened is named, and the rest opened.
func TestSetErrors(t *testing.T) {
	folder := t.TempDir()
	s := tb.NewSet(0)
	if err := s.Open(folder); err == nil || !strings.Contains(err.Error(), folder+": no file in this folder ends in .tht or .thc") {
		t.Error(err)
	}
	if err := s.Open(filepath.Join(folder, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	good := small(t)
	for name, b := range map[string][]byte{"a.tht": good[:50], "b.tht": good, "c.tht": []byte("text")} {
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	err := s.Open(folder)
	if err == nil || s.Len() != 1 || !strings.Contains(err.Error(), "a.tht: cut short") || !strings.Contains(err.Error(), "c.tht: is not a table") {
		t.Error(err, s.Len())
	}
}

// TestSetDamage says that a damaged block is told once and its positions are not known.
func TestSetDamage(t *testing.T) {
	d := desc(t, enginetest.Game(t, "tinyhouse"), "KWvK")
	b := bytesOf(t, d, fill(t, d, some(9)))
	blockAt := len(b) - 72 - (4 + 2 + 4 + 8 + 8) - 1
	b[blockAt] ^= 1
	tab, err := read(b)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var told []string
	s := tb.NewSet(1 << 20)
	s.OnError = func(err error) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, err.Error())
	}
	s.Add(tab)
	p := enginetest.Position(t, d.Game, "3k/4/W3/K3[] w - - 0 1")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 100 {
				if _, ok := s.Probe(d.Game, &p); ok {
					t.Error("known")
				}
			}
		})
	}
	wg.Wait()
	if len(told) != 1 || told[0] != "tb: test.tht: block 0 of slice KWvK is damaged (checksum)" {
		t.Errorf("told %q", told)
	}
}

// TestNothingAllocated says that a probe of a block in the cache allocates nothing.
func TestNothingAllocated(t *testing.T) {
	d := space(t, "tinyhouse", "KWUvK")
	tab, err := read(bytesOf(t, d, fill(t, d, some(60))))
	if err != nil {
		t.Fatal(err)
	}
	s := tb.NewSet(1 << 20)
	s.Add(tab)
	p := enginetest.Position(t, d.Game, "u2k/4/W3/K3[] w - - 0 1")
	if n := testing.AllocsPerRun(100, func() {
		if _, ok := s.Probe(d.Game, &p); !ok {
			t.Error("not known")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestDigest says that the digest of a set is that of what it knows of a game, and of nothing else.
func TestDigest(t *testing.T) {
	folder := t.TempDir()
	for name, d := range map[string]tb.Desc{
		"a.tht": space(t, "tinyhouse", "KWvK"),
		"b.tht": space(t, "tinyhouse", "KUvK"),
		"c.tht": space(t, "chess", "KRvK"),
	} {
		write(t, filepath.Join(folder, name), d, fill(t, d, some(60)), 1)
	}
	d := space(t, "tinyhouse", "KWvK")
	write(t, filepath.Join(folder, "like-a.tht"), d, fill(t, d, some(61)), 1)
	digest := func(names ...string) string {
		s := tb.NewSet(1 << 20)
		defer s.Close()
		for _, name := range names {
			if err := s.Open(filepath.Join(folder, name)); err != nil {
				t.Fatal(err)
			}
		}
		return s.Digest(enginetest.Game(t, "tinyhouse"))
	}
	if digest() != "" || digest("c.tht") != "" {
		t.Errorf("nothing known: %q, %q", digest(), digest("c.tht"))
	}
	seen := map[string]bool{}
	for _, names := range [][]string{{"a.tht"}, {"b.tht"}, {"like-a.tht"}, {"a.tht", "b.tht"}} {
		if got := digest(names...); got == "" || seen[got] {
			t.Errorf("%v: %q, as others or nothing", names, got)
		} else {
			seen[got] = true
		}
	}
	if one, other := digest("a.tht", "b.tht"), digest("b.tht", "c.tht", "a.tht", "b.tht"); one != other {
		t.Errorf("the same tables: %s and %s", one, other)
	}
}
