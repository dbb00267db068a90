package lookup

import (
	"context"
	"math/rand/v2"
	"sort"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/tb/dtm"
)

// Puzzle is a position in which the side to move has a single winning move.
type Puzzle struct {
	FEN   string `json:"fen"`
	Table string `json:"table"` // id of the table that it was drawn from
	Plies int    `json:"plies"` // of the win
	Move  Named  `json:"move"`  // the winning move
}

// Puzzles is a sequence of different puzzles in random order: all that there are, unless the tables are
// very large. The same tables, plies and seed give the same sequence. It is for one goroutine.
type Puzzles struct {
	finder Finder
	spans  []span
	total  uint64 // numbers of all spans
	plies  int
	rng    *rand.Rand

	found   []Puzzle
	seen    map[string]bool // by FEN, as in the table
	tries   int             // since the last puzzle was found
	scanned uint64          // numbers that scan has read
	matches uint64          // the candidates that scan has found
	left    []candidate     // of these, that are still to be tried
	all     bool            // there are no others
}

// span is the numbers of a signature of a file.
type span struct {
	file        *File
	signature   int
	first, size uint64 // among the numbers of all spans
}

// candidate is a position of the right value.
type candidate struct {
	span   *span
	number uint64 // of the signature
}

// NewPuzzles returns the puzzles of tables, which must be of one game, with wins in a number of plies.
func NewPuzzles(f Finder, tables []*File, plies int, seed uint64) *Puzzles {
	s := &Puzzles{finder: f, plies: plies, rng: rand.New(rand.NewPCG(seed, uint64(plies))), seen: map[string]bool{}}
	s.spans, s.total = spansOf(tables)
	return s
}

// spansOf returns the spans of all signatures of tables, and how many numbers they have.
func spansOf(tables []*File) (all []span, total uint64) {
	for _, f := range tables {
		if f.Table == nil {
			continue
		}
		for i := range f.Table.Signatures() {
			if size := f.Table.Size(i); size > 0 {
				all = append(all, span{f, i, total, size})
				total += size
			}
		}
	}
	return all, total
}

// puzzleTries is how many random numbers are tried in vain before all are read.
const puzzleTries = 30_000

// At returns puzzle i of the sequence, from 0. The error is ErrNone if the sequence is shorter, damage, or
// ctx's, after which At may be called again.
func (s *Puzzles) At(ctx context.Context, i int) (*Puzzle, error) {
	for len(s.found) <= i {
		if s.all {
			return nil, ErrNone
		}
		if err := s.next(ctx); err != nil {
			return nil, err
		}
	}
	return &s.found[i], nil
}

// next finds another puzzle, or that there is none.
func (s *Puzzles) next(ctx context.Context) error {
	before := len(s.found)
	for ; s.tries < puzzleTries && s.total > 0; s.tries++ {
		if s.tries%ctxTries == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		n := s.rng.Uint64N(s.total)
		at := &s.spans[sort.Search(len(s.spans), func(i int) bool { return s.spans[i].first > n })-1]
		if err := s.try(candidate{at, n - at.first}); err != nil {
			return err
		}
		if len(s.found) > before {
			s.tries = 0
			return nil
		}
	}
	if err := s.scan(ctx); err != nil {
		return err
	}
	for len(s.found) == before && len(s.left) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		last := len(s.left) - 1
		if err := s.try(s.left[last]); err != nil {
			return err
		}
		s.left = s.left[:last]
	}
	s.all = len(s.found) == before
	return nil
}

// maxLeft limits the candidates that are kept.
const maxLeft = 1 << 18

// keep adds a candidate to those left. Of more than maxLeft all are equally likely to be kept: Vitter,
// "Random sampling with a reservoir", 1985, algorithm R.
func (s *Puzzles) keep(c candidate) {
	s.matches++
	if len(s.left) < maxLeft {
		s.left = append(s.left, c)
	} else if i := s.rng.Uint64N(s.matches); i < maxLeft {
		s.left[i] = c
	}
}

// scan lists numbers of the right value in random order, once.
func (s *Puzzles) scan(ctx context.Context) error {
	part := make([]dtm.Value, scanPart)
	for s.scanned < min(s.total, maxScan) {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := &s.spans[sort.Search(len(s.spans), func(i int) bool { return s.spans[i].first > s.scanned })-1]
		from := s.scanned - at.first
		values := part[:min(scanPart, at.size-from)]
		if err := at.file.Table.Values(at.signature, from, values); err != nil {
			return err
		}
		for i, v := range values {
			if v == dtm.Win+dtm.Value(s.plies) {
				s.keep(candidate{at, from + uint64(i)})
			}
		}
		if s.scanned += uint64(len(values)); s.scanned >= min(s.total, maxScan) {
			s.rng.Shuffle(len(s.left), func(i, j int) { s.left[i], s.left[j] = s.left[j], s.left[i] })
		}
	}
	return nil
}

// try adds a candidate to the sequence if it is a puzzle, and a new one.
func (s *Puzzles) try(c candidate) error {
	v, err := c.span.file.Table.Value(c.span.signature, c.number)
	if err != nil || v != dtm.Win+dtm.Value(s.plies) {
		return err
	}
	p, ok, err := c.span.position(c.number)
	if err != nil || !ok {
		return err
	}
	g := c.span.file.Game()
	fen := notation.FEN(g, &p)
	if s.seen[fen] {
		return nil
	}
	if _, ok, err := singleWin(s.finder, g, &p); err != nil || !ok {
		return err
	}
	s.seen[fen] = true
	p = turned(c.span.file, p, s.rng)
	move, _, err := singleWin(s.finder, g, &p)
	if err != nil {
		return err
	}
	s.found = append(s.found, Puzzle{notation.FEN(g, &p), c.span.file.ID, s.plies, *name(g, &p, move)})
	return nil
}

// singleWin returns the only winning move of a position, if there are other moves.
func singleWin(f Finder, g *board.Game, p *board.Position) (win board.Move, ok bool, err error) {
	var l board.List
	wins := 0
	g.Moves(p, &l)
	for _, m := range l.All() {
		var next board.Position
		g.Apply(&next, p, m)
		v := score.Exact{Outcome: score.Outcome(g.Ended(&next).Result)}
		if !g.Ended(&next).Over() {
			found, err := f.Find(g, &next)
			if v, ok = found.Bounds.Exact(); err != nil || !ok {
				return win, false, err
			}
		}
		if v.Outcome == score.Loss {
			if wins++; wins > 1 {
				return win, false, nil
			}
			win = m
		}
	}
	return win, wins == 1 && l.Len() > 1, nil
}

// maxSample limits the numbers that Lengths reads.
const maxSample = 1 << 24

// Lengths returns the plies of wins that tables have, between two limits, in ascending order. Of large
// tables it reads a sample, always the same.
func Lengths(ctx context.Context, tables []*File, least, most int) ([]int, error) {
	spans, total := spansOf(tables)
	step := scanPart * max(1, total/maxSample)
	found := make([]bool, most+1)
	part := make([]dtm.Value, scanPart)
	for _, at := range spans {
		for from := uint64(0); from < at.size; from += step {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			values := part[:min(scanPart, at.size-from)]
			if err := at.file.Table.Values(at.signature, from, values); err != nil {
				return nil, err
			}
			for i, v := range values {
				plies := int(v) - int(dtm.Win)
				if v == dtm.None || plies < least || plies > most || found[plies] {
					continue
				}
				_, ok, err := at.position(from + uint64(i))
				if err != nil {
					return nil, err
				}
				found[plies] = ok
			}
		}
	}
	lengths := []int{}
	for plies, ok := range found {
		if ok {
			lengths = append(lengths, plies)
		}
	}
	return lengths, nil
}

// position returns the position of a number of the span, if there is one in which the game goes on.
func (s *span) position(number uint64) (p board.Position, ok bool, err error) {
	layout, err := s.file.Table.Layout(s.signature)
	if err != nil {
		return p, false, err
	}
	ok = layout.Decode(number, &p) && !s.file.Game().Decided(&p).Over()
	return p, ok, nil
}
