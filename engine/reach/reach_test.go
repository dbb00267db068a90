package reach

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// TestReach compares a table with the paths of the same atoms, and with its reverse, on random
// boards.
func TestReach(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, geo := range []geom.Geometry{{Width: 4, Height: 4}, {Width: 8, Height: 8}, {Width: 1, Height: 12}, {Width: 10, Height: 6}} {
		for _, betza := range []string{"", "K", "fmWfcF", "nN", "nAnZ", "nNnAnZB", "Q", "R3fN", "WNNA"} {
			atoms, err := rules.ParseBetza(betza)
			if err != nil {
				t.Fatal(err)
			}
			for _, black := range []bool{false, true} {
				chosen := Captures(atoms, black)
				table, reverse := New(geo, chosen), NewReverse(geo, chosen)
				for range 20 {
					occ := geom.Set(random.Uint64()&random.Uint64()) & geo.Board()
					for from := range geo.Board().All() {
						reached := table.From(from, occ)
						if want := walk(geo, from, chosen, occ); reached != want {
							t.Fatalf("%v %q from %s:\n%shave\n%swant\n%s", geo, betza, geo.Name(from), geo.Diagram(occ), geo.Diagram(reached), geo.Diagram(want))
						}
						for to := range geo.Board().All() {
							if reached.Has(to) != reverse.From(to, occ).Has(from) {
								t.Fatalf("%v %q: %s to %s: %v, reversed %v", geo, betza, geo.Name(from), geo.Name(to), reached.Has(to), !reached.Has(to))
							}
						}
					}
				}
			}
		}
	}
}

// walk returns the targets of the paths that occ does not block.
func walk(geo geom.Geometry, from geom.Square, atoms []rules.Atom, occ geom.Set) (s geom.Set) {
	for _, a := range atoms {
		for _, path := range Paths(geo, from, a) {
			if path.Between&occ == 0 {
				s = s.With(path.To)
			}
		}
	}
	return s
}
