package inspect

// What a certificate holds, in figures.

import (
	"context"
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/dtm"
)

// ProofSurvey is what stats finds in a certificate, as --json prints it. Images of a position
// count as one.
type ProofSurvey struct {
	Certificate string `json:"certificate"` // the file as it was named
	Variant     string `json:"variant"`
	Root        string `json:"root"`
	Known
	Records uint64   `json:"records"`
	Wins    uint64   `json:"wins"`
	Draws   uint64   `json:"draws"`
	WinsIn  []Count  `json:"wins_in"`
	Longest *Longest `json:"longest"`
	Bytes   int64    `json:"bytes"`
	PerPos  float64  `json:"bytes_per_record"`
}

// NewProofSurvey counts the records of a certificate, and tells now and then how many it has
// seen. It does not look whether they are right.
func NewProofSurvey(ctx context.Context, f *certificate.File, progress func(done, all uint64)) (*ProofSurvey, error) {
	root := f.Root()
	b, err := f.Bounds(&root)
	if err != nil {
		return nil, err
	}
	r := &ProofSurvey{Certificate: f.Name(), Variant: f.Game().Variant().Name, Root: notation.FEN(f.Game(), &root), Known: newKnown(b),
		Records: f.Len(), Bytes: f.Bytes(), PerPos: float64(f.Bytes()) / float64(max(f.Len(), 1))}
	return r, r.count(ctx, f, progress)
}

// count counts the records.
func (r *ProofSurvey) count(ctx context.Context, f *certificate.File, progress func(done, all uint64)) error {
	byPlies := make([]uint64, dtm.MaxPlies+1)
	var longest board.Position
	plies := -1
	for i := range f.Blocks() {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := f.Block(i, func(p *board.Position, _ board.Move, v score.Exact) error {
			if v.Outcome != score.Win {
				r.Draws++
				return nil
			}
			r.Wins++
			byPlies[v.Plies]++
			if int(v.Plies) > plies {
				longest, plies = *p, int(v.Plies)
			}
			return nil
		})
		if err != nil {
			return err
		}
		progress(r.Wins+r.Draws, r.Records)
	}
	r.WinsIn = countsOf(byPlies)
	if plies < 0 {
		return nil
	}
	line, err := proofLine(f, longest)
	r.Longest = &Longest{Example{notation.FEN(f.Game(), &longest), solver.ValueOf(score.WinIn(plies))}, line}
	return err
}

// Text writes the figures, a line for each.
func (r *ProofSurvey) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "variant: %s\nroot: %s\nclaim: %s\nrecords: %d\nwins: %d\ndraws: %d\n", r.Variant, r.Root, r.Claim, r.Records, r.Wins, r.Draws)
	writeCounts(&b, "wins", r.WinsIn)
	fmt.Fprintf(&b, "bytes: %d, %.3f a record\n", r.Bytes, r.PerPos)
	if r.Longest == nil {
		b.WriteString("longest: -\n")
		return b.String()
	}
	fmt.Fprintf(&b, "longest: %d %s\nline: %s\n", *r.Longest.Plies, r.Longest.FEN, lineText(r.Longest.Line))
	return b.String()
}
