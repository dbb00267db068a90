package retro

import (
	"context"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/table"
)

// Finishing: what belongs here turns states into a table, and counts.

// finish writes the table and sums it up.
func (r *run) finish(ctx context.Context, out string) (solver.Result, error) {
	r.phase = "writing"
	d := table.Desc{Game: r.g, Material: r.material.Text(r.g)}
	for i := range r.slices {
		d.Signatures = append(d.Signatures, r.slices[i].Signature)
	}
	result := solver.Result{Variant: r.g.Variant().Name}
	w, err := table.Create(out, d, r.o.Threads)
	if err != nil {
		return result, err
	}
	defer w.Abort()
	for i := range r.slices {
		if err := r.finishSlice(ctx, w, i, &result); err != nil {
			return result, err
		}
	}
	if result.Positions == 0 {
		return result, errOver
	}
	if err := r.startOf(&result); err != nil {
		return result, err
	}
	return result, w.Close()
}

// finishSlice writes the values of a slice and counts them.
func (r *run) finishSlice(ctx context.Context, w *table.Writer, i int, result *solver.Result) error {
	s := &r.slices[i]
	for _, sh := range r.shards[s.firstShard : s.firstShard+s.shards] {
		if err := ctx.Err(); err != nil {
			return err
		}
		values, err := r.finalValues(sh, r.values[:0])
		if err != nil {
			return err
		}
		r.values = values
		r.count(sh, values, result)
		if err := w.Write(values); err != nil {
			return err
		}
		r.tick()
	}
	r.countSettled(s, result)
	return nil
}

// countSettled adds the positions of a slice that have no state because a pair settles them.
// Where neither of the pair has reached its goal nothing ends the game before it is taken.
func (r *run) countSettled(s *slice, result *solver.Result) {
	cursor := s.table.Cursor()
	goal := r.g.Variant().End.FlagZone
	for number := s.table.Size(); number < s.table.Full(); {
		run := s.table.RunAt(number)
		if !run.Tie && !goal[board.White].Has(run.White) && !goal[board.Black].Has(run.Black) {
			n := int(run.End-number) * s.images(r.ix.Mirrors())
			result.Add(score.WinIn(1), n, func() string { return r.fen(s, number) })
			number = run.End
			continue
		}
		for ; number < run.End; number++ {
			if p, ok := cursor.At(number); ok && !r.g.Decided(p).Over() {
				n := s.images(r.ix.Mirrors() && !cursor.Self())
				result.Add(score.WinIn(1), n, func() string { return r.fen(s, number) })
			}
		}
	}
}

// images returns how many positions a number stands for, where a mirror image is another
// position or is not.
func (s *slice) images(mirrored bool) int {
	n := 0
	for _, counts := range []bool{s.plain, s.turned} {
		if counts {
			n++
		}
	}
	if mirrored {
		n *= 2
	}
	return n
}

// finalValues appends the values of a shard that is solved to some others.
func (r *run) finalValues(sh *shard, values []dtm.Value) ([]dtm.Value, error) {
	states := sh.states
	if states == nil {
		var err error
		if states, err = r.store.load(sh.file, sh.size); err != nil {
			return nil, err
		}
	}
	for _, v := range states {
		switch {
		case v < dtm.Loss:
			v = dtm.Draw
		case v == wonAtOnce:
			v = dtm.Win + 1
		case v >= endedDrawn:
			v = dtm.None
		}
		values = append(values, v)
	}
	return values, nil
}

// count adds the values of a shard to the result: each for all the images that share its
// number.
func (r *run) count(sh *shard, values []dtm.Value, result *solver.Result) {
	s := &r.slices[sh.slice]
	cursor := s.table.Cursor()
	for i := 0; i < len(values); {
		number := sh.first + uint64(i)
		run := s.table.RunAt(number)
		tie := run.Tie && r.ix.Mirrors()
		n := s.images(r.ix.Mirrors())
		for ; i < len(values) && number < run.End; i, number = i+1, number+1 {
			if values[i] == dtm.None {
				continue
			}
			if tie {
				cursor.At(number)
				n = s.images(!cursor.Self())
			}
			result.Add(values[i].Exact(), n, func() string { return r.fen(s, number) })
		}
	}
}

// fen returns the FEN of a number's position, or of its turned twin if only that is of the
// material.
func (r *run) fen(s *slice, number uint64) string {
	var p board.Position
	s.table.Decode(number, &p)
	if !s.plain {
		p = r.ix.Turned(&p)
	}
	return solver.FEN(r.g, &p)
}

// startOf looks up the start position, if it is among those solved and the game goes on there.
func (r *run) startOf(result *solver.Result) error {
	p, err := solver.StartPosition(r.g)
	if err != nil {
		return err
	}
	i, ok := r.number[r.ix.SignatureOf(&p)]
	if !ok || r.g.Decided(&p).Over() {
		return nil
	}
	number, ok := r.slices[i].table.Encode(&p)
	if !ok {
		return nil
	}
	value := score.WinIn(1) // if the start is settled
	if number < r.slices[i].table.Size() {
		values, err := r.finalValues(r.shards[r.slices[i].firstShard+int(number>>shardBits)], nil)
		if err != nil {
			return err
		}
		value = values[number&(shardSize-1)].Exact()
	}
	result.Start = &value
	return nil
}
