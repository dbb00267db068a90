package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/table"
)

// Surveys: what belongs here counts what a table holds, all images of a position each.

// Tally counts positions by their value for the side to move.
type Tally struct {
	Wins, Losses, Draws uint64
}

// Positions returns the sum.
func (t Tally) Positions() uint64 { return t.Wins + t.Losses + t.Draws }

// add counts n positions of value v.
func (t *Tally) add(v score.Exact, n uint64) {
	switch v.Outcome {
	case score.Win:
		t.Wins += n
	case score.Loss:
		t.Losses += n
	default:
		t.Draws += n
	}
}

// Merge adds the counts of u.
func (t *Tally) Merge(u Tally) {
	t.Wins, t.Losses, t.Draws = t.Wins+u.Wins, t.Losses+u.Losses, t.Draws+u.Draws
}

// Example is a position of a table and its value.
type Example struct {
	Position board.Position
	Value    score.Exact

	slice  int
	number uint64
}

// before orders examples as they are in the table.
func (e *Example) before(f *Example) int {
	return cmp.Or(cmp.Compare(e.slice, f.slice), cmp.Compare(e.number, f.number))
}

// maxExamples is how many positions are named of a kind.
const maxExamples = 5

// Zugzwangs counts mutual zugzwangs: placements without an en passant square, legal with
// either side to move, in which both would be better off if the other had to move. In
// terms of outcomes, with a win 1 and a loss -1: the values for the two sides to move add
// up to less than nothing. Both positions of a pair are in the examples, each where it is
// in the table.
type Zugzwangs struct {
	Full     uint64 // whoever moves loses
	Half     uint64 // one side to move loses, the other draws
	Examples []Example
}

// Survey is what a table holds.
type Survey struct {
	Sides      [2]Tally // by the side to move
	Slices     []Tally  // of both sides, in the order of the table
	Wins       []uint64 // by plies
	Losses     []uint64 // by plies
	Longest    *Example // of the longest wins or losses the first in the table; nil: none
	Checkmates uint64
	Stalemates uint64
	Zugzwangs  Zugzwangs
}

// Take surveys a table. The error is one of reading it, or of ctx.
func Take(ctx context.Context, t *table.File, o Options) (*Survey, error) {
	s, err := newScan(ctx, t, o)
	if err != nil {
		return nil, err
	}
	all := newSurveyor(s)
	parts := make([]*surveyor, s.threads)
	err = s.run(ctx, func(i int) visitor {
		parts[i] = newSurveyor(s)
		return parts[i]
	})
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		all.merge(part)
	}
	all.Zugzwangs.Full /= 2 // each was met with either side to move
	all.Zugzwangs.Half /= 2
	return &all.Survey, nil
}

// surveyor surveys the positions of one thread.
type surveyor struct {
	Survey
	scan  *scan
	other board.Position
}

func newSurveyor(s *scan) *surveyor {
	return &surveyor{scan: s, Survey: Survey{Slices: make([]Tally, len(s.layouts))}}
}

// visit counts a position.
func (s *surveyor) visit(e *entry) error {
	g := s.scan.game
	if g.Decided(e.pos).Over() {
		return nil
	}
	if !isValue(e.value) {
		return fmt.Errorf("verify: table %q has no value of %s", s.scan.table.Name(), solver.FEN(g, e.pos))
	}
	sides, v := s.scan.sides(e), e.value.Exact()
	for c, n := range sides {
		s.Sides[c].add(v, n)
	}
	n := sides[board.White] + sides[board.Black]
	s.Slices[e.slice].add(v, n)
	switch {
	case v.Outcome == score.Win:
		s.Wins = count(s.Wins, v.Plies, n)
	case v.Outcome == score.Loss:
		s.Losses = count(s.Losses, v.Plies, n)
	}
	s.lengthen(v, e.slice, e.number)
	if v.Plies == 0 && g.Count(e.pos) == 0 {
		if g.NoMoves(e.pos).Reason == board.Stalemate {
			s.Stalemates += n
		} else {
			s.Checkmates += n
		}
	}
	return s.pass(e, v, n)
}

// count adds n to the counts at plies.
func count(counts []uint64, plies uint16, n uint64) []uint64 {
	if missing := int(plies) + 1 - len(counts); missing > 0 {
		counts = append(counts, make([]uint64, missing)...)
	}
	counts[plies] += n
	return counts
}

// lengthen takes a position for the longest if it is.
func (s *surveyor) lengthen(v score.Exact, slice int, number uint64) {
	e := Example{Value: v, slice: slice, number: number}
	switch l := s.Longest; {
	case v.Outcome == score.Draw:
	case l == nil || v.Plies > l.Value.Plies || v.Plies == l.Value.Plies && e.before(l) < 0:
		e.Position = s.scan.position(slice, number)
		s.Longest = &e
	}
}

// pass counts the zugzwang of a position of value v that stands for n, if it is one.
func (s *surveyor) pass(e *entry, v score.Exact, n uint64) error {
	g := s.scan.game
	if v.Outcome == score.Win || e.pos.EnPassant() != geom.NoSquare || g.InCheck(e.pos) {
		return nil
	}
	g.NullMove(&s.other, e.pos)
	if g.Decided(&s.other).Over() {
		return nil
	}
	w, err := s.scan.lookUp(&s.other)
	if err != nil || !isValue(w) {
		return err
	}
	z := &s.Zugzwangs
	switch sum := v.Outcome + w.Exact().Outcome; {
	case sum >= 0:
		return nil
	case sum == -1:
		z.Half += n
	default:
		z.Full += n
	}
	if len(z.Examples) < maxExamples {
		z.Examples = append(z.Examples, Example{s.scan.position(e.slice, e.number), v, e.slice, e.number})
	}
	return nil
}

// merge adds what another has counted.
func (s *surveyor) merge(part *surveyor) {
	for i := range s.Sides {
		s.Sides[i].Merge(part.Sides[i])
	}
	for i := range s.Slices {
		s.Slices[i].Merge(part.Slices[i])
	}
	for plies, n := range part.Wins {
		s.Wins = count(s.Wins, uint16(plies), n)
	}
	for plies, n := range part.Losses {
		s.Losses = count(s.Losses, uint16(plies), n)
	}
	if part.Longest != nil {
		s.lengthen(part.Longest.Value, part.Longest.slice, part.Longest.number)
	}
	s.Checkmates += part.Checkmates
	s.Stalemates += part.Stalemates
	z := &s.Zugzwangs
	z.Full, z.Half = z.Full+part.Zugzwangs.Full, z.Half+part.Zugzwangs.Half
	z.Examples = append(z.Examples, part.Zugzwangs.Examples...)
	slices.SortFunc(z.Examples, func(a, b Example) int { return a.before(&b) })
	z.Examples = z.Examples[:min(len(z.Examples), maxExamples)]
}
