package proof

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"time"

	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/keys"
)

// Checkpoints: what belongs here writes unfinished work to a folder and reads it again. A
// checkpoint is one file, replaced as a whole:
//
//	magic, version; length and text of the task
//	the number of slices; for each, in the order of their numbers: length and text
//	positions searched; the number of questions; for each:
//	    budget, wins, certain, positions searched, whether a guide told; number of twigs, and the twigs
//	number of lines of the table, number of entries kept; for each: its line, identity, data
//	in games of pawns, what package pawns has proved; CRC-32C of all that
//
// What cost least is left out of a table of more than mostKept entries. Closed sets and certificates under
// way are left out, too: they are built again, with what the table knows. So is the atlas, with the answers
// that it has given: it begins anew.

const (
	checkpointName = "proof.state"
	checkpointMark = "proof state\n"
	checkpointForm = 4
	mostKept       = 1 << 26
)

// path returns the file of the checkpoint.
func (r *run) path() string { return filepath.Join(r.options.Checkpoint, checkpointName) }

// exchange writes or reads a node of a tree.
func (n *twig) exchange(c *checkpoint.Stream) {
	a := uint64(n.phi)<<32 | uint64(n.delta)
	b := uint64(uint32(n.up))<<32 | uint64(uint16(n.value))<<16 | uint64(n.move)
	k := uint64(uint32(n.first))<<32 | uint64(uint32(n.kids))
	for _, x := range []*uint64{&a, &b, &k, &n.key.Slot, &n.key.Identity} {
		c.Word(x)
	}
	n.phi, n.delta = uint32(a>>32), uint32(a)
	n.up, n.value, n.move = int32(b>>32), int16(b>>16), board.Move(b)
	n.first, n.kids = int32(k>>32), int32(k)
}

// saveInTime writes a checkpoint if the one before is so old, and warns if it cannot be written.
func (r *run) saveInTime(age time.Duration) {
	if time.Since(r.saved) > age {
		if err := r.save(); err != nil {
			r.options.Warning(fmt.Errorf("proof: %w", err))
		}
	}
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
	err := atomicfile.Write(r.path(), func(w io.Writer) error {
		c := checkpoint.NewWriter(w)
		r.exchange(c)
		sum := uint64(c.Sum())
		c.Word(&sum)
		return c.Err
	})
	if err != nil {
		return fmt.Errorf("%w: %w", solver.ErrNotSaved, err)
	}
	return nil
}

// hasCheckpoint reports whether there is a checkpoint.
func (r *run) hasCheckpoint() bool {
	_, err := os.Stat(r.path())
	return err == nil
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
	in := bufio.NewReaderSize(f, 1<<20)
	c := checkpoint.NewReader(in)
	r.exchange(c)
	want := uint64(c.Sum())
	got := want
	if c.Word(&got); c.Err == nil && got != want {
		c.Err = checkpoint.ErrDamaged
	}
	if c.Err != nil {
		return fmt.Errorf("proof: checkpoint %s: %w: remove it to begin anew", r.path(), c.Err)
	}
	return nil
}

// exchange writes all that a checkpoint holds, or reads it.
func (r *run) exchange(c *checkpoint.Stream) {
	mark, task, form := checkpointMark, r.options.Task, uint64(checkpointForm)
	c.Text(&mark)
	c.Word(&form)
	c.Text(&task)
	switch {
	case c.Err != nil:
		return
	case mark != checkpointMark || form != checkpointForm:
		c.Err = errors.New("is of another program or version")
	case task != r.options.Task:
		c.Err = fmt.Errorf("is of another task, %.200q", task)
	}
	r.solver.keys.Exchange(c)
	nodes, questions := r.nodes(), uint64(len(r.inquiries))
	c.Word(&nodes)
	c.Word(&questions)
	if c.Err == nil && questions == 2 && len(r.inquiries) == 1 {
		r.ask(r.inquiries[0].attacker.Other()) // as the work had before
	}
	if c.Err == nil && questions != uint64(len(r.inquiries)) {
		c.Err = checkpoint.ErrDamaged
	}
	if c.Reading() {
		r.before = nodes
	}
	for _, q := range r.inquiries {
		q.exchange(c)
	}
	if c.Reading() {
		r.kept = r.searched()
	}
	r.solver.exchange(c)
	if r.solver.pawns != nil {
		r.solver.pawns.Exchange(c)
	}
}

// exchange writes or reads what is known of a question.
func (q *inquiry) exchange(c *checkpoint.Stream) {
	n, root := uint64(len(q.tree.twigs)), q.tree.twigs[0].key
	c.Word(&q.budget)
	wins, certain := q.wins, q.certain && !q.solver.charted(&q.pos) // then the atlas has to answer again
	c.Flag(&wins)
	c.Flag(&certain)
	if c.Reading() {
		q.wins, q.certain = wins, certain
	}
	c.Word(&q.tree.nodes)
	guided := q.tree.guided
	if c.Flag(&guided); c.Err == nil && guided != q.tree.guided {
		c.Err = errors.New("is of a search with a guide, or this one has one")
	}
	c.Word(&n)
	if c.Err == nil && (n == 0 || n > 1<<31) {
		c.Err = checkpoint.ErrDamaged
	}
	if c.Reading() {
		q.tree.twigs = nil
	}
	for i := uint64(0); i < n && c.Err == nil; i++ {
		if c.Reading() {
			q.tree.twigs = append(q.tree.twigs, twig{})
		}
		q.tree.twigs[i].exchange(c)
	}
	if c.Err == nil && c.Reading() && (q.tree.twigs[0].key != root || !q.tree.sound()) {
		c.Err = checkpoint.ErrDamaged
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
func (s *Solver) exchange(c *checkpoint.Stream) {
	t := s.table
	lines, count, least := uint64(len(t.lines)), uint64(0), uint64(0)
	if !c.Reading() {
		least, count = t.worthKeeping()
	}
	c.Word(&lines)
	c.Word(&count)
	if c.Reading() {
		for ; count > 0 && c.Err == nil; count-- {
			var at, identity, data uint64
			c.Word(&at)
			c.Word(&identity)
			c.Word(&data)
			switch k, exact := keys.Restore(identity); {
			case exact:
				t.store(k, unpack(data))
			case at < lines && lines >= uint64(len(t.lines)):
				t.store(keys.Key{Slot: slotOf(at, lines), Identity: identity}, unpack(data))
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
			c.Word(&where)
			c.Word(&identity)
			c.Word(&data)
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
	err := atomicfile.RemoveTemporary(r.path()) // of processes that were killed
	if e := os.Remove(r.path()); !errors.Is(e, os.ErrNotExist) {
		err = errors.Join(err, e)
	}
	if err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	return nil
}
