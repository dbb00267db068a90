package inspect

import (
	"fmt"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/certificate"
)

// Known is what records prove of a position, for one side:
//
//	win 5           it wins in at most 5 plies
//	loss 4          it loses in at most 4 plies
//	draw            by both bounds
//	at least draw   the other side has a draw or less
//	at most draw    the other side has a draw or more
//	unknown         nothing
//
// Certificates bound values: the value of a position in the file from below, that of a position
// whose moves all lead into the file from above. An unknown bound is null.
type Known struct {
	Claim string        `json:"claim"` // in words, as above
	Lower *solver.Value `json:"lower"`
	Upper *solver.Value `json:"upper"`
}

func newKnown(b score.Bounds) Known {
	c := Known{Claim: b.String()}
	lower, upper := solver.ValueOf(b.Lower), solver.ValueOf(b.Upper)
	if v, ok := b.Exact(); ok {
		exact := solver.ValueOf(v)
		c.Lower, c.Upper = &exact, &exact
		return c
	}
	if b.Lower.Outcome == score.Draw {
		c.Lower = &lower
	}
	if b.Upper.Outcome == score.Draw {
		c.Upper = &upper
	}
	return c
}

// CertificateMove is a move and what is known of its value for the side that plays it.
type CertificateMove struct {
	Step
	Known

	bounds score.Bounds
}

// certificateMoves returns the legal moves of p in the order of the move generator. Moves that
// lead out of the certificate are unknown.
func certificateMoves(f *certificate.File, p *board.Position) ([]CertificateMove, error) {
	moves, err := boundedMoves(f, p)
	all := []CertificateMove{}
	for _, m := range moves {
		all = append(all, CertificateMove{stepOf(f.Game(), p, m.move), newKnown(m.bounds), m.bounds})
	}
	return all, err
}

// CertificateProbe is the result of probing a certificate.
type CertificateProbe struct {
	Rules
	FEN string `json:"fen"`
	Known
	Result string            `json:"result,omitempty"` // why the game is over, if it is
	Record *Step             `json:"record"`           // the move of the position's own record, if it has one
	Moves  []CertificateMove `json:"moves"`            // the best first
	Line   []Step            `json:"mainline"`
}

// ProbeCertificate returns what a certificate proves of a position and of its moves. If that is
// nothing, it returns an error.
func ProbeCertificate(f *certificate.File, rules Rules, p board.Position) (*CertificateProbe, error) {
	g := f.Game()
	b, err := f.Bounds(&p)
	if err != nil {
		return nil, err
	}
	if b == score.Unknown {
		return nil, fmt.Errorf("%s: not in the certificate %s", notation.FEN(g, &p), f.Name())
	}
	r := &CertificateProbe{Rules: rules, FEN: notation.FEN(g, &p), Known: newKnown(b), Line: []Step{}}
	if m, _, ok, err := f.Probe(&p); ok && err == nil && g.IsLegal(&p, m) {
		step := stepOf(g, &p, m)
		r.Record = &step
	}
	if o := g.Outcome(&p, nil); o.Over() && o.Reason != board.MoveLimit {
		r.Result, r.Moves = o.Reason.String(), []CertificateMove{}
	} else if r.Moves, err = certificateMoves(f, &p); err != nil {
		return nil, err
	}
	slices.SortStableFunc(r.Moves, func(a, b CertificateMove) int { return compareBounds(b.bounds, a.bounds) })
	r.Line, err = mainLine(f, p)
	return r, err
}

// String returns the result for users.
func (r *CertificateProbe) String() string {
	p := probeText{r.Rules, r.FEN, nil, r.Result, r.Record, r.Line, r.Claim}
	for _, m := range r.Moves {
		p.moves = append(p.moves, [...]string{m.UCI, m.SAN, m.Claim})
	}
	return p.String()
}
