package webapi

import (
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// Variant describes a variant.
type Variant struct {
	Name    string   `json:"name"`
	Aliases []string `json:"aliases"`
	Files   int      `json:"files"`
	Ranks   int      `json:"ranks"`
	Start   string   `json:"start"` // FEN
	Drops   bool     `json:"drops"`
	Hand    string   `json:"hand"` // capital letters of the pieces that play can bring to a hand, in their order
	Castles bool     `json:"castles"`
	HasCode bool     `json:"hasCode"` // positions have a code
	Pieces  []Piece  `json:"pieces"`
}

// Piece describes a kind of piece.
type Piece struct {
	Letter     string `json:"letter"` // capital
	Name       string `json:"name"`
	Moves      string `json:"moves"`                // Betza notation
	Promoted   string `json:"promoted,omitempty"`   // letter of the piece whose moves "+" and the letter has
	Promotions string `json:"promotions,omitempty"` // what a pawn may become
}

// Variants returns the variants of the API and those of an ini text.
func (a *API) Variants(ini string) ([]Variant, error) {
	a.mu.Lock()
	catalog, err := a.catalog(ini)
	a.mu.Unlock()
	if err != nil {
		return nil, err
	}
	all := []Variant{}
	for _, v := range catalog.Variants() {
		g, err := a.game(&Request{INI: ini, Variant: v.Name})
		if err != nil {
			return nil, err
		}
		all = append(all, DescribeVariant(g))
	}
	addAliases(catalog, all)
	return all, nil
}

// addAliases adds the other names by which a catalog knows its variants.
func addAliases(catalog *rules.Catalog, all []Variant) {
	for _, name := range catalog.Names() {
		v, err := catalog.Get(name)
		for i := range all {
			if err == nil && all[i].Name == v.Name && name != v.Name {
				all[i].Aliases = append(all[i].Aliases, name)
			}
		}
	}
}

// DescribeVariant describes the variant of a game, without its aliases.
func DescribeVariant(g *board.Game) Variant {
	v := g.Variant()
	d := Variant{
		Name: v.Name, Aliases: []string{}, Files: v.Board.Width, Ranks: v.Board.Height, Start: v.Start,
		Drops: g.HasDrops(), Hand: handLetters(g), Castles: v.Castle.Allowed, HasCode: v.Board.Width == 1 && !g.HasDrops(),
	}
	if start, err := notation.Start(g); err == nil {
		d.Start = notation.FEN(g, &start)
	}
	for _, p := range v.Pieces {
		piece := Piece{Letter: capital(p.Letter), Name: p.Name, Moves: p.Betza}
		if p.Promoted != 0 {
			piece.Promoted = capital(p.Promoted)
		}
		if p.Role == rules.PawnRole {
			piece.Promotions = strings.ToUpper(string(v.Promote.To))
		}
		d.Pieces = append(d.Pieces, piece)
	}
	return d
}

// capital returns a letter in upper case.
func capital(letter byte) string { return strings.ToUpper(string(letter)) }

// handLetters returns the capital letters of the pieces that play from the start can bring to a hand and
// leave the game going on: those of the start position that may be dropped. Promoted pieces change back
// before they come to a hand.
func handLetters(g *board.Game) string {
	start, err := notation.Start(g)
	if err != nil || !g.HasDrops() {
		return ""
	}
	letters, end := "", g.Variant().End
	for _, p := range g.Variant().Pieces {
		k, ok := g.KindOf(p.Letter)
		if !ok || p.Role == rules.RoyalKing || end.ExtinctCount == 0 && strings.IndexByte(string(end.Extinct), p.Letter) >= 0 {
			continue
		}
		inHand := start.Hand(board.White).Count(k) + start.Hand(board.Black).Count(k)
		zone := g.DropZone(board.White, k) | g.DropZone(board.Black, k)
		if zone != 0 && (inHand > 0 || g.HasCaptures() && start.Kind(k) != 0) {
			letters += capital(p.Letter)
		}
	}
	return letters
}
