package webapi

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Setup is a position under construction, legal or not.
type Setup struct {
	Men      map[string]string `json:"men"` // by square, as FEN writes them
	Hands    [2]map[string]int `json:"hands"`
	Turn     string            `json:"turn"`
	Castling string            `json:"castling"` // as in FEN; empty: none
}

// Arranged is a Setup in FEN.
type Arranged struct {
	FEN     string `json:"fen"`
	Problem string `json:"problem,omitempty"` // why it is no legal position
}

// SetUp writes a Setup in FEN and says what makes it illegal.
func (a *API) SetUp(r *Request) (*Arranged, error) {
	g, err := a.game(r)
	if err != nil {
		return nil, err
	}
	if r.Setup == nil {
		r.Setup = &Setup{}
	}
	fen := r.Setup.fen(g)
	p, err := notation.ParseFEN(g, fen)
	if err != nil {
		return &Arranged{FEN: fen, Problem: err.Error()}, nil
	}
	return &Arranged{FEN: notation.FEN(g, &p)}, nil
}

// fen returns the setup as a FEN, whatever it holds.
func (s *Setup) fen(g *board.Game) string {
	geo, rows := g.Geometry(), []string{}
	for rank := geo.Height - 1; rank >= 0; rank-- {
		row, empty := "", 0
		for file := range geo.Width {
			man := s.Men[geo.Name(geo.At(file, rank))]
			if man == "" {
				empty++
				continue
			}
			row, empty = row+digits(empty)+man, 0
		}
		rows = append(rows, row+digits(empty))
	}
	text := strings.Join(rows, "/")
	if g.HasDrops() {
		text += "[" + handText(s.Hands[0]) + strings.ToLower(handText(s.Hands[1])) + "]"
	}
	turn, castling := s.Turn, s.Castling
	if turn != "b" {
		turn = "w"
	}
	if castling == "" {
		castling = "-"
	}
	return text + " " + turn + " " + castling + " - 0 1"
}

// digits returns a number of empty squares as FEN writes it.
func digits(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// handText returns the letters of a hand.
func handText(counts map[string]int) string {
	text := ""
	for _, letter := range slices.Sorted(maps.Keys(counts)) {
		text += strings.Repeat(letter, max(0, min(counts[letter], board.MaxUnits)))
	}
	return text
}
