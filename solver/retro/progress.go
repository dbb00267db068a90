package retro

import "time"

// reportEvery is the least time between two progress reports.
const reportEvery = time.Second / 4

// report reports progress if a report is due. Any thread may call it.
func (r *run) report() {
	if r.o.Progress == nil || !r.reporting.TryLock() {
		return
	}
	defer r.reporting.Unlock()
	if time.Since(r.reported) >= reportEvery {
		r.reported = time.Now()
		r.o.Progress(r.progress())
	}
}

// progress sums up the shards. It estimates that counting its moves is a third of the work on a
// number.
func (r *run) progress() Progress {
	p := Progress{Phase: r.phase, Stage: min(r.stage+1, len(r.stages)), Stages: len(r.stages), Round: max(r.round, 0), Positions: r.numbers}
	thirds := uint64(0)
	for _, sh := range r.shards {
		sh.mu.Lock()
		solved, size := uint64(sh.solved), uint64(sh.size)
		initialized := sh.masks != nil
		sh.mu.Unlock()
		p.Solved += solved
		switch stage := r.signatures[sh.signature].stage; {
		case stage < r.stage:
			thirds += 3 * size
		case stage == r.stage && initialized:
			thirds += size + 2*solved
		}
	}
	p.Done = float64(thirds) / float64(3*r.numbers)
	return p
}
