package webapi

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tinyhouse/cmd/internal/lookup"
)

// Draw says what to draw from the tables of a variant.
type Draw struct {
	Table  string `json:"table,omitempty"` // id; empty: any of the variant
	Value  string `json:"value,omitempty"` // "win", "loss" or "draw"; empty: any
	Plies  *int   `json:"plies,omitempty"` // of a win or loss; null: any
	Seed   uint64 `json:"seed"`            // gives the same position, the same puzzles
	Number int    `json:"number"`          // of the puzzle in its sequence, from 1
}

// draw returns the Draw of a request.
func (r *Request) draw() Draw {
	if r.Draw == nil {
		return Draw{}
	}
	return *r.Draw
}

// plies returns the wanted plies, or -1.
func (d *Draw) plies() int {
	if d.Plies == nil {
		return -1
	}
	return *d.Plies
}

// Random returns a position of a value.
func (a *API) Random(ctx context.Context, r *Request) (*lookup.Random, error) {
	d := r.draw()
	wanted := lookup.Wanted{Value: d.Value, Plies: d.plies()}
	if err := wanted.Check(); err != nil {
		return nil, err
	}
	g, err := a.game(r)
	if err != nil {
		return nil, err
	}
	_, tables, err := a.tables(g)
	if err != nil {
		return nil, err
	}
	if d.Table != "" {
		_, f, err := a.table(r)
		if err != nil {
			return nil, err
		}
		tables = []*lookup.File{f}
	}
	return lookup.Draw(ctx, tables, wanted, d.Seed)
}

// The plies of the wins in puzzles.
const (
	leastPlies = 3
	mostPlies  = 15
)

// Lengths returns the plies of wins that the tables of a variant have, of those that puzzles may have.
func (a *API) Lengths(ctx context.Context, r *Request) ([]int, error) {
	g, err := a.game(r)
	if err != nil {
		return nil, err
	}
	_, tables, err := a.tables(g)
	if err != nil {
		return nil, err
	}
	return lookup.Lengths(ctx, tables, leastPlies, mostPlies)
}

// puzzles is a sequence of puzzles.
type puzzles struct {
	files    []*lookup.File
	plies    int
	seed     uint64
	turn     chan struct{} // holds a token while the sequence is in use
	sequence *lookup.Puzzles
}

// The limits of sequences: how many are kept, and the number of a puzzle.
const (
	maxSequences = 4
	maxNumber    = 10_000
)

// Puzzle returns a puzzle of the sequence of Seed and Plies.
func (a *API) Puzzle(ctx context.Context, r *Request) (*lookup.Puzzle, error) {
	d := r.draw()
	if d.plies() < leastPlies || d.plies() > mostPlies {
		return nil, fmt.Errorf("plies %d: want %d to %d", d.plies(), leastPlies, mostPlies)
	}
	if d.Number < 1 || d.Number > maxNumber {
		return nil, fmt.Errorf("puzzle %d: want 1 to %d", d.Number, maxNumber)
	}
	g, err := a.game(r)
	if err != nil {
		return nil, err
	}
	l, tables, err := a.tables(g)
	if err != nil {
		return nil, err
	}
	s := a.puzzlesOf(l, tables, d.plies(), d.Seed)
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	found, err := s.sequence.At(ctx, d.Number-1)
	if errors.Is(err, lookup.ErrNone) {
		err = fmt.Errorf("the tables have no more puzzles of a win in %d plies", d.plies())
	}
	return found, err
}

// puzzlesOf returns the sequence of some tables, plies and seed, and keeps it.
func (a *API) puzzlesOf(l *lookup.Library, tables []*lookup.File, plies int, seed uint64) *puzzles {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := slices.IndexFunc(a.puzzles, func(s *puzzles) bool {
		return s.plies == plies && s.seed == seed && slices.Equal(s.files, tables)
	})
	var s *puzzles
	if i >= 0 {
		s = a.puzzles[i]
		a.puzzles = slices.Delete(a.puzzles, i, i+1)
	} else {
		s = &puzzles{tables, plies, seed, make(chan struct{}, 1), lookup.NewPuzzles(l, tables, plies, seed)}
	}
	a.puzzles = slices.Insert(a.puzzles, 0, s)
	a.puzzles = a.puzzles[:min(len(a.puzzles), maxSequences)]
	return s
}
