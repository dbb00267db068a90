package retro

import (
	"fmt"
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
	sum     uint64      // of the states; see weight
	tallies tallies     // of the values to propagate
	solved  int         // numbers with a win or loss
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

var errCount = fmt.Errorf("%w: a count of moves has fallen below zero", errChanged)

// mayHold reports whether a value of n plies may be in the shard.
func (sh *shard) mayHold(n int) bool {
	all := uint64(0)
	for _, mask := range sh.masks {
		all |= mask
	}
	return all>>(n&63)&1 != 0
}

// apply applies updates of round n to shard number id, and adds what it has done to the counts of
// w. The caller holds the lock. This loop and worker.propagate take most of the time of a
// solution.
func (sh *shard) apply(w *worker, id int, updates []update, n int) error {
	bit, states := uint64(1)<<((n+1)&63), sh.states
	sum, applied, found := uint64(0), uint64(0), tally{}
	for _, r := range updates {
		applied += r.sum(id)
		i := r & (shardSize - 1)
		if int(i) >= len(states) {
			return fmt.Errorf("%w: an update of number %d of a shard of %d", errChanged, i, len(states))
		}
		v := states[i]
		if v >= dtm.Loss {
			continue // it has a value, or is no position
		}
		next, outcome := dtm.Win+dtm.Value(n+1), wins
		if r >= refuted {
			by := dtm.Value(r >> shardBits)
			if v < by || v == drawnAtOnce {
				return errCount
			}
			next, outcome = dtm.Loss+dtm.Value(n+1), losses
			if v > by {
				next = v - by
			}
		}
		states[i] = next
		sum += (uint64(next) - uint64(v)) * weight(uint32(i))
		if next >= dtm.Loss {
			sh.masks[i>>chunkBits] |= bit
			found[outcome]++
		}
	}
	sh.sum += sum
	w.applied += applied
	sh.count(w, n+1, found)
	return nil
}

// count counts values of the given plies that were found.
func (sh *shard) count(w *worker, plies int, found tally) {
	for outcome, n := range found {
		if n > 0 {
			sh.solved += int(n)
			sh.tallies.add(plies, outcome, n)
			w.books.Assigned.add(plies, outcome, n)
		}
	}
}

// summarize sets masks, tallies and solved from the states.
func (sh *shard) summarize(states []dtm.Value) {
	sh.masks, sh.tallies, sh.solved = make([]uint64, chunksOf(sh.size)), nil, 0
	for i, v := range states {
		if v >= dtm.Loss && v < endedDrawn {
			sh.solved++
		}
		if n := pliesOf(v); n >= 0 {
			sh.masks[i>>chunkBits] |= 1 << (n & 63)
			sh.tallies.add(n, outcomeOf(v), 1)
		}
	}
}

// outcomeOf returns the index in a tally of a state that is propagated.
func outcomeOf(v dtm.Value) int {
	if v == endedWon || v != endedLost && v >= dtm.Win {
		return wins
	}
	return losses
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
