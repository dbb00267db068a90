package certificate

import (
	"bytes"
	"errors"
	"math/bits"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/setup"
	"tinyhouse/tb/index"
)

const (
	maxHead = 2 + 2*3*board.MaxKinds
	maxTail = 64 // a word is at most 8 bytes, and any two in a row have more than 2^64 values
)

// key is a position as bytes: all of it but the counters, for every variant. Positions that are
// images of each other under the symmetries of the rules have one key, the least of those of
// all images. Keys are ordered by their bytes.
//
//	head   side to move, castling rights, en passant square, and the number of pieces of each
//	       unit on the board and in the hands: one byte each, the same number of bytes for
//	       all positions of a game
//	tail   where the pieces stand: for each unit, in a fixed order, the rank of their squares
//	       among those that are free, in mixed radix; the same number of bytes for all
//	       positions with one head
type key struct {
	heads, tails int // bytes
	head         [maxHead]byte
	tail         [maxTail]byte
}

func (k *key) compare(l *key) int {
	if c := bytes.Compare(k.head[:k.heads], l.head[:l.heads]); c != 0 {
		return c
	}
	return bytes.Compare(k.tail[:k.tails], l.tail[:l.tails])
}

func (k *key) text() string { return string(k.head[:k.heads]) + string(k.tail[:k.tails]) }

// form says which pieces of a kind a unit has.
type form uint8

const (
	unpromoted form = iota // on the board
	promoted               // on the board, with the mark of a promotion
	inHand                 // in hand
)

// unit is pieces of one kind and form, of either colour. A head counts them.
type unit struct {
	kind board.Kind
	form form
}

// keyCodec converts between the positions and the keys of a game. It is immutable and may be
// shared.
type keyCodec struct {
	game  *board.Game
	ix    *index.Indexer
	units []unit
}

func newKeyCodec(ix *index.Indexer) *keyCodec {
	kc := &keyCodec{game: ix.Game(), ix: ix}
	g := kc.game
	for k := range board.Kind(g.Kinds()) {
		if k == board.King && !g.HasKing() {
			continue
		}
		kc.units = append(kc.units, unit{k, unpromoted})
		if g.HasPromotedForm(k) || g.HasCaptures() && slices.Contains(g.PawnSteps(board.White).To, k) {
			kc.units = append(kc.units, unit{k, promoted})
		}
		if g.HasDrops() && k != board.King {
			kc.units = append(kc.units, unit{k, inHand})
		}
	}
	return kc
}

// headSize returns the number of bytes of a head.
func (kc *keyCodec) headSize() int { return 2 + 2*len(kc.units) }

// encodeLeast sets k to the least key of the images of p, and returns that image. It takes
// some 0.2 µs.
func (kc *keyCodec) encodeLeast(k *key, p *board.Position) index.Image {
	a, b := kc.ix.Images(p)
	kc.encode(k, p, a)
	if a == b {
		return a
	}
	var other key
	if kc.encode(&other, p, b); other.compare(k) < 0 {
		*k = other
		return b
	}
	return a
}

func (kc *keyCodec) encode(k *key, p *board.Position, im index.Image) {
	swap := board.Color(im & index.Turn)
	k.head[0] = byte(p.Turn()^swap) | byte(p.Castling())<<1
	k.head[1] = byte(kc.ix.SquareIn(im, p.EnPassant())) + 1
	if p.EnPassant() == geom.NoSquare {
		k.head[1] = 0
	}
	k.heads, k.tails = 2, 0
	free := kc.game.Squares()
	w := word{size: 1}
	for _, u := range kc.units {
		for c := range board.Color(2) {
			from := c ^ swap
			if u.form == inHand {
				k.head[k.heads] = byte(p.Hand(from).Count(u.kind))
				k.heads++
				continue
			}
			pieces := p.Of(from, u.kind) &^ p.Promoted()
			if u.form == promoted {
				pieces = p.Of(from, u.kind) & p.Promoted()
			}
			n := pieces.Len()
			k.head[k.heads] = byte(n)
			k.heads++
			if n > 0 {
				pieces = kc.ix.SetIn(im, pieces)
				w.push(k, index.Rank(pieces, free), index.Choose(free.Len(), n))
				free &^= pieces
			}
		}
	}
	w.flush(k)
}

// word is consecutive digits that make up one number of the tail: as many as have a product of
// radices, size, below 2^63. An empty word has size 1.
type word struct{ value, size uint64 }

// push appends a digit, to a new word if this one is full.
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

// flush writes the word, the most significant byte first, and begins another.
func (w *word) flush(k *key) {
	n := w.bytes()
	for i := n; i > 0; i-- {
		k.tail[k.tails] = byte(w.value >> (8 * (i - 1)))
		k.tails++
	}
	*w = word{size: 1}
}

// bytes returns the number of bytes that the word takes.
func (w *word) bytes() int { return (bits.Len64(w.size-1) + 7) / 8 }

// errNoKey is for bytes that are the key of no position.
var errNoKey = errors.New("no position has this key")

// digit is pieces of one unit and colour of a position being decoded.
type digit struct {
	piece board.Piece
	count int
	radix uint64
	value uint64
}

// decode returns the position of a key, which need not be of the least image. The error says why
// there is none, for example by the rules.
func (kc *keyCodec) decode(head, tail []byte) (board.Position, error) {
	s := &setup.Spec{EnPassant: geom.NoSquare}
	if len(head) != kc.headSize() || head[0] >= 1<<5 || head[1] > 64 {
		return board.Position{}, errNoKey
	}
	s.Turn, s.Castling = board.Color(head[0]&1), board.Rights(head[0]>>1)
	if head[1] > 0 {
		s.EnPassant = geom.Square(head[1] - 1)
	}
	digits, ok := kc.digits(head, s)
	if !ok || !readDigits(digits, tail) {
		return board.Position{}, errNoKey
	}
	free := kc.game.Squares()
	for _, d := range digits {
		pieces := index.Unrank(d.value, d.count, free)
		free &^= pieces
		for sq := range pieces.All() {
			s.Put(sq, d.piece)
		}
	}
	p, err := setup.New(kc.game, s)
	if err == nil && p.EnPassant() != s.EnPassant {
		err = errNoKey
	}
	if err != nil {
		return board.Position{}, err
	}
	return p, nil
}

// digits returns the digits that a head asks for, without values, and sets the hands of s.
func (kc *keyCodec) digits(head []byte, s *setup.Spec) (digits []digit, ok bool) {
	free := kc.game.Squares().Len()
	for i, n := range head[2:] {
		u, c := kc.units[i/2], board.Color(i&1)
		switch {
		case u.form == inHand:
			s.Hands[c][u.kind] = int(n)
		case int(n) > free:
			return nil, false
		case n > 0:
			piece := board.Piece{Color: c, Kind: u.kind, Promoted: u.form == promoted}
			digits = append(digits, digit{piece: piece, count: int(n), radix: index.Choose(free, int(n))})
			free -= int(n)
		}
	}
	return digits, true
}

// tailSize returns the number of bytes of the tail that digits take.
func tailSize(digits []digit) (size int) {
	w := word{size: 1}
	for _, d := range digits {
		if !w.fits(d.radix) {
			size += w.bytes()
			w = word{size: 1}
		}
		w.size *= d.radix
	}
	return size + w.bytes()
}

// readDigits sets the values of digits, which must take the whole tail.
func readDigits(digits []digit, tail []byte) bool {
	for len(digits) > 0 {
		w := word{size: 1}
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

func (kc *keyCodec) moveIn(im index.Image, m board.Move) board.Move {
	from, to := kc.ix.SquareIn(im, m.From()), kc.ix.SquareIn(im, m.To())
	switch {
	case m.IsDrop():
		return board.NewDrop(m.Kind(), to)
	case m.IsPromotion():
		return board.NewPromotion(from, to, m.Kind())
	}
	return board.NewMove(from, to)
}
