package eval

import (
	"math"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// occupiedShare is the share of occupied squares, in permille, for which attacks are averaged.
const occupiedShare = 350

// meanAttacks is how many squares a piece attacks: on average over all squares of a partly
// occupied and of an empty board, and by square on an empty board.
type meanAttacks struct {
	occupied float64
	empty    float64
	by       [64]float64
}

// averageAttacks averages over all squares and a fixed sequence of occupancies.
func averageAttacks(g *board.Game, k board.Kind, promoted bool) meanAttacks {
	var u meanAttacks
	geo := g.Geometry()
	const rounds = 32
	seed := uint64(0x2545f4914f6cdd1d)
	for sq := range geo.Board().All() {
		u.by[sq] = float64(g.Attacks(board.White, k, promoted, sq, 0).Len())
		u.empty += u.by[sq]
		for range rounds {
			var occ geom.Set
			for other := range geo.Board().All() {
				seed ^= seed << 13
				seed ^= seed >> 7
				seed ^= seed << 17
				if seed>>20%1000 < occupiedShare {
					occ = occ.With(other)
				}
			}
			u.occupied += float64(g.Attacks(board.White, k, promoted, sq, occ).Len()) / rounds
		}
	}
	n := float64(geo.Squares())
	u.occupied, u.empty = max(u.occupied/n, 0.5), max(u.empty/n, 0.5)
	return u
}

// pieceValue returns the value of a piece that attacks a number of squares on average. It fits
// the orthodox pieces.
func pieceValue(attacks float64) int { return int(52*attacks + 1.4*attacks*attacks) }

// value returns the value of a piece of kind k in a form: by the weights, or else by its attacks.
func (e *Eval) value(k board.Kind, form int, u meanAttacks) tapered {
	v := e.game.Variant()
	piece := v.Piece(e.game.Letter(k))
	if form == 1 && piece.Promoted != 0 {
		piece = v.Piece(piece.Promoted)
	}
	if k == e.game.Pawn() && k != 0 {
		return e.w.pawn
	}
	if own, ok := e.w.pieces[piece.Betza]; ok {
		return own
	}
	return pair(pieceValue(u.occupied), pieceValue(u.occupied))
}

// handValue returns the value of a piece of kind k in hand.
func (e *Eval) handValue(k board.Kind) tapered {
	name := e.game.Variant().Piece(e.game.Letter(k)).Betza
	if k == e.game.Pawn() && k != 0 {
		name = "pawn"
	}
	if own, ok := e.w.pieces["hand "+name]; ok {
		return own
	}
	v := e.values[k][0]
	return pair(v.mg()*e.w.hand/100, v.eg()*e.w.hand/100)
}

// compileKind sets the tables of one kind.
func (e *Eval) compileKind(k board.Kind) {
	geo := e.game.Geometry()
	for form := range 2 {
		u := averageAttacks(e.game, k, form == 1)
		if k != board.King {
			e.values[k][form] = e.value(k, form, u)
			if k != e.game.Pawn() {
				e.mobility[k][form] = scale(e.w.mobility, 1/u.occupied)
				e.meanAttacks[k][form] = int(u.occupied + 0.5)
			}
		}
		for sq := range geo.Board().All() {
			value := e.values[k][form] + e.square(k, sq, u)
			e.psq[board.White][k][form][sq] = value
			e.psq[board.Black][k][form][geo.FlipSquare(sq)] = value
		}
	}
	if e.oneColored(k) {
		e.pairs[k] = e.w.bishopPair
	}
	if k != board.King && e.game.HasDrops() {
		e.hand[k] = e.handValue(k)
	}
}

// oneColored reports whether pieces of kind k, as bishops, never leave the colour of their square.
func (e *Eval) oneColored(k board.Kind) bool {
	for _, a := range e.game.Variant().Piece(e.game.Letter(k)).Atoms {
		if (a.File+a.Rank)%2 != 0 {
			return false
		}
	}
	return k != board.King
}

// scale returns t multiplied by a factor and rounded.
func scale(t tapered, by float64) tapered {
	return pair(int(math.Round(float64(t.mg())*by)), int(math.Round(float64(t.eg())*by)))
}

// square returns the piece-square value of a white piece of kind k on sq.
func (e *Eval) square(k board.Kind, sq geom.Square, u meanAttacks) tapered {
	geo := e.game.Geometry()
	rank := geo.Rank(sq)
	ring := float64(edgeDistance(geo, sq))
	switch {
	case k == board.King:
		return scale(e.w.kingStep, float64(min(rank, 3))) + scale(e.w.kingCenter, ring)
	case k == e.game.Pawn():
		t := scale(e.w.pawnStep, float64(rank))
		if 2*rank >= geo.Height-2 && ring >= float64(min(geo.Width, geo.Height)/2-1) {
			t += e.w.pawnCenter
		}
		return t
	}
	t := scale(e.w.square, (u.by[sq]-u.empty)/u.empty)
	if rank == 0 && geo.Height > 4 {
		t += e.w.backRank
	}
	return t
}

// edgeDistance returns the distance of sq from the nearest edge; sides of at most two squares do
// not count.
func edgeDistance(geo geom.Geometry, sq geom.Square) int {
	f, r := geo.File(sq), geo.Rank(sq)
	ring := geo.Height
	if geo.Width > 2 {
		ring = min(f, geo.Width-1-f)
	}
	if geo.Height > 2 {
		ring = min(ring, r, geo.Height-1-r)
	}
	return ring
}

// compileBoard sets the tables that depend on the shape of the board alone.
func (e *Eval) compileBoard() {
	geo := e.game.Geometry()
	for sq := range geo.Board().All() {
		f, r := geo.File(sq), geo.Rank(sq)
		for df := -1; df <= 1; df++ {
			for dr := -1; dr <= 1; dr++ {
				if to := geo.Offset(sq, df, dr); to != geom.NoSquare {
					e.ring[sq] = e.ring[sq].With(to)
				}
			}
			if df != 0 {
				e.beside[sq] |= geo.FileSet(f + df)
			}
			for rank := range geo.Height {
				to := geo.At(f+df, rank)
				if to == geom.NoSquare || rank == r {
					continue
				}
				c := board.White
				if rank < r {
					c = board.Black
				}
				e.span[c][sq] = e.span[c][sq].With(to)
				if df == 0 {
					e.ahead[c][sq] = e.ahead[c][sq].With(to)
				}
			}
		}
		for other := range geo.Board().All() {
			e.distance[sq][other] = uint8(max(distance(geo.File(other), f), distance(geo.Rank(other), r)))
		}
	}
}

func distance(a, b int) int { return max(a-b, b-a) }
