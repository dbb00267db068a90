package tb

import (
	"bufio"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// Sinks: what belongs here puts bytes into a temporary file, which takes the place of the
// file to be written when it is whole. What the bytes mean is for write.go and prove.go.

// sink is a file being written.
type sink struct {
	path    string
	draft   *atomicfile.File
	out     *bufio.Writer
	coder   *zstd.Encoder
	kind    *kind
	head    []byte
	blocks  []extent
	written uint64 // bytes
	failed  atomic.Pointer[error]
	closed  bool
}

// headOf returns the head of a file for a game, which must read back as it is.
func headOf(k *kind, g *board.Game, bits uint32, material string) (*head, error) {
	text, err := textOf(g.Variant())
	if err != nil {
		return nil, err
	}
	h := &head{kind: k, numbering: index.Version, bits: bits, hash: RulesHash(g), rules: text, material: material}
	if len(text) > maxRules || len(material) > maxMaterial {
		return nil, errors.New("rules or material are too long a text")
	}
	if g, err := gameOf(text); err != nil || RulesHash(g) != h.hash {
		return nil, fmt.Errorf("the rules would not read back as they are: %w", err)
	}
	return h, nil
}

// open begins the file with its head, and a compressor for so many threads.
func (s *sink) open(h *head, threads int) error {
	coder, err := newCoder(threads)
	if err == nil {
		s.draft, err = atomicfile.Create(s.path)
	}
	if err != nil {
		return err
	}
	s.coder = coder
	s.kind, s.head = h.kind, h.append(nil)
	s.out = bufio.NewWriterSize(s.draft, 1<<18)
	s.store(s.head)
	return nil
}

// store appends bytes to the file.
func (s *sink) store(b []byte) {
	n, err := s.out.Write(b)
	s.written += uint64(n)
	if err != nil {
		s.fail(err)
	}
}

// storeBlock appends a block.
func (s *sink) storeBlock(b []byte) {
	s.store(b)
	s.blocks = append(s.blocks, extent{uint32(len(b)), checksum(b)})
}

// fail notes the first error.
func (s *sink) fail(err error) {
	err = fmt.Errorf("tb: write %s: %w", s.path, err)
	s.failed.CompareAndSwap(nil, &err)
}

// err returns the first error.
func (s *sink) err() error {
	if err := s.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// finish writes the directory and the foot, and moves the file to its place. What is moved
// is on the disk before its name is. After an error there is no file.
func (s *sink) finish(directory []byte, numbers uint64) error {
	if s.err() == nil {
		f := foot{directory: s.written, length: uint64(len(directory)), numbers: numbers}
		f.size = f.directory + f.length + footSize
		s.store(directory)
		s.store(f.append(nil, s.head, directory, s.kind.mark))
	}
	if err := s.out.Flush(); err != nil {
		s.fail(err)
	}
	if s.err() != nil {
		s.draft.Abort()
	} else if err := s.draft.Commit(); err != nil {
		s.fail(err)
	}
	return s.err()
}
