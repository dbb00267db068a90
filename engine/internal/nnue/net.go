package nnue

import (
	"tinyhouse/engine/board"
)

// The sizes of a hidden layer.
const (
	MinHidden  = 32
	MaxHidden  = 256
	HiddenStep = 32 // sizes are multiples of it
)

// The integers that stand for 1.
const (
	One       = 255 // in accumulators
	OutputOne = 64  // in output weights
)

// Limit is the largest value of a position, in centipawns.
const Limit = 20000

// Weights are the numbers of a net, which training finds and files hold.
type Weights struct {
	Hidden int     // size of an accumulator
	Scale  int     // centipawns for 1 at the output
	Rows   []int16 // Hidden weights for each input
	Biases []int16 // of an accumulator
	Output []int8  // Hidden for the side to move, then Hidden for the other side
	Bias   int32   // of the output, where One * OutputOne stands for 1
}

// Net is a net of one game. It is immutable, so threads may share it.
type Net struct {
	inputs *Inputs
	Weights
	output []int16 // Output
	name   string
}

// newNet returns a net; its inputs must be as many as the weights have rows.
func newNet(in *Inputs, w Weights, name string) *Net {
	n := &Net{inputs: in, Weights: w, output: make([]int16, len(w.Output)), name: name}
	for i, x := range w.Output {
		n.output[i] = int16(x)
	}
	return n
}

// Game returns the game.
func (n *Net) Game() *board.Game { return n.inputs.game }

// Inputs returns the inputs.
func (n *Net) Inputs() *Inputs { return n.inputs }

// Evaluate returns the value of p for the side to move in centipawns, computed from all its inputs. It is
// never 0, which the search reserves for draws. Accumulators.Evaluate returns the same and is faster.
func (n *Net) Evaluate(p *board.Position) int {
	us := p.Turn()
	return n.evaluate(n.inputs.Active(p, us, nil), n.inputs.Active(p, us.Other(), nil))
}

// evaluate returns the value of the inputs that are set for the side to move and for the other one, as
// the package comment defines it.
func (n *Net) evaluate(own, other []int32) int {
	var sum int64
	for side, active := range [2][]int32{own, other} {
		for i := range n.Hidden {
			x := n.Biases[i]
			for _, input := range active {
				x += n.Rows[int(input)*n.Hidden+i]
			}
			y := int64(min(max(x, 0), One))
			sum += y * y * int64(n.Output[side*n.Hidden+i])
		}
	}
	return n.centipawns(sum)
}

// centipawns returns the value of a sum at the output.
func (n *Net) centipawns(sum int64) int {
	v := int((sum/One + int64(n.Bias)) * int64(n.Scale) / (One * OutputOne))
	v = max(-Limit, min(v, Limit))
	if v == 0 {
		return 1
	}
	return v
}
