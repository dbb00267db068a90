package board

import (
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// Reason is why a game is over.
type Reason uint8

// The reasons.
const (
	Ongoing Reason = iota
	Checkmate
	Stalemate
	Flag       // a piece has reached its goal
	Extinction // a side has run out of a piece
	MoveLimit  // too many plies without capture, pawn move or drop
	Repetition
)

// String returns the reason in words, as in "drawn by repetition".
func (r Reason) String() string {
	return [...]string{"ongoing", "checkmate", "stalemate", "goal reached", "extinction", "move limit", "repetition"}[r]
}

// Outcome is the state of a game. The result is that of the side to move, and undefined while the
// game goes on.
type Outcome struct {
	Reason Reason
	Result rules.Result
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Reason != Ongoing }

// endings is the rules by which games end other than by mate.
type endings struct {
	any      bool // the game may end with legal moves left on the board
	extinct  []Kind
	most     int      // a side with at most this many of a kind has lost it
	flag     geom.Set // the goals of both sides; empty: no flag
	flagKind Kind
	zone     [2]geom.Set
	clock    int              // plies without progress that draw, 0: none
	becoming [MaxKinds][]Kind // the kinds that promote to a kind, shogi-style
}

func (g *Game) compileEndings() {
	end := g.variant.End
	for from, to := range g.promotedKind {
		if Kind(from) != to && from < g.kinds {
			g.endings.becoming[to] = append(g.endings.becoming[to], Kind(from))
		}
	}
	for _, letter := range []byte(end.Extinct) {
		if k, ok := g.KindOf(letter); ok {
			g.endings.extinct = append(g.endings.extinct, k)
		}
	}
	if k, ok := g.KindOf(end.Flag); ok && end.Flag != 0 {
		g.endings.flagKind = k
		g.endings.zone = end.FlagZone
		g.endings.flag = end.FlagZone[White] | end.FlagZone[Black]
	}
	g.endings.any = len(g.endings.extinct) > 0 || g.endings.flag != 0
	g.endings.clock = 2 * end.NMove
	g.endings.most = end.ExtinctCount
}

// endedEarly reports whether a flag or an extinction has ended the game.
func (g *Game) endedEarly(p *Position) bool { return g.decided(p).Over() }

// decided is Decided for games that may end early. Extinction goes before flags, and the side that
// has just moved before the other.
func (g *Game) decided(p *Position) Outcome {
	us, them := p.turn&1, p.turn&1^1
	for _, k := range g.endings.extinct {
		pieces := g.actingAs(p, k)
		switch most := g.endings.most; {
		case (pieces&p.colors[them]).Len()+p.hands[them].Count(k) <= most:
			return Outcome{Extinction, -g.variant.End.ExtinctIs}
		case (pieces&p.colors[us]).Len()+p.hands[us].Count(k) <= most:
			return Outcome{Extinction, g.variant.End.ExtinctIs}
		}
	}
	if g.endings.flag == 0 {
		return Outcome{}
	}
	switch pieces := g.actingAs(p, g.endings.flagKind) & g.endings.flag; {
	case pieces == 0:
	case g.flagReached(p, them, pieces):
		return Outcome{Flag, rules.Loss}
	case g.flagReached(p, us, pieces):
		return Outcome{Flag, rules.Win}
	}
	return Outcome{}
}

// flagReached reports whether a piece of c among pieces stands on one of its goals, and is not
// attacked where the rules demand that.
func (g *Game) flagReached(p *Position, c Color, pieces geom.Set) bool {
	pieces &= p.colors[c] & g.endings.zone[c]
	if pieces == 0 || !g.variant.End.FlagSafe {
		return pieces != 0
	}
	for sq := range pieces.All() {
		if g.Attackers(p, c.Other(), sq, p.Occupied()) == 0 {
			return true
		}
	}
	return false
}

// actingAs returns the pieces that count as kind k for an ending: one promoted shogi-style counts as
// the kind whose moves it has.
func (g *Game) actingAs(p *Position, k Kind) geom.Set {
	s := p.kinds[k&7]
	if !g.shogi {
		return s
	}
	if g.promotedKind[k] != k {
		s &^= p.promoted
	}
	for _, from := range g.endings.becoming[k&7] {
		s |= p.kinds[from&7] & p.promoted
	}
	return s
}

// Decided returns the outcome if a flag or an extinction has ended the game, else an ongoing one. It
// does not count moves: see Ended.
func (g *Game) Decided(p *Position) Outcome {
	if !g.endings.any {
		return Outcome{}
	}
	return g.decided(p)
}

// MayEndEarly reports whether the game has flags or extinctions.
func (g *Game) MayEndEarly() bool { return g.endings.any }

// NoMoves returns the outcome for a side that has no legal move.
func (g *Game) NoMoves(p *Position) Outcome {
	if g.InCheck(p) {
		return Outcome{Checkmate, g.variant.End.Checkmate}
	}
	return Outcome{Stalemate, g.variant.End.Stalemate}
}

// Ended returns the outcome by the pieces and moves at p alone, without the move limit and
// repetition, which depend on the game before. It counts the moves.
func (g *Game) Ended(p *Position) Outcome {
	if o := g.Decided(p); o.Over() {
		return o
	}
	if g.Count(p) == 0 {
		return g.NoMoves(p)
	}
	return Outcome{}
}

// Outcome returns the state of the game at p. history holds the keys of the positions before p,
// oldest first, for repetitions. Mate goes before the move limit, the move limit before repetition.
func (g *Game) Outcome(p *Position, history []uint64) Outcome {
	if o := g.Ended(p); o.Over() {
		return o
	}
	if g.endings.clock > 0 && int(p.clock) >= g.endings.clock {
		return Outcome{MoveLimit, rules.Draw}
	}
	if n := g.variant.End.NFold; n > 0 && occurrences(p, history)+1 >= n {
		return Outcome{Repetition, g.variant.End.NFoldIs}
	}
	return Outcome{}
}

// MoveLimitWithin reports whether the move limit may draw the game before plies more moves are
// made, so that a win that far away may come too late.
func (g *Game) MoveLimitWithin(p *Position, plies int) bool {
	return g.endings.clock > 0 && int(p.clock)+plies > g.endings.clock
}

// occurrences returns how often the key of p occurs in history.
func occurrences(p *Position, history []uint64) int {
	n := 0
	for _, key := range history {
		if key == p.key {
			n++
		}
	}
	return n
}

// Reversible returns how many of the plies before p a repetition of it may reach back: those since
// the last capture, pawn move or drop, or all in a game with drops.
func (g *Game) Reversible(p *Position, plies int) int {
	if g.drops {
		return plies
	}
	return min(int(p.clock), plies)
}
