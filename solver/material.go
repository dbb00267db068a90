package solver

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
)

// Material counts the pieces without the kings, by colour and kind. Where captured pieces change
// sides they are units without a colour, all in White's row; elsewhere each row is the most that
// side has. It is comparable with ==.
type Material [2][board.MaxKinds]int

// maxPieces bounds the pieces of a material. Without kings the core would allow two more.
const maxPieces = board.MaxUnits - 2

// Start returns the material of the start position of g.
func Start(g *board.Game) (Material, error) {
	p, err := StartPosition(g)
	if err != nil {
		return Material{}, err
	}
	var m Material
	for sq := range p.Occupied().All() {
		piece, _ := p.At(sq)
		if piece.Promoted {
			piece.Kind = g.Demoted(piece.Kind)
		}
		m.add(g, piece.Color, piece.Kind, 1)
	}
	for c := range m {
		for k := range board.Kind(g.Kinds()) {
			m.add(g, board.Color(c), k, p.Hand(board.Color(c)).Count(k))
		}
	}
	if g.HasKing() {
		m[board.White][board.King], m[board.Black][board.King] = 0, 0
	}
	return m, nil
}

// add adds n pieces, of no colour where captured pieces change sides.
func (m *Material) add(g *board.Game, c board.Color, k board.Kind, n int) {
	if g.HasCaptures() {
		c = board.White
	}
	m[c][k] += n
}

// ParseUnits reads the units of a game in which captured pieces change sides: letters of the
// variant in either case, each with a number, as in "W1U1F0P1". A missing letter means 0.
func ParseUnits(g *board.Game, text string) (Material, error) {
	m, err := parseUnits(g, text)
	if err != nil {
		return Material{}, fmt.Errorf("solver: units %.80q: %w", text, err)
	}
	return m, nil
}

func parseUnits(g *board.Game, text string) (m Material, err error) {
	if !g.HasCaptures() {
		return m, errors.New(`in this game pieces keep their colour: want material such as "KRvK"`)
	}
	if text == "" {
		return m, errors.New(`empty: want letters with numbers, such as "W1U1"`)
	}
	var seen [board.MaxKinds]bool
	for rest := text; rest != ""; {
		k, err := unitOf(g, rest[0])
		if err != nil {
			return m, err
		}
		number := rest[1:]
		rest = strings.TrimLeft(number, "0123456789")
		number = number[:len(number)-len(rest)]
		n, err := strconv.Atoi(number)
		switch {
		case number == "":
			return m, fmt.Errorf("%c has no number after it", upper(g, k))
		case err != nil || n > maxPieces:
			return m, fmt.Errorf("%.20s is too many: at most %d pieces", number, maxPieces)
		case seen[k]:
			return m, fmt.Errorf("%c is given twice", upper(g, k))
		}
		seen[k], m[board.White][k] = true, n
	}
	return m, m.fits()
}

// ParseMaterial reads the pieces of a game in which they keep their colour: White's letters in
// upper case, a v, and Black's, each with a king where there are kings, as in "KQvKR".
func ParseMaterial(g *board.Game, text string) (Material, error) {
	m, err := parseMaterial(g, text)
	if err != nil {
		return Material{}, fmt.Errorf("solver: material %.80q: %w", text, err)
	}
	return m, nil
}

func parseMaterial(g *board.Game, text string) (m Material, err error) {
	if g.HasCaptures() {
		return m, errors.New(`in this game captured pieces change sides: want units such as "W1U1"`)
	}
	if strings.Count(text, "v") != 1 {
		return m, errors.New(`want White's pieces, v, Black's pieces, such as "KRvK"`)
	}
	white, black, _ := strings.Cut(text, "v")
	for c, side := range []string{white, black} {
		kings := 0
		for i := range len(side) {
			switch k, ok := g.KindOf(side[i] | 0x20); {
			case side[i] < 'A' || 'Z' < side[i] || !ok:
				return m, fmt.Errorf("%q names no piece of this game in upper case", side[i])
			case k == board.King:
				kings++
			default:
				m[c][k]++
			}
		}
		if g.HasKing() && kings != 1 {
			return m, fmt.Errorf("%d kings in %q, want one a side", kings, side)
		}
	}
	return m, m.fits()
}

// Parse reads what Text writes: units or material, as g requires; "" means the material of the
// start position.
func Parse(g *board.Game, text string) (Material, error) {
	switch {
	case text == "":
		return Start(g)
	case g.HasCaptures():
		return ParseUnits(g, text)
	}
	return ParseMaterial(g, text)
}

// unitOf returns the kind of a letter in either case, except the king's.
func unitOf(g *board.Game, letter byte) (board.Kind, error) {
	isLetter := 'a' <= letter|0x20 && letter|0x20 <= 'z'
	k, ok := g.KindOf(letter | 0x20)
	switch {
	case !isLetter || !ok:
		return 0, fmt.Errorf("%q names no piece of this game", letter)
	case k == board.King && g.HasKing():
		return 0, fmt.Errorf("%q is always in play: kings are not counted", letter)
	}
	return k, nil
}

// upper returns the letter of kind k in upper case.
func upper(g *board.Game, k board.Kind) byte { return g.Letter(k) - 0x20 }

// fits returns an error if there are too many pieces for a position.
func (m *Material) fits() error {
	if n := m.Len(); n > maxPieces {
		return fmt.Errorf("%d pieces, at most %d", n, maxPieces)
	}
	return nil
}

// Len returns the number of pieces.
func (m *Material) Len() int {
	n := 0
	for c := range m {
		for _, count := range m[c] {
			n += count
		}
	}
	return n
}

// Text returns the material as Parse reads it, in one form for equal material: units in the order
// of the variant, the pieces of a side in the reverse order, as in "KQRvKBN"; pawns last.
func (m *Material) Text(g *board.Game) string {
	kinds := kindsOf(g)
	var b strings.Builder
	if g.HasCaptures() {
		for _, k := range append(kinds, pawnOf(g)...) {
			b.WriteByte(upper(g, k))
			b.WriteString(strconv.Itoa(m[board.White][k]))
		}
		return b.String()
	}
	slices.Reverse(kinds)
	for c := range m {
		if c == int(board.Black) {
			b.WriteByte('v')
		}
		if g.HasKing() {
			b.WriteByte(upper(g, board.King))
		}
		for _, k := range append(kinds, pawnOf(g)...) {
			b.WriteString(strings.Repeat(string(upper(g, k)), m[c][k]))
		}
	}
	return b.String()
}

// kindsOf returns the kinds of g without king and pawn, in the order of the variant.
func kindsOf(g *board.Game) []board.Kind {
	var kinds []board.Kind
	for k := board.Kind(1); int(k) < g.Kinds(); k++ {
		if k != g.Pawn() {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// pawnOf returns the kind of the pawn, if there is one.
func pawnOf(g *board.Game) []board.Kind {
	if g.Pawn() == 0 {
		return nil
	}
	return []board.Kind{g.Pawn()}
}

// Pieces are the pieces of a position or a signature: on the board by colour, kind and form, and
// in the hands.
type Pieces interface {
	Count(c board.Color, k board.Kind, promoted bool) int
	Hand(c board.Color) board.Hand
}

// Holds reports whether pieces are of the material: where captured pieces change sides, they must
// be all of its units; elsewhere each side must have no more than in m, where a promoted pawn
// counts as a pawn. No promoted pawn is in a hand there.
func (m *Material) Holds(g *board.Game, pieces Pieces) bool {
	var has Material
	for c := range board.Color(2) {
		for k := range board.Kind(g.Kinds()) {
			if !g.HasCaptures() && pieces.Hand(c).Count(k) > m[c][k] {
				return false
			}
			has.add(g, c, k, pieces.Count(c, k, false)+pieces.Hand(c).Count(k))
			has.add(g, c, g.Demoted(k), pieces.Count(c, k, true))
		}
	}
	if g.HasKing() {
		has[board.White][board.King], has[board.Black][board.King] = 0, 0
	}
	if g.HasCaptures() {
		return has == *m
	}
	return has.Within(g, m)
}

// Within reports whether a game that starts with the material whole can reach m: where captured
// pieces change sides, m must have no more units of each kind; elsewhere each side must have no
// more pieces than in whole, where pawns may have promoted.
func (m *Material) Within(g *board.Game, whole *Material) bool {
	for c := range m {
		spare, promoted := 0, 0
		for k := range board.Kind(g.Kinds()) {
			switch extra := m[c][k] - whole[c][k]; {
			case k != 0 && k == g.Pawn() && !g.HasCaptures():
				spare = -extra
			case extra > 0 && !slices.Contains(g.PawnSteps(board.Color(c)).To, k):
				return false
			case extra > 0:
				promoted += extra
			}
		}
		if promoted > spare || spare < 0 {
			return false
		}
	}
	return true
}
