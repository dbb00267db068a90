package main

// The command stats: what a table holds, in figures. What a certificate holds is in
// proofstats.go.

import (
	"context"

	"github.com/spf13/cobra"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/solver"
	"tinyhouse/solver/verify"
	"tinyhouse/tb"
)

// statsCommand describes the command and its flags.
func (a *app) statsCommand() *cobra.Command {
	var o verify.Options
	var bySlice bool
	c := &cobra.Command{
		Use:   "stats FILE",
		Short: "Count what a table holds: wins, distances, zugzwangs, the longest win and its line",
		Args:  oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			if isProof(args[0]) {
				return a.statsProof(c.Context(), args[0])
			}
			return a.runStats(c.Context(), args[0], bySlice, o)
		},
	}
	c.Flags().BoolVar(&bySlice, "slices", false, "count each slice, that is what stands on the board and in the hands, too")
	addThreads(c.Flags(), &o.Threads)
	a.addJSON(c.Flags())
	return c
}

// statsResult is what stats finds, as --json prints it. Both sides to move and all images
// of a position count.
type statsResult struct {
	Table      string        `json:"table"` // the file as it was named
	Variant    string        `json:"variant"`
	Material   string        `json:"material"`
	Sides      [2]statsTally `json:"sides"` // White to move, Black to move
	All        statsTally    `json:"all"`
	Slices     []statsSlice  `json:"slices,omitempty"` // with --slices only
	Wins       []statsCount  `json:"wins_in"`
	Losses     []statsCount  `json:"losses_in"`
	Longest    *statsLongest `json:"longest"`
	Checkmates uint64        `json:"checkmates"`
	Stalemates uint64        `json:"stalemates"`
	Zugzwangs  statsZugzwang `json:"zugzwangs"`
	Numbers    uint64        `json:"numbers"` // in the index; not all stand for positions
	Bytes      int64         `json:"bytes"`
	PerPos     float64       `json:"bytes_per_position"`
}

// statsTally counts positions by value.
type statsTally struct {
	Positions uint64 `json:"positions"`
	Wins      uint64 `json:"wins"`
	Losses    uint64 `json:"losses"`
	Draws     uint64 `json:"draws"`
}

// statsSlice counts the positions of a slice.
type statsSlice struct {
	Slice string `json:"slice"`
	statsTally
}

// statsCount counts the positions of a distance.
type statsCount struct {
	Plies     int    `json:"plies"`
	Positions uint64 `json:"positions"`
}

// statsExample is a position and its value.
type statsExample struct {
	FEN string `json:"fen"`
	solver.Value
}

// statsLongest is a position that takes longest, and best play from there.
type statsLongest struct {
	statsExample
	Line []lineEntry `json:"mainline"`
}

// statsZugzwang counts mutual zugzwangs; see verify.Zugzwangs.
type statsZugzwang struct {
	Full     uint64         `json:"full"`
	Half     uint64         `json:"half"`
	Examples []statsExample `json:"examples"`
}

// runStats prints the figures.
func (a *app) runStats(ctx context.Context, path string, bySlice bool, o verify.Options) error {
	t, err := openTable(path)
	if err != nil {
		return err
	}
	defer t.Close()
	o.Memory = int64(memoryMiB()) << 19 // half of it
	bar := a.startProgress("stats", "numbers")
	o.Progress = bar.set
	s, err := verify.Take(ctx, t, o)
	bar.stop()
	if err != nil {
		return err
	}
	r, err := newStats(t, s)
	if err != nil {
		return err
	}
	r.Table = path
	if !bySlice {
		r.Slices = nil
	}
	return a.print(r, r.text)
}

// newStats puts the figures of a survey into the form they are printed in.
func newStats(t *tb.Table, s *verify.Survey) (*statsResult, error) {
	g := t.Game()
	r := &statsResult{Variant: g.Variant().Name, Material: t.Material(), Checkmates: s.Checkmates, Stalemates: s.Stalemates,
		Numbers: t.Numbers(), Bytes: t.Bytes(), Wins: countsOf(s.Wins), Losses: countsOf(s.Losses)}
	all := s.Sides[board.White]
	all.Merge(s.Sides[board.Black])
	r.Sides, r.All = [2]statsTally{tallyOf(s.Sides[board.White]), tallyOf(s.Sides[board.Black])}, tallyOf(all)
	r.PerPos = float64(t.Bytes()) / float64(max(r.All.Positions, 1))
	for i, slice := range t.Slices() {
		r.Slices = append(r.Slices, statsSlice{t.Layout(i).Indexer().Text(slice), tallyOf(s.Slices[i])})
	}
	z := &s.Zugzwangs
	r.Zugzwangs = statsZugzwang{Full: z.Full, Half: z.Half, Examples: []statsExample{}}
	for _, e := range z.Examples {
		r.Zugzwangs.Examples = append(r.Zugzwangs.Examples, statsExample{notation.FEN(g, &e.Position), solver.ValueOf(e.Value)})
	}
	if e := s.Longest; e != nil {
		line, err := mainLine(t, e.Position)
		if err != nil {
			return nil, err
		}
		r.Longest = &statsLongest{statsExample{notation.FEN(g, &e.Position), solver.ValueOf(e.Value)}, line}
	}
	return r, nil
}

// tallyOf adds the sum to a tally.
func tallyOf(t verify.Tally) statsTally {
	return statsTally{t.Positions(), t.Wins, t.Losses, t.Draws}
}

// countsOf returns the counts that are not 0.
func countsOf(byPlies []uint64) []statsCount {
	counts := []statsCount{}
	for plies, n := range byPlies {
		if n > 0 {
			counts = append(counts, statsCount{plies, n})
		}
	}
	return counts
}
