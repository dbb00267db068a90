// Package pawns knows what is provably true of games of pawns only, in which the first pawn
// on its last rank wins: which positions have equal values, and which values can be told
// without search. What belongs here has a proof in its comment and holds for any position
// that the rules allow, on any number of files; what is only likely is called so.
package pawns

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
)

// Rules is a set of what a Lore makes use of. Each part may be left out: the values that
// remain known are the same.
type Rules uint8

// The rules.
const (
	Mirror Rules = 1 << iota // a position and its reflection are equal
	Parts                    // so are positions of the same independent parts in any order
	Dead                     // files where nothing ever moves again do not matter
	Near                     // a pawn about to come home decides
	Race                     // so does one that nothing can stop any more
	Reach                    // a side that can never get through does not win
	Scout                    // no knowledge of positions: a Search looks ahead without its table
	All    Rules = 1<<iota - 1
)

// Lore is what is known of a game of pawns only, beyond its rules. It is immutable, and
// its methods allocate nothing.
type Lore struct {
	pawn  board.Kind
	geo   geom.Geometry
	width int
	rules Rules
}

// New returns the lore of a game, with all its rules; ok is false when the rules of the
// game are not those that the proofs of this package are about.
func New(g *board.Game) (l *Lore, ok bool) {
	v := g.Variant()
	if !isPawnGame(v) || !isPawnRace(&v.End, v.Board) {
		return nil, false
	}
	pawn := g.Pawn()
	home := g.PawnHome(board.White)&v.Board.RankSet(0) | g.PawnHome(board.Black)&v.Board.RankSet(7)
	if pawn == 0 || home != 0 {
		return nil, false
	}
	return &Lore{pawn: pawn, geo: v.Board, width: v.Board.Width, rules: All}, true
}

// isPawnGame reports whether there are only pawns, which move as usual on 8 ranks, may step
// twice from the second one, and stay what they are and who they belong to.
func isPawnGame(v *rules.Variant) bool {
	return v.Board.Height == 8 && v.Board.Width <= 8 &&
		len(v.Pieces) == 1 && v.Pieces[0].Role == rules.PawnRole && v.Pieces[0].Promoted == 0 &&
		len(v.Promote.To) == 0 && !v.Drop.Allowed && !v.Drop.Captures && !v.Drop.MobileOnly && !v.Castle.Allowed &&
		v.Pawn.DoubleStep && v.Pawn.EnPassant &&
		v.Pawn.DoubleFrom == rules.Sides{v.Board.RankSet(1), v.Board.RankSet(6)}
}

// isPawnRace reports whether a game ends by a pawn on the last rank, by the loss of the last
// pawn, or in a draw for want of moves, and in no other way.
func isPawnRace(end *rules.Ending, geo geom.Geometry) bool {
	return end.Flag != 0 && !end.FlagSafe &&
		end.FlagZone == rules.Sides{geo.RankSet(7), geo.RankSet(0)} &&
		len(end.Extinct) == 1 && end.Extinct[0] == end.Flag && end.ExtinctCount == 0 &&
		end.ExtinctIs == rules.Loss && end.Stalemate == rules.Draw &&
		end.NMove == 0
}

// With returns the lore that makes use of some rules only.
func (l *Lore) With(r Rules) *Lore {
	with := *l
	with.rules = r & All
	return &with
}

// Look tells all that is known of a position at once: bounds of its value for the side to
// move, equal where the value is known, and its key where it is not.
func (l *Lore) Look(p *board.Position) (lo, hi score.Outcome, k Key) {
	f := l.Frame(p)
	return l.LookAt(&f)
}

// LookAt is Look for a frame.
func (l *Lore) LookAt(f *Frame) (lo, hi score.Outcome, k Key) {
	if v, known := f.value(l.rules); known {
		return v, v, Key{}
	}
	s := spanOf(f)
	if lo, hi = s.bounds(l.rules); lo != hi {
		k = f.key(&s, l.rules)
	}
	return lo, hi, k
}

// Key returns the key of a position in which the game goes on.
func (l *Lore) Key(p *board.Position) Key {
	f := l.Frame(p)
	s := spanOf(&f)
	return f.key(&s, l.rules)
}
