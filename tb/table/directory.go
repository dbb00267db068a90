package table

import (
	"bytes"
	"encoding/binary"

	"tinyhouse/tb/container"
)

// maxText is the greatest length of the name of a signature in bytes.
const maxText = 1 << 10

// minEntry is the size of the shortest entry of a signature in bytes, with an extent.
const minEntry = 2 + 3 + 8 + container.ExtentBytes

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

// walkDirectory reads the signatures of a directory, which begins with their count, and calls visit
// with each. It returns the number of blocks, whose extents follow.
func walkDirectory(d *container.Directory, count uint64, visit func(name []byte, size uint64) error) (blocks uint64, err error) {
	for range count {
		n := int(d.Number(2))
		if n == 0 || n > maxText {
			d.Refuse()
		}
		b := d.Bytes(n + 8)
		if b == nil {
			break
		}
		size := binary.LittleEndian.Uint64(b[n:])
		room, more := d.Left()/container.ExtentBytes, container.BlocksOf(size, d.File().Bits())
		if more > room || blocks > room-more {
			d.Refuse()
			break
		}
		blocks += more
		if err := visit(b[:n], size); err != nil {
			return 0, err
		}
	}
	return blocks, nil
}

// outline reads a directory for its lengths alone.
func outline(d *container.Directory) error {
	blocks, _ := walkDirectory(d, d.Number(4), func([]byte, uint64) error { return nil })
	for range blocks {
		if _, ok := d.Extent(); !ok {
			break
		}
	}
	return nil
}

// readDirectory reads the signatures and returns the extents of the blocks.
func (t *File) readDirectory(d *container.Directory) (extents []container.Extent, err error) {
	blocks, numbers := uint64(0), uint64(0)
	var text []byte
	count := d.Number(4)
	most := int(min(count, d.Left()/minEntry)) // more only if many have no numbers
	t.list.Grow(most)
	t.sizes, t.first = make([]uint64, 0, most), make([]int, 0, most)
	all, err := walkDirectory(d, count, func(name []byte, size uint64) error {
		s, err := t.Indexer().Parse(string(name))
		if err == nil {
			err = t.Indexer().Check(&s)
		}
		if err != nil {
			return t.Fail("the directory is damaged: %w", err)
		}
		text = t.Indexer().AppendText(text[:0], &s)
		if _, added := t.list.Add(s); !added || !bytes.Equal(text, name) {
			return t.Fail("the directory is damaged: %q is there twice or not in its usual form", name)
		}
		t.sizes, t.first = append(t.sizes, size), append(t.first, int(blocks))
		blocks += container.BlocksOf(size, t.Bits())
		numbers += size
		return nil
	})
	if err != nil {
		return nil, err
	}
	if numbers != t.Numbers() {
		return nil, t.Fail("the directory is damaged: %d numbers, want %d", numbers, t.Numbers())
	}
	return d.Extents(make([]container.Extent, 0, min(all, d.Left()/container.ExtentBytes)), all), nil
}
