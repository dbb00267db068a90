package pawns

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync/atomic"
)

// The dump: what a memory knows that was expensive, in a file, so that a search that was cut
// off need not prove it again. It is little-endian:
//
//	magic    8 bytes
//	entries  16 bytes each: Key.Hi, and Key.Lo with its data, as in memory.go
//	end      16 bytes of zeros
//	crc      4 bytes, CRC-32 (IEEE) of all before
const dumpMagic = "pawns 1\n"

// savedEffort is the least effort that is saved: 256 positions.
const savedEffort = 4

// Save writes what the search knows of positions that took at least 256 others to decide.
// It may be called while searching, and reads all of the table.
func (s *Search) Save(w io.Writer) error {
	sum := crc32.NewIEEE()
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16)
	out.WriteString(dumpMagic)
	var entry [16]byte
	for i := range s.memory.lines {
		l := &s.memory.lines[i]
		for j := 0; j < len(l); j += 2 {
			second := atomic.LoadUint64(&l[j+1])
			first := atomic.LoadUint64(&l[j]) ^ mixed(second)
			if second == 0 || unpack(second).effort < savedEffort || first&rank7 != 0 {
				continue
			}
			binary.LittleEndian.PutUint64(entry[:], first)
			binary.LittleEndian.PutUint64(entry[8:], second)
			out.Write(entry[:])
		}
	}
	out.Write(make([]byte, 16))
	if err := out.Flush(); err != nil {
		return fmt.Errorf("pawns: save: %w", err)
	}
	if err := binary.Write(w, binary.LittleEndian, sum.Sum32()); err != nil {
		return fmt.Errorf("pawns: save: %w", err)
	}
	return nil
}

// errDump is a dump that is damaged, cut off or of another kind.
var errDump = errors.New("pawns: restore: not a whole dump of a search")

// Restore adds what Save has written to what the search knows. The dump must be of the same
// Lore. After an error the search knows things it must not be asked about: drop it.
func (s *Search) Restore(r io.Reader) error {
	sum := crc32.NewIEEE()
	in := bufio.NewReaderSize(r, 1<<16)
	var magic [len(dumpMagic)]byte
	if _, err := io.ReadFull(in, magic[:]); err != nil || string(magic[:]) != dumpMagic {
		return errDump
	}
	sum.Write(magic[:])
	var entry [16]byte
	for {
		if _, err := io.ReadFull(in, entry[:]); err != nil {
			return errDump
		}
		sum.Write(entry[:])
		if entry == ([16]byte{}) {
			break
		}
		second := binary.LittleEndian.Uint64(entry[8:])
		k := Key{Hi: binary.LittleEndian.Uint64(entry[:]), Lo: second &^ dataBits}
		s.memory.keep(k, k.hash(), unpack(second))
	}
	var crc uint32
	if err := binary.Read(in, binary.LittleEndian, &crc); err != nil || crc != sum.Sum32() {
		return errDump
	}
	return nil
}
