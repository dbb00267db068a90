package pawns

import "math/bits"

// Key is an exact code of a class of positions of equal value for the side to move: two
// positions of the same key have the same value, whichever colour has the move.
type Key struct{ Hi, Lo uint64 }

// part is a run of files that no capture ever joins to another file.
type part struct {
	own, foe uint64 // at the first files; as packed
	files    int
}

// packed returns own and foe as two words. The square passed over has its place on the
// last rank of its file, where no pawn of foe ever stands.
func (f *Frame) packed() (own, foe uint64) { return f.own, f.foe | f.ep<<2 }

// mirror makes a part and its reflection the same.
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

// partList is the parts of a frame, in order if they are kept so.
type partList struct {
	all   [8]part
	n     int
	files int
}

// add adds a part where its order is.
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

// split divides a frame into its parts. Joined has the lowest bit of each file from which
// captures to or from the next one are possible, dead that of each file to leave out.
func (f *Frame) split(joined, dead uint64, rules Rules) (l partList) {
	own, foe := f.packed()
	left := byFile(own|foe) &^ dead
	for left != 0 {
		from := bits.TrailingZeros64(left)
		to := from + 8 // the end of the part
		for ; to < 64 && joined>>(to-8)&1 != 0 && left>>to&1 != 0; to += 8 {
		}
		mask := ^uint64(0) >> (64 - (to - from))
		p := part{own >> from & mask, foe >> from & mask, (to - from) / 8}
		if rules&Mirror != 0 {
			p.mirror()
		}
		l.add(p, rules&Parts != 0)
		left &^= mask << from
	}
	return l
}

// key returns the key of a frame whose span is s.
//
// Proof. No capture ever crosses the border of two parts, so no move in one changes what is
// legal in another: the game is the sum of its parts, which share the turn, the goals, and
// the last pawn of a side. None of this changes when parts change places or one is
// reflected. A dead file, where nothing ever moves or is captured, only keeps both sides
// from running out of pawns: one mark stands for any number of them. The key lists the
// parts, 16 bits a file, the first file of each marked on rank 0 of own, where no pawn
// stands, and so does the mark for dead files on rank 0 of foe: the list can be read back.
func (f *Frame) key(s *span, rules Rules) Key {
	var dead uint64
	joined := rank0
	if rules&Dead != 0 {
		dead = s.dead(f)
	}
	if rules&Parts != 0 {
		joined = s.joined()
	}
	l := f.split(joined, dead, rules)
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

// dead returns the lowest bit of each file where nothing ever moves or is captured.
func (s *span) dead(f *Frame) uint64 {
	alive := (s.ownTo ^ f.own) | (s.foeTo ^ f.foe) | (f.own ^ s.ownBound) | (f.foe ^ s.foeBound)
	return byFile(f.own|f.foe) &^ byFile(alive)
}
