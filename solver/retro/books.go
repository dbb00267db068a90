package retro

import (
	"errors"
	"fmt"

	"tinyhouse/tb/dtm"
)

// A bit that changes by itself, in memory or on a disk, must not become a published value.
// So all that a solution computes is summed up twice, where it is written and where it is read:
//
//	states    shard.sum: each change of a state adds to it, so that it is the sum of the states
//	          whatever the history; found again when the states are saved, loaded, and written
//	          to the table
//	updates   run.sent, when they are made; run.applied, when they change states
//	rounds    shard.tallies, when values are assigned; run.propagated, when they are propagated;
//	          and run.books, of which the table must have the same counts, read back from its file
//
// The sums are linear in each state, so a state that has changed by itself stays visible
// after any number of lawful changes. What the sums cannot see is a wrong calculation: a fault
// of the processor, or of memory that holds moves, layouts or the program. checkSample finds it if
// it makes more than a few values false, the command verify finds it in any case.

// errChanged reports sums that differ.
var errChanged = errors.New("data have changed by themselves, by a fault of memory or disk or a mistake in the program")

// recovered makes an error of a panic, such as data that have changed may cause: states that are no
// values, or lengths that are no longer those of others.
func recovered(err *error) {
	if cause := recover(); cause != nil {
		*err = errors.Join(*err, fmt.Errorf("%w: panic: %v", errChanged, cause))
	}
}

// weight returns the odd factor of number i in the sum of a shard's states.
func weight(i uint32) uint64 {
	x := uint64(i)*0x9e3779b97f4a7c15 + 0x632be59bd9b4e019
	return (x ^ x>>29) | 1
}

// sumOf returns the sum of states.
func sumOf(states []dtm.Value) uint64 {
	sum := uint64(0)
	for i, v := range states {
		sum += uint64(v) * weight(uint32(i))
	}
	return sum
}

// sum returns what an update of a shard adds to the sums of updates.
func (u update) sum(shard int) uint64 {
	x := (uint64(shard)<<32 | uint64(u)) * 0xd6e8feb86659fd93
	return x ^ x>>32
}

// tally counts losses and wins.
type tally [2]uint64

const (
	losses = iota
	wins
)

// tallies are tallies by plies.
type tallies []tally

// add adds n values of the given plies.
func (t *tallies) add(plies, outcome int, n uint64) {
	for len(*t) <= plies {
		*t = append(*t, tally{})
	}
	(*t)[plies][outcome] += n
}

// at returns the tally of the given plies.
func (t tallies) at(plies int) tally {
	if plies >= len(t) {
		return tally{}
	}
	return t[plies]
}

// total returns the number of values.
func (t tallies) total() (n uint64) {
	for _, c := range t {
		n += c[losses] + c[wins]
	}
	return n
}

// books count the numbers of solved shards, by what they have been assigned.
type books struct {
	Numbers   uint64  `json:"numbers"`   // with a position in which the game goes on
	Positions uint64  `json:"positions"` // of the material, which share these numbers
	Assigned  tallies `json:"assigned"`  // wins and losses, each counted when it was found
}

// add adds the counts of b.
func (k *books) add(b *books) {
	k.Numbers += b.Numbers
	k.Positions += b.Positions
	for plies, c := range b.Assigned {
		k.Assigned.add(plies, losses, c[losses])
		k.Assigned.add(plies, wins, c[wins])
	}
}

// clear sets all counts to 0.
func (k *books) clear() {
	k.Numbers, k.Positions = 0, 0
	clear(k.Assigned)
}

// initialized adds an initial state of so many positions.
func (k *books) initialized(v dtm.Value, positions int) {
	if v >= endedDrawn {
		return
	}
	k.Numbers++
	k.Positions += uint64(positions)
	switch v = valueOf(v); {
	case v >= dtm.Win:
		k.Assigned.add(int(v-dtm.Win), wins, 1)
	case v >= dtm.Loss:
		k.Assigned.add(int(v-dtm.Loss), losses, 1)
	}
}

// check returns an error unless the books agree with those of a table and with themselves: a win
// in n > 2 plies needs a loss in n-1, and a loss a win. Shorter ones may rest on positions
// without a number.
func (k *books) check(table *books) error {
	if k.Numbers != table.Numbers || k.Positions != table.Positions {
		return fmt.Errorf("%w: %d numbers of %d positions were found, the table has %d of %d", errChanged, k.Numbers, k.Positions, table.Numbers, table.Positions)
	}
	for n := range max(len(k.Assigned), len(table.Assigned)) {
		has, want := table.Assigned.at(n), k.Assigned.at(n)
		if has != want {
			return fmt.Errorf("%w: %d losses and %d wins in %d plies were found, the table has %d and %d",
				errChanged, want[losses], want[wins], n, has[losses], has[wins])
		}
		if n > 2 && (want[wins] > 0 && k.Assigned[n-1][losses] == 0 || want[losses] > 0 && k.Assigned[n-1][wins] == 0) {
			return fmt.Errorf("%w: %d losses and %d wins in %d plies do not follow from %d and %d in %d",
				errChanged, want[losses], want[wins], n, k.Assigned[n-1][losses], k.Assigned[n-1][wins], n-1)
		}
	}
	return nil
}

// endRound checks the sums of a round on all shards that take part in it.
func (r *run) endRound(all []*shard) error {
	var want tally
	for _, sh := range all {
		c := sh.tallies.at(r.round)
		want[losses] += c[losses]
		want[wins] += c[wins]
	}
	if r.propagated != want {
		return fmt.Errorf("%w: in round %d %d losses and %d wins were propagated, of %d and %d",
			errChanged, r.round, r.propagated[losses], r.propagated[wins], want[losses], want[wins])
	}
	r.rounds += want[losses] + want[wins]
	return nil
}

// endRounds checks that the rounds of a stage have propagated all values of its shards and sources.
func (r *run) endRounds(all []*shard) error {
	want := uint64(0)
	for _, sh := range all {
		want += sh.tallies.total()
	}
	if r.rounds != want {
		return fmt.Errorf("%w: %d values were propagated, of %d", errChanged, r.rounds, want)
	}
	return nil
}

// disturbed lets a test change data.
func (r *run) disturbed() {
	if r.disturb != nil {
		r.disturb()
	}
}

// collect adds the counts of the workers to those of the run, once no job is running.
func (r *run) collect() {
	for _, w := range r.workers {
		r.sent += w.sent
		r.applied += w.applied
		r.propagated[losses] += w.propagated[losses]
		r.propagated[wins] += w.propagated[wins]
		r.books.add(&w.books)
		w.sent, w.applied, w.propagated = 0, 0, tally{}
		w.books.clear()
	}
}

// checkUpdates returns an error unless the updates that were made have been applied.
func (r *run) checkUpdates() error {
	if r.sent != r.applied {
		return fmt.Errorf("%w: the updates in round %d are not those that were made", errChanged, r.round)
	}
	r.sent, r.applied = 0, 0
	return nil
}
