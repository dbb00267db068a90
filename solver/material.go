package solver

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// This file holds what a table is about, and how people write that: as units where captured
// men change sides, as material where they do not. Each is refused in place of the other,
// because half of what it says would mean nothing.

// Material counts the men beside the kings, by colour and kind. Where captured men change
// sides they are units of no colour, and all stand in White's row; elsewhere each row is
// what that side has at most. Equal material is equal with ==.
type Material [2][board.MaxKinds]int

// maxMen is the largest number of men beside the kings that a position can hold. The core
// would hold two more where there are no kings; one bound is enough.
const maxMen = board.MaxUnits - 2

// Start returns the material of the start position of g.
func Start(g *board.Game) (Material, error) {
	p, err := notation.Start(g)
	if err != nil {
		return Material{}, fmt.Errorf("solver: %w", err)
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

// add adds men of a colour, where the game tells them by that.
func (m *Material) add(g *board.Game, c board.Color, k board.Kind, n int) {
	if g.HasCaptures() {
		c = board.White
	}
	m[c][k] += n
}

// ParseUnits reads the units of a game in which captured men change sides: letters of the
// variant in upper or lower case, each followed by how many there are, as in "W1U1F0P1".
// Letters left out mean none.
func ParseUnits(g *board.Game, text string) (Material, error) {
	m, err := parseUnits(g, text)
	if err != nil {
		return Material{}, fmt.Errorf("solver: units %.80q: %w", text, err)
	}
	return m, nil
}

func parseUnits(g *board.Game, text string) (m Material, err error) {
	if !g.HasCaptures() {
		return m, errors.New(`in this game men keep their colour: want material such as "KRvK"`)
	}
	if text == "" {
		return m, errors.New(`empty: want letters with numbers, such as "W1U1"`)
	}
	var seen [board.MaxKinds]bool
	for rest := text; rest != ""; {
		k, err := manOf(g, rest[0])
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
		case err != nil || n > maxMen:
			return m, fmt.Errorf("%.20s is too many: at most %d men", number, maxMen)
		case seen[k]:
			return m, fmt.Errorf("%c stands there twice", upper(g, k))
		}
		seen[k], m[board.White][k] = true, n
	}
	return m, m.fits()
}

// ParseMaterial reads the men of a game in which they keep their colour: White's letters in
// upper case, a v, Black's, each side with its king where there are kings, as in "KQvKR".
func ParseMaterial(g *board.Game, text string) (Material, error) {
	m, err := parseMaterial(g, text)
	if err != nil {
		return Material{}, fmt.Errorf("solver: material %.80q: %w", text, err)
	}
	return m, nil
}

func parseMaterial(g *board.Game, text string) (m Material, err error) {
	if g.HasCaptures() {
		return m, errors.New(`in this game captured men change sides: want units such as "W1U1"`)
	}
	if strings.Count(text, "v") != 1 {
		return m, errors.New(`want White's men, v, Black's men, such as "KRvK"`)
	}
	white, black, _ := strings.Cut(text, "v")
	for c, side := range []string{white, black} {
		kings := 0
		for i := range len(side) {
			switch k, ok := g.KindOf(side[i] | 0x20); {
			case side[i] < 'A' || 'Z' < side[i] || !ok:
				return m, fmt.Errorf("%q is no piece of this game in upper case", side[i])
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

// Parse reads units or material, whichever is right for g, as Text writes it; "" is that of the
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

// manOf returns the kind of a letter in either case, which must not be the king's.
func manOf(g *board.Game, letter byte) (board.Kind, error) {
	isLetter := 'a' <= letter|0x20 && letter|0x20 <= 'z'
	k, ok := g.KindOf(letter | 0x20)
	switch {
	case !isLetter || !ok:
		return 0, fmt.Errorf("%q is no piece of this game", letter)
	case k == board.King && g.HasKing():
		return 0, fmt.Errorf("%q is always there: kings are not counted", letter)
	}
	return k, nil
}

// upper returns the letter of kind k in upper case.
func upper(g *board.Game, k board.Kind) byte { return g.Letter(k) - 0x20 }

// fits returns an error if a position cannot hold so many men.
func (m *Material) fits() error {
	if n := m.Len(); n > maxMen {
		return fmt.Errorf("%d men, at most %d", n, maxMen)
	}
	return nil
}

// Len returns the number of men.
func (m *Material) Len() int {
	n := 0
	for c := range m {
		for _, count := range m[c] {
			n += count
		}
	}
	return n
}

// Text returns the material as Parse reads it, and in one form for equal material: units in the order of the variant, the men of a
// side the other way round, as "KQRvKBN" is usual; pawns last.
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

// kindsOf returns the kinds of g but king and pawn, in the order of the variant.
func kindsOf(g *board.Game) []board.Kind {
	var kinds []board.Kind
	for k := board.Kind(1); int(k) < g.Kinds(); k++ {
		if k != g.Pawn() {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// pawnOf returns the kind of the pawn, where there are pawns.
func pawnOf(g *board.Game) []board.Kind {
	if g.Pawn() == 0 {
		return nil
	}
	return []board.Kind{g.Pawn()}
}

// Men are the men of a position or a slice: on the board by colour, kind and form, and in
// the hands.
type Men interface {
	Count(c board.Color, k board.Kind, promoted bool) int
	Hand(c board.Color) board.Hand
}

// Holds reports whether some men are of the material: all of its units where captured men
// change sides; elsewhere, for each side, no more than it has, a pawn being whatever it has
// become. The same men with the colours exchanged may be of it or not.
func (m *Material) Holds(g *board.Game, men Men) bool {
	var has Material
	for c := range board.Color(2) {
		for k := range board.Kind(g.Kinds()) {
			has.add(g, c, k, men.Count(c, k, false)+men.Hand(c).Count(k))
			has.add(g, c, g.Demoted(k), men.Count(c, k, true))
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

// Within reports whether a game that begins with the material of whole can come to m: no
// more units than that of each kind where captured men change sides; elsewhere no more men
// of a side than it has, a pawn being whatever it may have become.
func (m *Material) Within(g *board.Game, whole *Material) bool {
	for c := range m {
		spare, risen := 0, 0
		for k := range board.Kind(g.Kinds()) {
			switch extra := m[c][k] - whole[c][k]; {
			case k != 0 && k == g.Pawn() && !g.HasCaptures():
				spare = -extra
			case extra > 0 && !slices.Contains(g.PawnSteps(board.Color(c)).To, k):
				return false
			case extra > 0:
				risen += extra
			}
		}
		if risen > spare || spare < 0 {
			return false
		}
	}
	return true
}
