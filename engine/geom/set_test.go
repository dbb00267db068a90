package geom

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSet(t *testing.T) {
	s := Of(3, 17, 63)
	if s.Len() != 3 || !s.Has(17) || s.Has(18) || s.Has(NoSquare) || s.First() != 3 || !s.Many() {
		t.Errorf("Of(3, 17, 63) = %b", s)
	}
	if s.With(NoSquare) != s || s.Without(NoSquare) != s || Of(NoSquare) != 0 {
		t.Error("NoSquare changes a set")
	}
	if s.Without(3).Without(17).Many() || Set(0).Many() || Set(0).First() != NoSquare {
		t.Error("Many or First wrong on small sets")
	}
	if !Of(3).SubsetOf(s) || s.SubsetOf(Of(3)) || !Set(0).SubsetOf(0) {
		t.Error("SubsetOf is wrong")
	}
	if s.Rotate(1) != Of(4, 18, 0) || s.Rotate(-3) != Of(0, 14, 60) {
		t.Errorf("Rotate: %b, %b", s.Rotate(1), s.Rotate(-3))
	}
	if squares := slices.Collect(s.All()); !slices.Equal(squares, []Square{3, 17, 63}) {
		t.Errorf("All: %v", squares)
	}
	for range s.All() {
		break // leaving early must not panic
	}
}

// TestSubsets checks that every subset occurs once.
func TestSubsets(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	sets := []Set{0, 1, 1 << 63, Of(0, 63)}
	for range 20 {
		s := Set(random.Uint64())
		for s.Len() > 10 {
			s &= s - 1
		}
		sets = append(sets, s)
	}
	for _, s := range sets {
		seen := map[Set]bool{}
		for sub := range s.Subsets() {
			if len(seen) == 0 && sub != 0 {
				t.Errorf("subsets of %b: first is %b, want the empty set", s, sub)
			}
			if seen[sub] || !sub.SubsetOf(s) {
				t.Errorf("subsets of %b: %b twice or not inside", s, sub)
			}
			seen[sub] = true
		}
		if len(seen) != 1<<s.Len() {
			t.Errorf("subsets of %b: %d, want %d", s, len(seen), 1<<s.Len())
		}
	}
	for range Set(7).Subsets() {
		break
	}
}
