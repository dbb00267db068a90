package certificate_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/engine/setup"
	"tinyhouse/tb/dtm"
)

// bookUnits are the units of some games: for each kind on the board without a mark (p), with the mark
// of a promotion (m), in hand (h).
var bookUnits = map[string][]string{
	"tinyhouse":  {"p", "ph", "pmh", "pmh", "pmh"},
	"chess":      {"p", "p", "p", "p", "p", "p"},
	"thinchess8": {"p", "p", "p"},
	"peasants3":  {"", "p"},
}

// bookClaim is a record.
type bookClaim struct {
	setup setup.Spec
	m     board.Move
	v     score.Exact
}

// fileByTheBook reads all records of a certificate as docs/formats.md says, without this package. It trusts
// the file where docs/formats.md allows it.
func fileByTheBook(t *testing.T, b []byte, units []string, squares int) (root setup.Spec, all []bookClaim) {
	t.Helper()
	u32 := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	foot := len(b) - 72
	at := 60 + u32(20) + u32(24)
	root = setupByTheBook(b[60+u32(20):at], units, squares)
	directory := u32(foot)
	sum := sha256.Sum256(slices.Concat(b[:at], b[directory:foot+32]))
	if string(b[:8]) != "\x89THC\r\n\x1a\n" || string(b[foot+64:]) != "THC end\n" || string(sum[:]) != string(b[foot+32:foot+64]) {
		t.Fatal("not as in docs/formats.md")
	}
	d, left := directory+4, u32(foot+24)
	for range u32(directory) {
		first := b[d+1 : d+1+int(b[d])]
		d += 1 + int(b[d])
		block := b[at : at+u32(d)]
		if crc32.Checksum(block, crc32.MakeTable(crc32.Castagnoli)) != uint32(u32(d+4)) {
			t.Fatal("not as in docs/formats.md")
		}
		many := min(left, 1<<u32(16))
		keys, claims := blockByTheBook(t, block, many, units, squares)
		if !bytes.Equal(keys[0], first) || !slices.IsSortedFunc(keys, bytes.Compare) {
			t.Fatal("not as in docs/formats.md")
		}
		all = append(all, claims...)
		at, d, left = at+u32(d), d+8, left-many
	}
	if at != directory || d != foot || left != 0 {
		t.Fatal("not as in docs/formats.md")
	}
	return root, all
}

// blockByTheBook reads the records of one block.
func blockByTheBook(t *testing.T, b []byte, many int, units []string, squares int) (keys [][]byte, all []bookClaim) {
	t.Helper()
	z, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	number := func() int {
		n, size := binary.Uvarint(b)
		b = b[size:]
		return int(n)
	}
	var columns [6][]byte
	for i := range columns {
		size, packed := number(), number()
		columns[i] = b[:max(packed, size*(1-min(packed, 1)))]
		b = b[len(columns[i]):]
		if packed > 0 {
			if columns[i], err = z.DecodeAll(columns[i], nil); err != nil || len(columns[i]) != size {
				t.Fatal(err)
			}
		}
	}
	head := make([]byte, 2+2*len(strings.Join(units, "")))
	for len(columns[0]) > 0 {
		for i := range head {
			head[i] ^= columns[0][i]
		}
		count, n := binary.Uvarint(columns[0][len(head):])
		columns[0] = columns[0][len(head)+n:]
		tail := new(big.Int)
		for range count {
			i := len(keys)
			n := columns[1][i]
			tail.Add(tail, new(big.Int).SetBytes(columns[2][:n]))
			columns[2] = columns[2][n:]
			key := append(slices.Clone(head), tail.FillBytes(make([]byte, tailByTheBook(head, units, squares)))...)
			to, from, rises := geom.Square(columns[3][i]), columns[4][i], board.Kind(columns[5][i])
			m := board.NewPromotion(geom.Square(from), to, rises)
			if from >= 0x80 {
				m = board.NewDrop(board.Kind(from-0x80), to)
			}
			keys, all = append(keys, key), append(all, bookClaim{setup: setupByTheBook(key, units, squares), m: m})
		}
	}
	values, err := dtm.Unpack(b, many) // package table tests this against docs/formats.md
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		all[i].v = values.At(i).Exact()
	}
	return keys, all
}

// words returns the radices of a head's digits, by words.
func words(head []byte, units []string, squares int) (words [][]uint64) {
	product := new(big.Int).Lsh(big.NewInt(1), 63)
	at := 2
	for _, form := range strings.Join(units, "") {
		for range 2 {
			n := int64(head[at])
			at++
			if form == 'h' || n == 0 {
				continue
			}
			radix := new(big.Int).Binomial(int64(squares), n)
			squares -= int(n)
			next := new(big.Int).Mul(product, radix)
			if next.BitLen() > 63 {
				words, next = append(words, nil), radix
			}
			product = next
			words[len(words)-1] = append(words[len(words)-1], radix.Uint64())
		}
	}
	return words
}

// sizeOf returns the bytes of a word.
func sizeOf(word []uint64) int {
	product := uint64(1)
	for _, r := range word {
		product *= r
	}
	return (new(big.Int).SetUint64(product-1).BitLen() + 7) / 8
}

// tailByTheBook returns the bytes of the tail.
func tailByTheBook(head []byte, units []string, squares int) (n int) {
	for _, w := range words(head, units, squares) {
		n += sizeOf(w)
	}
	return n
}

// setupByTheBook returns the position of a key.
func setupByTheBook(key []byte, units []string, squares int) setup.Spec {
	s := setup.Spec{Turn: board.Color(key[0] & 1), Castling: board.Rights(key[0] >> 1), EnPassant: geom.NoSquare}
	if key[1] > 0 {
		s.EnPassant = geom.Square(key[1] - 1)
	}
	n := 2 + 2*len(strings.Join(units, ""))
	head, tail := key[:n], key[n:]
	var digits []uint64
	for _, w := range words(head, units, squares) {
		value := new(big.Int).SetBytes(tail[:sizeOf(w)]).Uint64()
		tail = tail[sizeOf(w):]
		part := make([]uint64, len(w))
		for i := len(w) - 1; i >= 0; i-- {
			part[i], value = value%w[i], value/w[i]
		}
		digits = append(digits, part...)
	}
	var free []geom.Square
	for sq := range squares {
		free = append(free, geom.Square(sq))
	}
	at := 2
	for kind, forms := range units {
		for _, form := range forms {
			for c := range board.Color(2) {
				n := int(head[at])
				at++
				if form == 'h' {
					s.Hands[c][kind] = n
				} else if n > 0 {
					for _, place := range places(digits[0], n) {
						s.Put(free[place], board.Piece{Color: c, Kind: board.Kind(kind), Promoted: form == 'm'})
						free[place] = geom.NoSquare
					}
					digits = digits[1:]
					free = slices.DeleteFunc(free, func(sq geom.Square) bool { return sq == geom.NoSquare })
				}
			}
		}
	}
	return s
}

// places returns the places of subset number r of k.
func places(r uint64, k int) (all []int) {
	for ; k > 0; k-- {
		p := k - 1
		for new(big.Int).Binomial(int64(p+1), int64(k)).Uint64() <= r {
			p++
		}
		r -= new(big.Int).Binomial(int64(p), int64(k)).Uint64()
		all = append(all, p)
	}
	return all
}

// TestFormat reads certificates as docs/formats.md says.
func TestFormat(t *testing.T) {
	for name, units := range bookUnits {
		g := enginetest.Game(t, name)
		b := bytesOf(t, g, claims(t, g, 5000))
		root, all := fileByTheBook(t, b, units, g.Squares().Len())
		f, err := read(b)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := setup.New(g, &root); err != nil || p != f.Root() {
			t.Errorf("%s: root %s, %v", name, notation.FEN(g, &p), err)
		}
		n := 0
		for i := range f.Blocks() {
			if err := f.Block(i, func(p *board.Position, m board.Move, v score.Exact) error {
				q, err := setup.New(g, &all[n].setup)
				if err != nil || q != *p || all[n].m != m || all[n].v != v {
					t.Fatalf("%s: record %d: %s %v %v, want %s %v %v; %v", name, n, notation.FEN(g, &q), all[n].m, all[n].v, notation.FEN(g, p), m, v, err)
				}
				n++
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		if n != len(all) || uint64(n) != f.Len() {
			t.Errorf("%s: %d records, want %d", name, len(all), n)
		}
	}
}
