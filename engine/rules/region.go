package rules

import (
	"fmt"
	"strconv"
	"strings"

	"tinyhouse/engine/geom"
)

// region is a set of squares of a board of any size: bit f of entry r is the square on file f and
// rank r. An inherited region may have squares that the board of the child lacks.
type region [geom.MaxSide]uint16

// everywhere returns the region of all squares.
func everywhere() region { return ranks(1, geom.MaxSide) }

// ranks returns the region of the ranks from first to last, counted from 1.
func ranks(first, last int) region {
	var r region
	for rank := max(first, 1); rank <= min(last, geom.MaxSide); rank++ {
		r[rank-1] = 1<<geom.MaxSide - 1
	}
	return r
}

// on returns the squares of r that are on the board of g.
func (r region) on(g geom.Geometry) geom.Set {
	var s geom.Set
	for sq := range g.Board().All() {
		if r[g.Rank(sq)]>>g.File(sq)&1 != 0 {
			s = s.With(sq)
		}
	}
	return s
}

// regionOf is the inverse of on.
func regionOf(g geom.Geometry, s geom.Set) region {
	var r region
	for sq := range s.All() {
		r[g.Rank(sq)] |= 1 << g.File(sq)
	}
	return r
}

// parseRegion reads a list of squares (b2), files (b*) and ranks (*2), or - for none. Squares off the
// board of g are an error.
func parseRegion(g geom.Geometry, text string) (region, error) {
	var r region
	if text == "-" {
		return r, nil
	}
	for _, word := range strings.Fields(text) {
		s, err := parseArea(g, word)
		if err != nil {
			return r, err
		}
		for i, row := range regionOf(g, s) {
			r[i] |= row
		}
	}
	return r, nil
}

// parseArea reads one word of a region.
func parseArea(g geom.Geometry, word string) (geom.Set, error) {
	var s geom.Set
	switch file, rank := strings.CutSuffix(strings.ToLower(word), "*"); {
	case rank && len(file) == 1:
		s = g.FileSet(int(file[0]) - 'a')
	case strings.HasPrefix(word, "*"):
		if n, err := strconv.Atoi(word[1:]); err == nil {
			s = g.RankSet(n - 1)
		}
	default:
		if sq, err := g.ParseSquare(strings.ToLower(word)); err == nil {
			s = geom.Of(sq)
		}
	}
	if s == 0 {
		return 0, fmt.Errorf("%.20q is not a square (b2), file (b*) or rank (*2) of a board of %d files and %d ranks",
			word, g.Width, g.Height)
	}
	return s, nil
}

// formatRegion is the inverse of parseRegion. It writes whole ranks, then whole files of the rest,
// then squares.
func formatRegion(g geom.Geometry, s geom.Set) string {
	var words []string
	rest := s
	for rank := range g.Height {
		if area := g.RankSet(rank); area.SubsetOf(s) {
			words = append(words, "*"+strconv.Itoa(rank+1))
			rest &^= area
		}
	}
	for file := range g.Width {
		if area := g.FileSet(file); area.SubsetOf(s) && area&rest != 0 {
			words = append(words, string(rune('a'+file))+"*")
			rest &^= area
		}
	}
	for sq := range rest.All() {
		words = append(words, g.Name(sq))
	}
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}
