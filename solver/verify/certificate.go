package verify

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/placements"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/index"
)

// CertificateReport is the result of the check of a certificate.
type CertificateReport struct {
	Root      score.Bounds  // what the records claim of the root: proved if there are no errors
	Positions uint64        // records checked
	Errors    uint64        // records that are not justified, and a root without a claim
	First     []RecordFault // the first errors in the order of the file, at most maxFaults
}

// RecordFaultKind is a kind of error in a certificate.
type RecordFaultKind uint8

// The kinds of errors in certificates.
const (
	NotLegal   RecordFaultKind = iota // the position is illegal, or the game is over there
	NoSuchMove                        // Move is not legal
	WeakEnd                           // after Move, and Reply unless it is NoMove, the game is over with Found
	WeakReply                         // after Reply the record claims Found, which is too little or too many plies
	NoRecord                          // after Reply there is no record
	NoRoot                            // the records claim nothing of the root
)

// RecordFault is a record that is not justified.
type RecordFault struct {
	Kind        RecordFaultKind
	Position    board.Position
	Stored      score.Exact
	Move, Reply board.Move
	Found       score.Exact // for the side to move in Position or, of a record, for the same side

	number uint64 // of the record
}

// Certificate checks the records of f, and what they claim of the root.
//
// A record "in p the side to move has at least v, by m" is justified if m is legal and
//
//	the game is over after m, with at least v for the side that moved; or
//	after every reply it is over with at least v, or there is a record: for a win in n one of a
//	win in n-2 or less, for a draw any.
//
// Then, for play without a move limit, all records are true. Wins by induction over the plies,
// which decrease. Draws because the moves of the records lead to positions with records, or to
// wins or draws by the rules, and endless play is a draw. Positions that are images of each other
// under the symmetries of the rules share a record; package index finds these symmetries, and play
// of the pieces of the root must confirm them.
//
// The report counts records that are not justified; the error says what stopped the check: a
// game that cannot be solved, a file that cannot be read, or ctx. A record takes some 10
// microseconds and thread if the cache of f holds all of f.
func Certificate(ctx context.Context, f *certificate.File, o Options) (CertificateReport, error) {
	if err := solver.Solvable(f.Game()); err != nil {
		return CertificateReport{}, err
	}
	if err := checkSymmetries(f); err != nil {
		return CertificateReport{}, err
	}
	checkers := make([]recordChecker, max(o.Threads, 1))
	for i := range checkers {
		checkers[i] = recordChecker{ctx: ctx, file: f, game: f.Game(), sample: uint64(max(o.Sample, 0))}
	}
	err := parallel(ctx, len(checkers), uint64(f.Blocks()), 1, func(thread int, block, _ uint64) (uint64, error) {
		c := &checkers[thread]
		begin := f.BlockStart(int(block))
		c.number = begin
		err := f.Block(int(block), c.visit)
		return c.number - begin, err
	}, func(done uint64) {
		if o.Progress != nil {
			o.Progress(done, f.Len())
		}
	})
	if err != nil {
		return CertificateReport{}, err
	}
	var r CertificateReport
	for i := range checkers {
		r.Positions += checkers[i].checked
		r.Errors += checkers[i].errors
		r.First = append(r.First, checkers[i].first...)
	}
	if err := r.readRoot(f); err != nil {
		return CertificateReport{}, err
	}
	slices.SortFunc(r.First, func(a, b RecordFault) int { return cmp.Compare(a.number, b.number) })
	r.First = r.First[:min(len(r.First), maxFaults)]
	return r, nil
}

// readRoot sets what the records claim of the root.
func (r *CertificateReport) readRoot(f *certificate.File) (err error) {
	root := f.Root()
	if r.Root, err = f.Bounds(&root); err == nil && r.Root == score.Unknown {
		r.Errors++
		r.First = append(r.First, RecordFault{Kind: NoRoot, Position: root, number: f.Len()})
	}
	return err
}

// checkSymmetries returns an error if records are shared by positions of which play does not confirm
// that they are images of each other.
func checkSymmetries(f *certificate.File) error {
	root, ix := f.Root(), f.Indexer()
	orbits := placements.Of(f.Game(), &root).Orbits()
	for _, im := range []struct {
		used  bool
		image index.Image
		name  string
	}{
		{ix.Mirrors(), index.Mirror, "with the files reversed"},
		{ix.Turns(), index.Turn, "with the colours exchanged"},
	} {
		to := func(sq geom.Square) geom.Square { return ix.SquareIn(im.image, sq) }
		if im.used && !orbits.Allows(to, im.image == index.Turn) {
			return fmt.Errorf("verify: certificate %q: positions %s share records, but play differs there", f.Name(), im.name)
		}
	}
	return nil
}

// recordChecker checks records in one thread.
type recordChecker struct {
	ctx                   context.Context
	file                  *certificate.File
	game                  *board.Game
	sample                uint64 // records to check of all; 0: all
	number                uint64 // of the next record
	checked               uint64
	errors                uint64
	first                 []RecordFault
	replies               board.List
	afterMove, afterReply board.Position
}

// visit checks a record, if it is in the sample: of each of equal parts of the file one record.
func (c *recordChecker) visit(p *board.Position, m board.Move, v score.Exact) error {
	i := c.number
	c.number++
	if i%ctxSteps == 0 && c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	if n, all := c.sample, c.file.Len(); n > 0 && n < all && scale(i, n, all) == scale(i+1, n, all) {
		return nil
	}
	c.checked++
	f := RecordFault{Position: *p, Stored: v, Move: m, number: i}
	ok, err := c.justified(p, &f)
	if ok || err != nil {
		return err
	}
	c.errors++
	if len(c.first) < maxFaults {
		c.first = append(c.first, f)
	}
	return nil
}

// scale returns i*n/all rounded down, for i up to all and n below all.
func scale(i, n, all uint64) uint64 {
	high, low := bits.Mul64(i, n)
	q, _ := bits.Div64(high, low, all)
	return q
}

// justified reports whether a record is justified, and sets what is wrong with it.
func (c *recordChecker) justified(p *board.Position, f *RecordFault) (bool, error) {
	g := c.game
	if g.Check(p) != nil || g.Decided(p).Over() {
		f.Kind = NotLegal
		return false, nil
	}
	if !g.IsLegal(p, f.Move) {
		f.Kind = NoSuchMove
		return false, nil
	}
	g.Apply(&c.afterMove, p, f.Move)
	g.Moves(&c.afterMove, &c.replies)
	o := g.Decided(&c.afterMove)
	if !o.Over() && c.replies.Len() == 0 {
		o = g.NoMoves(&c.afterMove)
	}
	if o.Over() {
		f.Kind, f.Found = WeakEnd, score.Exact{Outcome: score.Outcome(o.Result)}.Prev()
		return f.suffices(0), nil
	}
	for _, r := range c.replies.All() {
		f.Reply = r
		if ok, err := c.checkReply(f); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// suffices reports whether Found, some plies after the record, is as good as Stored.
func (f *RecordFault) suffices(plies int) bool {
	if f.Stored.Outcome == score.Draw {
		return f.Found.Outcome != score.Loss
	}
	return f.Stored.Outcome == score.Win && f.Found.Outcome == score.Win && int(f.Found.Plies)+plies <= int(f.Stored.Plies)
}

// checkReply reports whether the record is justified against its Reply.
func (c *recordChecker) checkReply(f *RecordFault) (bool, error) {
	g := c.game
	g.Apply(&c.afterReply, &c.afterMove, f.Reply)
	if o := g.Decided(&c.afterReply); o.Over() {
		f.Kind, f.Found = WeakEnd, score.Exact{Outcome: score.Outcome(o.Result)}
		return f.suffices(2), nil
	}
	_, v, ok, err := c.file.Probe(&c.afterReply)
	switch {
	case err != nil:
		return false, err
	case ok:
		f.Kind, f.Found = WeakReply, v
		return f.suffices(2), nil
	case g.Count(&c.afterReply) == 0:
		f.Kind, f.Found = WeakEnd, score.Exact{Outcome: score.Outcome(g.NoMoves(&c.afterReply).Result)}
		return f.suffices(2), nil
	}
	f.Kind = NoRecord
	return false, nil
}
