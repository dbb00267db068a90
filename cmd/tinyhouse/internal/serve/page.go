package serve

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

//go:embed page.html
var pageText string

// pageTemplate is the plain page, parsed when it is first needed.
var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// page is what the plain page shows.
type page struct {
	Variants []string
	Variant  string
	FEN      string
	Problem  string // why there is no position, or ""
	Board    string
	Status   string
	Value    string
	Groups   []pageGroup
}

// pageGroup is the moves of one outcome, the best first.
type pageGroup struct {
	Name  string
	Moves []pageMove
}

type pageMove struct {
	SAN, UCI, Value string
	Link            string // to the position after the move
}

// home answers with the plain page: the board as text, and the moves with their values as links. It
// needs neither scripts nor the files of the site.
func (s *Server) home(w http.ResponseWriter, r *http.Request, _ string) error {
	q, err := query(r)
	if err != nil {
		return err
	}
	p := &page{Variant: cmp.Or(q.Get("v"), rules.Default), FEN: cmp.Or(q.Get("fen"), q.Get("pos"), "startpos")}
	for _, v := range s.Library.Catalog().Variants() {
		p.Variants = append(p.Variants, v.Name)
	}
	status := http.StatusOK
	err = compute(r.Context(), s.work, func() error { return s.fill(p) })
	var e *httpError
	switch {
	case errors.As(err, &e) && (e.status == http.StatusBadRequest || e.status == http.StatusNotFound):
		status, p.Problem = e.status, e.detail
	case err != nil:
		return err
	}
	var text bytes.Buffer
	if err := pageTemplate().Execute(&text, p); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	write(w, status, text.Bytes())
	return nil
}

// fill looks up the position of a page.
func (s *Server) fill(p *page) error {
	g, err := s.game(p.Variant)
	if err != nil {
		return err
	}
	pos, err := lookup.Parse(g.Game, p.FEN)
	if err != nil {
		return failure(http.StatusBadRequest, "%v", err)
	}
	a, err := lookup.Probe(s.Library, g.Game, &pos)
	if err != nil {
		return err
	}
	p.Variant, p.FEN, p.Board = a.Variant, a.FEN, drawing(g.Game, &pos)
	p.Status = notation.SideName(pos.Turn()) + " to move"
	if o := g.Ended(&pos); o.Over() {
		result, reason := notation.Result(g.Game, pos.Turn(), o)
		p.Status = fmt.Sprintf("%s: %s", result, reason)
		return nil
	}
	p.Value = sentence(a.Own, false)
	return p.addMoves(g.Game, &pos, a.Moves)
}

// groupOf names the groups of moves by the category of the position after them.
var groupOf = map[string]string{"loss": "Winning", "draw": "Drawing", "win": "Losing", "unknown": "Unknown"}

// addMoves adds the moves in their groups.
func (p *page) addMoves(g *board.Game, pos *board.Position, moves []lookup.Move) error {
	for _, m := range moves {
		played, err := notation.ParseMove(g, pos, m.UCI)
		if err != nil {
			return err
		}
		var next board.Position
		g.Apply(&next, pos, played)
		link := "?" + url.Values{"v": {p.Variant}, "fen": {notation.FEN(g, &next)}}.Encode()
		move := pageMove{m.SAN, m.UCI, sentence(m.Own, true), link}
		if n := len(p.Groups); n == 0 || p.Groups[n-1].Name != groupOf[m.Category] {
			p.Groups = append(p.Groups, pageGroup{Name: groupOf[m.Category]})
		}
		last := &p.Groups[len(p.Groups)-1]
		last.Moves = append(last.Moves, move)
	}
	return nil
}

// sentence returns a value in words: "wins in 11 plies", "draws at least", "unknown". For a move it is
// that of the side that plays it, which is the opposite of the value after it.
func sentence(v lookup.Own, afterMove bool) string {
	plies := 0
	if v.Plies != nil {
		plies = *v.Plies
	}
	words := map[string]string{"win": "wins", "draw": "draws", "loss": "loses"}
	bounds := map[string]string{"at least": " at least", "at most": " at most"}
	if afterMove {
		words["win"], words["loss"] = words["loss"], words["win"]
		bounds["at least"], bounds["at most"] = bounds["at most"], bounds["at least"]
		plies++
	}
	switch {
	case v.Bound == nil:
		return v.Value
	case v.Plies != nil && *v.Bound == "exact":
		return fmt.Sprintf("%s in %d plies", words[v.Value], plies)
	case v.Plies != nil:
		return fmt.Sprintf("%s in at most %d plies", words[v.Value], plies)
	}
	return words[v.Value] + bounds[*v.Bound]
}

// drawing draws a position with the names of ranks and files, and the hands.
func drawing(g *board.Game, p *board.Position) string {
	var b strings.Builder
	geo := g.Geometry()
	for rank := geo.Height - 1; rank >= 0; rank-- {
		fmt.Fprintf(&b, "%2d ", rank+1)
		for file := range geo.Width {
			text := "."
			if piece, ok := p.At(geo.At(file, rank)); ok {
				text = notation.PieceText(g, piece)
			}
			fmt.Fprintf(&b, " %-2s", text)
		}
		b.WriteByte('\n')
	}
	b.WriteString("   ")
	for file := range geo.Width {
		fmt.Fprintf(&b, " %c ", 'a'+file)
	}
	b.WriteByte('\n')
	if g.HasDrops() {
		for _, c := range []board.Color{board.White, board.Black} {
			fmt.Fprintf(&b, "%s's hand: %s\n", notation.SideName(c), cmp.Or(notation.HandText(g, p, c), "-"))
		}
	}
	return b.String()
}
