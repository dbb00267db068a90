package geom

import (
	"fmt"
	"strings"
)

// Diagram draws s with one line a rank, the highest first: X for a square of s, a dot for
// any other. For tests and messages.
func (g Geometry) Diagram(s Set) string {
	var b strings.Builder
	for rank := g.Height - 1; rank >= 0; rank-- {
		for file := range g.Width {
			if file > 0 {
				b.WriteByte(' ')
			}
			b.WriteByte(".X"[s>>g.At(file, rank)&1])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// ParseDiagram is the inverse of Diagram; spaces and blank lines are free.
func (g Geometry) ParseDiagram(text string) (Set, error) {
	cells := strings.Join(strings.Fields(text), "")
	if len(cells) != g.Squares() {
		return 0, fmt.Errorf("geom: diagram of %d squares, want %d", len(cells), g.Squares())
	}
	var s Set
	for i := range len(cells) {
		switch cells[i] {
		case 'X':
			s = s.With(g.At(i%g.Width, g.Height-1-i/g.Width))
		case '.':
		default:
			return 0, fmt.Errorf("geom: %q in a diagram, want X or .", cells[i])
		}
	}
	return s, nil
}
