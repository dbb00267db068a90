package board

import (
	"math/bits"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// loneFile is the rule that a file holds only so many pieces of a kind after a drop.
type loneFile struct {
	kind  Kind // 0: no such rule
	count int
	files []geom.Set
}

func (g *Game) compileDrops(c Color) {
	d := g.variant.Drop
	g.drops, g.captures = d.Allowed, d.Captures
	for k := range Kind(g.kinds) {
		g.demoted[k] = k
		piece := g.piece(k)
		if piece == nil || piece.Role == rules.RoyalKing {
			continue
		}
		zone := d.Zone[c]
		if k == g.pawn {
			zone = d.PawnZone[c]
			if t := &g.pawns[c]; d.MobileOnly {
				zone &= t.CanUp
			}
		}
		for _, f := range g.forms[c] {
			if f.kind == k && (f.or != 0 || f.to != nil) {
				zone &= f.mobile
			}
		}
		g.dropZone[c][k] = zone & g.squares
		if piece.Promoted == 0 && g.pawn != 0 {
			g.demoted[k] = g.pawn
		}
	}
	if k, ok := g.KindOf(d.NoDoubled); ok && d.NoDoubled != 0 {
		g.lone = loneFile{kind: k, count: max(d.NoDoubledCount, 1)}
		for file := range g.geo.Width {
			g.lone.files = append(g.lone.files, g.geo.FileSet(file))
		}
	}
}

// landing returns where the side to move may drop a piece of kind k, of the empty squares
// given.
func (g *Game) landing(p *Position, k Kind, empty geom.Set) geom.Set {
	us := p.turn & 1
	zone := empty & g.dropZone[us][k&7]
	if g.lone.kind == k && k != 0 {
		men := p.Of(us, k) &^ p.promoted
		for _, file := range g.lone.files {
			if (men & file).Len() >= g.lone.count {
				zone &^= file
			}
		}
	}
	return zone
}

// held returns the lowest kind of which h has a piece; h must not be empty.
func held(h Hand) Kind { return Kind(bits.TrailingZeros64(uint64(h))>>3) & 7 }

// less returns h without its pieces of kind k.
func (h Hand) less(k Kind) Hand { return h &^ (255 << (8 * (k & 7))) }

// evenDrops serves games in which all kinds but the pawn drop on the same squares, in
// whatever company: then drops are counted by multiplying.
type evenDrops struct {
	ok             bool
	pieces, pawn   Hand // the high bits of their counts
	zone, pawnZone geom.Set
}

// anyHeld has the high bit of each count set, and no other, after lowBits are added to a
// hand: where the count was not 0. Counts stay below 128 (MaxUnits).
const (
	lowBits  Hand = 0x7f7f7f7f7f7f7f7f
	highBits Hand = 0x8080808080808080
)

// compileEvenDrops finds out whether the drops of c are even.
func (g *Game) compileEvenDrops(c Color) {
	e := evenDrops{ok: g.lone.kind == 0}
	for k := range Kind(g.kinds) {
		switch high := Hand(128) << (8 * k); {
		case k == King:
		case k == g.pawn:
			e.pawn, e.pawnZone = high, g.dropZone[c][k]
		default:
			e.ok = e.ok && (e.pieces == 0 || e.zone == g.dropZone[c][k])
			e.pieces, e.zone = e.pieces|high, g.dropZone[c][k]
		}
	}
	g.even[c] = e
}

// countDrops returns the number of legal drops.
func (g *Game) countDrops(p *Position, s *sight) int {
	empty := s.allowed &^ s.occ
	h := p.hands[p.turn&1]
	if e := &g.even[p.turn&1]; e.ok {
		kinds := (h + lowBits) & highBits
		return (empty&e.zone).Len()*bits.OnesCount64(uint64(kinds&e.pieces)) +
			(empty&e.pawnZone).Len()*bits.OnesCount64(uint64(kinds&e.pawn))
	}
	n := 0
	for h != 0 {
		k := held(h)
		n += g.landing(p, k, empty).Len()
		h = h.less(k)
	}
	return n
}
