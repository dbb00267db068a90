package board

import (
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// Reason says why a game is over.
type Reason uint8

// The reasons.
const (
	Ongoing Reason = iota
	Checkmate
	Stalemate
	Flag       // a piece has reached its goal
	Extinction // a side has run out of a piece
	MoveLimit  // too long without capture, pawn move or drop
	Repetition
)

// String returns the reason in words, as in "drawn by repetition".
func (r Reason) String() string {
	return [...]string{"ongoing", "checkmate", "stalemate", "goal reached", "extinction", "move limit", "repetition"}[r]
}

// Outcome is the state of a game. The result is for the side to move and means nothing
// while the game goes on.
type Outcome struct {
	Reason Reason
	Result rules.Result
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Reason != Ongoing }

// ends is what the variant's endings other than mate need.
type ends struct {
	any     bool // the game may end with legal moves left on the board
	extinct []Kind
	most    int      // how many are too few of them
	flag    geom.Set // nothing if there is no flag
	flagK   Kind
	zone    [2]geom.Set
	clock   int              // plies without progress that draw; 0: never
	turners [MaxKinds][]Kind // kinds that turn over into a kind, shogi-style
}

func (g *Game) compileEnds() {
	end := g.variant.End
	for from, to := range g.turned {
		if Kind(from) != to && from < g.kinds {
			g.ends.turners[to] = append(g.ends.turners[to], Kind(from))
		}
	}
	for _, letter := range []byte(end.Extinct) {
		if k, ok := g.KindOf(letter); ok {
			g.ends.extinct = append(g.ends.extinct, k)
		}
	}
	if k, ok := g.KindOf(end.Flag); ok && end.Flag != 0 {
		g.ends.flagK = k
		g.ends.zone = end.FlagZone
		g.ends.flag = end.FlagZone[White] | end.FlagZone[Black]
	}
	g.ends.any = len(g.ends.extinct) > 0 || g.ends.flag != 0
	g.ends.clock = 2 * end.NMove
	g.ends.most = end.ExtinctCount
}

// over reports whether a flag or an extinction has ended the game.
func (g *Game) over(p *Position) bool { return g.decided(p).Over() }

// decided looks for an ending that needs no look at the moves: first extinction, of the
// side that has just moved before the other, then flags in the same order.
func (g *Game) decided(p *Position) Outcome {
	us, them := p.turn&1, p.turn&1^1
	for _, k := range g.ends.extinct {
		men := g.acting(p, k)
		switch most := g.ends.most; {
		case (men&p.colors[them]).Len()+p.hands[them].Count(k) <= most:
			return Outcome{Extinction, -g.variant.End.ExtinctIs}
		case (men&p.colors[us]).Len()+p.hands[us].Count(k) <= most:
			return Outcome{Extinction, g.variant.End.ExtinctIs}
		}
	}
	if g.ends.flag == 0 {
		return Outcome{}
	}
	switch men := g.acting(p, g.ends.flagK) & g.ends.flag; {
	case men == 0:
	case g.flagged(p, them, men):
		return Outcome{Flag, rules.Loss}
	case g.flagged(p, us, men):
		return Outcome{Flag, rules.Win}
	}
	return Outcome{}
}

// flagged reports whether a flag piece of c among men stands on a goal of its own, out of
// reach of the opponent where that matters.
func (g *Game) flagged(p *Position, c Color, men geom.Set) bool {
	men &= p.colors[c] & g.ends.zone[c]
	if men == 0 || !g.variant.End.FlagSafe {
		return men != 0
	}
	for sq := range men.All() {
		if g.Attackers(p, c.Other(), sq, p.Occupied()) == 0 {
			return true
		}
	}
	return false
}

// acting returns the pieces that count as kind k for an ending: one turned over, in a
// shogi-style game, counts as the kind whose moves it has.
func (g *Game) acting(p *Position, k Kind) geom.Set {
	s := p.kinds[k&7]
	if !g.shogi {
		return s
	}
	if g.turned[k] != k {
		s &^= p.promoted
	}
	for _, from := range g.ends.turners[k&7] {
		s |= p.kinds[from&7] & p.promoted
	}
	return s
}

// Decided returns the outcome when a flag or an extinction has ended the game, and an
// ongoing one otherwise. It costs next to nothing; Outcome tells the rest.
func (g *Game) Decided(p *Position) Outcome {
	if !g.ends.any {
		return Outcome{}
	}
	return g.decided(p)
}

// MayEndEarly reports whether flags or extinctions may end the game: if not, Decided never does.
func (g *Game) MayEndEarly() bool { return g.ends.any }

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

// Outcome returns the state of the game at p. History holds the keys of the positions
// before p, oldest first; repetition is looked for there. Mate goes before the move limit,
// the move limit before repetition.
func (g *Game) Outcome(p *Position, history []uint64) Outcome {
	if o := g.Ended(p); o.Over() {
		return o
	}
	if g.ends.clock > 0 && int(p.clock) >= g.ends.clock {
		return Outcome{MoveLimit, rules.Draw}
	}
	if n := g.variant.End.NFold; n > 0 && occurrences(p, history)+1 >= n {
		return Outcome{Repetition, g.variant.End.NFoldIs}
	}
	return Outcome{}
}

// MoveLimitWithin reports whether the move limit may draw the game before so many more plies have
// been played: a win that far away may come too late.
func (g *Game) MoveLimitWithin(p *Position, plies int) bool {
	return g.ends.clock > 0 && int(p.clock)+plies > g.ends.clock
}

// occurrences returns how often the key of p stands in history.
func occurrences(p *Position, history []uint64) int {
	n := 0
	for _, key := range history {
		if key == p.key {
			n++
		}
	}
	return n
}

// Reversible returns how many of the plies before p can have led to a repetition of it:
// those since the last capture, pawn move or drop; where captured pieces can return, a
// drop does not stop repetition, and all count.
func (g *Game) Reversible(p *Position, plies int) int {
	if g.drops {
		return plies
	}
	return min(int(p.clock), plies)
}
