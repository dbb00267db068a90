package dfpn

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver/internal/poskey"
)

// TestTableSerialize reads a saved table into one of its size and one of half of it: every entry is
// found again, whether its identity is exact or a hash.
func TestTableSerialize(t *testing.T) {
	for variant, plies := range map[string]int{"tinyhouse": 4, "chess": 2} {
		for _, size := range []int64{1 << 22, 1 << 21} {
			g := enginetest.Game(t, variant)
			p := enginetest.Position(t, g, "")
			s := &Shared{Game: g, Hasher: poskey.New(g), Table: NewTable(1 << 22)}
			NewSearcher(s).Search(&p, p.Turn(), 5000)
			var file bytes.Buffer
			s.Table.Serialize(checkpoint.NewWriter(&file))
			again := NewTable(size)
			c := checkpoint.NewReader(&file)
			if again.Serialize(c); c.Err != nil || file.Len() > 0 {
				t.Fatalf("%s: %v, %d bytes left", variant, c.Err, file.Len())
			}
			found, lost := 0, 0
			for _, q := range positionsFrom(s.Game, p, plies) {
				k := s.Hasher.Key(&q, q.Turn() == p.Turn())
				e, ok := s.Table.Load(k)
				if !ok {
					continue
				}
				found++
				if other, ok := again.Load(k); !ok || other != e {
					lost++
				}
			}
			if found < 20 || lost > 0 {
				t.Errorf("%s, %d bytes: %d of %d positions lost", variant, size, lost, found)
			}
		}
	}
}

// TestMixedWords mixes the words of two entries of one position, as two threads may leave them: the
// identity that remains is as good as random, not that of another number of the same signature.
func TestMixedWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	const tries, signature = 1 << 16, uint64(1)<<63 | uint64(1<<18-1)<<45
	near := 0
	for range tries {
		a := Entry{Numbers{rng.Uint32N(100) + 1, rng.Uint32N(100) + 1}, board.Move(rng.Uint32()), uint8(rng.IntN(MaxEffort))}
		b := a
		b.Phi, b.Delta = a.Phi+rng.Uint32N(3), a.Delta+1+rng.Uint32N(3)
		if (mix(a.pack())^mix(b.pack()))&signature == 0 {
			near++
		}
	}
	if near > 8 { // 2^16 tries of 2^-19
		t.Errorf("%d of %d mixtures are in the same signature", near, tries)
	}
}

// positionsFrom returns p and all positions up to some plies after it.
func positionsFrom(g *board.Game, p board.Position, plies int) []board.Position {
	all := []board.Position{p}
	if plies == 0 {
		return all
	}
	var l board.List
	g.Moves(&p, &l)
	for _, m := range l.All() {
		var next board.Position
		g.Apply(&next, &p, m)
		all = append(all, positionsFrom(g, next, plies-1)...)
	}
	return all
}

// TestSlotOf finds the line of each slot, in tables of several sizes.
func TestSlotOf(t *testing.T) {
	for _, lines := range []int64{1, 2, 3, 1000, 1<<20 + 7} {
		table := NewTable(lines * 64)
		for at := range uint64(lines) {
			if got := table.line(poskey.Key{Slot: slotOf(at, uint64(lines))}); got != &table.lines[at] {
				t.Fatalf("line %d of %d", at, lines)
			}
		}
	}
}
