package main

// The command stats for certificates: what is in one, in figures.

import (
	"context"
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb"
)

// proofStats is what stats finds in a certificate, as --json prints it. Images of a position
// count as one.
type proofStats struct {
	Certificate string `json:"certificate"` // the file as it was named
	Variant     string `json:"variant"`
	Root        string `json:"root"`
	claim
	Records uint64        `json:"records"`
	Wins    uint64        `json:"wins"`
	Draws   uint64        `json:"draws"`
	WinsIn  []statsCount  `json:"wins_in"`
	Longest *statsLongest `json:"longest"`
	Bytes   int64         `json:"bytes"`
	PerPos  float64       `json:"bytes_per_record"`
}

// statsProof prints the figures. It does not look whether the records are right.
func (a *app) statsProof(ctx context.Context, path string) error {
	f, err := tb.OpenProof(path, tb.NewCache(tableCache))
	if err != nil {
		return err
	}
	defer f.Close()
	root := f.Root()
	b, err := f.Bounds(&root)
	if err != nil {
		return err
	}
	r := &proofStats{Certificate: path, Variant: f.Game().Variant().Name, Root: notation.FEN(f.Game(), &root), claim: newClaim(b),
		Records: f.Len(), Bytes: f.Bytes(), PerPos: float64(f.Bytes()) / float64(max(f.Len(), 1))}
	if err := r.count(ctx, a, f); err != nil {
		return err
	}
	return a.print(r, r.text)
}

// count counts the records.
func (r *proofStats) count(ctx context.Context, a *app, f *tb.Proof) error {
	bar := a.startProgress("stats", "records")
	defer bar.stop()
	byPlies := make([]uint64, tb.MaxPlies+1)
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
		bar.set(r.Wins+r.Draws, r.Records)
	}
	r.WinsIn = countsOf(byPlies)
	if plies < 0 {
		return nil
	}
	line, err := proofLine(f, longest)
	r.Longest = &statsLongest{statsExample{notation.FEN(f.Game(), &longest), solver.ValueOf(score.WinIn(plies))}, line}
	return err
}

// text writes the figures, a line for each.
func (r *proofStats) text() string {
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
