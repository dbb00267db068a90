package main

// Certificates: what the commands verify and probe say of them. A certificate lists
// positions with a move and a value that the side to move has at least by it. It proves
// bounds: of the positions in it from below, of those whose moves all lead into it from
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
	"context"
	"fmt"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/verify"
	"tinyhouse/tb"
)

// claim is what records say of a position, as --json prints it. A bound is null where nothing
// is known.
type claim struct {
	Claim string        `json:"claim"` // in words: "win 5", "at least draw"
	Lower *solver.Value `json:"lower"`
	Upper *solver.Value `json:"upper"`
}

func newClaim(b tb.Bounds) claim {
	c := claim{Claim: b.String()}
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

// proofVerdict is what verify finds in a certificate, as --json prints it.
type proofVerdict struct {
	Certificate string `json:"certificate"`
	Variant     string `json:"variant"`
	Root        string `json:"root"`
	claim
	Proved    bool         `json:"proved"` // all was looked at, and is right
	Positions uint64       `json:"positions"`
	Errors    uint64       `json:"errors"`
	First     []faultEntry `json:"first"`
}

// verifyProof prints the first errors, what is proved, and the counts in the last line. Of a
// sample nothing is proved, nor of a file with errors: then it says what is claimed. The
// cache takes the whole certificate if it can, since every record asks for others anywhere.
func (a *app) verifyProof(ctx context.Context, path string, o verify.Options) error {
	f, err := tb.OpenProof(path, tb.NewCache(int64(memoryMiB())<<19)) // half of it
	if err != nil {
		return err
	}
	defer f.Close()
	bar := a.startProgress("verify", "records")
	o.Progress = bar.set
	r, err := verify.Proof(ctx, f, o)
	bar.stop()
	if err != nil {
		return err
	}
	root := f.Root()
	v := proofVerdict{Certificate: path, Variant: f.Game().Variant().Name, Root: notation.FEN(f.Game(), &root), claim: newClaim(r.Root),
		Proved: r.Errors == 0 && r.Positions == f.Len(), Positions: r.Positions, Errors: r.Errors, First: []faultEntry{}}
	for i := range r.First {
		fault := &r.First[i]
		v.First = append(v.First, faultEntry{notation.FEN(f.Game(), &fault.Position), proofFaultText(f.Game(), fault)})
	}
	if err := a.print(&v, v.text); err != nil {
		return err
	}
	if r.Errors > 0 {
		return fmt.Errorf("%s: %d errors", path, r.Errors)
	}
	return nil
}

// text writes the errors, what is proved of the root, and the counts in the last line.
func (v *proofVerdict) text() string {
	word := "claimed"
	if v.Proved {
		word = "proved"
	}
	return faultLines(v.First) + fmt.Sprintf("root: %s\n%s: %s\nverified: %d positions, %d errors\n", v.Root, word, v.Claim, v.Positions, v.Errors)
}

// proofFaultText says what is wrong with the record of a position.
func proofFaultText(g *board.Game, f *verify.ProofFault) string {
	switch f.Kind {
	case verify.NotLegal:
		return "no position of the game in which it goes on"
	case verify.NoRoot:
		return "the root, of which no record says anything"
	case verify.NoSuchMove:
		return fmt.Sprintf("recorded %v by a move that is not legal", f.Stored)
	}
	moves, p := notation.Move(g, &f.Position, f.Move), f.Position
	if f.Reply != board.NoMove {
		g.Apply(&p, &p, f.Move)
		moves += " " + notation.Move(g, &p, f.Reply)
	}
	switch f.Kind {
	case verify.WeakEnd:
		return fmt.Sprintf("recorded %v, but after %s the game is over: %v", f.Stored, moves, f.Found)
	case verify.NoRecord:
		return fmt.Sprintf("recorded %v, but there is no record after %s", f.Stored, moves)
	}
	return fmt.Sprintf("recorded %v, but the record after %s is %v", f.Stored, moves, f.Found)
}

// proofEntry is a move and what is known of its value for who plays it.
type proofEntry struct {
	lineEntry
	claim

	move   board.Move
	bounds tb.Bounds
}

// proofEntries returns the legal moves of p, in the order of the generator. One that leads
// out of the certificate is there, too, with nothing known of it.
func proofEntries(f *tb.Proof, p *board.Position) ([]proofEntry, error) {
	var l board.List
	var next board.Position
	g := f.Game()
	g.Moves(p, &l)
	all := []proofEntry{}
	for _, m := range l.All() {
		g.Apply(&next, p, m)
		b, err := f.Bounds(&next)
		if err != nil {
			return nil, err
		}
		b = b.Prev()
		all = append(all, proofEntry{lineEntry{notation.Move(g, p, m), notation.SAN(g, p, m)}, newClaim(b), m, b})
	}
	return all, nil
}

// proofProbe is what probe finds in a certificate, as --json prints it.
type proofProbe struct {
	Variant string `json:"variant"`
	FEN     string `json:"fen"`
	claim
	Result string       `json:"result,omitempty"` // why the game is over, if it is
	Record *lineEntry   `json:"record"`           // the move of the position's own record, if it has one
	Moves  []proofEntry `json:"moves"`            // the best first
	Line   []lineEntry  `json:"mainline"`
}

// probeProof prints what a certificate says of a position and of its moves; of its root, if no
// position is given. A position of which it says nothing is an error.
func (a *app) probeProof(path string) error {
	f, err := tb.OpenProof(path, tb.NewCache(tableCache))
	if err != nil {
		return err
	}
	defer f.Close()
	g := f.Game()
	p := f.Root()
	if a.fen != "" {
		if p, err = a.position(g); err != nil {
			return err
		}
	}
	b, err := f.Bounds(&p)
	if err != nil {
		return err
	}
	if b == tb.Unknown {
		return fmt.Errorf("%s: not in the certificate %s", notation.FEN(g, &p), path)
	}
	r := proofProbe{Variant: g.Variant().Name, FEN: notation.FEN(g, &p), claim: newClaim(b), Line: []lineEntry{}}
	if m, _, ok, err := f.Probe(&p); ok && err == nil && g.IsLegal(&p, m) {
		r.Record = &lineEntry{notation.Move(g, &p, m), notation.SAN(g, &p, m)}
	}
	if o := g.Outcome(&p, nil); o.Over() && o.Reason != board.MoveLimit {
		r.Result, r.Moves = o.Reason.String(), []proofEntry{}
	} else if r.Moves, err = proofEntries(f, &p); err != nil {
		return err
	}
	slices.SortStableFunc(r.Moves, func(a, b proofEntry) int { return compareBounds(b.bounds, a.bounds) })
	if r.Line, err = proofLine(f, p); err != nil {
		return err
	}
	return a.print(&r, r.text)
}

// compareBounds orders bounds: by the better lower one, then by the better upper one.
func compareBounds(a, b tb.Bounds) int {
	if c := a.Lower.Compare(b.Lower); c != 0 {
		return c
	}
	return a.Upper.Compare(b.Upper)
}

// text writes what was found.
func (r *proofProbe) text() string {
	p := probeText{r.Variant, r.FEN, nil, r.Result, r.Record, r.Line, r.Claim}
	for _, m := range r.Moves {
		p.moves = append(p.moves, [...]string{m.UCI, m.SAN, m.Claim})
	}
	return p.String()
}

// proofLine returns play from p as far as the certificate knows its outcome: the best moves
// it knows, the first of the generator among equals; a few of a game that is drawn. It ends
// sooner than the distance says where the proof is not the shortest.
func proofLine(f *tb.Proof, p board.Position) ([]lineEntry, error) {
	line := []lineEntry{}
	b, err := f.Bounds(&p)
	v, known := b.Exact()
	longest := int(v.Plies)
	if v.Outcome == score.Draw {
		longest = drawnLine
	}
	for err == nil && known && len(line) < longest && !f.Game().Outcome(&p, nil).Over() {
		var moves []proofEntry
		if moves, err = proofEntries(f, &p); err != nil {
			break
		}
		best := slices.MaxFunc(moves, func(a, b proofEntry) int { return compareBounds(a.bounds, b.bounds) })
		if w, ok := best.bounds.Exact(); !ok || w.Outcome != v.Outcome {
			break
		}
		line = append(line, best.lineEntry)
		f.Game().Apply(&p, &p, best.move)
		v.Outcome = -v.Outcome
	}
	return line, err
}
