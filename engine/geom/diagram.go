package geom

import (
	"strings"
)

// Diagram draws s for tests, one line for each rank from the highest down: X for a square of s, a dot
// for any other.
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
