package engine

import (
	"fmt"
	"time"
)

// The ranges of Options.
const (
	MinHash, MaxHash         = 1, 65536
	MinThreads, MaxThreads   = 1, 256
	MinMultiPV, MaxMultiPV   = 1, 500
	MinElo, MaxElo           = 500, 2850
	MinOverhead, MaxOverhead = 0 * time.Millisecond, 5000 * time.Millisecond
)

// Options are the options of an engine.
type Options struct {
	Hash          int           // size of the transposition table in MiB, MinHash to MaxHash
	Threads       int           // MinThreads to MaxThreads
	MultiPV       int           // number of lines to search and report, MinMultiPV to MaxMultiPV
	MoveOverhead  time.Duration // time reserved for the transport of each move, MinOverhead to MaxOverhead
	LimitStrength bool          // limit the playing strength to the rating Elo
	Elo           int           // MinElo to MaxElo
	ShowWDL       bool          // print Info.WDL: for protocols, the engine always sets it
}

// DefaultOptions returns the default options.
func DefaultOptions() Options {
	return Options{Hash: 16, Threads: 1, MultiPV: 1, MoveOverhead: 10 * time.Millisecond, Elo: MaxElo}
}

// check returns an error that names the first option out of range.
func (o Options) check() error {
	for _, s := range []struct {
		name           string
		got, low, high int64
	}{
		{"hash", int64(o.Hash), MinHash, MaxHash},
		{"threads", int64(o.Threads), MinThreads, MaxThreads},
		{"multipv", int64(o.MultiPV), MinMultiPV, MaxMultiPV},
		{"move overhead", int64(o.MoveOverhead), int64(MinOverhead), int64(MaxOverhead)},
		{"elo", int64(o.Elo), MinElo, MaxElo},
	} {
		if s.got < s.low || s.got > s.high {
			return fmt.Errorf("engine: %s %d: want %d to %d", s.name, s.got, s.low, s.high)
		}
	}
	return nil
}
