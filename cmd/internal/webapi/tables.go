package webapi

import (
	"context"
	"errors"
	"fmt"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver/verify"
)

// Table describes a table of the variant of a request.
type Table struct {
	ID        string  `json:"id"`
	Material  string  `json:"material"`
	Bytes     int64   `json:"bytes"`
	Digest    string  `json:"digest"`    // in the footer of the file
	Positions *uint64 `json:"positions"` // null before its statistics are known
	Longest   *Valued `json:"longest"`   // the longest win or loss; null before the statistics are known, or without any
	Counted   float64 `json:"counted"`   // the share of the table that was read for its statistics: 1 once they are known
	Holds     bool    `json:"holds"`     // the position of the request is in it
}

// Valued is a position and its value for the side to move.
type Valued struct {
	FEN   string `json:"fen"`
	Value string `json:"value"` // as in Position
}

// files returns the library of the files that are open now.
func (a *API) files() (*lookup.Library, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.library == nil {
		return nil, errors.New("webapi: there are no tables")
	}
	a.library = a.library.Current()
	return a.library, nil
}

// tables returns the tables of a game, and the library that has them.
func (a *API) tables(g *board.Game) (l *lookup.Library, tables []*lookup.File, err error) {
	if l, err = a.files(); err != nil {
		return nil, nil, err
	}
	for _, f := range l.Of(g) {
		if f.Table != nil {
			tables = append(tables, f)
		}
	}
	return l, tables, nil
}

// table returns the table of the variant of a request that its Draw names.
func (a *API) table(r *Request) (*lookup.Library, *lookup.File, error) {
	g, err := a.game(r)
	if err != nil {
		return nil, nil, err
	}
	l, tables, err := a.tables(g)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range tables {
		if r.Draw != nil && f.ID == r.Draw.Table {
			return l, f, nil
		}
	}
	return nil, nil, fmt.Errorf("table %.80q: not one of %s", r.draw().Table, g.Variant().Name)
}

// Tables lists the tables of the variant of a request.
func (a *API) Tables(r *Request) ([]Table, error) {
	at, err := a.play(r)
	if err != nil {
		return nil, err
	}
	l, tables, err := a.tables(at.g)
	if err != nil {
		return nil, err
	}
	all := []Table{}
	for _, f := range tables {
		t := Table{ID: f.ID, Material: f.Table.Material(), Bytes: f.Bytes(), Digest: fmt.Sprintf("%x", f.Digest())}
		if _, t.Holds, err = f.Table.Probe(&at.p); err != nil {
			return nil, err
		}
		s, share := l.Known(f.Table)
		if t.Counted = share; s != nil {
			n := s.Sides[0].Positions() + s.Sides[1].Positions()
			t.Positions, t.Longest = &n, longest(at.g, s)
		}
		all = append(all, t)
	}
	return all, nil
}

// Statistics are counts of the positions of a table, with all images of each.
type Statistics struct {
	Table      string    `json:"table"`
	Material   string    `json:"material"`
	Sides      [2]Tally  `json:"sides"`  // White to move, Black to move
	Wins       []Count   `json:"wins"`   // of both sides
	Losses     []Count   `json:"losses"` // of both sides
	Longest    *Valued   `json:"longest"`
	Checkmates uint64    `json:"checkmates"`
	Stalemates uint64    `json:"stalemates"`
	Zugzwangs  Zugzwangs `json:"zugzwangs"`
}

// Tally counts positions by their value for the side to move.
type Tally struct {
	Wins   uint64 `json:"wins"`
	Losses uint64 `json:"losses"`
	Draws  uint64 `json:"draws"`
}

// Count counts the positions with a distance.
type Count struct {
	Plies     int    `json:"plies"`
	Positions uint64 `json:"positions"`
}

// Zugzwangs counts mutual zugzwangs; see verify.Zugzwangs.
type Zugzwangs struct {
	Full     uint64   `json:"full"`
	Half     uint64   `json:"half"`
	Examples []Valued `json:"examples"`
}

// Statistics returns the statistics of the table that the Draw of a request names.
func (a *API) Statistics(ctx context.Context, r *Request) (*Statistics, error) {
	l, f, err := a.table(r)
	if err != nil {
		return nil, err
	}
	s, err := l.Survey(ctx, f.Table)
	if err != nil {
		return nil, err
	}
	g := f.Game()
	d := &Statistics{Table: f.ID, Material: f.Table.Material(), Wins: counts(s.Wins), Losses: counts(s.Losses), Longest: longest(g, s),
		Checkmates: s.Checkmates, Stalemates: s.Stalemates,
		Zugzwangs: Zugzwangs{Full: s.Zugzwangs.Full, Half: s.Zugzwangs.Half, Examples: []Valued{}}}
	for c, t := range s.Sides {
		d.Sides[c] = Tally{t.Wins, t.Losses, t.Draws}
	}
	for i := range s.Zugzwangs.Examples {
		d.Zugzwangs.Examples = append(d.Zugzwangs.Examples, *valued(g, &s.Zugzwangs.Examples[i]))
	}
	return d, nil
}

// counts returns the counts that are not zero.
func counts(byPlies []uint64) []Count {
	all := []Count{}
	for plies, n := range byPlies {
		if n > 0 {
			all = append(all, Count{plies, n})
		}
	}
	return all
}

// longest returns the longest win or loss of a survey, or nil.
func longest(g *board.Game, s *verify.Survey) *Valued {
	if s.Longest == nil {
		return nil
	}
	return valued(g, s.Longest)
}

func valued(g *board.Game, e *verify.Example) *Valued {
	return &Valued{notation.FEN(g, &e.Position), valueText(score.Bounds{Lower: e.Value, Upper: e.Value})}
}
