package pawns

import (
	"math/bits"

	"tinyhouse/engine/board"
)

// Urgency says how promising it is to search p, reached by a move, as that move's refuter or
// proof before its siblings: the larger, the sooner. It is a guess, no proof: what leaves
// the opponent few moves is settled by few positions.
func (l *Lore) Urgency(p *board.Position) int {
	f := l.frameOf(p)
	return f.urgency()
}

func (f *frame) urgency() int {
	once, twice := f.steps()
	hits := bits.OnesCount64(f.own&^rank7<<9&f.foe) + bits.OnesCount64(f.own>>7&f.foe)
	replies := bits.OnesCount64(once) + bits.OnesCount64(twice) + 3*hits
	return 2*bits.OnesCount64(f.foe) - 2*bits.OnesCount64(f.own) - replies
}
