package tb_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/score"
	"tinyhouse/solver/verify"
	"tinyhouse/tb"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/table"
)

// known is a position and its bounds.
type known struct {
	p board.Position
	b score.Bounds
}

// valuesOf returns all positions of a table or certificate with their bounds.
func valuesOf(t testing.TB, path string) (g *board.Game, all []known) {
	t.Helper()
	s := open(t, path)
	add := func(p *board.Position) { all = append(all, known{*p, s.Bounds(g, p)}) }
	for _, tab := range s.Tables() {
		g = tab.Game()
		for i := range tab.Signatures() {
			layout, err := tab.Layout(i)
			if err != nil {
				t.Fatal(err)
			}
			for n := range layout.Size() {
				var p board.Position
				if layout.Decode(n, &p) {
					add(&p)
				}
			}
		}
	}
	for _, f := range s.Certificates() {
		g = f.Game()
		for i := range f.Blocks() {
			if err := f.Block(i, func(p *board.Position, _ board.Move, _ score.Exact) error { add(p); return nil }); err != nil {
				t.Fatal(err)
			}
		}
	}
	return g, all
}

const proof = "proofs/tinyhouse-a2a3-b4a2.thc"

// TestChanged changes files in place while several goroutines probe them. The change is reported
// once for each file, no value is false, and another file with the same positions answers.
func TestChanged(t *testing.T) {
	for _, from := range []string{embedded("tinyhouse-W1U1F0P0.tht"), embedded("tinyhouse-W0U2F0P0.tht"), proof} {
		g, all := valuesOf(t, from)
		good := enginetest.ReadFile(t, from)
		for what, change := range map[string]func(path string) error{
			"empty": func(path string) error { return os.Truncate(path, 0) },
			"half":  func(path string) error { return os.Truncate(path, int64(len(good)/2)) },
			"other": func(path string) error {
				return os.WriteFile(path, enginetest.ReadFile(t, embedded("tinyhouse-W2U0F0P0.tht")), 0o644)
			},
			"zeros":  func(path string) error { return os.WriteFile(path, make([]byte, len(good)), 0o644) },
			"longer": func(path string) error { return os.WriteFile(path, bytes.Repeat(good[1:], 2), 0o644) },
		} {
			path := filepath.Join(t.TempDir(), filepath.Base(from))
			enginetest.WriteFile(t, path, good)
			s := tb.NewSet(0) // so that every probe reads
			if err := s.Open(path); err != nil {
				t.Fatal(err)
			}
			reported := probeDuring(t, s, g, all, func() error { return change(path) })
			if len(reported) != 1 || !strings.Contains(reported[0], path) || !strings.HasSuffix(reported[0], "is not used any more") {
				t.Errorf("%s %s: reported %q", from, what, reported)
			}
			if s.Holds(g) {
				t.Errorf("%s %s: still held", from, what)
			}
			if err := s.Open(from); err != nil {
				t.Fatal(err)
			}
			for i := range all {
				if b := s.Bounds(g, &all[i].p); b != all[i].b {
					t.Fatalf("%s %s: %v from the other file, want %v", from, what, b, all[i].b)
				}
			}
			s.Close()
		}
	}
}

// probeDuring probes all positions in several goroutines again and again, and changes a file in
// between. It returns what was reported.
func probeDuring(t *testing.T, s *tb.Set, g *board.Game, all []known, change func() error) (reported []string) {
	t.Helper()
	var mu sync.Mutex
	s.OnError = func(err error) {
		mu.Lock()
		defer mu.Unlock()
		reported = append(reported, err.Error())
	}
	digest := s.Digest(g)
	changed := make(chan struct{})
	var wg sync.WaitGroup
	for start := range 3 {
		wg.Go(func() {
			for n := 0; ; n++ {
				k := &all[(start*len(all)/3+n)%len(all)]
				if b := s.Bounds(g, &k.p); b != k.b && b != score.Unknown {
					t.Errorf("%v, want %v", b, k.b)
				}
				s.ProbeNode(g, &k.p)
				select {
				case <-changed:
					if n > len(all) {
						return
					}
				default:
				}
			}
		})
	}
	if err := change(); err != nil {
		t.Error(err)
	}
	close(changed)
	wg.Wait()
	if s.Digest(g) != digest {
		t.Error("another digest after an error")
	}
	return reported
}

// TestSecondTable opens two tables with the same positions. When the first is damaged, the second
// answers, in the same probe.
func TestSecondTable(t *testing.T) {
	from := embedded("tinyhouse-W1U0F0P0.tht")
	g, all := valuesOf(t, from)
	path := filepath.Join(t.TempDir(), "x.tht")
	enginetest.WriteFile(t, path, enginetest.ReadFile(t, from))
	s := open(t, path, from)
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	reported := 0
	s.OnError = func(error) { reported++ }
	for i := range all {
		if b := s.Bounds(g, &all[i].p); b != all[i].b {
			t.Fatalf("%v, want %v", b, all[i].b)
		}
	}
	if reported != 1 || len(s.Tables()) != 2 || !s.Holds(g) {
		t.Errorf("reported %d times, %d tables", reported, len(s.Tables()))
	}
}

// TestReplaced replaces a table by another valid one of the same length in place: the values of
// neither are given, until the path is opened again.
func TestReplaced(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	path := filepath.Join(t.TempDir(), "x.tht")
	whole := open(t, embedded("tinyhouse-W1U0F0P0.tht")).Tables()[0]
	layout, err := whole.Layout(0)
	if err != nil {
		t.Fatal(err)
	}
	create := func(path string, v dtm.Value) {
		w, err := table.Create(path, table.Desc{Game: g, Material: whole.Material(), Signatures: whole.Signatures()[:1]}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Write(slices.Repeat([]dtm.Value{v}, int(layout.Size()))), w.Close()); err != nil {
			t.Fatal(err)
		}
	}
	create(path, dtm.Loss+2)
	s := open(t, path)
	other := path + ".other"
	create(other, dtm.Loss+4)
	if err := os.WriteFile(path, enginetest.ReadFile(t, other), 0o644); err != nil {
		t.Fatal(err)
	}
	var p board.Position
	for n := uint64(0); !layout.Decode(n, &p) || g.Decided(&p).Over(); n++ {
	}
	var reported []string
	s.OnError = func(err error) { reported = append(reported, err.Error()) }
	if v, ok := s.Probe(g, &p); ok || len(reported) != 1 || !strings.Contains(reported[0], "checksum") {
		t.Errorf("%v, reported %q", v, reported)
	}
	if err := s.Tables()[0].Check(t.Context()); err == nil || !strings.Contains(err.Error(), "has changed since it was opened") {
		t.Error(err)
	}
	if err := s.Open(path); err != nil {
		t.Fatal(err)
	}
	if v, ok := s.Probe(g, &p); !ok || v != score.LossIn(4) {
		t.Errorf("opened again: %v, %v", v, ok)
	}
}

// TestFailingDisk reads files from a disk that fails at any time: opening them, probing, verifying
// and taking a survey return the truth or the error of the disk.
func TestFailingDisk(t *testing.T) {
	reads := 60
	if testing.Short() {
		reads = 16
	}
	from := embedded("tinyhouse-W1U0F0P0.tht")
	_, all := valuesOf(t, from)
	whole := open(t, from).Tables()[0]
	survey, err := verify.TakeSurvey(t.Context(), whole, verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for good := range reads {
		for _, short := range []bool{false, true} {
			disk := &containertest.Failing{R: bytes.NewReader(enginetest.ReadFile(t, from)), Good: good, Short: short}
			tab, err := table.Read(container.NewSource(disk, whole.Bytes(), "x.tht"), container.NewCache(0))
			if err != nil {
				checkDisk(t, disk, err)
				continue
			}
			for i := range all {
				if v, ok, err := tab.Probe(&all[i].p); err != nil {
					checkDisk(t, disk, err)
				} else if !ok || v != all[i].b.Lower {
					t.Fatalf("%v, want %v", v, all[i].b)
				}
			}
			if r, err := verify.Table(context.Background(), tab, verify.Options{Threads: 2}); err != nil {
				checkDisk(t, disk, err)
			} else if r.Errors > 0 {
				t.Errorf("%d errors", r.Errors)
			}
			if got, err := verify.TakeSurvey(context.Background(), tab, verify.Options{Threads: 2}); err != nil {
				checkDisk(t, disk, err)
			} else if !reflect.DeepEqual(got.Signatures, survey.Signatures) {
				t.Errorf("survey %+v, want %+v", got.Signatures, survey.Signatures)
			}
		}
	}
}

// checkDisk checks that an error is that of a failing disk.
func checkDisk(t *testing.T, disk *containertest.Failing, err error) {
	t.Helper()
	if disk.Failed() == 0 || !strings.HasPrefix(err.Error(), "tb: x.th") ||
		!errors.Is(err, syscall.EIO) && !strings.Contains(err.Error(), "has become shorter") && !strings.Contains(err.Error(), "unexpected EOF") {
		t.Errorf("after %d failures: %v", disk.Failed(), err)
	}
}

// TestFailingCertificate is TestFailingDisk for a certificate.
func TestFailingCertificate(t *testing.T) {
	reads := 60
	if testing.Short() {
		reads = 12
	}
	_, all := valuesOf(t, proof)
	b := enginetest.ReadFile(t, proof)
	for good := range reads {
		for _, short := range []bool{false, true} {
			disk := &containertest.Failing{R: bytes.NewReader(b), Good: good, Short: short}
			f, err := certificate.Read(container.NewSource(disk, int64(len(b)), "x.thc"), container.NewCache(0))
			if err != nil {
				checkDisk(t, disk, err)
				continue
			}
			for i := 0; i < len(all); i += 97 {
				if b, err := f.Bounds(&all[i].p); err != nil {
					checkDisk(t, disk, err)
				} else if b != all[i].b {
					t.Fatalf("%v, want %v", b, all[i].b)
				}
			}
			if r, err := verify.Certificate(context.Background(), f, verify.Options{Threads: 2}); err != nil {
				checkDisk(t, disk, err)
			} else if r.Errors > 0 {
				t.Errorf("%d errors", r.Errors)
			}
		}
	}
}
