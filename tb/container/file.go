package container

import (
	"errors"
	"fmt"
	"io"
	"os"

	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// Source is the bytes of a file that is yet to be recognized.
type Source struct {
	r    io.ReaderAt
	size int64
	name string
}

// NewSource returns a source of size bytes. The name is for errors. Closing it closes r, if r
// can be closed.
func NewSource(r io.ReaderAt, size int64, name string) *Source { return &Source{r, size, name} }

// OpenSource opens the file at path. It is read when it is needed and not mapped into memory: what
// cannot be read, since the file was cut short or the disk fails, is an error. An access to a map
// would end the process there.
func OpenSource(path string) (*Source, error) {
	info, err := os.Stat(path) // first, since opening a pipe waits for its writer
	if err != nil {
		return nil, fmt.Errorf("tb: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("tb: %s: is a folder or device, want a file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("tb: %w", err)
	}
	if info, err = f.Stat(); err != nil {
		f.Close()
		return nil, fmt.Errorf("tb: %w", err)
	}
	return NewSource(f, info.Size(), path), nil
}

// Use opens the file at path and returns what open makes of it. It closes the file after an error.
func Use[F any](path string, open func(*Source) (F, error)) (f F, err error) {
	s, err := OpenSource(path)
	if err != nil {
		return f, err
	}
	if f, err = open(s); err != nil {
		s.Close()
	}
	return f, err
}

// Reader returns a reader of all bytes of the source.
func (s *Source) Reader() *io.SectionReader { return io.NewSectionReader(s.r, 0, s.size) }

// Close closes what the source reads from.
func (s *Source) Close() error {
	if c, ok := s.r.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Is reports whether the source is a file of a kind, by its first bytes alone.
func (s *Source) Is(k *Kind) bool {
	b := make([]byte, len(k.magic))
	n, _ := s.r.ReadAt(b, 0)
	return string(b[:n]) == k.magic
}

// RulesDigest returns the rules digest in a file of a kind. It reads the first bytes only: the
// rest may be damaged, or of a version that Open refuses.
func (s *Source) RulesDigest(k *Kind) (sum [32]byte, err error) {
	if err := s.recognize(k); err != nil {
		return sum, err
	}
	b, err := s.read(0, headerSize)
	if err != nil {
		return sum, err
	}
	return [32]byte(b[digestAt:]), nil
}

// Fail returns an error that begins with the name of the source.
func (s *Source) Fail(format string, args ...any) error {
	return fmt.Errorf("tb: %s: "+format, append([]any{s.name}, args...)...)
}

// read returns n bytes from offset at. The caller has compared n with the size of the file.
func (s *Source) read(at int64, n int) ([]byte, error) {
	b := make([]byte, n)
	got, err := s.r.ReadAt(b, at)
	switch {
	case got >= n:
		return b, nil
	case err == nil || errors.Is(err, io.EOF):
		return nil, s.Fail("cannot read %d bytes at %d: the file has become shorter", n, at)
	}
	return nil, s.Fail("cannot read %d bytes at %d: %w", n, at, err)
}

// recognize returns an error unless the source begins as a file of the kind and its version.
func (s *Source) recognize(k *Kind) error {
	if s.size == 0 {
		return s.Fail("is empty, not a %s", k.name)
	}
	b, err := s.read(0, int(min(s.size, headerSize)))
	if err != nil {
		return err
	}
	switch n := min(len(b), len(k.magic)); {
	case string(b[:n]) != k.magic[:n]:
		for _, other := range []*Kind{&Table, &Certificate} {
			if string(b[:n]) == other.magic {
				return s.Fail("is a %s, want a %s", other.name, k.name)
			}
		}
		return s.Fail("is not a %s (it begins with %.8q)", k.name, b)
	case s.size < headerSize+footerSize:
		return s.Fail("cut short: %d bytes are no whole %s", s.size, k.name)
	}
	if v := order.Uint32(b[8:]); v != k.version {
		return s.Fail("format version %d, this program reads %d", v, k.version)
	}
	return nil
}

// File is an open file without its blocks. Its methods may be called by any number of
// goroutines at a time.
type File struct {
	*Source
	header  header
	footer  footer
	sum     [32]byte // digest of the file
	outline func(*Directory) error
	ix      *index.Indexer
}

// Open opens a source as a file of a kind. It checks everything but the blocks and what the
// directory says: outline reads the directory for its lengths alone, so that the digest is known
// to be right before anything is made of the contents.
func Open(s *Source, k *Kind, outline func(*Directory) error) (*File, error) {
	f := &File{Source: s, outline: outline}
	if err := f.readEnds(k); err != nil {
		return nil, err
	}
	if n := f.header.numbering; n != index.Version {
		return nil, f.Fail("positions numbered by version %d, this program has %d: it must be solved anew", n, index.Version)
	}
	g, err := gameOf(f.header.rules)
	if err != nil {
		return nil, f.Fail("its rules cannot be read: %w", err)
	}
	if index.RulesDigest(g) != f.header.rulesDigest {
		return nil, f.Fail("its rules are not what this program makes of their text: it must be solved anew")
	}
	f.ix = index.New(g)
	return f, nil
}

// Name returns the path or name of the file.
func (f *File) Name() string { return f.name }

// Kind returns the name of the kind: "table" or "certificate".
func (f *File) Kind() string { return f.header.kind.name }

// Bytes returns the size of the file.
func (f *File) Bytes() int64 { return f.size }

// Game returns the game of the positions in the file, compiled from the rules in it.
func (f *File) Game() *board.Game { return f.ix.Game() }

// Indexer returns the indexer of the game.
func (f *File) Indexer() *index.Indexer { return f.ix }

// RulesDigest returns the digest of the rules in the file, see index.RulesDigest.
func (f *File) RulesDigest() [32]byte { return f.header.rulesDigest }

// Digest returns the digest of the file: of all but the blocks, whose checksums it includes.
func (f *File) Digest() [32]byte { return f.sum }

// Subject returns what the writer has put there: the material of a table, the root of a
// certificate.
func (f *File) Subject() string { return f.header.subject }

// Entries returns the number of entries that the footer has.
func (f *File) Entries() uint64 { return f.footer.entries }

// Bits returns the size of blocks: 1 << Bits entries.
func (f *File) Bits() uint32 { return f.header.bits }

// readEnds reads everything but the blocks and checks its digest. It compares all lengths with the
// size of the file before it allocates anything of that length.
func (f *File) readEnds(k *Kind) error {
	if err := f.recognize(k); err != nil {
		return err
	}
	tail, err := f.read(f.size-footerSize, footerSize)
	if err != nil {
		return err
	}
	foot := &f.footer
	for i, n := range []*uint64{&foot.directory, &foot.length, &foot.size, &foot.entries} {
		*n = order.Uint64(tail[8*i:])
	}
	f.sum = [32]byte(tail[footerPlain:])
	switch most := uint64(f.size - footerSize); {
	case string(tail[footerSize-len(k.mark):]) != k.mark:
		return f.Fail("cut short or damaged: the end mark is missing")
	case foot.size != uint64(f.size):
		return f.Fail("%d bytes long, but was written with %d", f.size, foot.size)
	case foot.directory > most || foot.length != most-foot.directory:
		return f.Fail("damaged: the directory is not where the end says")
	}
	if err := f.readHeader(k); err != nil {
		return err
	}
	return f.ReadDirectory(f.outline)
}

// readHeader reads the header, which ends before the directory.
func (f *File) readHeader(k *Kind) error {
	b, err := f.read(0, headerSize)
	if err != nil {
		return err
	}
	h := &f.header
	h.kind, h.numbering, h.bits = k, order.Uint32(b[12:]), order.Uint32(b[16:])
	long, more := order.Uint32(b[20:]), order.Uint32(b[24:])
	copy(h.rulesDigest[:], b[digestAt:])
	if long > maxRules || more > maxSubject || headerSize+uint64(long)+uint64(more) > f.footer.directory || h.bits > k.maxBits {
		return f.Fail("the header is damaged (lengths)")
	}
	texts, err := f.read(headerSize, int(long+more))
	if err != nil {
		return err
	}
	h.rules, h.subject = string(texts[:long]), string(texts[long:])
	return nil
}

// start returns where the blocks begin.
func (f *File) start() int64 { return headerSize + int64(len(f.header.rules)+len(f.header.subject)) }
