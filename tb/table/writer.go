package table

import (
	"errors"
	"fmt"
	"io/fs"

	"tinyhouse/engine/board"
	"tinyhouse/tb/container"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
	"tinyhouse/tb/internal/compress"
)

// Desc describes the contents of a table.
type Desc struct {
	Game       *board.Game
	Material   string            // as users write it: "W1U1", "KRvK"
	Signatures []index.Signature // in the order of the file
}

// Writer writes a table to a temporary file, which takes its place when it is complete. It is
// for one goroutine. Each block is packed by a goroutine of its own, and one goroutine stores
// the blocks in order, so the bytes do not depend on the number of threads.
type Writer struct {
	out     *container.Writer
	path    string
	closed  bool
	encoder *compress.Encoder
	entries []entry
	numbers uint64 // written

	entry  int    // that the next value belongs to
	left   uint64 // numbers that the entry still lacks
	block  []dtm.Value
	at     uint64 // of the block in the entry
	queue  chan *job
	stored chan struct{} // closed when the queue is empty for good
}

// job is a block on its way to the file.
type job struct {
	values []dtm.Value
	entry  int
	at     uint64
	packed []byte
	err    error
	done   chan struct{}
}

// Check returns an error if no table can describe the material, before the work of solving it.
func Check(g *board.Game, material string) error {
	if err := container.Check(&container.Table, g, material); err != nil {
		return fmt.Errorf("tb: %w", err)
	}
	return nil
}

// Create begins a table that will be at path once it is closed, and packs blocks in a number of
// threads, each of which takes some 35 MB. Until Close there is only a temporary file beside
// the path.
func Create(path string, d Desc, threads int) (*Writer, error) {
	threads = max(threads, 1)
	w := &Writer{path: path, entry: -1, queue: make(chan *job, threads), stored: make(chan struct{})}
	err := w.describe(&d)
	if err == nil {
		w.encoder, err = compress.NewEncoder(threads)
	}
	if err == nil {
		w.out, err = container.Create(path, &container.Table, d.Game, d.Material)
	}
	if err != nil {
		return nil, fmt.Errorf("tb: create %s: %w", path, err)
	}
	w.next()
	go w.storeAll()
	return w, nil
}

// describe makes the entries of the directory.
func (w *Writer) describe(d *Desc) error {
	ix := index.New(d.Game)
	seen := map[index.Signature]bool{}
	for _, s := range d.Signatures {
		layout, err := ix.Layout(s)
		if err != nil {
			return err
		}
		e := entry{ix.Text(s), layout.Size()}
		if seen[s] || len(e.signature) > maxText {
			return fmt.Errorf("%.80s is there twice or has too long a name", e.signature)
		}
		seen[s] = true
		w.entries = append(w.entries, e)
	}
	return nil
}

// Write appends values: those of all signatures, end to end, in any pieces. An error is final.
func (w *Writer) Write(values []dtm.Value) error {
	size := 1 << container.Table.Bits
	for len(values) > 0 {
		if err := w.out.Err(); err != nil {
			return err
		}
		if w.entry == len(w.entries) {
			w.out.Fail(errors.New("more values than the table has numbers"))
			continue
		}
		n := min(uint64(len(values)), w.left, uint64(size-len(w.block)))
		if w.block == nil {
			w.block = make([]dtm.Value, 0, min(w.left, uint64(size)))
		}
		w.block = append(w.block, values[:n]...)
		values = values[n:]
		if w.left -= n; w.left == 0 || len(w.block) == size {
			w.send()
		}
		w.numbers += n
		if w.left == 0 {
			w.next()
		}
	}
	return w.out.Err()
}

// next moves on to the next entry that has numbers.
func (w *Writer) next() {
	w.at = 0
	for w.entry++; w.entry < len(w.entries); w.entry++ {
		if w.left = w.entries[w.entry].size; w.left > 0 {
			return
		}
	}
}

// send has the block packed and stored. It waits while the queue is full.
func (w *Writer) send() {
	j := &job{values: w.block, entry: w.entry, at: w.at, done: make(chan struct{})}
	w.block = nil
	w.at++
	w.queue <- j
	go func() {
		j.packed, j.err = dtm.Pack(j.values, w.encoder)
		close(j.done)
	}()
}

// storeAll stores the blocks of the queue. After an error it only empties the queue.
func (w *Writer) storeAll() {
	defer close(w.stored)
	for j := range w.queue {
		<-j.done
		if j.err != nil {
			w.out.Fail(fmt.Errorf("block %d of %s: %w", j.at, w.entries[j.entry].signature, j.err))
		}
		if w.out.Err() == nil {
			w.out.Append(j.packed)
		}
	}
}

// Close completes the file and puts it at its path, in place of what was there. After an error
// there is no temporary file and the path is as it was before.
func (w *Writer) Close() error { return w.CloseChecked(nil) }

// CloseChecked is Close that first passes the path of the complete temporary file to check, whose
// error is final.
func (w *Writer) CloseChecked(check func(path string) error) error {
	if w.closed {
		return fmt.Errorf("tb: write %s: %w", w.path, fs.ErrClosed)
	}
	w.stop()
	if w.entry < len(w.entries) {
		w.out.Fail(fmt.Errorf("%d values are too few, want %d", w.numbers, w.size()))
	}
	return w.out.Commit(appendDirectory(nil, w.entries, w.out.Extents()), w.numbers, check)
}

// size returns how many values the table needs.
func (w *Writer) size() (n uint64) {
	for _, e := range w.entries {
		n += e.size
	}
	return n
}

// stop waits until the queue is empty.
func (w *Writer) stop() {
	w.closed = true
	close(w.queue)
	<-w.stored
}

// Abort removes the temporary file. After Close it does nothing.
func (w *Writer) Abort() {
	if !w.closed {
		w.stop()
		w.out.Abort()
	}
}
