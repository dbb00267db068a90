package verify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// scan reads the positions of a table.
type scan struct {
	table    *table.File
	game     *board.Game
	ix       *index.Indexer
	layouts  []*index.Layout // by signature, like the next two
	counted  []images
	first    []uint64 // the first number of each signature in the table, and their total
	material solver.Material
	values   values
	threads  int
	memory   int64  // for values, without that of the layouts
	samples  uint64 // numbers to read
	sampled  bool   // not all numbers
	progress func(done, total uint64)
	found    []atomic.Uint64 // by number in the table, from a listing of all positions: see listing; else nil
}

// entry is a number of a position.
type entry struct {
	signature int
	number    uint64
	pos       *board.Position // without its key; valid during the call of visit
	symmetric bool            // it is its own mirror image
	value     dtm.Value
	unused    bool // no position has the number: pos is illegal or another one's image
}

// visitor receives the positions of one thread, in the order of the table.
type visitor interface {
	visit(e *entry) error
}

// rangeSize is the number of samples that a thread reads at a time.
const rangeSize = 1 << 12

// leastMemory is the number of bytes that the layouts of a table may take in any case.
const leastMemory = 32 << 20

// newScan prepares a scan and loads the values that fit into memory.
func newScan(ctx context.Context, t *table.File, o Options) (*scan, error) {
	s := &scan{table: t, game: t.Game(), threads: max(o.Threads, 1), memory: o.Memory, progress: o.Progress, first: []uint64{0}}
	if s.memory == 0 {
		s.memory = 2 << 30
	}
	if err := s.readLayouts(ctx); err != nil {
		return nil, err
	}
	s.samples = s.first[len(s.layouts)]
	if o.Sample > 0 && uint64(o.Sample) < s.samples {
		s.samples, s.sampled = uint64(o.Sample), true
	}
	if len(s.layouts) == 0 {
		return nil, fmt.Errorf("verify: table %q has no positions", t.Name())
	}
	if err := s.readMaterial(); err != nil {
		return nil, err
	}
	s.values = values{table: t, layouts: s.layouts, loaded: make([][]dtm.Value, len(s.layouts))}
	if s.sampled {
		return s, nil
	}
	return s, s.values.load(ctx, s.memory, s.threads)
}

// readLayouts sets the layouts and first, and takes the memory of the layouts off that for values.
func (s *scan) readLayouts(ctx context.Context) error {
	t, most, bytes := s.table, max(s.memory, leastMemory), int64(0)
	for i := range t.Signatures() {
		if err := ctx.Err(); err != nil {
			return err
		}
		layout, err := t.Layout(i)
		if err != nil {
			return err
		}
		if bytes += layout.Bytes(); bytes > most {
			return fmt.Errorf("verify: table %q: the layouts of %d of its %d signatures take all of %d MiB of memory", t.Name(), i+1, len(t.Signatures()), most>>20)
		}
		s.ix = layout.Indexer()
		s.layouts = append(s.layouts, layout)
		if s.first[i]+layout.Full() < s.first[i] {
			return fmt.Errorf("verify: table %q: more numbers than 64 bits count", t.Name())
		}
		s.first = append(s.first, s.first[i]+layout.Full())
	}
	s.memory = max(s.memory-bytes, 0)
	return nil
}

// sample returns the number in the table of sample i: of each of equal parts of the table one
// number, the same in every run.
func (s *scan) sample(i uint64) uint64 {
	if !s.sampled {
		return i
	}
	total := s.first[len(s.layouts)]
	part := total / s.samples
	from := i*part + min(i, total%s.samples)
	rng := rand.NewPCG(i, total)
	return from + rng.Uint64()%part
}

// run passes all positions to visitors, one for each thread.
func (s *scan) run(ctx context.Context, newVisitor func(thread int) visitor) error {
	visitors := make([]visitor, s.threads)
	for i := range visitors {
		visitors[i] = newVisitor(i)
	}
	return parallel(ctx, s.threads, s.samples, rangeSize, func(thread int, from, to uint64) (uint64, error) {
		return to - from, s.visit(ctx, visitors[thread], from, to)
	}, func(done uint64) {
		if s.progress != nil {
			s.progress(done, s.samples)
		}
	})
}

// ctxSteps is the number of steps between two checks of a context: values that are not in memory
// take a millisecond a step.
const ctxSteps = 64

// visit passes the positions of a range of samples to v.
func (s *scan) visit(ctx context.Context, v visitor, from, to uint64) error {
	e := entry{signature: -1}
	var cursor index.Cursor
	for i := from; i < to; i++ {
		if i%ctxSteps == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		at := s.sample(i)
		if e.signature < 0 || at >= s.first[e.signature+1] {
			next, _ := slices.BinarySearch(s.first, at+1)
			e.signature = next - 1
			cursor.Reset(s.layouts[e.signature])
		}
		var ok bool
		e.number = at - s.first[e.signature]
		e.pos, ok = cursor.At(e.number)
		if e.unused = !ok; e.unused && (s.found == nil || s.found[at].Load() == 0) {
			continue
		}
		e.symmetric = cursor.Self()
		var err error
		if e.value, err = s.values.at(e.signature, e.number); err != nil {
			return err
		}
		if err := v.visit(&e); err != nil {
			return err
		}
	}
	return nil
}

// probe returns the value of a position in the table, dtm.None if it has none.
func (s *scan) probe(p *board.Position) (dtm.Value, error) {
	signature, ok := s.table.SignatureNumber(s.ix.SignatureOf(p))
	if !ok {
		return dtm.None, nil
	}
	number, ok := s.layouts[signature].Encode(p)
	if !ok {
		return dtm.None, nil
	}
	return s.values.at(signature, number)
}
