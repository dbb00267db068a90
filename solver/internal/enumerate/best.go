package enumerate

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Best returns the best move of p as far as values are known, and the value that it leads to; no
// move if none leads to a known value.
func (e *Enumeration) Best(p *board.Position) (best board.Move, v score.Exact) {
	value := state(0)
	e.game.Moves(p, &e.moves)
	for _, m := range e.moves.All() {
		var next board.Position
		e.game.Apply(&next, p, m)
		x, ok := e.lookUp(&next)
		if !ok {
			continue
		}
		if y := value.or(x); y != value {
			best, value = m, y
		}
	}
	return best, value.exact()
}

// Line returns the best moves from p on, until the game ends or a position repeats.
func (e *Enumeration) Line(p board.Position) []board.Move {
	var line []board.Move
	seen := map[node]bool{}
	for !e.game.Ended(&p).Over() {
		n, _ := e.node(&p)
		m, _ := e.Best(&p)
		if seen[n] || m == board.NoMove {
			break
		}
		seen[n] = true
		line = append(line, m)
		e.game.Apply(&p, &p, m)
	}
	return line
}

// Visited is a set of positions of an enumeration, with one bit for each.
type Visited struct {
	enumeration *Enumeration
	blocks      []*[1 << blockBits / 64]uint64 // nil: empty
}

// Visited returns an empty set.
func (e *Enumeration) Visited() *Visited { return &Visited{enumeration: e} }

// Has reports whether p or a mirror image of it is in the set.
func (v *Visited) Has(p *board.Position) bool {
	n, _ := v.enumeration.node(p)
	return v.has(n)
}

// has is Has for a node.
func (v *Visited) has(n node) bool {
	at := int(n >> blockBits)
	return at < len(v.blocks) && v.blocks[at] != nil && v.blocks[at][wordOf(n)]>>(n&63)&1 != 0
}

// Add adds p, and reports whether it was not in the set.
func (v *Visited) Add(p *board.Position) bool {
	n, _ := v.enumeration.node(p)
	if v.has(n) {
		return false
	}
	at := int(n >> blockBits)
	for len(v.blocks) <= at {
		v.blocks = append(v.blocks, nil)
	}
	if v.blocks[at] == nil {
		v.blocks[at] = new([1 << blockBits / 64]uint64)
	}
	v.blocks[at][wordOf(n)] |= 1 << (n & 63)
	return true
}

// wordOf returns the word of a block that has the bit of a node.
func wordOf(n node) node { return n >> 6 % (1 << blockBits / 64) }
