package pawns

// span is all that the pawns of a frame can ever do, over-approximated: whatever the
// players do, no pawn of own ever leaves ownTo, no pawn of foe foeTo, and the pawns of
// ownBound and foeBound stay on their files until the end: they neither capture nor are
// captured. The squares on which captures happen are in ownHits and foeHits.
//
// Proof, by induction over the plies of a game. Call the pawns of ownBound and foeBound
// bound, and let every capture so far have been on ownHits or foeHits and by and of others.
// Bound pawns of different colours on a file have never passed each other, since pawns only
// step. A pawn of own that ever stood on its file below a bound pawn of foe is still below
// the square where that one began, and one that captured its way onto the file below that
// square did so below the bound pawn as well: had the bound pawn stepped past the square of
// the capture before, the flood back from there would have reached its beginning and unbound
// it. So the floods of settle hold every square that a pawn can step to, the next capture is
// on ownHits or foeHits as they are made of the floods, and, as the floods back from both of
// its ends reach the beginnings of all that may take part, it is by and of unbound pawns. A
// capture en passant counts as one on the square passed over, which its victim has stepped
// on, or, where the double step was the last ply, is taken to have and not to be bound.
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

// spanOf computes the span of a frame: the least fixed point of settle, after a few rounds
// of some ten nanoseconds.
func spanOf(f *Frame) span {
	s := span{ownBound: f.own, foeBound: f.foe &^ (f.ep >> 1), foeTo: f.ep}
	for s.settle(f) {
	}
	return s
}

// settle floods from where the pawns stand and from where captures can take them, adds the
// captures this allows, unbinds the pawns that can take part in them, and reports whether
// that changes what the floods are made of.
func (s *span) settle(f *Frame) bool {
	ownTo := flood(f.own|s.ownHits, s.foeBound)
	foeTo := ebb(f.foe|f.ep|s.foeHits, s.ownBound)
	ownHits := strikes(ownTo) & foeTo &^ rank0
	foeHits := sinks(foeTo) & ownTo &^ rank7
	foeEnds := ownHits | foeTo&strikes(foeHits)
	ownEnds := foeHits | ownTo&sinks(ownHits)
	foeBound := s.foeBound &^ flood(foeEnds, s.ownBound)
	ownBound := s.ownBound &^ ebb(ownEnds, s.foeBound)
	changed := ownHits != s.ownHits || foeHits != s.foeHits || foeBound != s.foeBound || ownBound != s.ownBound
	*s = span{ownTo, foeTo, ownBound, foeBound, ownHits, foeHits}
	return changed
}

// ownCanWin reports whether own may still win, by a pawn on the last rank or by capturing
// every pawn; foeCanWin the same of foe. False is a proof.
func (s *span) ownCanWin() bool { return s.ownTo&rank7 != 0 || s.foeBound == 0 }
func (s *span) foeCanWin() bool { return s.foeTo&rank0 != 0 || s.ownBound == 0 }
