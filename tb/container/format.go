// Package container reads and writes the file format that tables and certificates share: a
// header with the rules, compressed blocks with checksums, a directory, and a footer with a
// digest. docs/formats.md specifies it.
//
//	header      magic number, versions, rules, and the subject: of a table its material, of a
//	            certificate its root
//	blocks      end to end
//	directory   what the blocks hold; the length and checksum of each
//	footer      where the directory is, the length of the file, digest of all but the blocks
package container

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
)

// Kind is a kind of file in the format.
type Kind struct {
	name        string // in errors
	magic, mark string // the first and the last bytes; magic numbers break when handled as text
	version     uint32
	maxBits     uint32 // for readers
	minBlock    uint32 // bytes of the shortest block: no block is empty

	// Bits says how many entries a block written by this program holds: 1 << Bits.
	Bits uint32
}

// The kinds of files. docs/formats.md has the measurements behind the block sizes; blocks of
// certificates with 1 << 12 records take 4 % less space and 3 times as long to probe.
var (
	Table       = Kind{"table", "\x89THT\r\n\x1a\n", "THT end\n", 1, 20, 2, 14}
	Certificate = Kind{"certificate", "\x89THC\r\n\x1a\n", "THC end\n", 1, 15, 20, 10}
)

const (
	headerSize  = 60 // without the texts
	digestAt    = 28 // of the rules
	footerSize  = 72
	footerPlain = 32 // bytes before the digest

	maxRules   = 1 << 16 // bytes
	maxSubject = 1 << 12
)

// order is the byte order of all integers.
var order = binary.LittleEndian

// header is the part of a file before the blocks.
type header struct {
	kind           *Kind
	numbering      uint32 // version of package index
	bits           uint32 // a block holds 1 << bits entries
	rulesDigest    [32]byte
	rules, subject string
}

func (h *header) append(b []byte) []byte {
	b = append(b, h.kind.magic...)
	b = order.AppendUint32(b, h.kind.version)
	b = order.AppendUint32(b, h.numbering)
	b = order.AppendUint32(b, h.bits)
	b = order.AppendUint32(b, uint32(len(h.rules)))
	b = order.AppendUint32(b, uint32(len(h.subject)))
	b = append(b, h.rulesDigest[:]...)
	return append(append(b, h.rules...), h.subject...)
}

// footer is the part of a file after the directory.
type footer struct {
	directory, length uint64 // offset and bytes of the directory
	size              uint64 // of the file
	entries           uint64 // of all blocks
}

// plain returns the bytes of f before the digest.
func (f *footer) plain() (b []byte) {
	for _, n := range []uint64{f.directory, f.length, f.size, f.entries} {
		b = order.AppendUint64(b, n)
	}
	return b
}

// append appends the bytes of f, with the digest of the header, the directory and f.
func (f *footer) append(b, header, directory []byte, mark string) []byte {
	h := sha256.New()
	h.Write(header)
	h.Write(directory)
	h.Write(f.plain())
	return append(h.Sum(append(b, f.plain()...)), mark...)
}

// castagnoli is the polynomial of the checksums, which processors compute in hardware.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the checksum of a block.
func Checksum(block []byte) uint32 { return crc32.Checksum(block, castagnoli) }

// Extent is the length and the checksum of a block, as directories have them.
type Extent struct{ length, sum uint32 }

// ExtentBytes is the size of an extent in a directory.
const ExtentBytes = 8

// Append appends the bytes of e.
func (e Extent) Append(b []byte) []byte {
	return order.AppendUint32(order.AppendUint32(b, e.length), e.sum)
}

// BlocksOf returns how many blocks of 1 << bits entries a number of entries takes.
func BlocksOf(entries uint64, bits uint32) uint64 {
	whole := entries >> bits
	if entries&(1<<bits-1) != 0 {
		whole++
	}
	return whole
}
