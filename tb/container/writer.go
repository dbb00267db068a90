package container

import (
	"bufio"
	"errors"
	"fmt"
	"sync/atomic"

	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// Writer writes a file, which takes its place when it is complete. Fail and Err may be called
// by any goroutine, the other methods by one at a time.
type Writer struct {
	path    string
	file    *atomicfile.File
	out     *bufio.Writer
	kind    *Kind
	head    []byte
	extents []Extent
	written uint64 // bytes
	failed  atomic.Pointer[error]
}

// Create begins a file of a kind, with the rules of g. Until Commit there is only a temporary
// file beside the path.
func Create(path string, k *Kind, g *board.Game, subject string) (*Writer, error) {
	h, err := newHeader(k, g, subject)
	if err != nil {
		return nil, err
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return nil, err
	}
	w := &Writer{path: path, file: f, out: bufio.NewWriterSize(f, 1<<18), kind: k, head: h.append(nil)}
	w.write(w.head)
	return w, nil
}

// Check returns the error that Create would return because of what the file is about: its rules
// must read back as they are. So a solver can fail before its work, not after it.
func Check(k *Kind, g *board.Game, subject string) error {
	_, err := newHeader(k, g, subject)
	return err
}

// newHeader returns the header of a file, whose rules must read back as they are.
func newHeader(k *Kind, g *board.Game, subject string) (*header, error) {
	text, err := textOf(g.Variant())
	if err != nil {
		return nil, err
	}
	h := &header{kind: k, numbering: index.Version, bits: k.Bits, rulesDigest: index.RulesDigest(g), rules: text, subject: subject}
	if len(text) > maxRules || len(subject) > maxSubject {
		return nil, errors.New("the text of the rules or of the material is too long")
	}
	name := g.Variant().Name
	switch again, err := gameOf(text); {
	case err != nil:
		return nil, fmt.Errorf("the rules of %.40q, written as text, cannot be read back: %w", name, err)
	case index.RulesDigest(again) != h.rulesDigest:
		return nil, fmt.Errorf("the rules of %.40q, written as text, are read back as other rules", name)
	}
	return h, nil
}

// write appends bytes to the file.
func (w *Writer) write(b []byte) {
	n, err := w.out.Write(b)
	w.written += uint64(n)
	if err != nil {
		w.Fail(err)
	}
}

// Append appends a block.
func (w *Writer) Append(block []byte) {
	w.write(block)
	w.extents = append(w.extents, Extent{uint32(len(block)), Checksum(block)})
}

// Extents returns the extents of the blocks so far.
func (w *Writer) Extents() []Extent { return w.extents }

// Fail makes err the error of the writer, unless it has one.
func (w *Writer) Fail(err error) {
	err = fmt.Errorf("tb: write %s: %w", w.path, err)
	w.failed.CompareAndSwap(nil, &err)
}

// Err returns the first error.
func (w *Writer) Err() error {
	if err := w.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// Commit writes the directory and the footer, and moves the file to its path once it is on the
// disk and check, unless that is nil, has found it right. After an error the temporary file is gone and the path is as it was before.
func (w *Writer) Commit(directory []byte, entries uint64, check func(path string) error) error {
	if w.Err() == nil {
		f := footer{directory: w.written, length: uint64(len(directory)), entries: entries}
		f.size = f.directory + f.length + footerSize
		w.write(directory)
		w.write(f.append(nil, w.head, directory, w.kind.mark))
	}
	if err := w.out.Flush(); err != nil {
		w.Fail(err)
	}
	if w.Err() == nil && check != nil {
		if err := check(w.file.Name()); err != nil {
			w.Fail(err)
		}
	}
	if w.Err() != nil {
		w.Abort()
		return w.Err()
	}
	if err := w.file.Commit(); err != nil {
		w.Fail(err)
	}
	return w.Err()
}

// Abort removes the temporary file. Call it once, in place of Commit.
func (w *Writer) Abort() { w.file.Abort() }
