package retro

import (
	"errors"
	"sync"

	"tinyhouse/tb/dtm"
)

const (
	shardBits  = 22 // a shard has up to 4 Mi numbers, 8 MiB of states
	shardSize  = 1 << shardBits
	chunkBits  = 10 // and is read in chunks of 1 Ki
	chunkSize  = 1 << chunkBits
	stateBytes = 2
)

// The states that are not values. Below dtm.Loss a state is the number of moves not refuted yet.
// Numbers without a position are dtm.None.
const (
	drawnAtOnce dtm.Value = dtm.Loss - 1 // no move, and that is a draw: never counted down
	maxMoves              = int(drawnAtOnce) - 1
	wonAtOnce   dtm.Value = dtm.None - 4 // won in one ply, which refutes no move that is not refuted
	endedDrawn  dtm.Value = dtm.None - 3 // the game is over, with this result for the side to move
	endedLost   dtm.Value = dtm.None - 2
	endedWon    dtm.Value = dtm.None - 1
)

// shard is a range of the numbers of one signature. Its lock guards the fields below it.
type shard struct {
	signature int
	first     uint64 // number in the signature
	size      int

	resident bool // it stays in memory while its stage is solved

	mu      sync.Mutex
	states  []dtm.Value // nil while on disk
	masks   []uint64    // by chunk: bit n mod 64 if a value of n plies may be there; nil before initialization
	solved  int         // numbers with a win or loss
	top     int         // the most plies of one, -1 without
	queue   []update    // updates that wait for the states
	spilled place       // more of them, on disk
	file    place       // the states on disk, if they are there
}

// update changes the state of a number: the low shardBits are the number in its shard, the bits
// above say what a successor's value means for it.
type update uint32

const (
	won      update = iota << shardBits // it has a move to a lost position
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

// apply applies updates of round n. The caller holds the lock. This loop and worker.propagate
// take most of the time of a solution.
func (sh *shard) apply(updates []update, n int) error {
	bit, solved := uint64(1)<<((n+1)&63), 0
	for _, r := range updates {
		i := r & (shardSize - 1)
		v := sh.states[i]
		if v >= dtm.Loss {
			continue // it has a value, or is no position
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
		sh.top = max(sh.top, n+1) // initialization may have found more plies
	}
	return nil
}

// summarize sets masks, solved and top from the states.
func (sh *shard) summarize(states []dtm.Value) {
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

// pliesOf returns the round in which a state is propagated, or -1.
func pliesOf(v dtm.Value) int {
	switch {
	case v == endedLost || v == endedWon:
		return 0
	case v < dtm.Loss || v >= wonAtOnce:
		return -1
	}
	return int(v) & dtm.MaxPlies
}

// chunksOf returns the number of chunks of size numbers.
func chunksOf(size int) int { return (size + chunkSize - 1) >> chunkBits }
