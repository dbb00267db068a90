package proof

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/internal/lock"
)

// Checkpoints: what belongs here writes unfinished work to a folder and reads it again. A
// checkpoint is one file, replaced as a whole:
//
//	magic, version; length and text of the task
//	the number of slices; for each, in the order of their numbers: length and text
//	positions searched; the number of questions; for each:
//	    budget, wins, certain, positions searched, whether a guide told; number of twigs, and the twigs
//	number of lines of the table, number of entries kept; for each: its line, identity, data
//	CRC-32C of all that; what package pawns saves of its own
//
// What cost least is left out of a table of more than mostKept entries. Closed sets and
// certificates under way are left out, too: they are built again, with what the table knows.

const (
	checkpointName = "proof.state"
	checkpointMark = "proof state\n"
	checkpointForm = 3
	mostKept       = 1 << 24
)

// path returns the file of the checkpoint.
func (r *run) path() string { return filepath.Join(r.options.Checkpoint, checkpointName) }

// record writes or reads integers, and remembers the first error.
type record struct {
	w   io.Writer
	r   io.Reader
	sum hash.Hash32
	err error
	buf [8]byte
}

// word writes *x, or reads it.
func (c *record) word(x *uint64) {
	if c.err != nil {
		return
	}
	if c.w != nil {
		binary.LittleEndian.PutUint64(c.buf[:], *x)
		_, c.err = c.w.Write(c.buf[:])
	} else if _, c.err = io.ReadFull(c.r, c.buf[:]); c.err == nil {
		*x = binary.LittleEndian.Uint64(c.buf[:])
	}
	c.sum.Write(c.buf[:])
}

// flag writes or reads a bool.
func (c *record) flag(b *bool) {
	x := uint64(0)
	if *b {
		x = 1
	}
	c.word(&x)
	*b = x != 0
}

// twig writes or reads a node of a tree.
func (c *record) twig(n *twig) {
	a := uint64(n.phi)<<32 | uint64(n.delta)
	b := uint64(uint32(n.up))<<32 | uint64(uint16(n.value))<<16 | uint64(n.move)
	k := uint64(uint32(n.first))<<32 | uint64(uint32(n.kids))
	for _, x := range []*uint64{&a, &b, &k, &n.key.slot, &n.key.identity} {
		c.word(x)
	}
	n.phi, n.delta = uint32(a>>32), uint32(a)
	n.up, n.value, n.move = int32(b>>32), int16(b>>16), board.Move(b)
	n.first, n.kids = int32(k>>32), int32(k)
}

// text writes a text, or reads one of at most a million bytes.
func (c *record) text(s *string) {
	n := uint64(len(*s))
	c.word(&n)
	if c.err == nil && n > 1<<20 {
		c.err = errDamaged
	}
	b := make([]byte, min(n, 1<<20))
	switch copy(b, *s); {
	case c.err != nil:
		return
	case c.w != nil:
		_, c.err = c.w.Write(b)
	default:
		_, c.err = io.ReadFull(c.r, b)
	}
	c.sum.Write(b)
	*s = string(b)
}

var errDamaged = errors.New("is damaged")

// ErrNotSaved is the reason why what was done since the last checkpoint is lost.
var ErrNotSaved = errors.New("the checkpoint could not be written")

// holdFolder makes the folder of a checkpoint, and keeps others out of it until let is called.
// Then it goes, unless something is in it.
func holdFolder(folder string) (let func(), err error) {
	if folder == "" {
		return func() {}, nil
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	unlock, err := lock.Hold(filepath.Join(folder, "lock"))
	if err != nil {
		return nil, fmt.Errorf("proof: checkpoint %s: %w", folder, err)
	}
	return func() {
		unlock()
		os.Remove(folder)
	}, nil
}

// save writes a checkpoint, if there is to be one. If that fails, the one before stays.
func (r *run) save() error {
	if r.options.Checkpoint == "" {
		return nil
	}
	begin := time.Now()
	defer func() {
		r.saved = time.Now()
		r.saving = r.saved.Sub(begin)
	}()
	draft := r.path() + ".draft"
	err := r.write(draft)
	if err == nil {
		err = os.Rename(draft, r.path())
	}
	if err != nil {
		os.Remove(draft)
		return fmt.Errorf("proof: %w: %w", ErrNotSaved, err)
	}
	return nil
}

// write writes the checkpoint to a file, safely on the disk.
func (r *run) write(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(f, 1<<20)
	c := &record{w: b, sum: crc32.New(crc32.MakeTable(crc32.Castagnoli))}
	r.exchange(c)
	sum := uint64(c.sum.Sum32())
	c.word(&sum)
	if r.solver.pawns != nil && c.err == nil {
		c.err = r.solver.pawns.Save(b)
	}
	return errors.Join(c.err, b.Flush(), f.Sync(), f.Close())
}

// resume goes on from the checkpoint, if there is one.
func (r *run) resume() error {
	if r.options.Checkpoint == "" {
		return nil
	}
	f, err := os.Open(r.path())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	defer f.Close()
	c := &record{r: bufio.NewReaderSize(f, 1<<20), sum: crc32.New(crc32.MakeTable(crc32.Castagnoli))}
	r.exchange(c)
	want := uint64(c.sum.Sum32())
	got := want
	if c.word(&got); c.err == nil && got != want {
		c.err = errDamaged
	}
	if r.solver.pawns != nil && c.err == nil {
		c.err = r.solver.pawns.Restore(c.r)
	}
	if c.err != nil {
		return fmt.Errorf("proof: checkpoint %s: %w: remove it to begin anew", r.path(), c.err)
	}
	return nil
}

// exchange writes all that a checkpoint holds, or reads it.
func (r *run) exchange(c *record) {
	mark, task, form := checkpointMark, r.options.Task, uint64(checkpointForm)
	c.text(&mark)
	c.word(&form)
	c.text(&task)
	switch {
	case c.err != nil:
		return
	case mark != checkpointMark || form != checkpointForm:
		c.err = errors.New("is of another program or version")
	case task != r.options.Task:
		c.err = fmt.Errorf("is of another task, %.200q", task)
	}
	r.solver.keys.slices.exchange(c)
	nodes, questions := r.nodes(), uint64(len(r.inquiries))
	c.word(&nodes)
	c.word(&questions)
	if c.err == nil && questions == 2 && len(r.inquiries) == 1 {
		r.ask(r.inquiries[0].attacker.Other()) // as the work had before
	}
	if c.err == nil && questions != uint64(len(r.inquiries)) {
		c.err = errDamaged
	}
	if c.w == nil {
		r.before = nodes
	}
	for _, q := range r.inquiries {
		q.exchange(c)
	}
	if c.w == nil {
		r.kept = r.searched()
	}
	r.solver.exchange(c)
}

// exchange writes or reads what is known of a question.
func (q *inquiry) exchange(c *record) {
	n, root := uint64(len(q.tree.twigs)), q.tree.twigs[0].key
	c.word(&q.budget)
	c.flag(&q.wins)
	c.flag(&q.certain)
	c.word(&q.tree.nodes)
	guided := q.tree.guided
	if c.flag(&guided); c.err == nil && guided != q.tree.guided {
		c.err = errors.New("is of a search with a guide, or this one has one")
	}
	c.word(&n)
	if c.err == nil && (n == 0 || n > 1<<31) {
		c.err = errDamaged
	}
	if c.w == nil {
		q.tree.twigs = nil
	}
	for i := uint64(0); i < n && c.err == nil; i++ {
		if c.w == nil {
			q.tree.twigs = append(q.tree.twigs, twig{})
		}
		c.twig(&q.tree.twigs[i])
	}
	if c.err == nil && c.w == nil && (q.tree.twigs[0].key != root || !q.tree.sound()) {
		c.err = errDamaged
	}
}

// sound reports whether the twigs are those of a tree, and their moves all moves of the game.
func (t *tree) sound() bool {
	n := int32(len(t.twigs))
	for i := range t.twigs {
		w := &t.twigs[i]
		if w.up >= int32(i) || (w.up < 0) != (i == 0) || w.kids < 0 || w.kids > 0 && (w.first <= int32(i) || w.first > n-w.kids) {
			return false
		}
	}
	return t.legal(0, &t.root)
}

// legal reports whether the kids of a twig and of all below it are what its moves lead to.
func (t *tree) legal(at int32, p *board.Position) bool {
	n := &t.twigs[at]
	if n.kids == 0 {
		return true
	}
	var l board.List
	t.solver.game.Moves(p, &l)
	if l.Len() != int(n.kids) {
		return false
	}
	for i, m := range l.All() {
		to := n.first + int32(i)
		if k := &t.twigs[to]; k.up != at || k.move != m {
			return false
		}
		var next board.Position
		t.solver.game.Apply(&next, p, m)
		if !t.legal(to, &next) {
			return false
		}
	}
	return true
}

// exchange writes or reads the table: what was saved of one with fewer or more lines goes
// where it belongs, as far as the keys tell.
func (s *Solver) exchange(c *record) {
	t := s.table
	lines, count, least := uint64(len(t.lines)), uint64(0), uint64(0)
	if c.w != nil {
		least, count = t.worthKeeping()
	}
	c.word(&lines)
	c.word(&count)
	if c.w == nil {
		for ; count > 0 && c.err == nil; count-- {
			var at, identity, data uint64
			c.word(&at)
			c.word(&identity)
			c.word(&data)
			switch {
			case identity&hashed == 0:
				t.store(key{mix(identity), identity}, unpack(data))
			case at < lines && lines >= uint64(len(t.lines)):
				t.store(key{slotOf(at, lines), identity}, unpack(data))
			}
		}
		return
	}
	for at := range t.lines {
		for i := 0; i < len(line{}); i += 2 {
			data := t.lines[at][i+1]
			if data == 0 || data>>effortAt < least {
				continue
			}
			where, identity := uint64(at), t.lines[at][i]^data
			c.word(&where)
			c.word(&identity)
			c.word(&data)
		}
	}
}

// slotOf returns a slot that belongs in line number at of so many lines.
func slotOf(at, lines uint64) uint64 {
	slot, _ := bits.Div64(at, lines-1, lines)
	return slot
}

// worthKeeping returns the least effort of the entries to keep, and how many these are.
func (t *table) worthKeeping() (least, count uint64) {
	var by [maxEffort + 1]uint64
	for at := range t.lines {
		for i := 0; i < len(line{}); i += 2 {
			if data := t.lines[at][i+1]; data != 0 {
				by[data>>effortAt]++
			}
		}
	}
	least = maxEffort + 1
	for least > 0 && (count == 0 || count+by[least-1] <= mostKept) {
		least--
		count += by[least]
	}
	return least, count
}

// forget removes the checkpoint, if there is one.
func (r *run) forget() error {
	if r.options.Checkpoint == "" {
		return nil
	}
	os.Remove(r.path() + ".draft") // of a process that was killed
	if err := os.Remove(r.path()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("proof: %w", err)
	}
	return nil
}
