package tb_test

import (
	"io"
	"path/filepath"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/score"
	"tinyhouse/tb"
	shipped "tinyhouse/tb/embedded"
)

// TestFind checks that Find agrees with Bounds, names the file, and returns damage each time without
// retiring the file. Reader has the bytes of a file.
func TestFind(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	root := enginetest.Position(t, g, g.Variant().Start)
	proved := enginetest.Position(t, g, "fuwk/3p/P1F1/KWU1[] b - - 0 1")
	held := enginetest.Position(t, g, "3k/4/W3/K3[] w - - 0 1")
	s := tb.NewSet(1 << 20)
	t.Cleanup(func() { s.Close() })
	if err := s.Open(filepath.Join("proofs", "tinyhouse-d1c2.thc")); err != nil {
		t.Fatal(err)
	}
	if b, from, err := s.Find(enginetest.Game(t, "chess"), &root); b != score.Unknown || from != nil || err != nil {
		t.Errorf("a game without files: %v, %v", b, err)
	}
	if err := s.AddAll(shipped.All); err != nil {
		t.Fatal(err)
	}
	if b, from, err := s.Find(g, &root); b != score.Unknown || from != nil || err != nil {
		t.Errorf("the start: %v, %v", b, err)
	}
	if b, from, err := s.Find(g, &proved); err != nil || from != s.Certificates()[0].File || b != s.Bounds(g, &proved) || b.Lower != score.WinIn(9) {
		t.Errorf("a proved win: %v, %v", b, err)
	}
	b, from, err := s.Find(g, &held)
	if err != nil || from == nil || from.Name() != "embedded:tinyhouse-W1U0F0P0.tht" || b != s.Bounds(g, &held) || b.Lower != b.Upper {
		t.Fatalf("a position of a table: %v, %v", b, err)
	}
	text, err := io.ReadAll(from.Reader())
	if err != nil || string(text) != string(enginetest.ReadFile(t, embedded("tinyhouse-W1U0F0P0.tht"))) {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	whole := enginetest.ReadFile(t, filepath.Join("proofs", "tinyhouse-d1c2.thc"))
	whole[len(whole)-72-8-40-2] ^= 1 // in the block
	path := filepath.Join(t.TempDir(), "damaged.thc")
	enginetest.WriteFile(t, path, whole)
	damaged := open(t, path)
	for range 2 {
		if b, from, err := damaged.Find(g, &proved); err == nil || from == nil || b != score.Unknown {
			t.Errorf("a damaged file: %v, %v", b, err)
		}
	}
}
