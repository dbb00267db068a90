package pawns_test

import (
	"cmp"
	"slices"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver/pawns"
)

// prover answers whether a side can reach a claim, by the plainest use of a lore: depth
// first, with a table of what has been proved.
type prover struct {
	lore  *pawns.Lore
	table map[pawns.Key][2]score.Outcome // proven bounds
	nodes int
}

type option struct {
	frame   pawns.Frame
	key     pawns.Key
	urgency int
}

// proves reports whether the side to move of f can get at least claim, a draw or a win.
func (s *prover) proves(f *pawns.Frame, key pawns.Key, claim score.Outcome) bool {
	s.nodes++
	var l pawns.List
	f.Next(&l)
	proved := len(l.All()) == 0 && claim == score.Draw
	var buffer [pawns.MaxMoves]option
	options := buffer[:0]
	for i := range l.All() {
		next := &l.All()[i]
		lo, hi, k := s.lore.LookAt(next)
		if known, ok := s.table[k]; ok && lo != hi {
			lo, hi = max(lo, known[0]), min(hi, known[1])
		}
		if proved = proved || hi <= -claim; proved {
			break
		}
		if lo <= -claim {
			options = append(options, option{*next, k, next.Urgency(claim)})
		}
	}
	slices.SortStableFunc(options, func(a, b option) int { return cmp.Compare(b.urgency, a.urgency) })
	for i := 0; i < len(options) && !proved; i++ {
		proved = !s.proves(&options[i].frame, options[i].key, 1-claim)
	}
	s.note(key, claim, proved)
	return proved
}

func (s *prover) note(key pawns.Key, claim score.Outcome, proved bool) {
	known, ok := s.table[key]
	if !ok {
		known = [2]score.Outcome{score.Loss, score.Win}
	}
	if proved {
		known[0] = max(known[0], claim)
	} else {
		known[1] = min(known[1], claim-1)
	}
	s.table[key] = known
}

// solve returns the value of the start of a game and the nodes it took.
func solve(t testing.TB, l *pawns.Lore, name string) (score.Outcome, int) {
	g := enginetest.Game(t, name)
	p, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	s := prover{lore: l, table: map[pawns.Key][2]score.Outcome{}}
	f := l.Frame(&p)
	switch {
	case s.proves(&f, l.Key(&p), score.Win):
		return score.Win, s.nodes
	case s.proves(&f, l.Key(&p), score.Draw):
		return score.Draw, s.nodes
	}
	return score.Loss, s.nodes
}

// TestRulesApart solves games with all rules, without each, and without any: the value is
// the same. How many nodes it takes is logged.
func TestRulesApart(t *testing.T) {
	names := []string{"peasants1", "peasants2", "peasants3"}
	if !testing.Short() {
		names = append(names, "peasants4")
	}
	for _, name := range names {
		l, _ := pawns.New(enginetest.Game(t, name))
		sets := []pawns.Rules{pawns.All, 0}
		for r := pawns.Rules(1); r < pawns.Scout; r <<= 1 {
			sets = append(sets, pawns.All&^r)
		}
		for _, r := range sets {
			if name == "peasants4" && r == 0 {
				continue // millions of nodes
			}
			v, nodes := solve(t, l.With(r), name)
			if v != score.Draw {
				t.Errorf("%s with rules %06b: %v", name, r, v)
			}
			t.Logf("%s with rules %06b: %d nodes", name, r, nodes)
		}
	}
}
