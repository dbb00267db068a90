package retro

import (
	"errors"
	"sync"

	"tinyhouse/tb/dtm"
)

// Shards: what belongs here keeps the state of a run of numbers and changes it.

const (
	shardBits  = 22 // a shard has up to 4 Mi numbers, 8 MiB of state
	shardSize  = 1 << shardBits
	chunkBits  = 10 // and is read by chunks of 1 Ki
	chunkSize  = 1 << chunkBits
	stateBytes = 2
)

// The states that are not values: below dtm.Loss a count of moves not refuted; positions won
// in one ply of which no predecessor needs to hear; and positions whose game is over, known
// by how it ended for the side to move. Other numbers than positions are dtm.None.
const (
	drawnAtOnce dtm.Value = dtm.Loss - 1 // no move, and that is a draw: nothing counts it down
	maxMoves              = int(drawnAtOnce) - 1
	wonAtOnce   dtm.Value = dtm.None - 4
	endedDrawn  dtm.Value = dtm.None - 3
	endedLost   dtm.Value = dtm.None - 2
	endedWon    dtm.Value = dtm.None - 1
)

// shard is the state of some numbers of one slice. Its lock guards all that changes.
type shard struct {
	slice int
	first uint64 // number in the slice
	size  int

	resident bool // it stays in memory while its stage is solved

	mu      sync.Mutex
	states  []dtm.Value // nil while on disk
	masks   []uint64    // by chunk: bit n mod 64 if a value of n plies may be there; nil before seeding
	solved  int         // numbers with a forced value
	top     int         // the most plies of one, -1 without
	queue   []record    // what waits until the states are back in memory
	spilled place       // more of it, on disk
	file    place       // the states on disk, if they are there
}

// record is a message to a shard: the number of a position in it, and above shardBits what
// happened to it.
type record uint32

const (
	won      record = iota << shardBits // it has a move to a lost position
	refuted                             // one more of its moves leads to a won position
	refuted2                            // two more: one move and its mirror image
)

var errCount = errors.New("a count of moves has fallen below zero, which is a mistake in the program")

// mayHold reports whether a value of n plies may be in the shard.
func (sh *shard) mayHold(n int) bool {
	all := uint64(0)
	for _, mask := range sh.masks {
		all |= mask
	}
	return all>>(n&63)&1 != 0
}

// apply carries out records of round n. This loop and spread are where solving spends its
// time. The caller holds the lock.
func (sh *shard) apply(records []record, n int) error {
	bit, solved := uint64(1)<<((n+1)&63), 0
	for _, r := range records {
		i := r & (shardSize - 1)
		v := sh.states[i]
		if v >= dtm.Loss {
			continue // known, or no position
		}
		if r < refuted {
			sh.states[i] = dtm.Win + dtm.Value(n+1)
		} else {
			by := dtm.Value(r >> shardBits)
			if v < by || v == drawnAtOnce {
				return errCount
			}
			if v -= by; v > 0 {
				sh.states[i] = v
				continue
			}
			sh.states[i] = dtm.Loss + dtm.Value(n+1)
		}
		sh.masks[i>>chunkBits] |= bit
		solved++
	}
	if solved > 0 {
		sh.solved += solved
		sh.top = max(sh.top, n+1) // seeding may know of more plies
	}
	return nil
}

// survey finds masks, solved and top from the states.
func (sh *shard) survey(states []dtm.Value) {
	sh.masks, sh.solved, sh.top = make([]uint64, chunksOf(sh.size)), 0, -1
	for i, v := range states {
		if v >= dtm.Loss && v < endedDrawn {
			sh.solved++
		}
		if n := pliesOf(v); n >= 0 {
			sh.masks[i>>chunkBits] |= 1 << (n & 63)
			sh.top = max(sh.top, n)
		}
	}
}

// pliesOf returns the distance of a state of which predecessors must hear, or -1.
func pliesOf(v dtm.Value) int {
	switch {
	case v == endedLost || v == endedWon:
		return 0
	case v < dtm.Loss || v >= wonAtOnce:
		return -1
	}
	return int(v) & dtm.MaxPlies
}

// chunksOf returns the number of chunks that hold size numbers.
func chunksOf(size int) int { return (size + chunkSize - 1) >> chunkBits }
