// Package placements lists the positions of some material by the rules alone, and tells which of
// them are images of each other. It knows no tables: package verify compares its positions with
// those that a table has under its numbers.
//
// The positions are all placements in which the side not to move is not in check and no goal or
// extinction has ended the game, with either side to move:
//
//   - each king, if there are kings, is on the board;
//   - where captured pieces change sides, each unit is on the board or in a hand, of either colour,
//     except that pieces are never in a hand if the capture of any of them ends the game;
//   - elsewhere each piece is on the board, in its owner's hand if there are drops, or captured;
//   - a pawn may have promoted, and a piece with a promoted form may have that form;
//   - pawns are where one of their colour can ever stand.
//
// There are no castling rights. A double step that may have led to a placement and can be captured
// en passant makes another position.
package placements

import (
	"math"
	"slices"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Space is the positions of some material. It may be used by any number of goroutines.
type Space struct {
	game    *board.Game
	whole   bool // it is the material of the start position
	units   []units
	rosters []roster        // what the units can be
	known   map[roster]bool // the same; nil if they are too many to list
	steps   int             // taken to list them
}

// units are pieces that can become the same.
type units struct {
	forms []form
	count int
}

// form is what can become of a unit.
type form struct {
	piece   board.Piece
	held    bool     // in the hand of its colour
	squares geom.Set // on one of these; none: in a hand, or captured and gone
}

// roster is how many pieces are on the board, by colour, kind and form, and in the hands. It is
// comparable.
type roster struct {
	onBoard [2][board.MaxKinds][2]uint8
	hands   [2][board.MaxKinds]uint8
}

// New returns the positions of the material that a table names.
func New(g *board.Game, material string) (*Space, error) {
	m, err := parse(g, material)
	if err != nil {
		return nil, err
	}
	s := newSpace(g, &m)
	start, err := parse(g, "")
	s.whole = err == nil && start == m
	if s.known = (map[roster]bool{}); !s.listRosters(0, 0, 0, roster{}) {
		s.known = nil
	}
	return s, nil
}

// Of returns the positions of the material of p, for Random and Orbits alone.
func Of(g *board.Game, p *board.Position) *Space {
	m := materialOf(g, p)
	return newSpace(g, &m)
}

func newSpace(g *board.Game, m *material) *Space {
	s := &Space{game: g}
	if g.HasKing() {
		for c := range board.Color(2) {
			s.units = append(s.units, units{[]form{{piece: board.Piece{Color: c, Kind: board.King}, squares: g.Squares()}}, 1})
		}
	}
	for k := range board.Kind(g.Kinds()) {
		if g.HasCaptures() {
			n := m[board.White][k]
			held := g.HasDrops() && !alwaysOnBoard(g, m, k)
			s.add(n, append(formsOf(g, board.White, k, held), formsOf(g, board.Black, k, held)...))
			continue
		}
		for c := range board.Color(2) {
			s.add(m[c][k], append(formsOf(g, c, k, g.HasDrops()), form{}))
		}
	}
	return s
}

func (s *Space) add(n int, forms []form) {
	if n > 0 {
		s.units = append(s.units, units{forms, n})
	}
}

// alwaysOnBoard reports whether the pieces that are or may become kind k are so few that a capture
// of one ends the game.
func alwaysOnBoard(g *board.Game, m *material, k board.Kind) bool {
	v, n := g.Variant(), m[board.White][k]
	for from := range board.Kind(g.Kinds()) {
		piece := v.Piece(g.Letter(from))
		becomes := piece != nil && piece.Promoted == g.Letter(k) ||
			from != 0 && from == g.Pawn() && strings.IndexByte(string(v.Promote.To), g.Letter(k)) >= 0
		if from != k && becomes {
			n += m[board.White][from]
		}
	}
	return strings.IndexByte(string(v.End.Extinct), g.Letter(k)) >= 0 && n <= 2*(v.End.ExtinctCount+1)
}

// formsOf returns what a piece of kind k that belongs to c can be.
func formsOf(g *board.Game, c board.Color, k board.Kind, held bool) []form {
	v := g.Variant()
	plain := form{piece: board.Piece{Color: c, Kind: k}, squares: g.Squares()}
	if k != 0 && k == g.Pawn() {
		plain.squares = g.PawnHome(c)
	}
	forms := []form{plain}
	if v.Promote.Zone[c] != 0 && k != 0 && k == g.Pawn() {
		for _, letter := range []byte(v.Promote.To) {
			to, _ := g.KindOf(letter)
			forms = append(forms, form{piece: board.Piece{Color: c, Kind: to, Promoted: g.HasCaptures()}, squares: g.Squares()})
		}
	}
	if v.Promote.Zone[c] != 0 && g.HasPromotedForm(k) {
		plain.piece.Promoted = true
		forms = append(forms, plain)
	}
	if held {
		forms = append(forms, form{piece: board.Piece{Color: c, Kind: k}, held: true})
	}
	return forms
}

// maxSteps bounds the work of listing the rosters.
const maxSteps = 1 << 16

// listRosters lists what the units can be, starting with unit j of s.units[i], in its forms from
// from on. It returns false if that takes too long.
func (s *Space) listRosters(i, j, from int, r roster) bool {
	if i < len(s.units) && j == s.units[i].count {
		i, j, from = i+1, 0, 0
	}
	if i == len(s.units) {
		if !s.known[r] {
			s.known[r] = true
			s.rosters = append(s.rosters, r)
		}
		return true
	}
	for k := from; k < len(s.units[i].forms); k++ {
		next := r
		next.add(&s.units[i].forms[k])
		if s.steps++; s.steps > maxSteps || !s.listRosters(i, j+1, k, next) {
			return false
		}
	}
	return true
}

// Small reports whether there are at most limit placements, legal or not, so that All can list them.
func (s *Space) Small(limit float64) bool {
	count := 0.0
	for i := range s.rosters {
		count += 2 * s.placementsOf(&s.rosters[i])
	}
	return s.known != nil && count <= limit
}

// Holds reports whether p is a position of the space, if that is known: it is not where the units
// can be too many things.
func (s *Space) Holds(p *board.Position) (holds, known bool) {
	if s.known == nil {
		return false, false
	}
	var r roster
	for c := range board.Color(2) {
		for k := range board.Kind(s.game.Kinds()) {
			pieces := p.Of(c, k)
			r.onBoard[c][k] = [2]uint8{uint8((pieces &^ p.Promoted()).Len()), uint8((pieces & p.Promoted()).Len())}
			r.hands[c][k] = uint8(p.Hand(c).Count(k))
			if k != 0 && k == s.game.Pawn() && !pieces.SubsetOf(s.game.PawnHome(c)) {
				return false, true
			}
		}
	}
	if !s.known[r] || !s.inPlay(p) {
		return false, true
	}
	return p.EnPassant() == geom.NoSquare || slices.Contains(s.passed(p), p.EnPassant()), true
}

// add adds a unit in some form.
func (r *roster) add(f *form) {
	switch p := f.piece; {
	case f.held:
		r.hands[p.Color][p.Kind]++
	case f.squares == 0: // captured
	case p.Promoted:
		r.onBoard[p.Color][p.Kind][1]++
	default:
		r.onBoard[p.Color][p.Kind][0]++
	}
}

// group is like pieces on the board.
type group struct {
	piece   board.Piece
	count   int
	squares geom.Set
}

// groupsOf returns the pieces of a roster on the board.
func (s *Space) groupsOf(r *roster) []group {
	var groups []group
	for c := range board.Color(2) {
		for k := range board.Kind(s.game.Kinds()) {
			for promoted, n := range r.onBoard[c][k] {
				squares := s.game.Squares()
				if k != 0 && k == s.game.Pawn() {
					squares = s.game.PawnHome(c)
				}
				if n > 0 {
					groups = append(groups, group{board.Piece{Color: c, Kind: k, Promoted: promoted == 1}, int(n), squares})
				}
			}
		}
	}
	return groups
}

// placementsOf returns an upper bound for the placements of a roster.
func (s *Space) placementsOf(r *roster) float64 {
	count := 1.0
	for _, gr := range s.groupsOf(r) {
		for i := range gr.count {
			count *= math.Max(float64(gr.squares.Len()-i), 0) / float64(i+1)
		}
	}
	return count
}

// Parts returns the number of parts of All.
func (s *Space) Parts() int { return len(s.rosters) * s.game.Geometry().Squares() }

// All calls visit with every position of a part, each once, until visit returns an error. The position is without a key and valid during the call.
func (s *Space) All(part int, visit func(*board.Position) error) error {
	squares := s.game.Geometry().Squares()
	r := &s.rosters[part/squares]
	w := walker{space: s, groups: s.groupsOf(r), visit: visit, builder: board.NewBuilder(board.White, geom.NoSquare, [2]board.Hand{})}
	for c := range r.hands {
		for k, n := range r.hands[c] {
			w.builder.AddToHand(board.Color(c), board.Kind(k), int(n))
		}
	}
	first := geom.Square(part % squares)
	if len(w.groups) == 0 {
		if first == 0 {
			w.leaf()
		}
		return w.err
	}
	if w.groups[0].squares.Has(first) {
		w.put(0, 0, first)
	}
	return w.err
}

// walker places the pieces of a roster in every way.
type walker struct {
	space   *Space
	groups  []group
	builder board.Builder
	visit   func(*board.Position) error
	err     error
}

// place places the pieces of group i from piece j on: like pieces on rising squares, from from on.
func (w *walker) place(i, j int, from geom.Square) {
	if j == w.groups[i].count {
		if i, j, from = i+1, 0, 0; i == len(w.groups) {
			w.leaf()
			return
		}
	}
	free := w.groups[i].squares &^ w.builder.Occupied() >> from << from
	for ; free != 0 && w.err == nil; free &= free - 1 {
		w.put(i, j, free.First())
	}
}

// put places piece j of group i on an empty square, and then those after it.
func (w *walker) put(i, j int, sq geom.Square) {
	piece, at := w.groups[i].piece, geom.Of(sq)
	w.builder.Place(piece.Color, piece.Kind, at)
	if piece.Promoted {
		w.builder.TogglePromoted(at)
	}
	w.place(i, j+1, sq+1)
	w.builder.Remove(piece.Color, piece.Kind, at)
	if piece.Promoted {
		w.builder.TogglePromoted(at)
	}
}

// leaf visits the placement on the board for either side to move, with every double step that may
// have led to it.
func (w *walker) leaf() {
	for us := range board.Color(2) {
		w.builder.SetTurn(us)
		if !w.space.inPlay(&w.builder.Position) {
			continue
		}
		if w.err = w.visit(&w.builder.Position); w.err != nil {
			return
		}
		for _, sq := range w.space.passed(&w.builder.Position) {
			w.builder.SetEnPassant(sq)
			if w.err = w.visit(&w.builder.Position); w.err != nil {
				return
			}
		}
		w.builder.SetEnPassant(geom.NoSquare)
	}
}

// inPlay reports whether a placement is a position in which the game is not over.
func (s *Space) inPlay(p *board.Position) bool {
	return !s.game.OpponentInCheck(p) && !s.game.Decided(p).Over()
}

// passed returns the squares that a double step may just have passed over and where a pawn can
// capture en passant.
func (s *Space) passed(p *board.Position) []geom.Square {
	if s.game.Pawn() == 0 || !s.game.Variant().Pawn.EnPassant {
		return nil
	}
	var all []geom.Square
	geo, v, us := s.game.Geometry(), s.game.Variant(), p.Turn()
	pawns, enemies := p.Of(us, s.game.Pawn()), p.Of(us.Other(), s.game.Pawn())
	up := 1 // of the pawn that has stepped
	if us == board.White {
		up = -1
	}
	for from := range (v.Pawn.DoubleFrom[us.Other()] &^ p.Occupied()).All() {
		over, to := geo.Offset(from, 0, up), geo.Offset(from, 0, 2*up)
		if to == geom.NoSquare || !enemies.Has(to) || p.Occupied().Has(over) {
			continue
		}
		left, right := geo.Offset(to, -1, 0), geo.Offset(to, 1, 0)
		if left != geom.NoSquare && pawns.Has(left) || right != geom.NoSquare && pawns.Has(right) {
			all = append(all, over)
		}
	}
	return all
}
