package tb_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/tb"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/table"
)

// embedded returns the path of a table that comes with the program.
func embedded(name string) string { return filepath.Join("embedded", "tables", name) }

// open returns a set of files.
func open(t testing.TB, paths ...string) *tb.Set {
	t.Helper()
	s := tb.NewSet(1 << 20)
	for _, path := range paths {
		if err := s.Open(path); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestSet probes tables of several games from a folder for positions of these and other games.
func TestSet(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"tinyhouse-W1U0F0P0.tht", "tinyhouse-W0U1F0P0.tht", "chess-KPvK.tht"} {
		enginetest.WriteFile(t, filepath.Join(folder, name), enginetest.ReadFile(t, embedded(name)))
	}
	enginetest.WriteFile(t, filepath.Join(folder, "note.txt"), []byte("not a table"))
	s := open(t, folder)
	if len(s.Tables()) != 3 {
		t.Fatal(len(s.Tables()))
	}
	same := *enginetest.Game(t, "chess").Variant() // in name only
	same.End.Stalemate = rules.Win
	renamed := "[renamed:chess]\nstartFen = 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"
	for _, c := range []struct {
		g     *board.Game
		fen   string
		known bool
	}{
		{enginetest.Game(t, "tinyhouse"), "3k/4/W3/K3[] w - - 0 1", true},
		{enginetest.Game(t, "tinyhouse"), "3k/4/4/K3[u] w - - 0 1", true},
		{enginetest.Game(t, "tinyhouse"), "3k/4/4/K3[f] w - - 0 1", false},
		{enginetest.Game(t, "tinyhouse-firstrank"), "3k/4/W3/K3[] w - - 0 1", false},
		{enginetest.Game(t, "chess"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true},
		{enginetest.Custom(t, renamed, "renamed"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true},
		{enginetest.Compile(t, &same), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
		{enginetest.Game(t, "crazyhouse"), "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", false},
	} {
		p := enginetest.Position(t, c.g, c.fen)
		if _, ok := s.Probe(c.g, &p); ok != c.known {
			t.Errorf("%s %s: known %v", c.g.Variant().Name, c.fen, ok)
		}
		if c.known != s.Holds(c.g) && !strings.Contains(c.fen, "[f]") {
			t.Errorf("%s: held %v", c.g.Variant().Name, s.Holds(c.g))
		}
	}
	if err := s.Close(); err != nil || len(s.Tables()) != 0 || s.Holds(enginetest.Game(t, "chess")) {
		t.Error("not closed", err)
	}
}

// TestReadRemove adds sources under names and takes them out again.
func TestReadRemove(t *testing.T) {
	s, g := open(t, embedded("tinyhouse-W0U1F0P0.tht")), enginetest.Game(t, "tinyhouse")
	wazir, proved := enginetest.Position(t, g, "3k/4/W3/K3[] w - - 0 1"), enginetest.Position(t, g, "fuwk/3p/P1F1/KWU1[] b - - 0 1")
	known := func(want string) {
		t.Helper()
		got := ""
		for _, p := range []*board.Position{&wazir, &proved} {
			_, ok := s.Probe(g, p)
			got += map[bool]string{false: "-", true: "+"}[ok]
		}
		if got != want {
			t.Errorf("known: %s, want %s", got, want)
		}
	}
	var files []*container.File
	for _, path := range []string{embedded("tinyhouse-W1U0F0P0.tht"), filepath.Join("proofs", "tinyhouse-d1c2.thc")} {
		src, err := container.OpenSource(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := s.Read(src)
		if err != nil || f.Name() != path {
			t.Fatal(f, err)
		}
		files = append(files, f)
	}
	known("++")
	for _, c := range []struct {
		name  string
		found bool
		known string
	}{
		{"else", false, "++"},
		{filepath.Join("proofs", "tinyhouse-d1c2.thc"), true, "+-"},
		{embedded("tinyhouse-W1U0F0P0.tht"), true, "--"},
		{embedded("tinyhouse-W1U0F0P0.tht"), false, "--"},
	} {
		if found, err := s.Remove(c.name); found != c.found || err != nil {
			t.Errorf("%s: %v, %v", c.name, found, err)
		}
		known(c.known)
	}
	for _, f := range files {
		if _, err := f.Reader().Read(make([]byte, 1)); err == nil {
			t.Errorf("%s is still open", f.Name())
		}
	}
	if len(s.Tables()) != 1 {
		t.Error(len(s.Tables()))
	}
	text := strings.NewReader("no table")
	if _, err := s.Read(container.NewSource(text, text.Size(), "text")); err == nil || !strings.Contains(err.Error(), "is not a table") {
		t.Error(err)
	}
}

// TestUnused checks which files are named as not used in a game: those opened by their paths whose
// rules differ.
func TestUnused(t *testing.T) {
	chess, thin := embedded("chess-KPvK.tht"), embedded("thinchess8-KNRvKNR.tht")
	s := open(t, chess, thin)
	s.More = func(digest [32]byte, c *container.Cache) ([]*table.File, error) {
		f, err := table.Open(embedded("losalamos-KPvK.tht"), c)
		return []*table.File{f}, err
	}
	v := *enginetest.Game(t, "chess").Variant()
	v.End.Stalemate = rules.Win
	otherChess, err := board.Compile(&v)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		g    *board.Game
		want []string
	}{
		{enginetest.Game(t, "chess"), []string{"table " + thin + ": not used: other rules than chess, the table is for thinchess8"}},
		{otherChess, []string{"table " + chess + ": not used: other rules than chess, the table is for another version of it",
			"table " + thin + ": not used: other rules than chess, the table is for thinchess8"}},
	} {
		s.Holds(c.g) // loads more
		if got := s.Unused(c.g); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestSetErrors checks that the error names what cannot be opened, and that the rest is opened.
func TestSetErrors(t *testing.T) {
	folder := t.TempDir()
	s := tb.NewSet(0)
	if err := s.Open(folder); err == nil || !strings.Contains(err.Error(), folder+": no file in this folder ends in .tht or .thc") {
		t.Error(err)
	}
	if err := s.Open(filepath.Join(folder, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	good := enginetest.ReadFile(t, embedded("thinchess8-KNRvKNR.tht"))
	for name, b := range map[string][]byte{"a.tht": good[:50], "b.tht": good, "c.tht": []byte("text")} {
		enginetest.WriteFile(t, filepath.Join(folder, name), b)
	}
	err := s.Open(folder)
	if err == nil || len(s.Tables()) != 1 || !strings.Contains(err.Error(), "a.tht: cut short") || !strings.Contains(err.Error(), "c.tht: is not a table") {
		t.Error(err, len(s.Tables()))
	}
}

// TestSetDamage checks that a damaged block is reported once, and its positions are unknown.
func TestSetDamage(t *testing.T) {
	b := enginetest.ReadFile(t, embedded("tinyhouse-W1U0F0P0.tht"))
	const footer, extent = 72, 8
	b[len(b)-footer-4*extent-4*(2+4+8)-4-60] ^= 1 // in one of its few blocks
	path := filepath.Join(t.TempDir(), "x.tht")
	enginetest.WriteFile(t, path, b)
	s := open(t, path)
	var mu sync.Mutex
	var reported []string
	s.OnError = func(err error) {
		mu.Lock()
		defer mu.Unlock()
		reported = append(reported, err.Error())
	}
	g := s.Tables()[0].Game()
	var damaged []board.Position
	for i := range s.Tables()[0].Signatures() {
		layout, err := s.Tables()[0].Layout(i)
		if err != nil {
			t.Fatal(err)
		}
		for n := range layout.Size() {
			var p board.Position
			if layout.Decode(n, &p) {
				if _, _, err := s.Tables()[0].ProbeAt(i, &p); err != nil {
					damaged = append(damaged, p)
				}
			}
		}
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range damaged {
				if _, ok := s.Probe(g, &damaged[i]); ok {
					t.Error("known")
				}
			}
		})
	}
	wg.Wait()
	if len(damaged) == 0 || len(reported) != 1 || !strings.HasPrefix(reported[0], "tb: "+path+": block 0 of K") || !strings.HasSuffix(reported[0], "is damaged (checksum); the table is not used any more") {
		t.Errorf("%d positions, reported %q", len(damaged), reported)
	}
}

// TestNoAllocation checks that a probe of a block in the cache allocates nothing.
func TestNoAllocation(t *testing.T) {
	s := open(t, embedded("tinyhouse-W1U1F0P0.tht"))
	g := enginetest.Game(t, "tinyhouse")
	p := enginetest.Position(t, g, "u2k/4/W3/K3[] w - - 0 1")
	if n := testing.AllocsPerRun(100, func() {
		if _, ok := s.Probe(g, &p); !ok {
			t.Error("not known")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestDigest checks that the digest of a set depends on the contents of the files of a game, and
// on nothing else.
func TestDigest(t *testing.T) {
	digest := func(names ...string) string {
		var paths []string
		for _, name := range names {
			paths = append(paths, embedded(name+".tht"))
		}
		return open(t, paths...).Digest(enginetest.Game(t, "tinyhouse"))
	}
	const a, b, c, chess = "tinyhouse-W1U0F0P0", "tinyhouse-W0U1F0P0", "tinyhouse-W0U0F1P0", "chess-KPvK"
	if digest() != "" || digest(chess) != "" {
		t.Errorf("nothing known: %q, %q", digest(), digest(chess))
	}
	seen := map[string]bool{}
	for _, names := range [][]string{{a}, {b}, {c}, {a, b}} {
		if got := digest(names...); got == "" || seen[got] {
			t.Errorf("%v: %q, as others or nothing", names, got)
		} else {
			seen[got] = true
		}
	}
	if one, other := digest(a, b), digest(b, chess, a, b); one != other {
		t.Errorf("the same tables: %s and %s", one, other)
	}
}

// record is a record of a certificate, by the first move.
type record struct {
	p board.Position
	v score.Exact
}

// certify writes a certificate about the start of g.
func certify(t *testing.T, path string, g *board.Game, records ...record) {
	t.Helper()
	root := enginetest.Position(t, g, g.Variant().Start)
	w, err := certificate.Create(path, g, &root)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		var l board.List
		g.Moves(&r.p, &l)
		if err := w.Add(&r.p, l.At(0), r.v); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestCertificates probes a table and two certificates, which together prove what neither does
// alone.
func TestCertificates(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	root := enginetest.Position(t, g, g.Variant().Start)
	var replies []record
	for _, next := range enginetest.Next(g, &root) {
		replies = append(replies, record{p: next})
	}
	folder := t.TempDir()
	holds := filepath.Join(folder, "b.thc")
	certify(t, holds, g, record{p: root})
	certify(t, filepath.Join(folder, "c.thc"), g, replies...)
	s := open(t, folder, embedded("tinyhouse-W1U0F0P0.tht"))
	if len(s.Tables()) != 1 || len(s.Certificates()) != 2 {
		t.Fatal(len(s.Tables()), len(s.Certificates()))
	}
	if v, ok := s.Probe(g, &root); !ok || v.Outcome != score.Draw || s.Bounds(g, &root) != (score.Bounds{}) {
		t.Errorf("%v, %v", v, ok)
	}
	p := enginetest.Position(t, g, "3k/4/W3/K3[] w - - 0 1")
	if v, ok := s.Probe(g, &p); !ok || s.Bounds(g, &p) != (score.Bounds{Lower: v, Upper: v}) {
		t.Error("the table is not probed")
	}
	if n := testing.AllocsPerRun(100, func() { s.Probe(g, &root) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	certify(t, filepath.Join(folder, "d.thc"), g, record{replies[0].p, score.WinIn(5)})
	if err := s.Open(filepath.Join(folder, "d.thc")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		p    board.Position
		want bool
	}{{root, false}, {p, true}, {replies[0].p, true}, {replies[1].p, false}} {
		if _, ok := s.ProbeNode(g, &c.p); ok != c.want {
			t.Errorf("%s: known at a node %v", notation.FEN(g, &c.p), ok)
		}
	}
	if s.Bounds(enginetest.Game(t, "chess"), &root) != score.Unknown {
		t.Error("bounds of another game")
	}
	b := enginetest.ReadFile(t, holds)
	b[len(b)-72-8-40-2] ^= 1 // in the block
	damaged := filepath.Join(t.TempDir(), "b.thc")
	enginetest.WriteFile(t, damaged, b)
	s, reported := open(t, damaged), 0
	s.OnError = func(error) { reported++ }
	for range 3 {
		if _, ok := s.Probe(g, &root); ok {
			t.Error("known")
		}
	}
	if reported != 1 {
		t.Errorf("reported %d times", reported)
	}
}
