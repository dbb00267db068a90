package serve

import (
	"net/http"
	"strings"

	"tinyhouse/cmd/internal/webapi"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// variantInfo describes a variant.
type variantInfo struct {
	Name    string      `json:"name"`
	Aliases []string    `json:"aliases"`
	Files   int         `json:"files"`
	Ranks   int         `json:"ranks"`
	Drops   bool        `json:"drops"`
	Start   string      `json:"start"`
	Pieces  []pieceInfo `json:"pieces"`
}

// pieceInfo describes a kind of piece.
type pieceInfo struct {
	Letter     string   `json:"letter"` // as FEN has White's
	Name       string   `json:"name"`
	Moves      string   `json:"moves"`      // in Betza notation
	Hand       bool     `json:"hand"`       // it can be in a hand
	Promotions []string `json:"promotions"` // what it may become, as FEN has White's
}

// describe describes a variant. In games with shogi-style promotion the promoted form of a piece is
// its letter behind a plus.
func (s *Server) describe(g *board.Game) variantInfo {
	v, hand := g.Variant(), webapi.DescribeVariant(g).Hand
	info := variantInfo{Name: v.Name, Aliases: []string{}, Files: v.Board.Width, Ranks: v.Board.Height, Drops: v.Drop.Allowed, Start: v.Start}
	for _, name := range s.Library.Catalog().Names() {
		if same, err := s.Library.Catalog().Get(name); err == nil && same == v && name != v.Name {
			info.Aliases = append(info.Aliases, name)
		}
	}
	for _, p := range v.Pieces {
		letter := strings.ToUpper(string(p.Letter))
		piece := pieceInfo{Letter: letter, Name: p.Name, Moves: p.Betza, Hand: strings.Contains(hand, letter), Promotions: []string{}}
		if p.Role == rules.PawnRole {
			for _, to := range []byte(v.Promote.To) {
				piece.Promotions = append(piece.Promotions, strings.ToUpper(string(to)))
			}
		}
		if p.Promoted != 0 {
			piece.Promotions = append(piece.Promotions, "+"+letter)
		}
		info.Pieces = append(info.Pieces, piece)
	}
	return info
}

// listVariants answers with all variants, in the order of definition.
func (s *Server) listVariants(w http.ResponseWriter, _ *http.Request, _ string) error {
	all := []variantInfo{}
	for _, v := range s.Library.Catalog().Variants() {
		g, err := s.game(v.Name)
		if err != nil {
			return err
		}
		all = append(all, s.describe(g.Game))
	}
	w.Header().Set("Cache-Control", "no-cache")
	writeJSON(w, http.StatusOK, all)
	return nil
}

// variant answers with a variant or, with .ini behind the name, with its definition.
func (s *Server) variant(w http.ResponseWriter, _ *http.Request, name string) error {
	name, isINI := strings.CutSuffix(name, ".ini")
	g, err := s.game(name)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-cache")
	if !isINI {
		writeJSON(w, http.StatusOK, s.describe(g.Game))
		return nil
	}
	var text strings.Builder
	if err := rules.WriteINI(&text, g.Variant()); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	write(w, http.StatusOK, []byte(text.String()))
	return nil
}
