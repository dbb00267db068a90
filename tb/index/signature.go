package index

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"tinyhouse/engine/board"
)

// Signature is the material of a position: how many pieces of each colour, kind and form (promoted
// or not) are on the board and in the hands. It is comparable and serves as the key of a map.
// Where the rules have the colour turn, White is to move in every signature.
type Signature struct {
	pieces [2][2]board.Hand // on the board, by colour and form; eight bits for each kind, as in a hand
	hands  [2]board.Hand
}

// Count returns the number of pieces on the board of a colour, kind and form.
func (s *Signature) Count(c board.Color, k board.Kind, promoted bool) int {
	return s.pieces[c&1][form(promoted)].Count(k)
}

// Hand returns the hand of c.
func (s *Signature) Hand(c board.Color) board.Hand { return s.hands[c&1] }

// Hash returns a hash, which is the same in every run.
func (s *Signature) Hash() uint64 {
	h := uint64(0)
	for _, w := range [...]board.Hand{s.pieces[0][0], s.pieces[0][1], s.pieces[1][0], s.pieces[1][1], s.hands[0], s.hands[1]} {
		high, low := bits.Mul64(h^uint64(w)^0xa0761d6478bd642f, 0x9e3779b97f4a7c15)
		h = high ^ low
	}
	return h
}

// Add puts n more pieces of a colour, kind and form on the board; n may be negative.
func (s *Signature) Add(c board.Color, k board.Kind, promoted bool, n int) {
	s.pieces[c&1][form(promoted)] += board.Hand(n) << (8 * k)
}

// Give adds n pieces of kind k to the hand of c; n may be negative.
func (s *Signature) Give(c board.Color, k board.Kind, n int) {
	s.hands[c&1] += board.Hand(n) << (8 * k)
}

// Turned returns the signature with the colours exchanged.
func (s Signature) Turned() Signature {
	s.pieces[0], s.pieces[1] = s.pieces[1], s.pieces[0]
	s.hands[0], s.hands[1] = s.hands[1], s.hands[0]
	return s
}

// Units returns the number of pieces on the board and in both hands.
func (s *Signature) Units() int { return s.onBoard() + s.hands[0].Len() + s.hands[1].Len() }

// onBoard returns the number of pieces on the board.
func (s *Signature) onBoard() int {
	return s.pieces[0][0].Len() + s.pieces[0][1].Len() + s.pieces[1][0].Len() + s.pieces[1][1].Len()
}

// compare orders signatures by the number of pieces, then by counts.
func (s *Signature) compare(t *Signature) int {
	if d := s.Units() - t.Units(); d != 0 {
		return d
	}
	a := [6]board.Hand{s.pieces[0][0], s.pieces[1][0], s.pieces[0][1], s.pieces[1][1], s.hands[0], s.hands[1]}
	b := [6]board.Hand{t.pieces[0][0], t.pieces[1][0], t.pieces[0][1], t.pieces[1][1], t.hands[0], t.hands[1]}
	return slices.Compare(a[:], b[:])
}

// Check returns why no position has signature s, if the counts show it.
func (ix *Indexer) Check(s *Signature) error {
	fail := func(why string) error { return fmt.Errorf("index: signature %s: %s", ix.Text(*s), why) }
	if s.Units() > board.MaxUnits {
		return fail("too many pieces")
	}
	for c := range board.Color(2) {
		for k := range board.Kind(board.MaxKinds) {
			plain, marked, held := s.Count(c, k, false), s.Count(c, k, true), s.Hand(c).Count(k)
			switch {
			case k == board.King && ix.g.HasKing() && plain != 1:
				return fail("want one king a side")
			case plain > 0 && (int(k) >= ix.kinds || k == board.King && !ix.g.HasKing()):
				return fail("pieces of a kind that the game has not")
			case marked > 0 && (int(k) >= ix.kinds || !ix.canBePromoted(k)):
				return fail("promoted pieces of a kind that no promotion makes")
			case held > 0 && (int(k) >= ix.kinds || k == board.King || !ix.g.HasDrops()):
				return fail("pieces in hand that cannot be")
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

// SignatureOf returns the signature of p, turned where Black is to move and the rules have the
// colour turn. It allocates nothing.
func (ix *Indexer) SignatureOf(p *board.Position) Signature {
	var s Signature
	swap := ix.swaps(p)
	up := p.Promoted()
	for c := range board.Color(2) {
		for k := range board.Kind(ix.kinds) {
			pieces := p.Of(c, k)
			s.pieces[c^swap][0] += board.Hand((pieces &^ up).Len()) << (8 * k)
			s.pieces[c^swap][1] += board.Hand((pieces & up).Len()) << (8 * k)
		}
		s.hands[c^swap] = p.Hand(c)
	}
	return s
}

// Text returns the name of a signature: White's pieces, "v", Black's pieces. Each side has its
// pieces on the board in the order of kinds, a former pawn with ~ behind it and a shogi-style
// promoted piece with + before it, then its hand in brackets, unless that is empty. KPR~[P]vK is
// two pawns, one of them promoted to a rook, and a pawn in hand against a bare king.
func (ix *Indexer) Text(s Signature) string { return string(ix.AppendText(nil, &s)) }

// AppendText appends what Text returns.
func (ix *Indexer) AppendText(b []byte, s *Signature) []byte {
	for c := range board.Color(2) {
		if c == board.Black {
			b = append(b, 'v')
		}
		for k := range board.Kind(ix.kinds) {
			letter := ix.g.Letter(k) - 'a' + 'A'
			for range s.Count(c, k, false) {
				b = append(b, letter)
			}
			for range s.Count(c, k, true) {
				if ix.g.HasPromotedForm(k) {
					b = append(b, '+', letter)
				} else {
					b = append(b, letter, '~')
				}
			}
		}
		if s.hands[c] == 0 {
			continue
		}
		b = append(b, '[')
		for k := range board.Kind(ix.kinds) {
			for range s.hands[c].Count(k) {
				b = append(b, ix.g.Letter(k)-'a'+'A')
			}
		}
		b = append(b, ']')
	}
	return b
}

// Parse is the inverse of Text. It accepts the pieces in any order.
func (ix *Indexer) Parse(text string) (Signature, error) {
	var s Signature
	white, black, _ := strings.Cut(text, "v")
	if strings.Count(text, "v") != 1 {
		return s, fmt.Errorf("index: signature %.60q: want two sides with a v between, like KQvK", text)
	}
	pieces := 0
	for _, letter := range []byte(text) {
		if 'A' <= letter && letter <= 'Z' {
			pieces++
		}
	}
	if pieces > board.MaxUnits { // counts have eight bits
		return s, fmt.Errorf("index: signature %.60q: too many pieces", text)
	}
	for c, side := range [2]string{white, black} {
		pieces, hand, held := strings.Cut(side, "[")
		if held != strings.HasSuffix(hand, "]") {
			return s, fmt.Errorf("index: signature %.60q: a hand without its brackets", text)
		}
		if err := ix.parsePieces(&s, board.Color(c), pieces); err != nil {
			return s, fmt.Errorf("index: signature %.60q: %w", text, err)
		}
		for _, letter := range []byte(strings.TrimSuffix(hand, "]")) {
			k, ok := ix.kindOf(letter)
			if !ok || !ix.g.HasDrops() || k == board.King {
				return s, fmt.Errorf("index: signature %.60q: %q cannot be in hand", text, letter)
			}
			s.Give(board.Color(c), k, 1)
		}
	}
	return s, nil
}

// parsePieces adds the pieces of one side on the board to s.
func (ix *Indexer) parsePieces(s *Signature, c board.Color, pieces string) error {
	for i := 0; i < len(pieces); i++ {
		plus := pieces[i] == '+'
		if plus {
			i++
		}
		k, ok := board.Kind(0), false
		if i < len(pieces) {
			k, ok = ix.kindOf(pieces[i])
		}
		if !ok {
			return fmt.Errorf("no piece at byte %d of %.40q", i, pieces)
		}
		wave := i+1 < len(pieces) && pieces[i+1] == '~'
		if wave {
			i++
		}
		if plus && wave || (plus || wave) && (!ix.canBePromoted(k) || plus != ix.g.HasPromotedForm(k)) {
			return fmt.Errorf("%.40q: %q has no such promoted form", pieces, ix.g.Letter(k))
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
