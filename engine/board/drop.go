package board

import (
	"math/bits"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// fileLimit is the rule that a file holds at most count pieces of a kind after a drop.
type fileLimit struct {
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
		for _, f := range g.movements[c] {
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
		g.fileLimit = fileLimit{kind: k, count: max(d.NoDoubledCount, 1)}
		for file := range g.geo.Width {
			g.fileLimit.files = append(g.fileLimit.files, g.geo.FileSet(file))
		}
	}
}

// dropTargets returns the squares of empty where the side to move may drop a piece of kind k.
func (g *Game) dropTargets(p *Position, k Kind, empty geom.Set) geom.Set {
	us := p.turn & 1
	zone := empty & g.dropZone[us][k&7]
	if g.fileLimit.kind == k && k != 0 {
		pieces := p.Of(us, k) &^ p.promoted
		for _, file := range g.fileLimit.files {
			if (pieces & file).Len() >= g.fileLimit.count {
				zone &^= file
			}
		}
	}
	return zone
}

// lowestKind returns the lowest kind in h, which must not be empty.
func lowestKind(h Hand) Kind { return Kind(bits.TrailingZeros64(uint64(h))>>3) & 7 }

// without returns h without its pieces of kind k.
func (h Hand) without(k Kind) Hand { return h &^ (255 << (8 * (k & 7))) }

// uniformDrops serves games in which all kinds but the pawn drop on the same squares, whatever
// stands on the board: drops then are counted by multiplying.
type uniformDrops struct {
	ok             bool
	pieces, pawn   Hand // the high bits of their counts
	zone, pawnZone geom.Set
}

// Adding lowBits to a hand sets the high bit of each count that was not 0. Counts are at most
// MaxUnits.
const (
	lowBits  Hand = 0x7f7f7f7f7f7f7f7f
	highBits Hand = 0x8080808080808080
)

func (g *Game) compileUniformDrops(c Color) {
	e := uniformDrops{ok: g.fileLimit.kind == 0}
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
	g.uniform[c] = e
}

func (g *Game) countDrops(p *Position, s *checkInfo) int {
	empty := s.allowed &^ s.occ
	h := p.hands[p.turn&1]
	if e := &g.uniform[p.turn&1]; e.ok {
		kinds := (h + lowBits) & highBits
		return (empty&e.zone).Len()*bits.OnesCount64(uint64(kinds&e.pieces)) +
			(empty&e.pawnZone).Len()*bits.OnesCount64(uint64(kinds&e.pawn))
	}
	n := 0
	for h != 0 {
		k := lowestKind(h)
		n += g.dropTargets(p, k, empty).Len()
		h = h.without(k)
	}
	return n
}

// DropZone returns where c may drop pieces of kind k if the square is empty and no file limit
// forbids it; nothing in a game without drops.
func (g *Game) DropZone(c Color, k Kind) geom.Set {
	if !g.drops {
		return 0
	}
	return g.dropZone[c][k]
}
