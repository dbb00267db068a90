package enginetest

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/nnue"
)

// Net returns a net with random weights, the same for the same seed. They are as large as those of a
// trained net, so that values vary.
func Net(t testing.TB, g *board.Game, hidden int, seed uint64) *nnue.File {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 4))
	p := Position(t, g, "")
	f := &nnue.File{Rules: nnue.Digest(g), Name: g.Variant().Name, Origin: "weights: random\n", Hands: nnue.DefaultHands(g, &p)}
	f.Hidden, f.Scale, f.Bias = hidden, 400, int32(rng.IntN(2000)-1000)
	f.Rows = make([]int16, nnue.NewInputs(g, f.Hands).Len()*hidden)
	for i := range f.Rows {
		f.Rows[i] = int16(rng.IntN(200) - 100)
	}
	f.Biases, f.Output = make([]int16, hidden), make([]int8, 2*hidden)
	for i := range f.Biases {
		f.Biases[i] = int16(rng.IntN(200) - 50)
	}
	for i := range f.Output {
		f.Output[i] = int8(rng.IntN(100) - 50)
	}
	return f
}
