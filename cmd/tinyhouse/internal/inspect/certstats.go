package inspect

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

// CertificateStats are the statistics of a certificate. Images of a position count as one.
type CertificateStats struct {
	Certificate string `json:"certificate"` // path
	Rules
	Root string `json:"root"`
	Known
	Records uint64   `json:"records"`
	Wins    uint64   `json:"wins"`
	Draws   uint64   `json:"draws"`
	WinsIn  []Count  `json:"wins_in"`
	Longest *Longest `json:"longest"`
	Bytes   int64    `json:"bytes"`
	PerPos  float64  `json:"bytes_per_record"`
}

// NewCertificateStats counts the records of a certificate without checking them. It calls progress
// after each block.
func NewCertificateStats(ctx context.Context, f *certificate.File, rules Rules, progress func(done, all uint64)) (*CertificateStats, error) {
	root := f.Root()
	b, err := f.Bounds(&root)
	if err != nil {
		return nil, err
	}
	r := &CertificateStats{Certificate: f.Name(), Rules: rules, Root: notation.FEN(f.Game(), &root), Known: newKnown(b),
		Records: f.Len(), Bytes: f.Bytes(), PerPos: float64(f.Bytes()) / float64(max(f.Len(), 1))}
	return r, r.count(ctx, f, progress)
}

func (r *CertificateStats) count(ctx context.Context, f *certificate.File, progress func(done, all uint64)) error {
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
	line, err := mainLine(f, longest)
	r.Longest = &Longest{Example{notation.FEN(f.Game(), &longest), solver.ValueOf(score.WinIn(plies))}, line}
	return err
}

// String returns the statistics for users.
func (r *CertificateStats) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%sroot: %s\nclaim: %s\nrecords: %d\nwins: %d\ndraws: %d\n", r.Rules.text(), r.Root, r.Claim, r.Records, r.Wins, r.Draws)
	writeCounts(&b, "wins", r.WinsIn)
	fmt.Fprintf(&b, "bytes: %d, %.3f a record\n", r.Bytes, r.PerPos)
	if r.Longest == nil {
		b.WriteString("longest: -\n")
		return b.String()
	}
	fmt.Fprintf(&b, "longest: %d %s\nline: %s\n", *r.Longest.Plies, r.Longest.FEN, lineText(r.Longest.Line))
	return b.String()
}
