package geom

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestNewGeometry(t *testing.T) {
	tests := []struct {
		width, height int
		want          string // part of the error, empty: none
	}{
		{4, 4, ""}, {1, 12, ""}, {16, 4, ""}, {8, 8, ""}, {1, 1, ""},
		{0, 4, "0 files"}, {4, 0, "0 ranks"}, {17, 1, "17 files"}, {1, 17, "17 ranks"},
		{9, 8, "9x8"}, {-1, -1, "-1 files"},
	}
	for _, tt := range tests {
		g, err := NewGeometry(tt.width, tt.height)
		if tt.want == "" {
			if err != nil || g != (Geometry{tt.width, tt.height}) {
				t.Errorf("NewGeometry(%d, %d) = %v, %v", tt.width, tt.height, g, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "geom: ") {
			t.Errorf("NewGeometry(%d, %d): error %v, want one with %q", tt.width, tt.height, err, tt.want)
		}
	}
}

func TestSquares(t *testing.T) {
	for g := range shapes {
		if g.Board().Len() != g.Squares() {
			t.Fatalf("%v: %d squares on the board, want %d", g, g.Board().Len(), g.Squares())
		}
		var ranks, files Set
		for rank := range g.Height {
			ranks |= g.RankSet(rank)
		}
		for file := range g.Width {
			files |= g.FileSet(file)
		}
		if ranks != g.Board() || files != g.Board() {
			t.Errorf("%v: ranks\n%sfiles\n%sdo not cover the board", g, g.Diagram(ranks), g.Diagram(files))
		}
		for sq := range g.Board().All() {
			if g.At(g.File(sq), g.Rank(sq)) != sq || !g.FileSet(g.File(sq)).Has(sq) || !g.RankSet(g.Rank(sq)).Has(sq) {
				t.Errorf("%v: square %d is not on its own file and rank", g, sq)
			}
		}
		for _, off := range [][2]int{{-1, 0}, {0, -1}, {g.Width, 0}, {0, g.Height}} {
			if sq := g.At(off[0], off[1]); sq != NoSquare {
				t.Errorf("%v: At(%d, %d) = %d, want none", g, off[0], off[1], sq)
			}
		}
		if g.RankSet(-1)|g.RankSet(g.Height)|g.FileSet(-1)|g.FileSet(g.Width) != 0 {
			t.Errorf("%v: squares on a rank or file off the board", g)
		}
	}
}

func TestNames(t *testing.T) {
	for g := range shapes {
		for sq := range g.Board().All() {
			name := g.Name(sq)
			if back, err := g.ParseSquare(name); back != sq || err != nil {
				t.Errorf("%v: ParseSquare(%q) = %d, %v, want %d", g, name, back, err, sq)
			}
			// A square may be followed by anything that is not one of its own digits.
			if back, size, ok := g.ReadSquare(name + "xa1"); back != sq || size != len(name) || !ok {
				t.Errorf("%v: ReadSquare(%q) = %d, %d, %v", g, name+"xa1", back, size, ok)
			}
		}
		if name := g.Name(NoSquare); name != "-" {
			t.Errorf("%v: Name(NoSquare) = %q", g, name)
		}
	}
	tall := Geometry{1, 16}
	for i, name := range []string{"a10", "a11", "a12", "a13", "a14", "a15", "a16"} {
		if sq, err := tall.ParseSquare(name); err != nil || sq != Square(9+i) {
			t.Errorf("ParseSquare(%q) = %d, %v, want %d", name, sq, err, 9+i)
		}
	}
}

func TestNamesRefused(t *testing.T) {
	g := Geometry{4, 12}
	for _, name := range []string{"", "a", "1", "a0", "a13", "e1", "A1", "a01", "a1 ", " a1", "a1b2", "a-1", "é1", "q1"} {
		if sq, err := g.ParseSquare(name); err == nil || sq != NoSquare {
			t.Errorf("ParseSquare(%q) = %d, %v, want an error", name, sq, err)
		}
	}
	// On a board of nine ranks, a second digit is not part of the name.
	if sq, size, ok := (Geometry{4, 9}).ReadSquare("a10"); sq != 0 || size != 2 || !ok {
		t.Errorf("ReadSquare(a10) = %d, %d, %v on nine ranks, want a1", sq, size, ok)
	}
}

func TestReflections(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for g := range shapes {
		for range 8 {
			s := Set(random.Uint64()) & g.Board()
			if m := g.Mirror(s); g.Mirror(m) != s || m.Len() != s.Len() || !m.SubsetOf(g.Board()) {
				t.Errorf("%v: mirror of\n%sis\n%s", g, g.Diagram(s), g.Diagram(m))
			}
			if f := g.Flip(s); g.Flip(f) != s || f.Len() != s.Len() || !f.SubsetOf(g.Board()) {
				t.Errorf("%v: flip of\n%sis\n%s", g, g.Diagram(s), g.Diagram(f))
			}
			if g.Mirror(g.Flip(s)) != g.Flip(g.Mirror(s)) {
				t.Errorf("%v: reflections do not commute on\n%s", g, g.Diagram(s))
			}
		}
		if g.Mirror(g.FileSet(0)) != g.FileSet(g.Width-1) || g.Flip(g.RankSet(0)) != g.RankSet(g.Height-1) {
			t.Errorf("%v: an edge is not reflected to the other edge", g)
		}
	}
}
