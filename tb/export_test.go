package tb

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
func (w *Writer) Break() { w.file.Close() }

// BlockNumbers is how many numbers a block has.
const BlockNumbers = 1 << blockBits
