package tb

import (
	"errors"
	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// Pack packs values.
func Pack(values []Value) []byte {
	coder, err := newCoder(1)
	if err != nil {
		panic(err)
	}
	b, err := pack(values, coder)
	if err != nil {
		panic(err)
	}
	return b
}

// Unpack unpacks a block, and reads all of it.
func Unpack(b []byte, many int) error {
	block, err := unpack(b, many)
	if err != nil {
		return err
	}
	for i := range many {
		if !block.at(i).isValue() {
			panic("a block with what is no value")
		}
	}
	return nil
}

// Break makes the file of w one that cannot be written, as a full disk does.
func (w *Writer) Break() { w.out.Reset(full{}) }

// Break does the same to a certificate.
func (w *ProofWriter) Break() { w.out.Reset(full{}) }

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// BlockNumbers is how many numbers a block has.
const BlockNumbers = 1 << blockBits

// ProofBlock is how many records a block of a certificate has.
const ProofBlock = 1 << proofBits

// Packer packs positions of a game.
type Packer struct{ pk *packer }

// NewPacker returns the packer of a game.
func NewPacker(g *board.Game) Packer { return Packer{newPacker(index.New(g))} }

// Key returns the key of p, and the bytes of its head.
func (p Packer) Key(pos *board.Position) ([]byte, int) {
	var k key
	p.pk.canonical(&k, pos)
	return []byte(k.text()), k.heads
}

// Same returns the bytes of p itself.
func (p Packer) Same(pos *board.Position) []byte {
	var k key
	p.pk.pack(&k, pos, index.Same)
	return []byte(k.text())
}

// Unpack returns the position of a key.
func (p Packer) Unpack(b []byte) (board.Position, error) {
	n := min(p.pk.headSize(), len(b))
	return p.pk.unpack(b[:n], b[n:])
}

// HeadSize is how many bytes the head of a key has.
func (p Packer) HeadSize() int { return p.pk.headSize() }

// UnpackPage unpacks a block of a certificate.
func (p Packer) UnpackPage(b []byte, many int) error {
	_, err := unpackPage(b, many, p.pk)
	return err
}

// Least packs the least image of p, and throws it away.
func (p Packer) Least(pos *board.Position) {
	var k key
	p.pk.canonical(&k, pos)
}

// Checksum is that of a block.
func Checksum(b []byte) uint32 { return checksum(b) }

// Row is a record as it is in a file: of any bytes.
type Row struct {
	Key   []byte
	Move  board.Move
	Value Value
}

// WriteRows writes a certificate about root of rows as they are, whole blocks but for the last,
// and not in order, if they are not.
func WriteRows(path string, g *board.Game, root *board.Position, rows []Row) error {
	w, err := CreateProof(path, g, root)
	if err != nil {
		return err
	}
	w.closed = true
	var firsts []string
	for from := 0; from < len(rows); from += 1 << proofBits {
		pg := new(page)
		for _, r := range rows[from:min(from+1<<proofBits, len(rows))] {
			n := w.pk.headSize()
			pg.add(string(r.Key[:n]), r.Key[n:], r.Move, r.Value)
		}
		packed, err := pg.pack(w.coder)
		if err != nil {
			return err
		}
		w.storeBlock(packed)
		firsts = append(firsts, string(rows[from].Key))
	}
	return w.finish(appendProofDirectory(nil, firsts, w.blocks), uint64(len(rows)))
}
