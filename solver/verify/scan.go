package verify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// Scanning: what belongs here goes over the numbers of a table with several threads.

// scan is a way through a table.
type scan struct {
	table    *table.File
	game     *board.Game
	ix       *index.Indexer
	layouts  []*index.Layout
	material solver.Material
	counted  []images // by slice
	values   store
	first    []uint64 // the number of the table that each slice begins with, and the end
	threads  int
	picks    uint64 // numbers to look at
	sampled  bool

	mu       sync.Mutex
	next     uint64 // pick
	done     uint64 // picks
	progress func(done, total uint64)
	err      error
}

// entry is a number that stands for a position.
type entry struct {
	slice  int
	number uint64
	pos    *board.Position // without its key, and only for as long as it is visited
	self   bool            // it is its own mirror image
	value  dtm.Value
}

// visitor is told the positions of one thread, in the order of the table.
type visitor interface {
	visit(e *entry) error
}

// batch is how many numbers a thread takes at a time.
const batch = 1 << 12

// newScan opens a way through t, reading as many values as the memory holds.
func newScan(ctx context.Context, t *table.File, o Options) (*scan, error) {
	s := &scan{table: t, game: t.Game(), threads: max(o.Threads, 1), progress: o.Progress, first: []uint64{0}}
	for i := range t.Signatures() {
		layout := t.Layout(i)
		s.ix = layout.Indexer()
		s.layouts = append(s.layouts, layout)
		s.first = append(s.first, s.first[i]+layout.Full())
	}
	s.picks = s.first[len(s.layouts)]
	if o.Sample > 0 && uint64(o.Sample) < s.picks {
		s.picks, s.sampled = uint64(o.Sample), true
	}
	if len(s.layouts) == 0 {
		return nil, fmt.Errorf("verify: table %q has no slices", t.Name())
	}
	if err := s.readMaterial(); err != nil {
		return nil, err
	}
	s.values = store{table: t, layouts: s.layouts, slices: make([][]dtm.Value, len(s.layouts))}
	if s.sampled {
		return s, nil
	}
	memory := o.Memory
	if memory == 0 {
		memory = 2 << 30
	}
	return s, s.values.load(ctx, memory, s.threads)
}

// pick returns the number of the table to look at i-th. A sample takes one of each of as
// many equal parts of the table, always the same.
func (s *scan) pick(i uint64) uint64 {
	if !s.sampled {
		return i
	}
	total := s.first[len(s.layouts)]
	part := total / s.picks
	from := i*part + min(i, total%s.picks)
	rng := rand.NewPCG(i, total)
	return from + rng.Uint64()%part
}

// sliceAt returns the slice of a number of the table.
func (s *scan) sliceAt(at uint64) int {
	i, _ := slices.BinarySearch(s.first, at+1)
	return i - 1
}

// run lets every thread's visitor see its share of the positions.
func (s *scan) run(ctx context.Context, newVisitor func(thread int) visitor) error {
	var wg sync.WaitGroup
	for i := range s.threads {
		v := newVisitor(i)
		wg.Go(func() {
			for {
				from, to := s.take(ctx)
				if from == to {
					return
				}
				s.finish(to-from, s.visit(v, from, to))
			}
		})
	}
	wg.Wait()
	return s.err
}

// take returns the next picks to look at, none when there is nothing left to do.
func (s *scan) take(ctx context.Context) (from, to uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil && s.err == nil {
		s.err = err
	}
	if s.err != nil {
		return 0, 0
	}
	from = s.next
	s.next = min(from+batch, s.picks)
	return from, s.next
}

// finish takes note of picks that are done.
func (s *scan) finish(n uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	s.done += n
	if s.progress != nil {
		s.progress(s.done, s.picks)
	}
}

// visit shows v the positions of some picks.
func (s *scan) visit(v visitor, from, to uint64) error {
	e := entry{slice: -1}
	var cursor index.Cursor
	for i := from; i < to; i++ {
		at := s.pick(i)
		if e.slice < 0 || at >= s.first[e.slice+1] {
			e.slice = s.sliceAt(at)
			cursor.Reset(s.layouts[e.slice])
		}
		var ok bool
		e.number = at - s.first[e.slice]
		if e.pos, ok = cursor.At(e.number); !ok {
			continue
		}
		e.self = cursor.Self()
		var err error
		if e.value, err = s.values.at(e.slice, e.number); err != nil {
			return err
		}
		if err := v.visit(&e); err != nil {
			return err
		}
	}
	return nil
}

// lookUp returns the value that the table has of a position, dtm.None if it has not.
func (s *scan) lookUp(p *board.Position) (dtm.Value, error) {
	slice, ok := s.table.SignatureNumber(s.ix.SignatureOf(p))
	if !ok {
		return dtm.None, nil
	}
	number, ok := s.layouts[slice].Encode(p)
	if !ok {
		return dtm.None, nil
	}
	return s.values.at(slice, number)
}
