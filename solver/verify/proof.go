package verify

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/certificate"
)

// Certificates: what belongs here checks every record of one by the rules, and says what
// follows of its root.
//
// A record "in p the side to move has at least v, by m" is justified if m is legal and
//
//	the game is over after m, with at least v for who played it; or
//	after every reply it is over with at least v, or there is a record: for a win in n one
//	of a win in n-2 or less, for a draw any.
//
// From this follows, for play without a move limit, that all records are true. Wins by
// induction over the plies, which fall. Draws because whoever plays the moves of the records
// never leaves them but for a win or a draw by the rules: endless play is a draw.
//
// Positions share records with their images under the symmetries of the rules, which package
// index finds in the rules.

// ProofReport is what a check of a certificate found.
type ProofReport struct {
	Root      score.Bounds // what the records say of the root: proved if there are no errors
	Positions uint64       // records looked at
	Errors    uint64       // records that are not justified; and a root of which nothing is said
	First     []ProofFault // the first errors in the order of the file, at most maxFaults
}

// ProofFaultKind says what is wrong with a record.
type ProofFaultKind uint8

// The kinds of faults of certificates.
const (
	NotLegal   ProofFaultKind = iota // the position is none of the game, or is over
	NoSuchMove                       // Move is not legal
	WeakEnd                          // after Move, and Reply unless it is NoMove, the game is over with Found
	WeakReply                        // after Reply the record has Found only, which is too little or too far
	NoRecord                         // after Reply there is no record
	NoRoot                           // nothing follows of the root
)

// ProofFault is a record that is not justified.
type ProofFault struct {
	Kind        ProofFaultKind
	Position    board.Position
	Stored      score.Exact
	Move, Reply board.Move
	Found       score.Exact // for the side to move in Position or, of a record, for the same side

	at uint64 // record
}

// Proof checks every record of f, or a sample of them, and what they say of the root. Errors
// in the records are counted in the report; the error says what kept the check from its end:
// a game that cannot be solved, a file that cannot be read, or ctx. It is fastest where the
// cache of f holds all of it. A record costs some 10 microseconds and a thread.
func Proof(ctx context.Context, f *certificate.File, o Options) (ProofReport, error) {
	if err := solver.Solvable(f.Game()); err != nil {
		return ProofReport{}, err
	}
	s := &proofScan{proof: f, game: f.Game(), options: &o}
	var wg sync.WaitGroup
	for range max(o.Threads, 1) {
		wg.Go(func() { s.run(ctx) })
	}
	wg.Wait()
	if s.err != nil {
		return ProofReport{}, s.err
	}
	root := f.Root()
	var err error
	if s.report.Root, err = f.Bounds(&root); err != nil {
		return ProofReport{}, err
	}
	if s.report.Root == score.Unknown {
		s.report.Errors++
		s.report.First = append(s.report.First, ProofFault{Kind: NoRoot, Position: root, at: f.Len()})
	}
	s.sort()
	return s.report, nil
}

// proofScan is a way through a certificate.
type proofScan struct {
	proof   *certificate.File
	game    *board.Game
	options *Options

	mu     sync.Mutex
	next   int // block
	done   uint64
	report ProofReport
	err    error
}

// run checks blocks until there are none left.
func (s *proofScan) run(ctx context.Context) {
	for {
		s.mu.Lock()
		if err := ctx.Err(); err != nil && s.err == nil {
			s.err = err
		}
		block := s.next
		s.next++
		stop := s.err != nil || block >= s.proof.Blocks()
		s.mu.Unlock()
		if stop {
			return
		}
		c := &proofChecker{scan: s, at: s.proof.BlockStart(block)}
		begin := c.at
		err := s.proof.Block(block, c.visit)
		s.finish(c, c.at-begin, err)
	}
}

// finish adds what was found in so many records.
func (s *proofScan) finish(c *proofChecker, records uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	s.report.Positions += c.checked
	s.report.Errors += c.errors
	if s.report.First = append(s.report.First, c.first...); len(s.report.First) > 100*maxFaults {
		s.sort()
	}
	s.done += records
	if s.options.Progress != nil {
		s.options.Progress(s.done, s.proof.Len())
	}
}

// sort keeps the first errors in the order of the file.
func (s *proofScan) sort() {
	slices.SortFunc(s.report.First, func(a, b ProofFault) int { return cmp.Compare(a.at, b.at) })
	s.report.First = s.report.First[:min(len(s.report.First), maxFaults)]
}

// proofChecker checks the records of a block.
type proofChecker struct {
	scan          *proofScan
	at            uint64 // number of the next record
	checked       uint64
	errors        uint64
	first         []ProofFault
	replies       board.List
	middle, after board.Position
}

// visit checks a record, unless it is not of the sample: of n records one is taken from each
// of n equal parts of the file.
func (c *proofChecker) visit(p *board.Position, m board.Move, v score.Exact) error {
	i := c.at
	c.at++
	if n, all := uint64(c.scan.options.Sample), c.scan.proof.Len(); n > 0 && n < all && i*n/all == (i+1)*n/all {
		return nil
	}
	c.checked++
	f := ProofFault{Position: *p, Stored: v, Move: m, at: i}
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

// justified reports whether a record is, and sets what is wrong with it.
func (c *proofChecker) justified(p *board.Position, f *ProofFault) (bool, error) {
	g := c.scan.game
	if g.Check(p) != nil || g.Decided(p).Over() {
		f.Kind = NotLegal
		return false, nil
	}
	if !g.IsLegal(p, f.Move) {
		f.Kind = NoSuchMove
		return false, nil
	}
	g.Apply(&c.middle, p, f.Move)
	g.Moves(&c.middle, &c.replies)
	o := g.Decided(&c.middle)
	if !o.Over() && c.replies.Len() == 0 {
		o = g.NoMoves(&c.middle)
	}
	if o.Over() {
		f.Kind, f.Found = WeakEnd, score.Exact{Outcome: score.Outcome(o.Result)}.Prev()
		return f.holds(0), nil
	}
	for _, r := range c.replies.All() {
		f.Reply = r
		if ok, err := c.answered(f); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// holds reports whether what was found, some plies after the record, is as good as it says.
func (f *ProofFault) holds(plies int) bool {
	if f.Stored.Outcome == score.Draw {
		return f.Found.Outcome != score.Loss
	}
	return f.Stored.Outcome == score.Win && f.Found.Outcome == score.Win && int(f.Found.Plies)+plies <= int(f.Stored.Plies)
}

// answered reports whether the record holds against its Reply.
func (c *proofChecker) answered(f *ProofFault) (bool, error) {
	g := c.scan.game
	g.Apply(&c.after, &c.middle, f.Reply)
	if o := g.Decided(&c.after); o.Over() {
		f.Kind, f.Found = WeakEnd, score.Exact{Outcome: score.Outcome(o.Result)}
		return f.holds(2), nil
	}
	_, v, ok, err := c.scan.proof.Probe(&c.after)
	switch {
	case err != nil:
		return false, err
	case ok:
		f.Kind, f.Found = WeakReply, v
		return f.holds(2), nil
	case g.Count(&c.after) == 0:
		f.Kind, f.Found = WeakEnd, score.Exact{Outcome: score.Outcome(g.NoMoves(&c.after).Result)}
		return f.holds(2), nil
	}
	f.Kind = NoRecord
	return false, nil
}
