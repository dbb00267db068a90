package pawns

import "math/bits"

// Key identifies a class of positions of equal value for the side to move, of either colour. It
// is exact: positions with the same key have the same value.
type Key struct{ Hi, Lo uint64 }

// part is a run of files that no capture can ever join to another file.
type part struct {
	own, foe uint64 // shifted to the first file; as packed
	files    int
}

// packed returns own and foe as two words. The square passed over becomes the last rank of its
// file in foe, where no pawn of foe can be.
func (b *pawnBoard) packed() (own, foe uint64) { return b.own, b.foe | b.ep<<2 }

// mirror replaces a part by its reflection if that comes first in a key.
func (p *part) mirror() {
	n := 64 - 8*p.files
	if q := (part{mirrored(p.own) >> n, mirrored(p.foe) >> n, p.files}); q.before(p) {
		*p = q
	}
}

// before is the order of the parts in a key.
func (p *part) before(q *part) bool {
	return p.own > q.own || p.own == q.own && p.foe > q.foe
}

// partList is the parts of a board.
type partList struct {
	all   [8]part
	n     int
	files int
}

// add adds a part, at its place in the order if the parts are sorted.
func (l *partList) add(p part, sorted bool) {
	i := l.n
	for ; sorted && i > 0 && p.before(&l.all[i-1]); i-- {
		l.all[i] = l.all[i-1]
	}
	l.all[i] = p
	l.n++
	l.files += p.files
}

// byFile returns, for each file with a square of s, the lowest bit of its byte.
func byFile(s uint64) uint64 {
	s |= s >> 4 & 0x0f0f0f0f0f0f0f0f
	s |= s >> 2 & 0x0303030303030303
	return (s | s>>1) & rank0
}

// split divides a board into its parts. joined has the lowest bit of each file from which
// captures to or from the next one are possible, dead that of each file to leave out.
func (b *pawnBoard) split(joined, dead uint64, features Features) (l partList) {
	own, foe := b.packed()
	left := byFile(own|foe) &^ dead
	for left != 0 {
		from := bits.TrailingZeros64(left)
		to := from + 8 // the end of the part
		for ; to < 64 && joined>>(to-8)&1 != 0 && left>>to&1 != 0; to += 8 {
		}
		mask := ^uint64(0) >> (64 - (to - from))
		p := part{own >> from & mask, foe >> from & mask, (to - from) / 8}
		if features&Mirror != 0 {
			p.mirror()
		}
		l.add(p, features&Parts != 0)
		left &^= mask << from
	}
	return l
}

// key returns the key of a board with span s.
//
// Proof. No capture ever crosses the border of two parts, so no move in one changes the legal
// moves in another: the game is the sum of its parts, which share the turn, the goals, and the
// last pawn of a side. None of this changes when parts change places or one is reflected. A dead
// file, on which nothing can ever move or be captured, matters only in that neither side can
// run out of pawns: one bit stands for any number of dead files. The key lists the parts, 16
// bits a file. Bit 0 of own, where no pawn can be, marks the first file of each part, and bit 0
// of foe the dead files, so the list can be decoded.
func (b *pawnBoard) key(s *span, features Features) Key {
	var dead uint64
	joined := rank0
	if features&Dead != 0 {
		dead = s.dead(b)
	}
	if features&Parts != 0 {
		joined = s.joined()
	}
	l := b.split(joined, dead, features)
	var k Key
	shift := 0
	for i := range l.n {
		p := &l.all[i]
		k.Hi |= (p.own | 1) << shift
		k.Lo |= p.foe << shift
		shift += 8 * p.files
	}
	if dead != 0 {
		k.Lo |= 1
	}
	return k
}

// joined returns the lowest bit of each file from which captures to or from the next higher
// file are possible.
func (s *span) joined() uint64 {
	up := (s.ownTo &^ rank7) << 9 & s.ownHits >> 8
	up |= (s.foeTo &^ rank0) << 7 & s.foeHits >> 8
	down := (s.ownTo&^rank7)>>7&s.ownHits | (s.foeTo&^rank0)>>9&s.foeHits
	return byFile(up | down)
}

// dead returns the lowest bit of each file on which nothing can ever move or be captured.
func (s *span) dead(b *pawnBoard) uint64 {
	alive := (s.ownTo ^ b.own) | (s.foeTo ^ b.foe) | (b.own ^ s.ownBound) | (b.foe ^ s.foeBound)
	return byFile(b.own|b.foe) &^ byFile(alive)
}
