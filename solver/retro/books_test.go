package retro

import (
	"errors"
	"testing"

	"tinyhouse/tb/dtm"
)

// TestSums gives each check of sums what agrees and what differs in one place: TestDisturbed cannot
// tell them apart, since one finds what another would miss.
func TestSums(t *testing.T) {
	sh := &shard{tallies: tallies{{3, 1}, {0, 2}}, states: []dtm.Value{1, dtm.Win + 1, dtm.Loss}}
	sh.sum = sumOf(sh.states)
	r := &run{signatures: []signature{{}}}
	table := func(change func(*books)) error {
		has := books{Numbers: 9, Positions: 18, Assigned: tallies{{1, 0}, {0, 2}, {1, 0}, {0, 1}}}
		want := has
		want.Assigned = append(tallies{}, has.Assigned...)
		change(&has)
		return want.check(&has)
	}
	unfounded := books{Assigned: tallies{{1, 0}, {0, 2}, {0, 0}, {0, 1}}}
	final := func(change dtm.Value) error {
		changed := &shard{states: append([]dtm.Value{change}, sh.states[1:]...), sum: sh.sum}
		_, err := r.finalValues(changed, nil)
		return err
	}
	for _, test := range []struct {
		name        string
		same, other error
	}{
		{"round", (&run{propagated: tally{3, 1}}).endRound([]*shard{sh}), (&run{propagated: tally{3, 2}}).endRound([]*shard{sh})},
		{"rounds", (&run{rounds: 6}).endRounds([]*shard{sh}), (&run{rounds: 5}).endRounds([]*shard{sh})},
		{"updates", (&run{sent: 7, applied: 7}).checkUpdates(), (&run{sent: 7, applied: 8}).checkUpdates()},
		{"values", table(func(*books) {}), table(func(b *books) { b.Assigned[1][wins]++ })},
		{"numbers", nil, table(func(b *books) { b.Numbers-- })},
		{"positions", nil, table(func(b *books) { b.Positions++ })},
		{"a win without a loss", nil, unfounded.check(&unfounded)},
		{"states", final(1), final(2)},
		{"values of the file", compare([]dtm.Value{5, dtm.Win}, []dtm.Value{dtm.None, dtm.Win}, &books{}), compare([]dtm.Value{dtm.Win}, []dtm.Value{dtm.Win + 1}, &books{})},
	} {
		if test.same != nil || !errors.Is(test.other, errChanged) {
			t.Errorf("%s: error %v, want none; %v, want %v", test.name, test.same, test.other, errChanged)
		}
	}
}
