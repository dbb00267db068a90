package fit

import (
	"math"
	"math/rand/v2"

	"tinyhouse/engine/internal/nnue"
)

// The largest weights that the integers of a net can hold, with room in the sum of a full accumulator.
const (
	maxRow    = 1.98
	maxOutput = 127.0 / nnue.OutputOne
)

// model is a net in floating point: rows, biases, output weights and output bias, in this order.
type model struct {
	hidden  int
	numbers []float32
}

func newModel(inputs, hidden int) *model {
	return &model{hidden, make([]float32, inputs*hidden+3*hidden+1)}
}

// fill sets the numbers to random ones, so small that most of the hidden layer is active at first.
func (m *model) fill(seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	between := func(size float64) float32 { return float32((2*rng.Float64() - 1) * size) }
	rows := m.numbers[:m.rowsLen()]
	for i := range rows {
		rows[i] = between(0.1)
	}
	biases, output := m.biases(), m.output()
	for i := range biases {
		biases[i] = 0.3 + between(0.2)
	}
	for i := range output {
		output[i] = between(1 / math.Sqrt(float64(m.hidden)))
	}
}

func (m *model) rowsLen() int { return len(m.numbers) - 3*m.hidden - 1 }

func (m *model) row(input uint16) []float32 {
	return m.numbers[int(input)*m.hidden:][:m.hidden:m.hidden]
}

func (m *model) biases() []float32 { return m.numbers[m.rowsLen():][:m.hidden] }

func (m *model) output() []float32 { return m.numbers[m.rowsLen()+m.hidden:][:2*m.hidden] }

func (m *model) bias() *float32 { return &m.numbers[len(m.numbers)-1] }

// clip keeps the numbers from first to end within what a net can hold.
func (m *model) clip(first, end int) {
	rows := m.rowsLen()
	for i := first; i < min(end, rows+m.hidden); i++ {
		m.numbers[i] = max(-maxRow, min(m.numbers[i], maxRow))
	}
	for i := max(first, rows+m.hidden); i < min(end, len(m.numbers)-1); i++ {
		m.numbers[i] = max(-maxOutput, min(m.numbers[i], maxOutput))
	}
}

// weights returns the numbers as integers.
func (m *model) weights(scale int) nnue.Weights {
	w := nnue.Weights{Hidden: m.hidden, Scale: scale}
	round := func(x float32, one float64) int { return int(math.Round(float64(x) * one)) }
	for _, x := range m.numbers[:m.rowsLen()] {
		w.Rows = append(w.Rows, int16(round(x, nnue.One)))
	}
	for _, x := range m.biases() {
		w.Biases = append(w.Biases, int16(round(x, nnue.One)))
	}
	for _, x := range m.output() {
		w.Output = append(w.Output, int8(round(x, nnue.OutputOne)))
	}
	w.Bias = int32(round(*m.bias(), nnue.One*nnue.OutputOne))
	return w
}

// scratch is the memory of one thread for a sample.
type scratch struct {
	hidden [2][]float32 // activations before squaring, by side
	slope  []float32
}

func newScratch(hidden int) *scratch {
	numbers := make([]float32, 3*hidden)
	return &scratch{hidden: [2][]float32{numbers[:hidden:hidden], numbers[hidden : 2*hidden : 2*hidden]}, slope: numbers[2*hidden:]}
}

// forward returns the expected score of a sample, from 0 to 1.
func (m *model) forward(s *scratch, own, other []uint16) float32 {
	out := *m.bias()
	weights := m.output()
	for side, active := range [2][]uint16{own, other} {
		x := s.hidden[side]
		copy(x, m.biases())
		for _, input := range active {
			nnue.AddFloats(x, m.row(input))
		}
		w := weights[side*m.hidden:][:len(x)]
		for i, v := range x {
			v = max(0, min(v, 1))
			x[i] = v
			out += v * v * w[i]
		}
	}
	return float32(1 / (1 + math.Exp(-float64(out))))
}

// backward adds the gradient of a sample to g, after forward; slope is that of the loss by the output
// before the sigmoid.
func (m *model) backward(g *model, s *scratch, own, other []uint16, slope float32) {
	*g.bias() += slope
	weights, gradients := m.output(), g.output()
	for side, active := range [2][]uint16{own, other} {
		x := s.hidden[side]
		w, gw, d := weights[side*m.hidden:][:len(x)], gradients[side*m.hidden:][:len(x)], s.slope[:len(x)]
		for i, v := range x {
			gw[i] += slope * v * v
			d[i] = 0
			if v < 1 {
				d[i] = 2 * slope * v * w[i]
			}
		}
		nnue.AddFloats(g.biases(), d)
		for _, input := range active {
			nnue.AddFloats(g.row(input), d)
		}
	}
}
