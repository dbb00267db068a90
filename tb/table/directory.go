package table

import (
	"encoding/binary"

	"tinyhouse/tb/container"
)

// maxText is the greatest length of the name of a signature in bytes.
const maxText = 1 << 10

// entry is a signature as the directory has it.
type entry struct {
	signature string
	size      uint64 // numbers
}

func appendDirectory(b []byte, entries []entry, extents []container.Extent) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(entries)))
	for _, e := range entries {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(e.signature)))
		b = append(b, e.signature...)
		b = binary.LittleEndian.AppendUint64(b, e.size)
	}
	for _, e := range extents {
		b = e.Append(b)
	}
	return b
}

// parseDirectory is the inverse of appendDirectory. It fails for any other number of bytes than
// appendDirectory writes.
func parseDirectory(b []byte, bits uint32) (entries []entry, extents []container.Extent, ok bool) {
	if len(b) < 4 {
		return nil, nil, false
	}
	count := binary.LittleEndian.Uint32(b)
	b = b[4:]
	blocks := uint64(0)
	for range count {
		if len(b) < 2 {
			return nil, nil, false
		}
		n := int(binary.LittleEndian.Uint16(b))
		if len(b) < 2+n+8 || n > maxText {
			return nil, nil, false
		}
		e := entry{string(b[2 : 2+n]), binary.LittleEndian.Uint64(b[2+n:])}
		b = b[2+n+8:]
		if blocks += container.BlocksOf(e.size, bits); blocks > uint64(len(b)) {
			return nil, nil, false
		}
		entries = append(entries, e)
	}
	if uint64(len(b)) != container.ExtentBytes*blocks {
		return nil, nil, false
	}
	for ; len(b) > 0; b = b[container.ExtentBytes:] {
		extents = append(extents, container.ReadExtent(b))
	}
	return entries, extents, true
}
