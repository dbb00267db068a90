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

// Options are the settings of an engine.
type Options struct {
	Hash          int           // size of the hash table in MiB, MinHash to MaxHash
	Threads       int           // MinThreads to MaxThreads
	MultiPV       int           // lines to search and report, MinMultiPV to MaxMultiPV
	MoveOverhead  time.Duration // kept back for each move, MinOverhead to MaxOverhead
	LimitStrength bool          // play like a player of rating Elo
	Elo           int           // MinElo to MaxElo
	ShowWDL       bool          // for protocols: whether they print Info.WDL, which is always there
}

// DefaultOptions returns the settings of a fresh engine.
func DefaultOptions() Options {
	return Options{Hash: 16, Threads: 1, MultiPV: 1, MoveOverhead: 10 * time.Millisecond, Elo: MaxElo}
}

// check returns an error naming the first setting out of range.
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
