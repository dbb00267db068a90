// Package zobrist holds the random words that make up position keys. Source: chessprogramming wiki,
// Zobrist Hashing.
package zobrist

// The dimensions of Table.
const (
	Kinds    = 8   // kinds of pieces
	MaxCount = 127 // pieces of one kind in a hand
)

// Table is one set of random words. It serves all games.
type Table struct {
	Piece     [2][Kinds][64]uint64 // by colour, kind and square
	Promoted  [64]uint64
	Hand      [2][Kinds][MaxCount + 1]uint64 // by colour, kind and count; 0 for none
	Castling  [16]uint64                     // by set of rights; 0 for none
	EnPassant [65]uint64                     // by square; 0 for the last, which is no square
	Turn      uint64                         // of Black
}

// Keys is the same in every run and on every machine. It is read-only.
var Keys = newTable()

func newTable() *Table {
	t, r := new(Table), splitmix(0x7468_6c69_7474_6c65)
	for c := range t.Piece {
		for k := range t.Piece[c] {
			r.fill(t.Piece[c][k][:])
			r.fill(t.Hand[c][k][1:])
		}
	}
	r.fill(t.Promoted[:])
	r.fill(t.Castling[1:])
	r.fill(t.EnPassant[:64])
	t.Turn = r.next()
	return t
}

// splitmix is the generator of Steele, Lea and Flood (2014), "Fast splittable
// pseudorandom number generators".
type splitmix uint64

func (r *splitmix) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *splitmix) fill(words []uint64) {
	for i := range words {
		words[i] = r.next()
	}
}
