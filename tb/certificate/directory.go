package certificate

import (
	"encoding/binary"

	"tinyhouse/tb/container"
)

// appendDirectory appends the bytes of a directory: the first key of each block and its extent.
func appendDirectory(b []byte, firsts []string, extents []container.Extent) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(firsts)))
	for i, first := range firsts {
		b = append(b, byte(len(first)))
		b = append(b, first...)
		b = extents[i].Append(b)
	}
	return b
}

// outline reads a directory for its lengths alone.
func outline(d *container.Directory) error {
	walkDirectory(d, func([]byte) {}, func(container.Extent) {})
	return nil
}

// walkDirectory calls the functions with the first key of each block, which is valid during the
// call, and the extent of each.
func walkDirectory(d *container.Directory, first func([]byte), extent func(container.Extent)) {
	for range d.Number(4) {
		n := int(d.Number(1))
		key := d.Bytes(n)
		if n == 0 || key == nil {
			d.Refuse()
			break
		}
		first(key)
		e, ok := d.Extent()
		if !ok {
			break
		}
		extent(e)
	}
}
