package tb

import (
	"errors"
	"fmt"
	"io/fs"

	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// Writing: what belongs here makes a file of values. Each block is packed by a goroutine of
// its own, so many at a time, and one goroutine stores them in order; so the bytes do not
// depend on the number of threads.

// Desc is what a table holds.
type Desc struct {
	Game       *board.Game
	Material   string            // as people write it: "W1U1", "KRvK"
	Signatures []index.Signature // in the order of the file
}

// Writer writes a table to a temporary file, which takes its place when it is whole. It is
// for one goroutine.
type Writer struct {
	sink
	slices  []entry
	numbers uint64 // values

	slice  int    // that the next value is of
	left   uint64 // values it lacks
	block  []Value
	at     uint64 // of the block in the slice
	queue  chan *job
	stored chan struct{} // closed when the queue is
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
	w := &Writer{sink: sink{path: path}, slice: -1, queue: make(chan *job, threads), stored: make(chan struct{})}
	err := w.describe(&d)
	if err == nil {
		var h *head
		if h, err = headOf(&tables, d.Game, blockBits, d.Material); err == nil {
			err = w.open(h, threads)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("tb: create %s: %w", path, err)
	}
	w.next()
	go w.storeAll()
	return w, nil
}

// describe makes the entries of the slices.
func (w *Writer) describe(d *Desc) error {
	ix := index.New(d.Game)
	seen := map[index.Signature]bool{}
	for _, s := range d.Signatures {
		layout, err := ix.Layout(s)
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
		w.storeBlock(j.packed)
	}
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
	return w.finish(appendDirectory(nil, w.slices, w.blocks), w.numbers)
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

// Abort removes the temporary file. After Close it does nothing.
func (w *Writer) Abort() {
	if !w.closed {
		w.stop()
		w.draft.Abort()
	}
}
