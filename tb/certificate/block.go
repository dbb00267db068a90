package certificate

import (
	"bytes"
	"encoding/binary"
	"sort"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/setup"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/internal/compress"
)

// A packed block is six columns, each compressed on its own, since they have little in common:
//
//	heads     of the keys, each as exclusive or with the previous one, and the number of
//	          consecutive records that have it
//	lengths   of the steps, a byte each
//	steps     the difference of each tail to the previous one, as a number without leading
//	          zeros; the first tail of a head is its difference to 0
//	to, from  squares of the moves, a byte each; a drop has 0x80 + its kind as from
//	rises     what the moves promote to, a byte each
//	values    as in a table

// block is an unpacked block: records in the order of their keys.
type block struct {
	runs   []run
	tails  []byte
	moves  []board.Move
	values []dtm.Value
}

// run is the records of a block with one head.
type run struct {
	head  string
	first int // record
	count int
	at    int // of their tails in block.tails
	size  int // of a tail in bytes
}

// Bytes returns about how much memory the block takes.
func (b *block) Bytes() int64 {
	return int64(len(b.tails) + 2*len(b.moves) + 2*len(b.values) + 112*len(b.runs) + 96)
}

func (b *block) tail(r *run, i int) []byte { return b.tails[r.at+i*r.size:][:r.size] }

// find returns the index of the record with a key.
func (b *block) find(k *key) (i int, ok bool) {
	head, tail := k.head[:k.heads], k.tail[:k.tails]
	n := sort.Search(len(b.runs), func(i int) bool { return b.runs[i].head >= string(head) })
	if n == len(b.runs) || b.runs[n].head != string(head) {
		return 0, false
	}
	r := &b.runs[n]
	low, high := 0, r.count
	for low < high {
		mid := int(uint(low+high) / 2)
		switch c := bytes.Compare(b.tail(r, mid), tail); {
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

// ends returns the first key and the last.
func (b *block) ends() (first, last string) {
	r, s := &b.runs[0], &b.runs[len(b.runs)-1]
	return r.head + string(b.tail(r, 0)), s.head + string(b.tail(s, s.count-1))
}

// add appends a record, whose key must come after all before it.
func (b *block) add(head string, tail []byte, m board.Move, v dtm.Value) {
	if n := len(b.runs); n == 0 || b.runs[n-1].head != head {
		b.runs = append(b.runs, run{head: head, first: len(b.moves), at: len(b.tails), size: len(tail)})
	}
	b.runs[len(b.runs)-1].count++
	b.tails = append(b.tails, tail...)
	b.moves = append(b.moves, m)
	b.values = append(b.values, v)
}

func (b *block) pack(encoder *compress.Encoder) ([]byte, error) {
	heads, lengths, steps := b.keyColumns()
	to, from, rises := b.moveColumns()
	var packed []byte
	for _, column := range [][]byte{heads, lengths, steps, to, from, rises} {
		packed = appendColumn(packed, column, encoder)
	}
	values, err := dtm.Pack(b.values, encoder)
	return append(packed, values...), err
}

func (b *block) keyColumns() (heads, lengths, steps []byte) {
	var last string
	for i := range b.runs {
		r := &b.runs[i]
		for j := range len(r.head) {
			x := r.head[j]
			if i > 0 {
				x ^= last[j]
			}
			heads = append(heads, x)
		}
		last = r.head
		heads = binary.AppendUvarint(heads, uint64(r.count))
		before := make([]byte, r.size)
		for j := range r.count {
			step := difference(b.tail(r, j), before)
			lengths, steps = append(lengths, byte(len(step))), append(steps, step...)
			before = b.tail(r, j)
		}
	}
	return heads, lengths, steps
}

// difference returns x - y, which must not be negative, without leading zeros.
func difference(x, y []byte) []byte {
	d := make([]byte, len(x))
	borrow := 0
	for i := len(x) - 1; i >= 0; i-- {
		n := int(x[i]) - int(y[i]) - borrow
		borrow = n >> 8 & 1
		d[i] = byte(n)
	}
	return bytes.TrimLeft(d, "\x00")
}

// dropMark marks a drop in the column from; the other bits are the kind.
const dropMark = 0x80

func (b *block) moveColumns() (to, from, rises []byte) {
	for _, m := range b.moves {
		f, r := byte(m.From()), byte(m.Kind())
		if m.IsDrop() {
			f, r = dropMark|r, 0
		}
		to, from, rises = append(to, byte(m.To())), append(from, f), append(rises, r)
	}
	return to, from, rises
}

// appendColumn appends a column: its length, then the length of its frame and the frame, or 0
// and the column as it is if the frame is not shorter.
func appendColumn(dst, column []byte, encoder *compress.Encoder) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(column)))
	frame := encoder.Append(nil, column)
	if len(frame) >= len(column) {
		return append(binary.AppendUvarint(dst, 0), column...)
	}
	return append(binary.AppendUvarint(dst, uint64(len(frame))), frame...)
}

// columnReader reads the columns of a packed block.
type columnReader struct {
	data []byte
	bad  bool
}

// next returns the next column, of at most max bytes.
func (c *columnReader) next(max int) []byte {
	size, packed := c.number(max), c.number(len(c.data))
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
	column, ok := compress.Decode(column, size)
	c.bad = !ok
	return column
}

// number returns the next length, of at most max.
func (c *columnReader) number(max int) int {
	n, size := binary.Uvarint(c.data)
	if c.bad = c.bad || size <= 0 || n > uint64(max); c.bad {
		return 0
	}
	c.data = c.data[size:]
	return int(n)
}

// unpackBlock is the inverse of pack for a block of count records. It refuses what pack does
// not write, except for keys of no position.
func unpackBlock(data []byte, count int, kc *keyCodec) (*block, error) {
	c := &columnReader{data: data}
	heads := c.next(count * (maxHead + binary.MaxVarintLen64))
	lengths := c.next(count)
	steps := c.next(count * maxTail)
	to, from, rises := c.next(count), c.next(count), c.next(count)
	b := new(block)
	if c.bad || len(lengths) != count || !b.readHeads(heads, count, kc) || !b.readTails(lengths, steps) ||
		len(from) != count || len(to) != count || len(rises) != count || !b.readMoves(to, from, rises, kc.game) {
		return nil, dtm.ErrContents
	}
	values, err := dtm.Unpack(c.data, count)
	if err != nil {
		return nil, err
	}
	for i := range count {
		v := values.At(i)
		if v != dtm.Draw && v <= dtm.Win {
			return nil, dtm.ErrContents
		}
		b.values = append(b.values, v)
	}
	return b, nil
}

// readHeads reads the runs, which must have count records together, and allocates their tails.
func (b *block) readHeads(data []byte, count int, kc *keyCodec) bool {
	head, records, bytes := make([]byte, kc.headSize()), 0, 0
	for len(data) > 0 {
		if len(data) < len(head) {
			return false
		}
		for i := range head {
			head[i] ^= data[i]
		}
		n, size := binary.Uvarint(data[len(head):])
		digits, ok := kc.digits(head, new(setup.Spec))
		if size <= 0 || n == 0 || n > uint64(count-records) || !ok {
			return false
		}
		r := run{head: string(head), first: records, count: int(n), at: bytes, size: tailSize(digits)}
		if last := len(b.runs) - 1; last >= 0 && b.runs[last].head >= r.head {
			return false
		}
		b.runs = append(b.runs, r)
		records, bytes, data = records+r.count, bytes+r.count*r.size, data[len(head)+size:]
	}
	b.tails = make([]byte, bytes)
	return records == count
}

// readTails adds up the steps.
func (b *block) readTails(lengths, steps []byte) bool {
	var zero [maxTail]byte
	for i := range b.runs {
		r := &b.runs[i]
		before := zero[:r.size]
		for j := range r.count {
			n := int(lengths[r.first+j])
			if n > r.size || n > len(steps) || n > 0 && steps[0] == 0 || n == 0 && j > 0 {
				return false
			}
			tail := b.tail(r, j)
			if !sum(tail, before, steps[:n]) {
				return false
			}
			before, steps = tail, steps[n:]
		}
	}
	return len(steps) == 0
}

// sum sets dst to x + y, where y may be shorter, and reports whether dst has room for it.
func sum(dst, x, y []byte) bool {
	carry := 0
	for i := len(dst) - 1; i >= 0; i-- {
		n := int(x[i]) + carry
		if j := i - len(dst) + len(y); j >= 0 {
			n += int(y[j])
		}
		dst[i], carry = byte(n), n>>8
	}
	return carry == 0
}

// readMoves reads the moves, whose squares and kinds must be those of the game.
func (b *block) readMoves(to, from, rises []byte, g *board.Game) bool {
	onBoard := func(sq byte) bool { return sq < geom.MaxSquares && g.Squares().Has(geom.Square(sq)) }
	for i := range to {
		kind := rises[i]
		drop := from[i]&dropMark != 0
		if drop {
			kind = from[i] &^ dropMark
		}
		if !onBoard(to[i]) || !drop && !onBoard(from[i]) || int(kind) >= g.Kinds() || drop && rises[i] != 0 {
			return false
		}
		m := board.NewPromotion(geom.Square(from[i]), geom.Square(to[i]), board.Kind(kind))
		if drop {
			m = board.NewDrop(board.Kind(kind), geom.Square(to[i]))
		}
		b.moves = append(b.moves, m)
	}
	return true
}
