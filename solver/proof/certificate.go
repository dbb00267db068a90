package proof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/strategy"
	"tinyhouse/tb/certificate"
)

// certify writes the certificate of the answer, if one is wanted and anything is known.
func (r *run) certify(ctx context.Context, a *Answer) error {
	if r.out == "" {
		return nil
	}
	needed := r.neededGoals(a)
	if len(needed) == 0 && !r.solver.Game.Ended(&r.pos).Over() {
		return nil
	}
	if a.answers(r.question) {
		r.saveAfter(r.interval() / 8) // a certificate may take long
	}
	if r.solver.Pawns != nil {
		r.pawnPositions = r.solver.Pawns.Positions()
	}
	defer r.workers[0].StopWith(ctx)()
	defer r.whileWorking(r.repeat)()
	err := r.create()
	for _, q := range needed {
		if err == nil {
			err = r.export(ctx, a, q)
		}
	}
	if err == nil {
		r.report(Progress{Writing: true, Exported: int(a.Result.Positions)}, true)
		err = r.writer.Close()
	}
	return r.finish(a, err)
}

// neededGoals returns the goals that the certificate is about: that one side does not win is
// implied by the other's win. The draw strategies of the others give their memory back.
func (r *run) neededGoals(a *Answer) (needed []*goal) {
	for _, q := range r.goals {
		isNeeded := q.certain && (q.wins || !a.Exact() || a.Low == score.Draw)
		if isNeeded {
			needed = append(needed, q)
		}
		if !isNeeded || q.wins {
			q.dropDraw()
		}
	}
	return needed
}

// create creates the certificate, and removes the temporary files of killed processes.
func (r *run) create() (err error) {
	if err = atomicfile.RemoveTemporary(r.out); err == nil {
		r.writer, err = certificate.Create(r.out, r.solver.Game, &r.pos)
	}
	return err
}

// finish completes the result by the file, or removes what there is after an error.
func (r *run) finish(a *Answer, err error) error {
	var info os.FileInfo
	if err == nil {
		info, err = os.Stat(r.out)
	}
	if err != nil {
		a.Result, a.Plies = solver.Result{}, 0
		if r.writer != nil {
			r.writer.Abort()
		}
		return err
	}
	a.Result.Wins, a.Result.Draws = r.writer.Counts()
	a.Result.Positions = a.Result.Wins + a.Result.Draws // equal positions share a record
	a.Result.Table, a.Result.Bytes = r.out, info.Size()
	return nil
}

// emit adds a record to the certificate.
func (r *run) emit(a *Answer) strategy.Emit {
	exported := 0
	return func(p *board.Position, m board.Move, v score.Exact) error {
		exported++
		a.Result.Add(v, 1, func() string { return solver.FEN(r.solver.Game, p) })
		r.report(Progress{Laid: r.last.Laid, Exported: exported}, false)
		return r.writer.Add(p, m, v)
	}
}

// report reports the progress of the certificate, if it is time or now.
func (r *run) report(p Progress, now bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p.Certificate, p.Nodes, p.Hashfull = true, r.nodes(), r.solver.Table.Hashfull()
	r.last = p
	if r.options.Progress != nil && (r.due() || now) {
		r.options.Progress(p)
	}
}

// repeat reports the last progress again, while a single step takes long.
func (r *run) repeat() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last.Certificate && r.due() {
		r.options.Progress(r.last)
	}
}

// reportLaid reports the positions of a strategy, and those without a move.
func (r *run) reportLaid(laid, open int) {
	r.report(Progress{Laid: laid, Open: open}, false)
}

// export exports what is known of a goal.
func (r *run) export(ctx context.Context, a *Answer, q *goal) (err error) {
	s := r.solver
	switch {
	case s.knows(&r.pos) || r.enumerateMore(ctx):
		return r.exportEnumeration(ctx, a, q)
	case q.wins:
		err = r.exportWin(ctx, a, q)
	default:
		err = r.exportDraw(ctx, a, q)
		q.dropDraw()
	}
	switch {
	case !errors.Is(err, solver.ErrMemory):
		a.Hashed = a.Hashed || err == nil && s.Hasher.Hashed()
		return err
	case r.enumerateTo(ctx, noBudget): // nothing of this goal has been exported yet
		return r.exportEnumeration(ctx, a, q)
	}
	return cmp.Or(ctx.Err(), err)
}

// exportEnumeration exports what the enumeration knows.
func (r *run) exportEnumeration(ctx context.Context, a *Answer, q *goal) error {
	const recordBytes = 16
	e, g := r.solver.enumeration, r.solver.Game
	if err := r.estimate(e.Nodes(), recordBytes, 0); err != nil {
		return err
	}
	if !q.wins {
		return strategy.ExportDraw(ctx, e, g, q.roots(q.attacker.Other()), r.emit(a))
	}
	plies, err := strategy.ExportWin(ctx, e, g, q.roots(q.attacker), r.emit(a))
	a.Plies = plies + q.pliesBefore()
	return err
}

// pliesBefore returns the plies from the position to the attacker's turn.
func (q *goal) pliesBefore() int {
	if q.pos.Turn() == q.attacker {
		return 0
	}
	return 1
}

// exportWin exports the attacker's win, and sets the plies of the answer.
func (r *run) exportWin(ctx context.Context, a *Answer, q *goal) error {
	s := r.solver
	w := strategy.NewWin(r.workers[0].Searcher, q.attacker, func(ctx context.Context, p *board.Position, budget uint64) bool {
		return s.attackerWins(ctx, r.workers[0], p, q.attacker, budget)
	})
	// Half of the memory is for draw strategies with which the graph searches again.
	w.Most, w.Report = s.memory.positions(s.enumerationBytes(), 2*strategy.WinBytes), r.reportLaid
	if err := r.estimate(r.nodes(), strategy.WinBytes, w.Most); err != nil {
		return err
	}
	roots := q.roots(q.attacker)
	if err := w.Prove(ctx, roots); err != nil {
		return err
	}
	w.Shorten(ctx)
	plies, err := w.Plies(roots)
	if err != nil {
		return err
	}
	a.Plies = plies + q.pliesBefore()
	return w.Export(ctx, roots, r.emit(a))
}

// exportDraw exports that the attacker does not win.
func (r *run) exportDraw(ctx context.Context, a *Answer, q *goal) error {
	s := r.solver
	most := s.memory.positions(s.enumerationBytes(), strategy.DrawBytes)
	for _, other := range r.goals {
		if other != q {
			most = max(most-other.draw.Len(), leastMembers)
		}
	}
	about := uint64(q.draw.Len())
	if s.Pawns != nil {
		about = r.nodes()
	}
	if err := r.estimate(about, strategy.DrawBytes, most); err != nil {
		return err
	}
	roots := q.roots(q.attacker.Other())
	q.draw.Report = r.reportLaid
	holds, certain := q.draw.Build(ctx, roots, strategy.DrawLimits{Members: most, Most: most, Nodes: noBudget})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !certain:
		return fmt.Errorf("%w, which are more than %d", strategy.ErrMemory, most)
	case !holds:
		return errors.New("proof: the draw that was found does not hold")
	}
	return q.draw.Export(ctx, roots, r.emit(a))
}

// overestimate is how many times larger than its strategy the estimate for a game of pawns may be:
// that for 3 and 4 files is 1.3 to 3 times as large.
const overestimate = 4

// estimate reports how many positions of each bytes a strategy takes, at most about. A game of
// pawns takes nearly all that its search searched: then it refuses what is far from fitting.
func (r *run) estimate(positions uint64, each int64, most int) error {
	if r.options.Estimate != nil {
		r.options.Estimate(Estimate{Positions: positions, Bytes: int64(positions) * each, Most: most})
	}
	if r.pawnPositions/overestimate > uint64(most) {
		return fmt.Errorf("%w: about %d, %d MiB, where %d fit", strategy.ErrMemory, r.pawnPositions, int64(r.pawnPositions)*each>>20, most)
	}
	return nil
}
