package verify

import (
	"cmp"
	"context"
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/table"
)

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

	signature int
	number    uint64
}

// compare orders examples as in the table.
func (e *Example) compare(f *Example) int {
	return cmp.Or(cmp.Compare(e.signature, f.signature), cmp.Compare(e.number, f.number))
}

// maxExamples is the number of examples of zugzwangs.
const maxExamples = 5

// Zugzwangs counts mutual zugzwangs: placements without an en passant square, legal with either
// side to move, in which each side would be better off if the other had to move. With a win as 1
// and a loss as -1, the sum of the values for both sides to move is negative. The examples have
// both positions of a pair, in the order of the table.
type Zugzwangs struct {
	Full     uint64 // the side to move loses, whichever it is
	Half     uint64 // one side loses if it has to move, the other draws
	Examples []Example
}

// Survey is a summary of a table, with all images of each position.
type Survey struct {
	Sides      [2]Tally // by the side to move
	Signatures []Tally  // of both sides, in the order of the table
	Wins       []uint64 // by plies
	Losses     []uint64 // by plies
	Longest    *Example // the first of the longest wins and losses in the table; nil: none
	Checkmates uint64
	Stalemates uint64
	Zugzwangs  Zugzwangs
}

// TakeSurvey surveys a table. The error is one of reading it, or of ctx.
func TakeSurvey(ctx context.Context, t *table.File, o Options) (*Survey, error) {
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
	all.Zugzwangs.Full /= 2 // each was counted with either side to move
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
	return &surveyor{scan: s, Survey: Survey{Signatures: make([]Tally, len(s.layouts))}}
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
	s.Signatures[e.signature].add(v, n)
	switch {
	case v.Outcome == score.Win:
		s.Wins = count(s.Wins, v.Plies, n)
	case v.Outcome == score.Loss:
		s.Losses = count(s.Losses, v.Plies, n)
	}
	s.updateLongest(v, e.signature, e.number)
	if v.Plies == 0 && g.Count(e.pos) == 0 {
		if g.NoMoves(e.pos).Reason == board.Stalemate {
			s.Stalemates += n
		} else {
			s.Checkmates += n
		}
	}
	return s.countZugzwang(e, v, n)
}

// count adds n to the counts at plies.
func count(counts []uint64, plies uint16, n uint64) []uint64 {
	if missing := int(plies) + 1 - len(counts); missing > 0 {
		counts = append(counts, make([]uint64, missing)...)
	}
	counts[plies] += n
	return counts
}

// updateLongest makes a position the longest one if it is.
func (s *surveyor) updateLongest(v score.Exact, signature int, number uint64) {
	e := Example{Value: v, signature: signature, number: number}
	switch l := s.Longest; {
	case v.Outcome == score.Draw:
	case l == nil || v.Plies > l.Value.Plies || v.Plies == l.Value.Plies && e.compare(l) < 0:
		e.Position = s.scan.position(signature, number)
		s.Longest = &e
	}
}

// countZugzwang counts a position of value v, with n images, if it is a mutual zugzwang.
func (s *surveyor) countZugzwang(e *entry, v score.Exact, n uint64) error {
	g := s.scan.game
	if v.Outcome == score.Win || e.pos.EnPassant() != geom.NoSquare || g.InCheck(e.pos) {
		return nil
	}
	g.NullMove(&s.other, e.pos)
	if g.Decided(&s.other).Over() {
		return nil
	}
	w, err := s.scan.probe(&s.other)
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
		z.Examples = append(z.Examples, Example{s.scan.position(e.signature, e.number), v, e.signature, e.number})
	}
	return nil
}

// merge adds the counts of another thread.
func (s *surveyor) merge(part *surveyor) {
	for i := range s.Sides {
		s.Sides[i].Merge(part.Sides[i])
	}
	for i := range s.Signatures {
		s.Signatures[i].Merge(part.Signatures[i])
	}
	for plies, n := range part.Wins {
		s.Wins = count(s.Wins, uint16(plies), n)
	}
	for plies, n := range part.Losses {
		s.Losses = count(s.Losses, uint16(plies), n)
	}
	if part.Longest != nil {
		s.updateLongest(part.Longest.Value, part.Longest.signature, part.Longest.number)
	}
	s.Checkmates += part.Checkmates
	s.Stalemates += part.Stalemates
	z := &s.Zugzwangs
	z.Full, z.Half = z.Full+part.Zugzwangs.Full, z.Half+part.Zugzwangs.Half
	z.Examples = firstOf(z.Examples, part.Zugzwangs.Examples)
}

// firstOf merges two ordered lists of examples, up to maxExamples.
func firstOf(a, b []Example) (all []Example) {
	for len(all) < maxExamples && len(a)+len(b) > 0 {
		next := &a
		if len(a) == 0 || len(b) > 0 && b[0].compare(&a[0]) < 0 {
			next = &b
		}
		all, *next = append(all, (*next)[0]), (*next)[1:]
	}
	return all
}
