package tb

import (
	"bytes"
	"encoding/binary"
	"sort"

	"github.com/klauspost/compress/zstd"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Pages: what belongs here packs a block of a certificate and unpacks it. It is six columns,
// each compressed for itself, for they have little in common:
//
//	heads     of the keys, each by exclusive or with the one before, and how many records
//	          in a row have it
//	lengths   of the differences, a byte each
//	steps     the differences of each tail to the one before, as numbers, without zeros in
//	          front; the first tail under a head counts as its difference to 0
//	to, from  squares of the moves, a byte each; of a drop 0x80 + its kind stands for from
//	rises     what the moves promote to, a byte each
//	values    as in a table

// page is an unpacked block: records in the order of their keys.
type page struct {
	runs   []run
	tails  []byte
	moves  []board.Move
	values []Value
}

// run is the records of a page with one head.
type run struct {
	head  string
	first int // record
	count int
	at    int // of their tails
	size  int // of a tail
}

// bytes returns about how much memory the page takes.
func (pg *page) bytes() int64 {
	return int64(len(pg.tails) + 2*len(pg.moves) + 2*len(pg.values) + 112*len(pg.runs) + 96)
}

// tail returns tail i of a run.
func (pg *page) tail(r *run, i int) []byte { return pg.tails[r.at+i*r.size:][:r.size] }

// find returns the record with a key.
func (pg *page) find(k *key) (i int, ok bool) {
	head, tail := k.head[:k.heads], k.tail[:k.tails]
	n := sort.Search(len(pg.runs), func(i int) bool { return pg.runs[i].head >= string(head) })
	if n == len(pg.runs) || pg.runs[n].head != string(head) {
		return 0, false
	}
	r := &pg.runs[n]
	low, high := 0, r.count
	for low < high {
		mid := int(uint(low+high) / 2)
		switch c := bytes.Compare(pg.tail(r, mid), tail); {
		case c == 0:
			return r.first + mid, true
		case c < 0:
			low = mid + 1
		default:
			high = mid
		}
	}
	return 0, false
}

// add appends a record, whose key must come after all before it.
func (pg *page) add(head string, tail []byte, m board.Move, v Value) {
	if n := len(pg.runs); n == 0 || pg.runs[n-1].head != head {
		pg.runs = append(pg.runs, run{head: head, first: len(pg.moves), at: len(pg.tails), size: len(tail)})
	}
	pg.runs[len(pg.runs)-1].count++
	pg.tails = append(pg.tails, tail...)
	pg.moves = append(pg.moves, m)
	pg.values = append(pg.values, v)
}

// pack packs the page.
func (pg *page) pack(coder *zstd.Encoder) ([]byte, error) {
	var heads, lengths, steps []byte
	var last string
	for i := range pg.runs {
		r := &pg.runs[i]
		for j := range len(r.head) {
			b := r.head[j]
			if i > 0 {
				b ^= last[j]
			}
			heads = append(heads, b)
		}
		last = r.head
		heads = binary.AppendUvarint(heads, uint64(r.count))
		before := make([]byte, r.size)
		for j := range r.count {
			step := difference(pg.tail(r, j), before)
			lengths, steps = append(lengths, byte(len(step))), append(steps, step...)
			before = pg.tail(r, j)
		}
	}
	b := appendColumn(nil, heads, coder)
	b = appendColumn(b, lengths, coder)
	b = appendColumn(b, steps, coder)
	for _, column := range columns(pg.moves) {
		b = appendColumn(b, column, coder)
	}
	values, err := pack(pg.values, coder)
	return append(b, values...), err
}

// difference returns a - b, which must not be below 0, without zeros in front.
func difference(a, b []byte) []byte {
	d := make([]byte, len(a))
	borrow := 0
	for i := len(a) - 1; i >= 0; i-- {
		n := int(a[i]) - int(b[i]) - borrow
		borrow = n >> 8 & 1
		d[i] = byte(n)
	}
	return bytes.TrimLeft(d, "\x00")
}

// dropMark stands in the column from with the kind of a drop.
const dropMark = 0x80

// columns returns the columns to, from and rises.
func columns(moves []board.Move) [3][]byte {
	var c [3][]byte
	for _, m := range moves {
		from, rises := byte(m.From()), byte(m.Kind())
		if m.IsDrop() {
			from, rises = dropMark|rises, 0
		}
		c[0], c[1], c[2] = append(c[0], byte(m.To())), append(c[1], from), append(c[2], rises)
	}
	return c
}

// appendColumn appends a column: its length, the length of its frame and that, or 0 and the
// column where the frame would be no shorter.
func appendColumn(b, column []byte, coder *zstd.Encoder) []byte {
	b = binary.AppendUvarint(b, uint64(len(column)))
	frame := coder.EncodeAll(column, nil)
	if len(frame) >= len(column) {
		return append(binary.AppendUvarint(b, 0), column...)
	}
	return append(binary.AppendUvarint(b, uint64(len(frame))), frame...)
}

// columnReader takes columns off the front of a packed page.
type columnReader struct {
	data []byte
	bad  bool
}

// next returns the next column, which may have so many bytes at most.
func (c *columnReader) next(most int) []byte {
	size, packed := c.number(most), c.number(len(c.data))
	if packed == 0 {
		packed = size
	}
	if c.bad || packed > len(c.data) {
		c.bad = true
		return nil
	}
	column := c.data[:packed]
	c.data = c.data[packed:]
	if packed == size {
		return column
	}
	column, err := decoder().DecodeAll(column, make([]byte, 0, size))
	c.bad = err != nil || len(column) != size
	return column
}

// number returns the next length.
func (c *columnReader) number(most int) int {
	n, size := binary.Uvarint(c.data)
	if c.bad = c.bad || size <= 0 || n > uint64(most); c.bad {
		return 0
	}
	c.data = c.data[size:]
	return int(n)
}

// unpackPage is the inverse of pack for a page of so many records. It refuses what pack
// would not write, but for keys that are no position's.
func unpackPage(data []byte, many int, pk *packer) (*page, error) {
	c := &columnReader{data: data}
	heads := c.next(many * (maxHead + binary.MaxVarintLen64))
	lengths := c.next(many)
	steps := c.next(many * maxTail)
	to, from, rises := c.next(many), c.next(many), c.next(many)
	pg := new(page)
	if c.bad || len(lengths) != many || !pg.readHeads(heads, many, pk) || !pg.readTails(lengths, steps) ||
		len(from) != many || len(to) != many || len(rises) != many || !pg.readMoves(to, from, rises) {
		return nil, errContents
	}
	values, err := unpack(c.data, many)
	if err != nil {
		return nil, err
	}
	for i := range many {
		v := values.at(i)
		if v != Draw && v <= Win {
			return nil, errContents
		}
		pg.values = append(pg.values, v)
	}
	return pg, nil
}

// readHeads reads the runs, which must come to so many records, and makes room for their
// tails.
func (pg *page) readHeads(b []byte, many int, pk *packer) bool {
	head, total, bytes := make([]byte, pk.headSize()), 0, 0
	for len(b) > 0 {
		if len(b) < len(head) {
			return false
		}
		for i := range head {
			head[i] ^= b[i]
		}
		count, n := binary.Uvarint(b[len(head):])
		digits, ok := pk.digits(head, new(board.Setup))
		if n <= 0 || count == 0 || count > uint64(many-total) || !ok {
			return false
		}
		r := run{head: string(head), first: total, count: int(count), at: bytes, size: tailSize(digits)}
		if last := len(pg.runs) - 1; last >= 0 && pg.runs[last].head >= r.head {
			return false
		}
		pg.runs = append(pg.runs, r)
		total, bytes, b = total+r.count, bytes+r.count*r.size, b[len(head)+n:]
	}
	pg.tails = make([]byte, bytes)
	return total == many
}

// readTails adds up the differences.
func (pg *page) readTails(lengths, steps []byte) bool {
	var zero [maxTail]byte
	for i := range pg.runs {
		r := &pg.runs[i]
		before := zero[:r.size]
		for j := range r.count {
			n := int(lengths[r.first+j])
			if n > r.size || n > len(steps) || n > 0 && steps[0] == 0 || n == 0 && j > 0 {
				return false
			}
			tail := pg.tail(r, j)
			if !sum(tail, before, steps[:n]) {
				return false
			}
			before, steps = tail, steps[n:]
		}
	}
	return len(steps) == 0
}

// sum sets dst to a and a shorter number, and reports whether it has room.
func sum(dst, a, b []byte) bool {
	carry := 0
	for i := len(dst) - 1; i >= 0; i-- {
		n := int(a[i]) + carry
		if j := i - len(dst) + len(b); j >= 0 {
			n += int(b[j])
		}
		dst[i], carry = byte(n), n>>8
	}
	return carry == 0
}

// readMoves reads the moves.
func (pg *page) readMoves(to, from, rises []byte) bool {
	for i := range to {
		kind := rises[i]
		drop := from[i]&dropMark != 0
		if drop {
			kind = from[i] &^ dropMark
		}
		if to[i] >= geom.MaxSquares || !drop && from[i] >= geom.MaxSquares || kind >= board.MaxKinds || drop && rises[i] != 0 {
			return false
		}
		m := board.NewPromotion(geom.Square(from[i]), geom.Square(to[i]), board.Kind(kind))
		if drop {
			m = board.NewDrop(board.Kind(kind), geom.Square(to[i]))
		}
		pg.moves = append(pg.moves, m)
	}
	return true
}
