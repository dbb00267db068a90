package learn

import (
	"context"
	"errors"
	"sync"

	"tinyhouse/engine/learn/samples"
)

// MinChunks is the least number of chunks that Generate makes, so that samples of some games can teach and those of
// others validate.
const MinChunks = 2

// Generate plays games on threads and appends their samples to w, chunk after chunk, until w has want samples
// or more in at least MinChunks chunks, or ctx is cancelled. Then it returns nil; chunks that are not finished are lost. The samples
// depend on the settings and the chunks that w has had, but not on the number of threads. Report, which
// may be nil, is called after each chunk.
func Generate(ctx context.Context, s Settings, w *samples.Writer, want, threads int, report func()) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	g := generator{writer: w, want: want, next: w.Chunks(), waiting: map[int][]samples.Sample{}, report: report}
	players := make([]*player, threads)
	for i := range players {
		var err error
		if players[i], err = newPlayer(s); err != nil {
			return err
		}
	}
	var wg sync.WaitGroup
	for _, p := range players {
		wg.Go(func() {
			for ctx.Err() == nil {
				number := g.take()
				chunk, err := p.chunk(ctx, number)
				if err == errStopped {
					return
				}
				if g.finish(number, chunk, err) {
					cancel()
				}
			}
		})
	}
	wg.Wait()
	return g.err
}

// generator hands out chunks and writes them in order.
type generator struct {
	mu      sync.Mutex
	writer  *samples.Writer
	want    int
	next    int                      // chunk to hand out
	waiting map[int][]samples.Sample // finished before an earlier one
	report  func()
	empty   int // chunks without a sample, in turn
	err     error
}

// maxEmpty is after how many chunks without a sample no more are expected.
const maxEmpty = 50

// ErrNoPositions says that games have no positions to learn from.
var ErrNoPositions = errors.New("learn: games have no quiet positions to learn from")

func (g *generator) take() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.next++
	return g.next - 1
}

// finish writes a chunk, and those that have waited for it, and reports whether there are enough.
func (g *generator) finish(number int, chunk []samples.Sample, err error) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err == nil {
		g.err = err
	}
	g.waiting[number] = chunk
	for g.err == nil && !g.enough() {
		chunk, ok := g.waiting[g.writer.Chunks()]
		if !ok {
			break
		}
		delete(g.waiting, g.writer.Chunks())
		if g.err = g.writer.Write(chunk); g.err == nil && g.report != nil {
			g.report()
		}
		if g.empty++; len(chunk) > 0 {
			g.empty = 0
		}
		if g.empty == maxEmpty && g.err == nil {
			g.err = ErrNoPositions
		}
	}
	return g.err != nil || g.enough()
}

// enough reports whether the file has as many samples and chunks as are wanted.
func (g *generator) enough() bool {
	return g.writer.Samples() >= g.want && g.writer.Chunks() >= MinChunks
}
