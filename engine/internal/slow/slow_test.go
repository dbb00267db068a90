package slow_test

import (
	"testing"

	"tinyhouse/engine/internal/slow"
	"tinyhouse/engine/rules"
)

// perftCases hold counts from other programs and the literature.
var perftCases = []struct {
	variant, fen string // an empty fen is the start
	counts       []int
}{
	{"tinyhouse", "", []int{6, 33, 241, 1855, 16021}},
	{"tinyhouse-firstrank", "", []int{6, 33, 246, 1939, 17231}},
	{"crazyhouse", "", []int{20, 400, 8902, 197281}},
	{"losalamos", "", []int{10, 100, 1212, 14332}},
	{"peasants", "", []int{8, 64, 582, 5368, 54360}},
	{"dobutsu", "", []int{4, 17, 123, 976, 8122}},
	{"thinchess8", "", []int{1, 1, 4, 13, 36, 85, 269}},
	{"thinchess", "", []int{1, 1, 5, 21, 68, 210}},
	{"chess", "", []int{20, 400, 8902, 197281}},
	{"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []int{48, 2039, 97862}},
	{"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []int{14, 191, 2812, 43238}},
	{"chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []int{6, 264, 9467}},
	{"chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []int{44, 1486, 62379}},
	{"chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []int{46, 2079, 89890}},
}

func TestPerft(t *testing.T) {
	for _, c := range perftCases {
		p := position(t, c.variant, c.fen)
		for i, want := range c.counts {
			if got := p.Perft(i + 1); got != want {
				t.Errorf("%s %q: perft(%d) = %d, want %d", c.variant, c.fen, i+1, got, want)
			}
		}
	}
}

// position returns a position of a built-in variant, its start for an empty fen.
func position(t *testing.T, name, fen string) *slow.Position {
	t.Helper()
	v := builtin(t, name)
	if fen == "" {
		fen = v.Start
	}
	p, err := slow.Parse(v, fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func builtin(t *testing.T, name string) *rules.Variant {
	t.Helper()
	v, err := rules.Builtin().Get(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
