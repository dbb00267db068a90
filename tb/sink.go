package tb

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// Sinks: what belongs here puts bytes into a temporary file, which takes the place of the
// file to be written when it is whole. What the bytes mean is for write.go and prove.go.

// sink is a file being written.
type sink struct {
	path    string
	file    *os.File
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
	err := s.create()
	if err == nil {
		s.coder, err = newCoder(threads)
	}
	if err != nil {
		s.remove()
		return err
	}
	s.kind, s.head = h.kind, h.append(nil)
	s.out = bufio.NewWriterSize(s.file, 1<<18)
	s.store(s.head)
	return nil
}

// create creates the temporary file, and refuses a path that could not take its place.
func (s *sink) create() error {
	if info, err := os.Stat(s.path); err == nil && !info.Mode().IsRegular() {
		return errors.New("there is something else than a file")
	}
	for i := 0; ; i++ {
		f, err := os.OpenFile(s.path+"."+strconv.Itoa(i)+".tmp", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || i == 1000 {
			s.file = f
			return err
		}
	}
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
	for _, step := range []func() error{s.out.Flush, s.file.Sync, s.file.Close, s.rename} {
		if s.err() != nil {
			break
		}
		if err := step(); err != nil {
			s.fail(err)
		}
	}
	if s.err() != nil {
		s.remove()
	}
	return s.err()
}

func (s *sink) rename() error {
	if err := os.Rename(s.file.Name(), s.path); err != nil {
		return err
	}
	// Not every system lets a folder be synced, and the file is whole without.
	if dir, err := os.Open(filepath.Dir(s.path)); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
	return nil
}

// remove removes the temporary file, if there is one.
func (s *sink) remove() {
	if s.file != nil {
		_ = s.file.Close()
		_ = os.Remove(s.file.Name())
	}
}

// RemoveDrafts removes the unfinished files that killed processes have left beside the path of
// a table or certificate. Nobody may be writing there.
func RemoveDrafts(path string) error {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("tb: %w", err)
	}
	for _, e := range entries {
		name, ours := strings.CutPrefix(e.Name(), filepath.Base(path)+".")
		if ours && draft.MatchString(name) {
			err = errors.Join(err, os.Remove(filepath.Join(filepath.Dir(path), e.Name())))
		}
	}
	return err
}

// draft matches what is added to the name of a file for the time in which it is written.
var draft = regexp.MustCompile(`^\d+\.tmp$`)
