package tb

import (
	"bytes"
	"errors"
	"math/bits"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/tb/index"
)

// Packing: what belongs here writes positions as keys and reads them back. A key holds all
// of a position but its counters, whatever the variant, castling and en passant included;
// positions that are images of each other under the rules have one key.
//
//	head   side to move, castling, en passant square, and how many men of each sort are on
//	       the board and in the hands: a byte each, so many for all positions of a game
//	tail   where the men stand: for each sort, in a fixed order, the rank of their squares
//	       among those that are free, in mixed radix; so many bytes for all with one head
//
// Keys are ordered by their bytes. Of the images of a position the least key counts.

const (
	maxHead = 2 + 2*3*board.MaxKinds
	maxTail = 64 // a word is at most 8 bytes, and any two in a row have more than 2^64 values
)

// key is a position as bytes.
type key struct {
	heads, tails int // bytes
	head         [maxHead]byte
	tail         [maxTail]byte
}

// compare orders keys.
func (k *key) compare(l *key) int {
	if c := bytes.Compare(k.head[:k.heads], l.head[:l.heads]); c != 0 {
		return c
	}
	return bytes.Compare(k.tail[:k.tails], l.tail[:l.tails])
}

// text returns the bytes of k.
func (k *key) text() string { return string(k.head[:k.heads]) + string(k.tail[:k.tails]) }

// form says which men of a kind are counted.
type form uint8

const (
	plain  form = iota // on the board
	risen              // on the board, with the mark of a promotion
	inHand             // in hand
)

// unit is men that a head counts, of either colour.
type unit struct {
	kind board.Kind
	form form
}

// packer packs the positions of a game. It does not change, and may be shared.
type packer struct {
	game  *board.Game
	ix    *index.Indexer
	units []unit
}

func newPacker(ix *index.Indexer) *packer {
	pk := &packer{game: ix.Game(), ix: ix}
	g := pk.game
	for k := range board.Kind(g.Kinds()) {
		if k == board.King && !g.HasKing() {
			continue
		}
		pk.units = append(pk.units, unit{k, plain})
		if g.HasPromotedForm(k) || g.HasCaptures() && slices.Contains(g.PawnSteps(board.White).To, k) {
			pk.units = append(pk.units, unit{k, risen})
		}
		if g.HasDrops() && k != board.King {
			pk.units = append(pk.units, unit{k, inHand})
		}
	}
	return pk
}

// headSize returns the bytes of a head.
func (pk *packer) headSize() int { return 2 + 2*len(pk.units) }

// canonical sets k to the key of p, and returns by way of which image. It costs some 0.2 µs.
func (pk *packer) canonical(k *key, p *board.Position) index.Image {
	a, b := pk.ix.Images(p)
	pk.pack(k, p, a)
	if a == b {
		return a
	}
	var other key
	if pk.pack(&other, p, b); other.compare(k) < 0 {
		*k = other
		return b
	}
	return a
}

// pack sets k to the bytes of an image of p.
func (pk *packer) pack(k *key, p *board.Position, im index.Image) {
	swap := board.Color(im & index.Turn)
	k.head[0] = byte(p.Turn()^swap) | byte(p.Castling())<<1
	k.head[1] = byte(pk.ix.SquareIn(im, p.EnPassant())) + 1
	if p.EnPassant() == geom.NoSquare {
		k.head[1] = 0
	}
	k.heads, k.tails = 2, 0
	free := pk.game.Squares()
	var w word
	w.reset()
	for _, s := range pk.units {
		for c := range board.Color(2) {
			from := c ^ swap
			if s.form == inHand {
				k.head[k.heads] = byte(p.Hand(from).Count(s.kind))
				k.heads++
				continue
			}
			men := p.Of(from, s.kind) &^ p.Promoted()
			if s.form == risen {
				men = p.Of(from, s.kind) & p.Promoted()
			}
			n := men.Len()
			k.head[k.heads] = byte(n)
			k.heads++
			if n > 0 {
				men = pk.ix.SetIn(im, men)
				w.push(k, index.Rank(men, free), index.Choose(free.Len(), n))
				free &^= men
			}
		}
	}
	w.flush(k)
}

// word is the digits that make up one number of the tail: as many as have a product of
// radices below 2^63.
type word struct{ value, size uint64 }

func (w *word) reset() { w.value, w.size = 0, 1 }

// push appends a digit, beginning a new word if this one is full.
func (w *word) push(k *key, digit, radix uint64) {
	if !w.fits(radix) {
		w.flush(k)
	}
	w.value, w.size = w.value*radix+digit, w.size*radix
}

// fits reports whether another digit fits.
func (w *word) fits(radix uint64) bool {
	high, low := bits.Mul64(w.size, radix)
	return high == 0 && low < 1<<63
}

// flush writes the word, the highest byte first, and begins another.
func (w *word) flush(k *key) {
	n := w.bytes()
	for i := n; i > 0; i-- {
		k.tail[k.tails] = byte(w.value >> (8 * (i - 1)))
		k.tails++
	}
	w.reset()
}

// bytes returns how many bytes the word takes.
func (w *word) bytes() int { return (bits.Len64(w.size-1) + 7) / 8 }

// errNoKey is for bytes that are no key of a position.
var errNoKey = errors.New("no position has this key")

// digit is like men of a position being unpacked.
type digit struct {
	piece board.Piece
	count int
	radix uint64
	value uint64
}

// unpack returns the position of a key, which need not be of its least image. The error says
// why there is none; it is the rules', where they know no such position.
func (pk *packer) unpack(head, tail []byte) (board.Position, error) {
	s := &board.Setup{EnPassant: geom.NoSquare}
	if len(head) != pk.headSize() || head[0] >= 1<<5 || head[1] > 64 {
		return board.Position{}, errNoKey
	}
	s.Turn, s.Castling = board.Color(head[0]&1), board.Rights(head[0]>>1)
	if head[1] > 0 {
		s.EnPassant = geom.Square(head[1] - 1)
	}
	digits, ok := pk.digits(head, s)
	if !ok || !readDigits(digits, tail) {
		return board.Position{}, errNoKey
	}
	free := pk.game.Squares()
	for _, d := range digits {
		men := index.Unrank(d.value, d.count, free)
		free &^= men
		for sq := range men.All() {
			s.Put(sq, d.piece)
		}
	}
	p, err := pk.game.New(s)
	if err == nil && p.EnPassant() != s.EnPassant {
		err = errNoKey
	}
	if err != nil {
		return board.Position{}, err
	}
	return p, nil
}

// digits returns the digits that a head asks for, yet without values; s gets the hands.
func (pk *packer) digits(head []byte, s *board.Setup) (digits []digit, ok bool) {
	free := pk.game.Squares().Len()
	for i, n := range head[2:] {
		m, c := pk.units[i/2], board.Color(i&1)
		switch {
		case m.form == inHand:
			s.Hands[c][m.kind] = int(n)
		case int(n) > free:
			return nil, false
		case n > 0:
			piece := board.Piece{Color: c, Kind: m.kind, Promoted: m.form == risen}
			digits = append(digits, digit{piece: piece, count: int(n), radix: index.Choose(free, int(n))})
			free -= int(n)
		}
	}
	return digits, true
}

// tailSize returns the bytes of the tail that digits take.
func tailSize(digits []digit) (size int) {
	var w word
	w.reset()
	for _, d := range digits {
		if !w.fits(d.radix) {
			size += w.bytes()
			w.reset()
		}
		w.size *= d.radix
	}
	return size + w.bytes()
}

// readDigits sets the values of digits, which must take the whole tail.
func readDigits(digits []digit, tail []byte) bool {
	for len(digits) > 0 {
		var w word
		w.reset()
		n := 0
		for ; n < len(digits) && w.fits(digits[n].radix); n++ {
			w.size *= digits[n].radix
		}
		size := w.bytes()
		if len(tail) < size {
			return false
		}
		for _, b := range tail[:size] {
			w.value = w.value<<8 | uint64(b)
		}
		if w.value >= w.size {
			return false
		}
		for i := n - 1; i >= 0; i-- {
			digits[i].value = w.value % digits[i].radix
			w.value /= digits[i].radix
		}
		tail, digits = tail[size:], digits[n:]
	}
	return len(tail) == 0
}

// move returns the image of a move.
func (pk *packer) move(im index.Image, m board.Move) board.Move {
	from, to := pk.ix.SquareIn(im, m.From()), pk.ix.SquareIn(im, m.To())
	switch {
	case m.IsDrop():
		return board.NewDrop(m.Kind(), to)
	case m.IsPromotion():
		return board.NewPromotion(from, to, m.Kind())
	}
	return board.NewMove(from, to)
}
