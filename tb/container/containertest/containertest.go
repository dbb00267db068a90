// Package containertest takes tables and certificates apart and puts changed ones together with
// correct checksums and digests, for tests of their readers. It follows docs/formats.md and uses
// none of the code under test.
package containertest

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
)

const (
	headerSize = 60 // without the texts
	footerSize = 72
	markSize   = 8
	extentSize = 8

	certificateMagic = "\x89THC\r\n\x1a\n"
)

var order = binary.LittleEndian

// File is the parts of a table or a certificate. A test changes what it likes and calls Seal.
type File struct {
	Magic, Mark              string // the first and the last eight bytes
	Version, Numbering, Bits uint32
	RulesDigest              [32]byte
	Rules, Subject           string
	Blocks                   [][]byte
	Signatures               []Signature // of a table
	Firsts                   []string    // of a certificate: the first key of each block
	Entries                  uint64      // of the footer: numbers or records
}

// Signature is a signature in the directory of a table.
type Signature struct {
	Name string
	Size uint64
}

// Open takes a file apart. It does not check digests and checksums.
func Open(b []byte) (*File, error) {
	if len(b) < headerSize+footerSize {
		return nil, errors.New("containertest: too short")
	}
	foot := b[len(b)-footerSize:]
	f := &File{Magic: string(b[:8]), Mark: string(foot[footerSize-markSize:]), Version: order.Uint32(b[8:]),
		Numbering: order.Uint32(b[12:]), Bits: order.Uint32(b[16:]), RulesDigest: [32]byte(b[28:]), Entries: order.Uint64(foot[24:])}
	head, directory, ok := ends(b)
	if !ok {
		return nil, errors.New("containertest: the parts are not where the file says")
	}
	rules := int(order.Uint32(b[20:]))
	f.Rules, f.Subject = string(b[headerSize:headerSize+rules]), string(b[headerSize+rules:head])
	extents, ok := f.readDirectory(b[directory : len(b)-footerSize])
	for _, e := range extents {
		n := int(order.Uint32(e))
		if !ok || n > directory-head {
			return nil, errors.New("containertest: the directory is damaged")
		}
		f.Blocks = append(f.Blocks, slices.Clone(b[head:head+n]))
		head += n
	}
	if !ok || head != directory {
		return nil, errors.New("containertest: the directory is damaged")
	}
	return f, nil
}

// ends returns where the header ends and the directory begins.
func ends(b []byte) (head, directory int, ok bool) {
	if len(b) < headerSize+footerSize {
		return 0, 0, false
	}
	rules, subject := uint64(order.Uint32(b[20:])), uint64(order.Uint32(b[24:]))
	at := order.Uint64(b[len(b)-footerSize:])
	if at > uint64(len(b)-footerSize) || headerSize+rules+subject > at {
		return 0, 0, false
	}
	return headerSize + int(rules+subject), int(at), true
}

// IsCertificate reports whether the directory is that of a certificate, which has keys where a
// table has signatures.
func (f *File) IsCertificate() bool { return f.Magic == certificateMagic }

// readDirectory reads a directory as far as its lengths are right, and returns the bytes of the
// extents.
func (f *File) readDirectory(b []byte) (extents [][]byte, ok bool) {
	if len(b) < 4 {
		return nil, false
	}
	count := order.Uint32(b)
	b = b[4:]
	for range count {
		switch {
		case f.IsCertificate() && len(b) > 0 && len(b) >= 1+int(b[0])+extentSize:
			n := 1 + int(b[0])
			f.Firsts = append(f.Firsts, string(b[1:n]))
			extents, b = append(extents, b[n:n+extentSize]), b[n+extentSize:]
		case !f.IsCertificate() && len(b) >= 2 && len(b) >= 2+int(order.Uint16(b))+8:
			n := 2 + int(order.Uint16(b))
			f.Signatures = append(f.Signatures, Signature{string(b[2:n]), order.Uint64(b[n:])})
			b = b[n+8:]
		default:
			return extents, false
		}
	}
	for ; !f.IsCertificate() && len(b) >= extentSize; b = b[extentSize:] {
		extents = append(extents, b[:extentSize])
	}
	return extents, len(b) == 0
}

// Header returns the bytes of the header.
func (f *File) Header() []byte {
	b := append([]byte(nil), f.Magic...)
	for _, n := range []uint32{f.Version, f.Numbering, f.Bits, uint32(len(f.Rules)), uint32(len(f.Subject))} {
		b = order.AppendUint32(b, n)
	}
	b = append(b, f.RulesDigest[:]...)
	return append(append(b, f.Rules...), f.Subject...)
}

// Directory returns the bytes of the directory, with the lengths and checksums of the blocks.
func (f *File) Directory() []byte {
	if f.IsCertificate() {
		b := order.AppendUint32(nil, uint32(len(f.Firsts)))
		for i, first := range f.Firsts {
			b = append(append(b, byte(len(first))), first...)
			b = appendExtent(b, f.Blocks[i])
		}
		return b
	}
	b := order.AppendUint32(nil, uint32(len(f.Signatures)))
	for _, s := range f.Signatures {
		b = append(order.AppendUint16(b, uint16(len(s.Name))), s.Name...)
		b = order.AppendUint64(b, s.Size)
	}
	for _, block := range f.Blocks {
		b = appendExtent(b, block)
	}
	return b
}

func appendExtent(b, block []byte) []byte {
	return order.AppendUint32(order.AppendUint32(b, uint32(len(block))), checksum(block))
}

func checksum(block []byte) uint32 {
	return crc32.Checksum(block, crc32.MakeTable(crc32.Castagnoli))
}

// Seal puts the parts together, with correct checksums and digest.
func (f *File) Seal() []byte { return f.SealWith(f.Directory()) }

// SealWith is Seal with a directory of any bytes.
func (f *File) SealWith(directory []byte) []byte {
	b := slices.Concat(f.Header(), slices.Concat(f.Blocks...))
	at := uint64(len(b))
	return slices.Concat(b, directory, f.Footer(directory, at))
}

// Footer returns the footer of a file whose directory is at an offset, for files that are written
// in pieces.
func (f *File) Footer(directory []byte, at uint64) []byte {
	var b []byte
	for _, n := range []uint64{at, uint64(len(directory)), at + uint64(len(directory)) + footerSize, f.Entries} {
		b = order.AppendUint64(b, n)
	}
	sum := sha256.Sum256(slices.Concat(f.Header(), directory, b))
	return append(append(b, sum[:]...), f.Mark...)
}

// Reseal corrects, in place, the checksums of the blocks, the length of the file and the digest
// after bytes of a file were changed, as far as its other lengths allow. It returns b.
func Reseal(b []byte) []byte {
	head, directory, ok := ends(b)
	if !ok {
		return b
	}
	f := &File{Magic: string(b[:8])}
	extents, _ := f.readDirectory(b[directory : len(b)-footerSize])
	at := head
	for _, e := range extents {
		n := int(order.Uint32(e))
		if n > directory-at {
			break
		}
		order.PutUint32(e[4:], checksum(b[at:at+n]))
		at += n
	}
	foot := b[len(b)-footerSize:]
	order.PutUint64(foot[16:], uint64(len(b)))
	sum := sha256.Sum256(slices.Concat(b[:head], b[directory:len(b)-footerSize], foot[:32]))
	copy(foot[32:], sum[:])
	return b
}
