package nnue

import "tinyhouse/engine/board"

// AddRows and Output are the kernels in use; AddRowsPlain, OutputPlain and AddFloatsPlain are plain twins.
var (
	AddRows        = addRows
	AddRowsPlain   = addRowsPlain
	Output         = output
	OutputPlain    = outputPlain
	AddFloatsPlain = addFloatsPlain
)

// Header is the length of the header of a file.
const Header = headerLen

// AllInputs returns every input that side can see set with plain files, with repetitions if there are any.
func (in *Inputs) AllInputs(side board.Color) []int32 {
	var all []int32
	for c := range board.Color(2) {
		for k := range board.Kind(in.game.Kinds()) {
			if !in.game.HasKind(k) {
				continue
			}
			for form := range in.forms(k) {
				for sq := range in.game.Squares().All() {
					all = append(all, in.men[side][c][k][form]+int32(in.squares[side][0][sq]))
				}
			}
			for n := range int32(in.hands[k]) {
				all = append(all, in.handBase[side][c][k]+n)
			}
		}
	}
	if in.game.Variant().Castle.Allowed {
		for i := range rightsOf {
			all = append(all, in.castlingInput(side, i, 0))
		}
	}
	return all
}
