package verify

import (
	"context"
	"errors"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/certificate"
)

// RecordChecker checks a certificate in parts, for programs that show progress or check a single
// record. One goroutine may use it at a time.
type RecordChecker struct{ recordChecker }

// NewRecordChecker returns a checker of f. A game that cannot be solved is an error.
func NewRecordChecker(f *certificate.File) (*RecordChecker, error) {
	if err := solver.Solvable(f.Game()); err != nil {
		return nil, err
	}
	return &RecordChecker{recordChecker{ctx: context.Background(), file: f, game: f.Game()}}, nil
}

// errEnough ends a part.
var errEnough = errors.New("enough")

// Part checks the records of f from a number on, at least one, until enough returns true. It returns
// the number of the next record, which is f.Len() after the last part. All parts together check what
// Certificate does: the first also the symmetries, and the report of the last has what the records
// claim of the root.
func (c *RecordChecker) Part(from uint64, enough func() bool) (next uint64, r CertificateReport, err error) {
	f := c.file
	c.checked, c.errors, c.first = 0, 0, nil
	if from == 0 {
		if err := checkSymmetries(f); err != nil {
			return 0, r, err
		}
	}
	if from < f.Len() {
		err = c.checkFrom(from, enough)
	}
	if err != nil && err != errEnough {
		return 0, r, err
	}
	r = CertificateReport{Positions: c.checked, Errors: c.errors, First: c.first}
	if next = min(from, f.Len()) + c.checked; next == f.Len() {
		err = r.readRoot(f)
		return next, r, err
	}
	return next, r, nil
}

// checkFrom checks the records from a number on.
func (c *RecordChecker) checkFrom(from uint64, enough func() bool) error {
	for block := int(from >> c.file.Bits()); block < c.file.Blocks(); block++ {
		c.number = c.file.BlockStart(block)
		err := c.file.Block(block, func(p *board.Position, m board.Move, v score.Exact) error {
			switch {
			case c.number < from:
				c.number++
				return nil
			case c.checked > 0 && enough():
				return errEnough
			}
			return c.visit(p, m, v)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Record checks the record of a position of the game of f. It returns what is wrong with it, nil if
// it is justified; found is false if there is no record. It takes some 50 microseconds.
func (c *RecordChecker) Record(p *board.Position) (fault *RecordFault, found bool, err error) {
	m, v, found, err := c.file.Probe(p)
	if !found || err != nil {
		return nil, false, err
	}
	fault = &RecordFault{Position: *p, Stored: v, Move: m}
	if ok, err := c.justified(p, fault); ok || err != nil {
		return nil, true, err
	}
	return fault, true, nil
}
