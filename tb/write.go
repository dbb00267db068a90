package tb

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// Writing: what belongs here makes a file of values. Each block is packed by a goroutine of
// its own, so many at a time, and one goroutine stores them in order; so the bytes do not
// depend on the number of threads.

// Desc is what a table holds.
type Desc struct {
	Game     *board.Game
	Material string        // as people write it: "W1U1", "KRvK"
	Slices   []index.Slice // in the order of the file
}

// Writer writes a table to a temporary file, which takes its place when it is whole. It is
// for one goroutine.
type Writer struct {
	path  string
	file  *os.File
	out   *bufio.Writer
	coder *zstd.Encoder

	head    []byte
	slices  []entry
	blocks  []extent
	written uint64 // bytes
	numbers uint64 // values

	slice  int    // that the next value is of
	left   uint64 // values it lacks
	block  []Value
	at     uint64 // of the block in the slice
	queue  chan *job
	stored chan struct{} // closed when the queue is
	failed atomic.Pointer[error]
	closed bool
}

// job is a block on its way to the file.
type job struct {
	values []Value
	slice  int
	at     uint64
	packed []byte
	err    error
	done   chan struct{}
}

// Create begins a table that will be at path once it is closed, and compresses in so many
// threads, each of which takes some 35 MB. Until then there is only a temporary file beside
// it.
func Create(path string, d Desc, threads int) (*Writer, error) {
	threads = max(threads, 1)
	w := &Writer{path: path, slice: -1, queue: make(chan *job, threads), stored: make(chan struct{})}
	err := w.describe(&d)
	if err == nil {
		err = w.create()
	}
	if err == nil {
		w.coder, err = newCoder(threads)
	}
	if err != nil {
		w.remove()
		return nil, fmt.Errorf("tb: create %s: %w", path, err)
	}
	w.out = bufio.NewWriterSize(w.file, 1<<18)
	w.store(w.head)
	w.next()
	go w.storeAll()
	return w, nil
}

// describe makes the head and the entries of the slices.
func (w *Writer) describe(d *Desc) error {
	text, err := textOf(d.Game.Variant())
	if err != nil {
		return err
	}
	h := head{version: formatVersion, numbering: index.Version, bits: blockBits, hash: RulesHash(d.Game), rules: text, material: d.Material}
	if len(text) > maxRules || len(d.Material) > maxMaterial {
		return errors.New("rules or material are too long a text")
	}
	if g, err := gameOf(text); err != nil || RulesHash(g) != h.hash {
		return fmt.Errorf("the rules would not read back as they are: %w", err)
	}
	w.head = h.append(nil)
	ix := index.New(d.Game)
	seen := map[index.Slice]bool{}
	for _, s := range d.Slices {
		layout, err := ix.Table(s)
		if err != nil {
			return err
		}
		e := entry{ix.Text(s), layout.Size()}
		if seen[s] || len(e.text) > maxText {
			return fmt.Errorf("slice %.80s stands twice or has too long a name", e.text)
		}
		seen[s] = true
		w.slices = append(w.slices, e)
	}
	return nil
}

// create creates the temporary file, and refuses a path that could not take its place.
func (w *Writer) create() error {
	if info, err := os.Stat(w.path); err == nil && !info.Mode().IsRegular() {
		return errors.New("there is something else than a file")
	}
	for i := 0; ; i++ {
		f, err := os.OpenFile(w.path+"."+strconv.Itoa(i)+".tmp", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || i == 1000 {
			w.file = f
			return err
		}
	}
}

// Write appends values: those of all slices, end to end, in any pieces. An error stays.
func (w *Writer) Write(values []Value) error {
	for len(values) > 0 {
		if err := w.err(); err != nil {
			return err
		}
		if w.slice == len(w.slices) {
			w.fail(errors.New("more values than the slices have numbers"))
			continue
		}
		n := min(uint64(len(values)), w.left, uint64(1<<blockBits-len(w.block)))
		if w.block == nil {
			w.block = make([]Value, 0, min(w.left, 1<<blockBits))
		}
		w.block = append(w.block, values[:n]...)
		values = values[n:]
		if w.left -= n; w.left == 0 || len(w.block) == 1<<blockBits {
			w.send()
		}
		w.numbers += n
		if w.left == 0 {
			w.next()
		}
	}
	return w.err()
}

// next goes on to the next slice that has numbers.
func (w *Writer) next() {
	w.at = 0
	for w.slice++; w.slice < len(w.slices); w.slice++ {
		if w.left = w.slices[w.slice].size; w.left > 0 {
			return
		}
	}
}

// send has the block packed and stored. It waits while too many are on their way.
func (w *Writer) send() {
	j := &job{values: w.block, slice: w.slice, at: w.at, done: make(chan struct{})}
	w.block = nil
	w.at++
	w.queue <- j
	go func() {
		j.packed, j.err = pack(j.values, w.coder)
		close(j.done)
	}()
}

// storeAll stores the blocks of the queue. After an error it goes on without storing, so
// that nobody waits for it.
func (w *Writer) storeAll() {
	defer close(w.stored)
	for j := range w.queue {
		<-j.done
		if j.err != nil {
			w.fail(fmt.Errorf("block %d of slice %s: %w", j.at, w.slices[j.slice].text, j.err))
		}
		if w.err() != nil {
			continue
		}
		w.store(j.packed)
		w.blocks = append(w.blocks, extent{uint32(len(j.packed)), checksum(j.packed)})
	}
}

// store appends bytes to the file.
func (w *Writer) store(b []byte) {
	n, err := w.out.Write(b)
	w.written += uint64(n)
	if err != nil {
		w.fail(err)
	}
}

// fail notes the first error.
func (w *Writer) fail(err error) {
	err = fmt.Errorf("tb: write %s: %w", w.path, err)
	w.failed.CompareAndSwap(nil, &err)
}

// err returns the first error.
func (w *Writer) err() error {
	if err := w.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// Close completes the file and puts it at its path, in place of what was there. With an
// error there is nothing new at the path, and no temporary file.
func (w *Writer) Close() error {
	if w.closed {
		return fmt.Errorf("tb: write %s: %w", w.path, fs.ErrClosed)
	}
	w.stop()
	if w.slice < len(w.slices) {
		w.fail(fmt.Errorf("%d values are too few, want %d", w.numbers, w.size()))
	}
	if w.err() == nil {
		w.finish()
	}
	if w.err() != nil {
		w.remove()
	}
	return w.err()
}

// size returns how many values the table needs.
func (w *Writer) size() (n uint64) {
	for _, s := range w.slices {
		n += s.size
	}
	return n
}

// stop waits for the blocks on their way.
func (w *Writer) stop() {
	w.closed = true
	close(w.queue)
	<-w.stored
}

// finish writes the directory and the foot, and moves the file to its place. What is moved
// is on the disk before its name is.
func (w *Writer) finish() {
	directory := appendDirectory(nil, w.slices, w.blocks)
	f := foot{directory: w.written, length: uint64(len(directory)), numbers: w.numbers}
	f.size = f.directory + f.length + footSize
	w.store(directory)
	w.store(f.append(nil, w.head, directory))
	for _, step := range []func() error{w.out.Flush, w.file.Sync, w.file.Close, w.rename} {
		if w.err() != nil {
			return
		}
		if err := step(); err != nil {
			w.fail(err)
		}
	}
}

func (w *Writer) rename() error {
	if err := os.Rename(w.file.Name(), w.path); err != nil {
		return err
	}
	// Not every system lets a folder be synced, and the table is whole without.
	if dir, err := os.Open(filepath.Dir(w.path)); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
	return nil
}

// Abort removes the temporary file. After Close it does nothing.
func (w *Writer) Abort() {
	if !w.closed {
		w.stop()
		w.remove()
	}
}

// remove removes the temporary file, if there is one.
func (w *Writer) remove() {
	if w.file != nil {
		_ = w.file.Close()
		_ = os.Remove(w.file.Name())
	}
}
