package inspect

// Certificates: what they say of positions. A certificate lists positions with a move and a
// value that the side to move has at least by it. It proves bounds: of the positions in it from below, of those whose moves all lead into it from
// above. Where both leave one outcome the value is exact, but for the distance, which is the
// most that it can be.
//
//	win 5           5 plies or sooner
//	loss 4          the same for the other side
//	draw            by both bounds
//	at least draw   the other side may have a draw or less
//	at most draw    the same for the other side
//	unknown         of moves only: what comes after them is not in the file

import (
	"fmt"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/certificate"
)

// Known is what records say of a position, as --json prints it. A bound is null where nothing
// is known.
type Known struct {
	Claim string        `json:"claim"` // in words: "win 5", "at least draw"
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

// ProofMove is a move and what is known of its value for who plays it.
type ProofMove struct {
	Step
	Known

	move   board.Move
	bounds score.Bounds
}

// proofMoves returns the legal moves of p, in the order of the generator. One that leads
// out of the certificate is there, too, with nothing known of it.
func proofMoves(f *certificate.File, p *board.Position) ([]ProofMove, error) {
	var l board.List
	var next board.Position
	g := f.Game()
	g.Moves(p, &l)
	all := []ProofMove{}
	for _, m := range l.All() {
		g.Apply(&next, p, m)
		b, err := f.Bounds(&next)
		if err != nil {
			return nil, err
		}
		b = b.Prev()
		all = append(all, ProofMove{Step{notation.Move(g, p, m), notation.SAN(g, p, m)}, newKnown(b), m, b})
	}
	return all, nil
}

// ProofProbe is what probe finds in a certificate, as --json prints it.
type ProofProbe struct {
	Variant string `json:"variant"`
	FEN     string `json:"fen"`
	Known
	Result string      `json:"result,omitempty"` // why the game is over, if it is
	Record *Step       `json:"record"`           // the move of the position's own record, if it has one
	Moves  []ProofMove `json:"moves"`            // the best first
	Line   []Step      `json:"mainline"`
}

// ProbeProof returns what a certificate says of a position and of its moves. A position of which
// it says nothing is an error.
func ProbeProof(f *certificate.File, p board.Position) (*ProofProbe, error) {
	g := f.Game()
	b, err := f.Bounds(&p)
	if err != nil {
		return nil, err
	}
	if b == score.Unknown {
		return nil, fmt.Errorf("%s: not in the certificate %s", notation.FEN(g, &p), f.Name())
	}
	r := &ProofProbe{Variant: g.Variant().Name, FEN: notation.FEN(g, &p), Known: newKnown(b), Line: []Step{}}
	if m, _, ok, err := f.Probe(&p); ok && err == nil && g.IsLegal(&p, m) {
		r.Record = &Step{notation.Move(g, &p, m), notation.SAN(g, &p, m)}
	}
	if o := g.Outcome(&p, nil); o.Over() && o.Reason != board.MoveLimit {
		r.Result, r.Moves = o.Reason.String(), []ProofMove{}
	} else if r.Moves, err = proofMoves(f, &p); err != nil {
		return nil, err
	}
	slices.SortStableFunc(r.Moves, func(a, b ProofMove) int { return compareBounds(b.bounds, a.bounds) })
	r.Line, err = proofLine(f, p)
	return r, err
}

// compareBounds orders bounds: by the better lower one, then by the better upper one.
func compareBounds(a, b score.Bounds) int {
	if c := a.Lower.Compare(b.Lower); c != 0 {
		return c
	}
	return a.Upper.Compare(b.Upper)
}

// Text writes what was found.
func (r *ProofProbe) Text() string {
	p := probeText{r.Variant, r.FEN, nil, r.Result, r.Record, r.Line, r.Claim}
	for _, m := range r.Moves {
		p.moves = append(p.moves, [...]string{m.UCI, m.SAN, m.Claim})
	}
	return p.String()
}

// proofLine returns play from p as far as the certificate knows its outcome: the best moves
// it knows, the first of the generator among equals; a few of a game that is drawn. It ends
// sooner than the distance says where the proof is not the shortest.
func proofLine(f *certificate.File, p board.Position) ([]Step, error) {
	line := []Step{}
	b, err := f.Bounds(&p)
	v, known := b.Exact()
	longest := int(v.Plies)
	if v.Outcome == score.Draw {
		longest = drawnLine
	}
	for err == nil && known && len(line) < longest && !f.Game().Outcome(&p, nil).Over() {
		var moves []ProofMove
		if moves, err = proofMoves(f, &p); err != nil {
			break
		}
		best := slices.MaxFunc(moves, func(a, b ProofMove) int { return compareBounds(a.bounds, b.bounds) })
		if w, ok := best.bounds.Exact(); !ok || w.Outcome != v.Outcome {
			break
		}
		line = append(line, best.Step)
		f.Game().Apply(&p, &p, best.move)
		v.Outcome = -v.Outcome
	}
	return line, err
}
