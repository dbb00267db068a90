package geom

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// shapes yields every board.
func shapes(yield func(Geometry) bool) {
	for width := 1; width <= MaxSide; width++ {
		for height := 1; height <= MaxSide && width*height <= MaxSquares; height++ {
			if !yield(Geometry{width, height}) {
				return
			}
		}
	}
}

// steps are the lines of rook, bishop, knight-rider and of leapers that repeat.
var steps = [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}, {2, 1}, {1, 2}, {2, -1}, {1, -2}, {2, 0}, {0, 2}, {2, 2}, {3, 1}}

// walk computes Line.Attacks square by square.
func walk(g Geometry, from Square, df, dr, limit int, occ Set) Set {
	var s Set
	for sign := -1; sign <= 1; sign += 2 {
		sq := from
		for n := 0; limit == 0 || n < limit; n++ {
			if sq = g.Offset(sq, sign*df, sign*dr); sq == NoSquare {
				break
			}
			s = s.With(sq)
			if occ.Has(sq) {
				break
			}
		}
	}
	return s
}

// newLine returns the line through from in steps of (df, dr), both ways.
func newLine(g Geometry, from Square, df, dr, limit int) Line {
	return Line{}.With(from, g.Ray(from, df, dr, limit)).With(from, g.Ray(from, -df, -dr, limit))
}

func checkLine(t *testing.T, g Geometry, from Square, step [2]int, limit int, l Line, occ Set) {
	t.Helper()
	want := walk(g, from, step[0], step[1], limit, occ)
	if have := l.Attacks(occ); have != want {
		t.Fatalf("%v from %s step %v limit %d occupied\n%shave\n%swant\n%s",
			g, g.Name(from), step, limit, g.Diagram(occ), g.Diagram(have), g.Diagram(want))
	}
}

// TestLineAttacksSmall tries every occupancy of every line of every board of at most 16
// squares, with the squares off the line empty and full.
func TestLineAttacksSmall(t *testing.T) {
	for g := range shapes {
		if g.Squares() > 16 {
			continue
		}
		for from := range g.Board().All() {
			for _, step := range steps {
				for limit := range 3 {
					l := newLine(g, from, step[0], step[1], limit)
					for occ := range (l.Lower | l.Upper).Subsets() {
						checkLine(t, g, from, step, limit, l, occ)
						checkLine(t, g, from, step, limit, l, occ|g.Board()&^(l.Lower|l.Upper))
					}
				}
			}
		}
	}
}

// TestLineAttacksRandom tries all other boards with random occupancies of any density.
func TestLineAttacksRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for g := range shapes {
		if g.Squares() <= 16 {
			continue
		}
		for from := range g.Board().All() {
			for _, step := range steps {
				limit := random.IntN(4)
				l := newLine(g, from, step[0], step[1], limit)
				for occ := ^Set(0); occ != 0; occ &= Set(random.Uint64()) {
					checkLine(t, g, from, step, limit, l, occ&g.Board())
				}
			}
		}
	}
}

func ExampleLine_Attacks() {
	g := Geometry{6, 4}
	b2, _ := g.ParseSquare("b2")
	occ := Of(g.At(4, 1), g.At(5, 1))
	fmt.Print(g.Diagram(newLine(g, b2, 1, 0, 0).Attacks(occ)))
	// Output:
	// . . . . . .
	// . . . . . .
	// X . X X X .
	// . . . . . .
}
