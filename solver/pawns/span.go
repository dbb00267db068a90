package pawns

// span bounds all that the pawns of a board can ever do: no pawn of own ever leaves ownTo, no
// pawn of foe foeTo, and the pawns of ownBound and foeBound stay on their files until the end:
// they neither capture nor are captured. All captures end on ownHits and foeHits.
//
// Proof, by induction over the plies of a game. Call the pawns of ownBound and foeBound bound,
// and let every capture so far have been on ownHits or foeHits and by and of other pawns. Bound
// pawns of different colours on a file have never passed each other, because pawns only step. A
// pawn of own that ever stood on its file below a bound pawn of foe is still below the square
// where that one started. A pawn that captured its way onto the file below that square did so
// below the bound pawn as well: had the bound pawn stepped past the square of the capture
// before, the fill back from there would have reached its start and unbound it. So the fills of
// widen contain every square that a pawn can step to; the next capture is on ownHits or foeHits,
// which are made of the fills; and it is by and of unbound pawns, because the fills back from
// both of its ends reach the start squares of all pawns that may take part. A capture en passant
// counts as one on the square passed over: its victim has stepped on that square, or, if the
// double step was the last ply, is taken to have done so and is not bound.
type span struct {
	ownTo, foeTo       uint64
	ownBound, foeBound uint64
	ownHits, foeHits   uint64
}

// fillUp returns s and the squares reached from s by steps up that never enter walls.
func fillUp(s, walls uint64) uint64 {
	open := ^(walls | rank0)
	s |= open & (s << 1)
	open &= open << 1
	s |= open & (s << 2)
	open &= open << 2
	return s | open&(s<<4)
}

// fillDown returns s and the squares reached from s by steps down that never enter walls.
func fillDown(s, walls uint64) uint64 {
	open := ^(walls | rank7)
	s |= open & (s >> 1)
	open &= open >> 1
	s |= open & (s >> 2)
	open &= open >> 2
	return s | open&(s>>4)
}

// spanOf returns the span of a board: the least fixed point of widen, after a few rounds of some
// ten nanoseconds.
func spanOf(b *pawnBoard) span {
	s := span{ownBound: b.own, foeBound: b.foe &^ (b.ep >> 1), foeTo: b.ep}
	for s.widen(b) {
	}
	return s
}

// widen fills from the pawns and from the targets of captures, adds the captures that become
// possible, unbinds the pawns that can take part in them, and reports whether the span changed.
func (s *span) widen(b *pawnBoard) bool {
	ownTo := fillUp(b.own|s.ownHits, s.foeBound)
	foeTo := fillDown(b.foe|b.ep|s.foeHits, s.ownBound)
	ownHits := attacksUp(ownTo) & foeTo &^ rank0
	foeHits := attacksDown(foeTo) & ownTo &^ rank7
	foeEnds := ownHits | foeTo&attacksUp(foeHits)
	ownEnds := foeHits | ownTo&attacksDown(ownHits)
	foeBound := s.foeBound &^ fillUp(foeEnds, s.ownBound)
	ownBound := s.ownBound &^ fillDown(ownEnds, s.foeBound)
	changed := ownHits != s.ownHits || foeHits != s.foeHits || foeBound != s.foeBound || ownBound != s.ownBound
	*s = span{ownTo, foeTo, ownBound, foeBound, ownHits, foeHits}
	return changed
}

// ownCanWin and foeCanWin report whether a side may still win, by a pawn on the last rank or by
// capturing every pawn. False is a proof that it cannot.
func (s *span) ownCanWin() bool { return s.ownTo&rank7 != 0 || s.foeBound == 0 }
func (s *span) foeCanWin() bool { return s.foeTo&rank0 != 0 || s.ownBound == 0 }
