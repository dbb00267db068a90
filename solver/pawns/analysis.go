// Package pawns solves games of pawns only, in which the first pawn on its last rank wins. It
// evaluates positions statically where a proof allows that, gives positions of provably equal
// value one key, and searches the rest depth first with a transposition table.
//
// Each static rule has its proof in a comment. It holds for every legal position, on boards of
// 8 ranks and up to 8 files.
package pawns

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
)

// Features is a set of the methods that an Analysis uses. Without one of them fewer values are
// known statically or more positions have different keys; the values stay the same.
type Features uint8

// The features.
const (
	Mirror    Features = 1 << iota // a position and its reflection have one key
	Parts                          // so have positions of the same independent parts in any order
	Dead                           // files on which nothing can move again do not count
	Near                           // a pawn one or two steps from its last rank decides
	Race                           // so does a pawn that cannot be stopped
	Reach                          // a side that can never get through does not win
	Lookahead                      // a Search looks ahead without its table first
	All       Features = 1<<iota - 1
)

// Analysis evaluates positions of one game of pawns. It is immutable, and its methods allocate
// nothing.
type Analysis struct {
	pawn     board.Kind
	geo      geom.Geometry
	width    int
	features Features
}

// New returns the analysis of a game, with all features; ok is false if the proofs of this
// package do not hold in the game.
func New(g *board.Game) (a *Analysis, ok bool) {
	v := g.Variant()
	if !isPawnGame(v) || !isPawnRace(&v.End, v.Board) {
		return nil, false
	}
	pawn := g.Pawn()
	home := g.PawnHome(board.White)&v.Board.RankSet(0) | g.PawnHome(board.Black)&v.Board.RankSet(7)
	if pawn == 0 || home != 0 {
		return nil, false
	}
	return &Analysis{pawn: pawn, geo: v.Board, width: v.Board.Width, features: All}, true
}

// isPawnGame reports whether all pieces are pawns that move as in chess on 8 ranks, with a
// double step from the second one, and never change kind or colour.
func isPawnGame(v *rules.Variant) bool {
	return v.Board.Height == 8 && v.Board.Width <= 8 &&
		len(v.Pieces) == 1 && v.Pieces[0].Role == rules.PawnRole && v.Pieces[0].Promoted == 0 &&
		len(v.Promote.To) == 0 && !v.Drop.Allowed && !v.Drop.Captures && !v.Drop.MobileOnly && !v.Castle.Allowed &&
		v.Pawn.DoubleStep && v.Pawn.EnPassant &&
		v.Pawn.DoubleFrom == rules.Sides{v.Board.RankSet(1), v.Board.RankSet(6)}
}

// isPawnRace reports whether a game ends by a pawn on the last rank, by the loss of the last
// pawn, or in a draw by stalemate, and in no other way.
func isPawnRace(end *rules.Ending, geo geom.Geometry) bool {
	return end.Flag != 0 && !end.FlagSafe &&
		end.FlagZone == rules.Sides{geo.RankSet(7), geo.RankSet(0)} &&
		len(end.Extinct) == 1 && end.Extinct[0] == end.Flag && end.ExtinctCount == 0 &&
		end.ExtinctIs == rules.Loss && end.Stalemate == rules.Draw &&
		end.NMove == 0
}

// Bounds returns static bounds of the value of a position for the side to move, which are equal
// where the value is known, and the key of the position where it is not.
func (a *Analysis) Bounds(p *board.Position) (lo, hi score.Outcome, k Key) {
	b := a.board(p)
	return a.bounds(&b)
}

func (a *Analysis) bounds(b *pawnBoard) (lo, hi score.Outcome, k Key) {
	if v, known := b.value(a.features); known {
		return v, v, Key{}
	}
	s := spanOf(b)
	if lo, hi = s.bounds(a.features); lo != hi {
		k = b.key(&s, a.features)
	}
	return lo, hi, k
}

// Key returns the key of a position in which the game is not over.
func (a *Analysis) Key(p *board.Position) Key {
	b := a.board(p)
	s := spanOf(&b)
	return b.key(&s, a.features)
}
