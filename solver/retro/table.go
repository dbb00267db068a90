package retro

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// writeTable writes the table and sums it up. The table takes its place only if what is read back
// from its file are the solved values, in the counts of the books.
func (r *run) writeTable(ctx context.Context, out string) (solver.Result, error) {
	r.phase = "writing"
	d := table.Desc{Game: r.g, Material: r.material.Text(r.g), Signatures: signaturesOf(r)}
	result := solver.Result{Variant: r.g.Variant().Name}
	w, err := table.Create(out, d, r.o.Threads)
	if err != nil {
		return result, err
	}
	defer w.Abort()
	for i := range r.signatures {
		err := r.eachShard(ctx, i, func(_ *shard, values []dtm.Value) error { return w.Write(values) })
		if err != nil {
			return result, err
		}
	}
	err = w.CloseChecked(func(path string) error { return r.readBack(ctx, path, &result) })
	switch {
	case errors.Is(err, errOver):
		return result, errOver
	case err != nil:
		return result, err
	}
	return result, r.addStart(&result)
}

// signaturesOf returns the signatures of a run, in the order of the table.
func signaturesOf(r *run) (all []index.Signature) {
	for i := range r.signatures {
		all = append(all, r.signatures[i].Signature)
	}
	return all
}

// eachShard calls do with the values of each shard of signature i.
func (r *run) eachShard(ctx context.Context, i int, do func(*shard, []dtm.Value) error) error {
	s := &r.signatures[i]
	for _, sh := range r.shards[s.firstShard : s.firstShard+s.shards] {
		if err := ctx.Err(); err != nil {
			return err
		}
		values, err := r.finalValues(sh, r.values[:0])
		if err != nil {
			return err
		}
		r.values = values
		r.disturbed()
		if err := do(sh, values); err != nil {
			return err
		}
		r.report()
	}
	return nil
}

// readBack compares the table at path with the states and the books, and counts its values.
func (r *run) readBack(ctx context.Context, path string, result *solver.Result) error {
	t, err := table.Open(path, nil)
	if err != nil {
		return err
	}
	defer t.Close()
	var found books
	var values []dtm.Value
	for i := range r.signatures {
		err := r.eachShard(ctx, i, func(sh *shard, want []dtm.Value) error {
			values = slices.Grow(values[:0], len(want))[:len(want)]
			err := t.Values(i, sh.first, values)
			if err == nil {
				err = compare(values, want, &found)
			}
			r.count(sh, values, result)
			return err
		})
		if err != nil {
			return err
		}
	}
	found.Positions = result.Positions
	if err := r.books.check(&found); err != nil {
		return err
	}
	if err := r.checkSample(ctx, t); err != nil {
		return err
	}
	for i := range r.signatures {
		r.countDecided(&r.signatures[i], result)
	}
	switch {
	case result.Positions == 0:
		return errOver
	case result.Wins+result.Losses+result.Draws != result.Positions:
		return fmt.Errorf("%w: %d wins, %d losses and %d draws are not %d positions", errChanged, result.Wins, result.Losses, result.Draws, result.Positions)
	}
	return nil
}

// compare returns an error unless the values of a shard in a table are those wanted, and counts them.
func compare(values, want []dtm.Value, found *books) error {
	for i, v := range want {
		switch {
		case v == dtm.None:
			values[i] = v // the table may have any value
		case v != values[i]:
			return fmt.Errorf("%w: value %d of a shard was written as %#x and is read as %#x", errChanged, i, v, values[i])
		}
		found.initialized(values[i], 0)
	}
	return nil
}

// countDecided counts the positions of a signature that a royal pair decides, which have no
// state. Unless one of the pair is at its goal, the game is not over in any of them.
func (r *run) countDecided(s *signature, result *solver.Result) {
	cursor := s.layout.Cursor()
	goal := r.g.Variant().End.FlagZone
	for number := s.layout.Size(); number < s.layout.Full(); {
		run := s.layout.RunAt(number)
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

// images returns the number of positions of the material that share a number: twice as many if
// its mirror image is another position.
func (s *signature) images(mirrored bool) int {
	n := 0
	if s.plain {
		n++
	}
	if s.turned {
		n++
	}
	if mirrored {
		n *= 2
	}
	return n
}

// finalValues appends the values of a solved shard, whose states must have the sum that they got
// when they were computed, to values.
func (r *run) finalValues(sh *shard, values []dtm.Value) ([]dtm.Value, error) {
	states := sh.states
	if states == nil {
		var err error
		if states, err = r.load(sh); err != nil {
			return nil, err
		}
	}
	sum := uint64(0)
	for i, v := range states {
		sum += uint64(v) * weight(uint32(i))
		values = append(values, valueOf(v))
	}
	if sum != sh.sum {
		return nil, fmt.Errorf("%w: the states of shard %d have another sum", errChanged, r.idOf(sh))
	}
	return values, nil
}

// valueOf returns the value of a position in a solved shard.
func valueOf(state dtm.Value) dtm.Value {
	switch {
	case state < dtm.Loss:
		return dtm.Draw
	case state == wonAtOnce:
		return dtm.Win + 1
	case state >= endedDrawn:
		return dtm.None
	}
	return state
}

// count adds the values of a shard to the result, each for all images that share its number.
func (r *run) count(sh *shard, values []dtm.Value, result *solver.Result) {
	s := &r.signatures[sh.signature]
	cursor := s.layout.Cursor()
	for i := 0; i < len(values); {
		number := sh.first + uint64(i)
		run := s.layout.RunAt(number)
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

// fen returns the FEN of a number's position, with the colours exchanged if only that is of the
// material.
func (r *run) fen(s *signature, number uint64) string {
	var p board.Position
	s.layout.Decode(number, &p)
	if !s.plain {
		p = r.ix.Turned(&p)
	}
	return solver.FEN(r.g, &p)
}

// addStart adds the value of the start position, if it has one in the table.
func (r *run) addStart(result *solver.Result) error {
	p, err := solver.StartPosition(r.g)
	if err != nil {
		return err
	}
	i, ok := r.id[r.ix.SignatureOf(&p)]
	if !ok || r.g.Decided(&p).Over() {
		return nil
	}
	number, ok := r.signatures[i].layout.Encode(&p)
	if !ok {
		return nil
	}
	value := score.WinIn(1) // if a royal pair decides the start
	if number < r.signatures[i].layout.Size() {
		values, err := r.finalValues(r.shards[r.signatures[i].firstShard+int(number>>shardBits)], nil)
		if err != nil {
			return err
		}
		value = values[number&(shardSize-1)].Exact()
	}
	result.Start = &value
	return nil
}
