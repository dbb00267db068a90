package retro

import "time"

// Progress reports: what belongs here adds up how far the work is.

// pause is the least time between two reports.
const pause = time.Second / 4

// tick reports if it is time; any thread may call it.
func (r *run) tick() {
	if r.o.Progress == nil || !r.reporting.TryLock() {
		return
	}
	defer r.reporting.Unlock()
	if time.Since(r.reported) >= pause {
		r.reported = time.Now()
		r.o.Progress(r.progress())
	}
}

// progress adds up. Counting the moves of a position is taken for a third of its work, and
// what no round reaches for done when the stage is.
func (r *run) progress() Progress {
	p := Progress{Phase: r.phase, Stage: min(r.stage+1, len(r.stages)), Stages: len(r.stages), Round: max(r.round, 0), Positions: r.numbers}
	thirds := uint64(0)
	for _, sh := range r.shards {
		sh.mu.Lock()
		solved, size := uint64(sh.solved), uint64(sh.size)
		seeded := sh.masks != nil
		sh.mu.Unlock()
		p.Solved += solved
		switch stage := r.slices[sh.slice].stage; {
		case stage < r.stage:
			thirds += 3 * size
		case stage == r.stage && seeded:
			thirds += size + 2*solved
		}
	}
	p.Done = float64(thirds) / float64(3*r.numbers)
	return p
}
