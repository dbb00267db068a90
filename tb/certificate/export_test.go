package certificate

import (
	"tinyhouse/engine/board"
	"tinyhouse/tb/container"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

// BlockRecords is the number of records in a block.
var BlockRecords = 1 << container.Certificate.Bits

// KeyCodec converts between the positions and the keys of a game.
type KeyCodec struct{ codec *keyCodec }

// NewKeyCodec returns the codec of a game.
func NewKeyCodec(g *board.Game) KeyCodec { return KeyCodec{newKeyCodec(index.New(g))} }

// Least returns the least key of the images of p.
func (c KeyCodec) Least(p *board.Position) []byte {
	var k key
	c.codec.encodeLeast(&k, p)
	return []byte(k.text())
}

// Encode returns the key of p itself.
func (c KeyCodec) Encode(p *board.Position) []byte {
	var k key
	c.codec.encode(&k, p, index.Same)
	return []byte(k.text())
}

// Decode returns the position of a key.
func (c KeyCodec) Decode(b []byte) (board.Position, error) {
	n := min(c.codec.headSize(), len(b))
	return c.codec.decode(b[:n], b[n:])
}

// Row is a record as it is in a file, of any bytes.
type Row struct {
	Key   []byte
	Move  board.Move
	Value dtm.Value
}

// WriteRows writes a certificate about root of rows as they are, even if they are out of order.
func WriteRows(path string, g *board.Game, root *board.Position, rows []Row) error {
	w, err := Create(path, g, root)
	if err != nil {
		return err
	}
	w.closed = true
	n := w.codec.headSize()
	for _, r := range rows {
		w.write(string(r.Key[:n]), r.Key[n:], r.Move, r.Value)
	}
	return w.finish()
}
