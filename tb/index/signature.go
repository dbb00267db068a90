package index

import (
	"fmt"
	"math/bits"
	"strings"

	"tinyhouse/engine/board"
)

// Slices: what stands on the board and in the hands, but not where. What belongs here
// counts men and writes the counts down.

// Signature is a material signature: how many men of each colour, kind and form (promoted or
// not) are on the board, and what both sides hold. It is comparable and serves as the key
// of a map. Where the rules have the colour turn, the side to move is White in every slice.
type Signature struct {
	men   [2][2]board.Hand // by colour and form, eight bits a kind, as in a hand
	hands [2]board.Hand
}

// Count returns the number of men on the board of a colour, kind and form.
func (s *Signature) Count(c board.Color, k board.Kind, promoted bool) int {
	return s.men[c&1][form(promoted)].Count(k)
}

// Hand returns what c holds.
func (s *Signature) Hand(c board.Color) board.Hand { return s.hands[c&1] }

// Hash returns a number that differs for nearly all slices, the same in every run.
func (s *Signature) Hash() uint64 {
	h := uint64(0)
	for _, w := range [...]board.Hand{s.men[0][0], s.men[0][1], s.men[1][0], s.men[1][1], s.hands[0], s.hands[1]} {
		high, low := bits.Mul64(h^uint64(w)^0xa0761d6478bd642f, 0x9e3779b97f4a7c15)
		h = high ^ low
	}
	return h
}

// Add puts n more men of a colour, kind and form on the board; n may be negative.
func (s *Signature) Add(c board.Color, k board.Kind, promoted bool, n int) {
	s.men[c&1][form(promoted)] += board.Hand(n) << (8 * k)
}

// Give adds n men of kind k to the hand of c; n may be negative.
func (s *Signature) Give(c board.Color, k board.Kind, n int) {
	s.hands[c&1] += board.Hand(n) << (8 * k)
}

// Turned returns the slice with the colours exchanged.
func (s Signature) Turned() Signature {
	s.men[0], s.men[1] = s.men[1], s.men[0]
	s.hands[0], s.hands[1] = s.hands[1], s.hands[0]
	return s
}

// Units returns the number of men on the board and in both hands.
func (s *Signature) Units() int { return s.standing() + s.hands[0].Len() + s.hands[1].Len() }

// standing returns the number of men on the board.
func (s *Signature) standing() int {
	return s.men[0][0].Len() + s.men[0][1].Len() + s.men[1][0].Len() + s.men[1][1].Len()
}

// less orders slices: fewer men first, then by counts.
func (s *Signature) less(t *Signature) int {
	if d := s.Units() - t.Units(); d != 0 {
		return d
	}
	a := [6]board.Hand{s.men[0][0], s.men[1][0], s.men[0][1], s.men[1][1], s.hands[0], s.hands[1]}
	b := [6]board.Hand{t.men[0][0], t.men[1][0], t.men[0][1], t.men[1][1], t.hands[0], t.hands[1]}
	for i := range a {
		switch {
		case a[i] < b[i]:
			return -1
		case a[i] > b[i]:
			return 1
		}
	}
	return 0
}

// check says why no position can be of slice s, if that can be seen from the counts.
func (ix *Indexer) check(s *Signature) error {
	fail := func(why string) error { return fmt.Errorf("index: slice %s: %s", ix.Text(*s), why) }
	if s.Units() > board.MaxUnits {
		return fail("too many men")
	}
	for c := range board.Color(2) {
		for k := range board.Kind(board.MaxKinds) {
			plain, marked, held := s.Count(c, k, false), s.Count(c, k, true), s.Hand(c).Count(k)
			switch {
			case k == board.King && ix.g.HasKing() && plain != 1:
				return fail("want one king a side")
			case plain > 0 && (int(k) >= ix.kinds || k == board.King && !ix.g.HasKing()):
				return fail("men of a kind that the game has not")
			case marked > 0 && (int(k) >= ix.kinds || !ix.canMark(k)):
				return fail("promoted men of a kind that no promotion makes")
			case held > 0 && (int(k) >= ix.kinds || k == board.King || !ix.g.HasDrops()):
				return fail("men in hand that cannot be")
			}
		}
	}
	return nil
}

func form(promoted bool) int {
	if promoted {
		return 1
	}
	return 0
}

// SignatureOf returns the slice of p, turned where Black is to move and the rules have the
// colour turn. It allocates nothing.
func (ix *Indexer) SignatureOf(p *board.Position) Signature {
	var s Signature
	swap := ix.swaps(p)
	up := p.Promoted()
	for c := range board.Color(2) {
		for k := range board.Kind(ix.kinds) {
			men := p.Of(c, k)
			s.men[c^swap][0] += board.Hand((men &^ up).Len()) << (8 * k)
			s.men[c^swap][1] += board.Hand((men & up).Len()) << (8 * k)
		}
		s.hands[c^swap] = p.Hand(c)
	}
	return s
}

// Text writes a slice: each side's men on the board in the order of kinds, a former pawn
// with ~ behind it and a shogi-style promoted piece with + before it, then its hand in
// brackets unless empty; White first, "v" between. Two pawns, one of them promoted to a
// rook, and a pawn in hand against a bare king: KPR~[P]vK.
func (ix *Indexer) Text(s Signature) string {
	var b strings.Builder
	for c := range board.Color(2) {
		if c == board.Black {
			b.WriteByte('v')
		}
		for k := range board.Kind(ix.kinds) {
			letter := string(rune(ix.g.Letter(k) - 'a' + 'A'))
			b.WriteString(strings.Repeat(letter, s.Count(c, k, false)))
			if ix.g.HasPromotedForm(k) {
				letter = "+" + letter
			} else {
				letter += "~"
			}
			b.WriteString(strings.Repeat(letter, s.Count(c, k, true)))
		}
		if s.hands[c] == 0 {
			continue
		}
		b.WriteByte('[')
		for k := range board.Kind(ix.kinds) {
			b.WriteString(strings.Repeat(string(rune(ix.g.Letter(k)-'a'+'A')), s.hands[c].Count(k)))
		}
		b.WriteByte(']')
	}
	return b.String()
}

// Parse reads what Text writes, the men in any order.
func (ix *Indexer) Parse(text string) (Signature, error) {
	var s Signature
	sides := strings.Split(text, "v")
	if len(sides) != 2 {
		return s, fmt.Errorf("index: slice %.60q: want two sides with a v between, like KQvK", text)
	}
	men := strings.FieldsFunc(text, func(r rune) bool { return r < 'A' || r > 'Z' })
	if len(strings.Join(men, "")) > board.MaxUnits { // a count has eight bits
		return s, fmt.Errorf("index: slice %.60q: too many men", text)
	}
	for c, side := range sides {
		men, hand, held := strings.Cut(side, "[")
		if held != strings.HasSuffix(hand, "]") {
			return s, fmt.Errorf("index: slice %.60q: a hand without its brackets", text)
		}
		if err := ix.parseMen(&s, board.Color(c), men); err != nil {
			return s, fmt.Errorf("index: slice %.60q: %w", text, err)
		}
		for _, letter := range []byte(strings.TrimSuffix(hand, "]")) {
			k, ok := ix.kindOf(letter)
			if !ok || !ix.g.HasDrops() || k == board.King {
				return s, fmt.Errorf("index: slice %.60q: %q cannot be in hand", text, letter)
			}
			s.Give(board.Color(c), k, 1)
		}
	}
	return s, nil
}

// parseMen reads the men of one side on the board.
func (ix *Indexer) parseMen(s *Signature, c board.Color, men string) error {
	for i := 0; i < len(men); i++ {
		plus := men[i] == '+'
		if plus {
			i++
		}
		k, ok := board.Kind(0), false
		if i < len(men) {
			k, ok = ix.kindOf(men[i])
		}
		if !ok {
			return fmt.Errorf("no piece at byte %d of %.40q", i, men)
		}
		wave := i+1 < len(men) && men[i+1] == '~'
		if wave {
			i++
		}
		if plus && wave || (plus || wave) && (!ix.canMark(k) || plus != ix.g.HasPromotedForm(k)) {
			return fmt.Errorf("%.40q: %q has no such promoted form", men, ix.g.Letter(k))
		}
		s.Add(c, k, plus || wave, 1)
	}
	return nil
}

// kindOf returns the kind written with an upper-case letter.
func (ix *Indexer) kindOf(letter byte) (board.Kind, bool) {
	k, ok := ix.g.KindOf(letter | 0x20)
	return k, ok && letter >= 'A' && letter <= 'Z' && (k != board.King || ix.g.HasKing())
}
