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

// parseDirectory is the inverse of appendDirectory. It fails for any other number of bytes than
// appendDirectory writes.
func parseDirectory(b []byte) (firsts []string, extents []container.Extent, ok bool) {
	if len(b) < 4 {
		return nil, nil, false
	}
	count := binary.LittleEndian.Uint32(b)
	b = b[4:]
	for range count {
		if len(b) < 1 || len(b) < 1+int(b[0])+container.ExtentBytes {
			return nil, nil, false
		}
		n := 1 + int(b[0])
		firsts, extents = append(firsts, string(b[1:n])), append(extents, container.ReadExtent(b[n:]))
		b = b[n+container.ExtentBytes:]
	}
	return firsts, extents, len(b) == 0
}
