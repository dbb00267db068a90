package pawns

// span is all that the pawns of a frame can ever do, over-approximated: whatever the
// players do, no pawn of own ever leaves ownTo, no pawn of foe foeTo, and the pawns of
// ownBound and foeBound stay on their files until the end: they neither capture nor are
// captured. The squares on which captures happen are in ownHits and foeHits.
//
// Proof, by induction over the plies of a game. Call the pawns of ownBound and foeBound
// bound. Until a bound pawn takes part in a capture, two bound pawns of different colours
// on a file never pass each other, since pawns only step. So a pawn that stands, by a
// start or a capture, below a bound pawn of foe stays below the square where that one
// stood at first: the floods of settle reach every square that a pawn can step to. Every
// capture goes from a square of one flood to one of the other and is in ownHits or
// foeHits; and as a bound pawn never passes a bound enemy, the floods back from the ends
// of the capture reach the first squares of both pawns, unless those were bound no more.
// So the first capture by or of a bound pawn cannot be. A capture en passant counts as one
// on the square passed over, which its victim has stepped on, or, where the double step
// was the last ply, is taken to have.
type span struct {
	ownTo, foeTo       uint64
	ownBound, foeBound uint64
	ownHits, foeHits   uint64
}

// flood returns the squares reached from s by steps up that never enter walls.
func flood(s, walls uint64) uint64 {
	open := ^(walls | rank0)
	s |= open & (s << 1)
	open &= open << 1
	s |= open & (s << 2)
	open &= open << 2
	return s | open&(s<<4)
}

// ebb returns the squares reached from s by steps down that never enter walls.
func ebb(s, walls uint64) uint64 {
	open := ^(walls | rank7)
	s |= open & (s >> 1)
	open &= open >> 1
	s |= open & (s >> 2)
	open &= open >> 2
	return s | open&(s>>4)
}

// spanOf computes the span of a frame: the least fixed point of settle. It usually takes
// two to five rounds of some ten nanoseconds.
func spanOf(f *Frame) span {
	s := span{ownBound: f.own, foeBound: f.foe &^ (f.ep >> 1), foeTo: f.ep}
	for s.settle(f) {
	}
	return s
}

// settle floods from where the pawns stand and from where captures can take them, adds the
// captures this allows, unbinds the pawns that can take part in them, and reports whether
// anything has changed.
func (s *span) settle(f *Frame) bool {
	ownTo := flood(f.own|s.ownHits, s.foeBound)
	foeTo := ebb(f.foe|f.ep|s.foeHits, s.ownBound)
	ownHits := strikes(ownTo) & foeTo &^ rank0
	foeHits := sinks(foeTo) & ownTo &^ rank7
	foeEnds := ownHits | foeTo&strikes(foeHits)
	ownEnds := foeHits | ownTo&sinks(ownHits)
	foeBound := s.foeBound &^ flood(foeEnds, s.ownBound)
	ownBound := s.ownBound &^ ebb(ownEnds, s.foeBound)
	next := span{ownTo, foeTo, ownBound, foeBound, ownHits, foeHits}
	changed := next != *s
	*s = next
	return changed
}

// ownCanWin reports whether own may still win, by a pawn on the last rank or by capturing
// every pawn; foeCanWin the same of foe. False is a proof.
func (s *span) ownCanWin() bool { return s.ownTo&rank7 != 0 || s.foeBound == 0 }
func (s *span) foeCanWin() bool { return s.foeTo&rank0 != 0 || s.ownBound == 0 }
