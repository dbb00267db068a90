package tb

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"

	"tinyhouse/tb/index"
)

// The bytes around the blocks: what belongs here writes and reads the head, the directory
// and the foot of a file, as FORMAT.md has them, and knows nothing of what they mean.
//
//	head        magic, versions, rules; of a table its material, of a certificate its root
//	blocks      end to end, nothing between
//	directory   what is in the blocks; length and checksum of each
//	foot        where the directory is, how long the file is, digest of all but the blocks

// kind is one of the kinds of files that have this shape. Their magic numbers are broken by
// all who take them for text.
type kind struct {
	name        string // for errors
	magic, mark string
	version     uint32
	maxBits     uint32
}

var (
	tables = kind{"table", "\x89THT\r\n\x1a\n", "THT end\n", 1, maxBlockBits}
	proofs = kind{"certificate", "\x89THC\r\n\x1a\n", "THC end\n", 1, maxProofBits}
)

const (
	headSize  = 60 // without the texts
	hashAt    = 28
	footSize  = 72
	footPlain = 32 // before the digest

	maxRules    = 1 << 16 // bytes
	maxMaterial = 1 << 12
	maxText     = 1 << 10 // of a slice
)

// The numbers a block holds are 1 << blockBits in the files we write; FORMAT.md has the
// measurements. A reader takes anything up to maxBlockBits.
const (
	blockBits    = 14
	maxBlockBits = 20

	proofBits    = 10 // and records, in certificates; 12 takes 4 % less room and 3 times as long
	maxProofBits = 15
)

var order = binary.LittleEndian

// head is what stands before the blocks.
type head struct {
	*kind
	numbering       uint32 // version of package index
	bits            uint32 // a block holds 1 << bits numbers
	hash            [32]byte
	rules, material string
}

// append appends the bytes of h.
func (h *head) append(b []byte) []byte {
	b = append(b, h.magic...)
	b = order.AppendUint32(b, h.version)
	b = order.AppendUint32(b, h.numbering)
	b = order.AppendUint32(b, h.bits)
	b = order.AppendUint32(b, uint32(len(h.rules)))
	b = order.AppendUint32(b, uint32(len(h.material)))
	b = append(b, h.hash[:]...)
	return append(append(b, h.rules...), h.material...)
}

// foot is what stands at the end.
type foot struct {
	directory, length uint64 // where the directory begins, and its bytes
	size              uint64 // of the file
	numbers           uint64 // of all slices, or records
}

// append appends the bytes of f, with the digest of the head and directory given and of f.
func (f *foot) append(b, head, directory []byte, mark string) []byte {
	at := len(b)
	for _, n := range []uint64{f.directory, f.length, f.size, f.numbers} {
		b = order.AppendUint64(b, n)
	}
	sum := digest(head, directory, b[at:])
	return append(append(b, sum[:]...), mark...)
}

// digest is the SHA-256 of all bytes of a file but the blocks, the digest and the mark.
func digest(head, directory, plain []byte) (sum [32]byte) {
	h := sha256.New()
	h.Write(head)
	h.Write(directory)
	h.Write(plain)
	h.Sum(sum[:0])
	return sum
}

// entry is a slice as the directory has it.
type entry struct {
	text string
	size uint64
}

// blocks returns how many blocks of 1 << bits numbers the slice takes.
func (e *entry) blocks(bits uint32) uint64 {
	whole := e.size >> bits
	if e.size&(1<<bits-1) != 0 {
		whole++
	}
	return whole
}

// extent is the length and the checksum of a block.
type extent struct{ length, sum uint32 }

// appendDirectory appends the bytes of a directory.
func appendDirectory(b []byte, slices []entry, blocks []extent) []byte {
	b = order.AppendUint32(b, uint32(len(slices)))
	for _, s := range slices {
		b = order.AppendUint16(b, uint16(len(s.text)))
		b = append(b, s.text...)
		b = order.AppendUint64(b, s.size)
	}
	for _, e := range blocks {
		b = order.AppendUint32(b, e.length)
		b = order.AppendUint32(b, e.sum)
	}
	return b
}

// source is the bytes of a file, what it must be, and the name that errors give it.
type source struct {
	r    io.ReaderAt
	size int64
	name string
	kind *kind
	sum  [32]byte // digest of all but the blocks, of which it holds the checksums; from readEnds on
}

// fail returns an error about the file.
func (s *source) fail(format string, args ...any) error {
	return fmt.Errorf("tb: %s: "+format, append([]any{s.name}, args...)...)
}

// read returns n bytes from offset at, which must lie within the file.
func (s *source) read(at int64, n int) ([]byte, error) {
	b := make([]byte, n)
	if got, err := s.r.ReadAt(b, at); got < n {
		return nil, s.fail("cannot read %d bytes at %d: %w", n, at, err)
	}
	return b, nil
}

// readEnds reads what stands around the blocks and proves it whole. All lengths are
// compared with the size of the file before anything of that length is made.
func (s *source) readEnds() (h head, f foot, headBytes, directory []byte, err error) {
	if err := s.recognize(); err != nil {
		return h, f, nil, nil, err
	}
	tail, err := s.read(s.size-footSize, footSize)
	if err != nil {
		return h, f, nil, nil, err
	}
	for i, n := range []*uint64{&f.directory, &f.length, &f.size, &f.numbers} {
		*n = order.Uint64(tail[8*i:])
	}
	switch most := uint64(s.size - footSize); {
	case string(tail[footSize-len(s.kind.mark):]) != s.kind.mark:
		return h, f, nil, nil, s.fail("cut short or damaged: the end mark is missing")
	case f.size != uint64(s.size):
		return h, f, nil, nil, s.fail("%d bytes long, but was written with %d", s.size, f.size)
	case f.directory > most || f.length != most-f.directory:
		return h, f, nil, nil, s.fail("damaged: the directory is not where the end says")
	}
	if headBytes, err = s.readHead(&h, f.directory); err != nil {
		return h, f, nil, nil, err
	}
	if directory, err = s.read(int64(f.directory), int(f.length)); err != nil {
		return h, f, nil, nil, err
	}
	if digest(headBytes, directory, tail[:footPlain]) != [32]byte(tail[footPlain:]) {
		return h, f, nil, nil, s.fail("the header or the directory is damaged (checksum)")
	}
	s.sum = [32]byte(tail[footPlain:])
	return h, f, headBytes, directory, nil
}

// recognize tells files of this kind and version from everything else.
func (s *source) recognize() error {
	k := s.kind
	if s.size == 0 {
		return s.fail("is empty, not a %s", k.name)
	}
	b, err := s.read(0, int(min(s.size, headSize)))
	if err != nil {
		return err
	}
	switch n := min(len(b), len(k.magic)); {
	case string(b[:n]) != k.magic[:n]:
		for _, other := range []*kind{&tables, &proofs} {
			if string(b[:n]) == other.magic {
				return s.fail("is a %s, want a %s", other.name, k.name)
			}
		}
		return s.fail("is not a %s (it begins with %.8q)", k.name, b)
	case s.size < headSize+footSize:
		return s.fail("cut short: %d bytes are no whole %s", s.size, k.name)
	}
	if v := order.Uint32(b[8:]); v != k.version {
		return s.fail("format version %d, this program reads %d", v, k.version)
	}
	return nil
}

// readHead reads the head, which ends before the limit, and returns its bytes too.
func (s *source) readHead(h *head, limit uint64) ([]byte, error) {
	b, err := s.read(0, headSize)
	if err != nil {
		return nil, err
	}
	h.kind, h.numbering, h.bits = s.kind, order.Uint32(b[12:]), order.Uint32(b[16:])
	long, more := order.Uint32(b[20:]), order.Uint32(b[24:])
	copy(h.hash[:], b[hashAt:])
	if long > maxRules || more > maxMaterial || headSize+uint64(long)+uint64(more) > limit || h.bits > s.kind.maxBits {
		return nil, s.fail("the header is damaged (lengths)")
	}
	texts, err := s.read(headSize, int(long+more))
	if err != nil {
		return nil, err
	}
	h.rules, h.material = string(texts[:long]), string(texts[long:])
	return append(b, texts...), nil
}

// checkVersion tells tables of another numbering.
func (s *source) checkVersion(h *head) error {
	if h.numbering != index.Version {
		return s.fail("positions numbered by version %d, this program has %d: it must be solved anew", h.numbering, index.Version)
	}
	return nil
}

// parseDirectory is the inverse of appendDirectory: ok is false where the bytes do not come
// out even.
func parseDirectory(b []byte, bits uint32) (slices []entry, blocks []extent, ok bool) {
	if len(b) < 4 {
		return nil, nil, false
	}
	count := order.Uint32(b)
	b = b[4:]
	want := uint64(0)
	for range count {
		if len(b) < 2 {
			return nil, nil, false
		}
		n := int(order.Uint16(b))
		if len(b) < 2+n+8 || n > maxText {
			return nil, nil, false
		}
		e := entry{string(b[2 : 2+n]), order.Uint64(b[2+n:])}
		b = b[2+n+8:]
		if want += e.blocks(bits); want > uint64(len(b)) {
			return nil, nil, false
		}
		slices = append(slices, e)
	}
	if uint64(len(b)) != 8*want {
		return nil, nil, false
	}
	for ; len(b) > 0; b = b[8:] {
		blocks = append(blocks, extent{order.Uint32(b), order.Uint32(b[4:])})
	}
	return slices, blocks, true
}
