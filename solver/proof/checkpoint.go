package proof

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/solver"
	"tinyhouse/tb/index"
)

// A checkpoint is one file, which is replaced as a whole:
//
//	magic, version, task
//	signatures, and whether positions were hashed (package poskey)
//	positions searched; number of goals; for each: budget, wins, certain, tree (package jobtree)
//	transposition table (package dfpn); in games of pawns, that of package pawns
//	SHA-256 of all that
//
// Draw strategies and unfinished certificates are built again with the help of the table. The
// enumeration starts again, and has to find its answers again.
const (
	checkpointName    = "proof.state"
	checkpointMagic   = "proof state\n"
	checkpointVersion = 5
)

func (r *run) path() string { return filepath.Join(r.options.Checkpoint, checkpointName) }

// task identifies what the checkpoint is about. Another one is refused, but not other tables.
func (r *run) task() string {
	g := r.solver.Game
	return fmt.Sprintf("%s %x %s %s", g.Variant().Name, index.RulesDigest(g), solver.FEN(g, &r.pos), r.question)
}

// saveAfter writes a checkpoint if the last one is so old. Failure is a warning.
func (r *run) saveAfter(age time.Duration) {
	if time.Since(r.saved) > age {
		if err := r.save(); err != nil {
			r.options.Warning(fmt.Errorf("proof: %w", err))
		}
	}
}

// save writes a checkpoint, if there is a folder for it. On failure the previous one stays.
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
		r.serialize(c)
		c.Digest()
		return c.Err
	})
	if err != nil {
		return fmt.Errorf("%w: %w", solver.ErrNotSaved, err)
	}
	return nil
}

func (r *run) hasCheckpoint() bool {
	_, err := os.Stat(r.path())
	return err == nil
}

// resume reads the checkpoint, if there is one.
func (r *run) resume() error {
	if r.options.Checkpoint == "" {
		return nil
	}
	info, err := os.Stat(r.path())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file", r.path())
	}
	if err != nil {
		return fmt.Errorf("proof: checkpoint: %w", err)
	}
	f, err := os.Open(r.path())
	if err != nil {
		return fmt.Errorf("proof: checkpoint: %w", err)
	}
	defer f.Close()
	if err := r.read(f); err != nil {
		return fmt.Errorf("proof: checkpoint %s: %w: remove it to begin anew, or choose another --checkpoint", r.path(), err)
	}
	return nil
}

// read reads a checkpoint. It checks what it is about, then its digest, and only then reads more.
func (r *run) read(f *os.File) error {
	head := checkpoint.NewReader(bufio.NewReader(f))
	if r.header(head); head.Err != nil {
		return head.Err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := checkpoint.Check(f); err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	c := checkpoint.NewReader(bufio.NewReaderSize(f, 1<<20))
	r.serialize(c)
	c.Digest()
	return c.Err
}

// header writes or reads what a checkpoint is about.
func (r *run) header(c *checkpoint.Stream) {
	want := r.task()
	magic, task, version := checkpointMagic, want, uint64(checkpointVersion)
	c.Text(&magic)
	c.Word(&version)
	c.Text(&task)
	switch {
	case c.Err != nil:
		return
	case magic != checkpointMagic || version != checkpointVersion:
		c.Err = errors.New("is of another program or version")
	case task != want:
		c.Err = fmt.Errorf("is of another task, %.200q", task)
	}
}

// serialize writes or reads all of a checkpoint but its digest.
func (r *run) serialize(c *checkpoint.Stream) {
	if r.header(c); c.Err != nil {
		return
	}
	r.solver.Hasher.Serialize(c)
	nodes, goals := r.nodes(), uint64(len(r.goals))
	c.Word(&nodes)
	c.Word(&goals)
	if c.Err == nil && goals == 2 && len(r.goals) == 1 {
		r.addGoal(r.goals[0].attacker.Other()) // as work had added it
	}
	if c.Err == nil && goals != uint64(len(r.goals)) {
		c.Err = checkpoint.ErrDamaged
	}
	if c.Reading() {
		r.before = nodes
	}
	for _, q := range r.goals {
		q.serialize(c)
	}
	if c.Reading() {
		r.kept = r.searched()
	}
	r.solver.Table.Serialize(c)
	if r.solver.Pawns != nil {
		r.solver.Pawns.Serialize(c)
	}
}

// serialize writes or reads what is known of a goal, without what the enumeration knows.
func (q *goal) serialize(c *checkpoint.Stream) {
	c.Word(&q.budget)
	wins, certain := q.wins, q.certain && !q.solver.knows(&q.pos)
	c.Flag(&wins)
	c.Flag(&certain)
	if c.Reading() {
		q.wins, q.certain = wins, certain
	}
	q.tree.Serialize(c)
}

// removeCheckpoint removes the checkpoint, and the temporary files of killed processes.
func (r *run) removeCheckpoint() error {
	if r.options.Checkpoint == "" {
		return nil
	}
	err := atomicfile.RemoveTemporary(r.path())
	if e := os.Remove(r.path()); !errors.Is(e, os.ErrNotExist) {
		err = errors.Join(err, e)
	}
	if err != nil {
		return fmt.Errorf("proof: the answer is complete, the checkpoint cannot be removed: %w", err)
	}
	return nil
}
