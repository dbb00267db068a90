package randvar

import (
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// sides returns the set of White, and its reflection for Black.
func (m maker) sides(white geom.Set) rules.Sides {
	return rules.Sides{white, m.v.Board.Flip(white)}
}

// scattered returns a random subset of s, of a share in percent.
func (m maker) scattered(s geom.Set, percent int) geom.Set {
	var some geom.Set
	for sq := range s.All() {
		if m.chance(percent) {
			some = some.With(sq)
		}
	}
	return some
}

// far returns the last n ranks as White sees them.
func (m maker) far(n int) geom.Set {
	var s geom.Set
	for i := range n {
		s |= m.v.Board.RankSet(m.v.Board.Height - 1 - i)
	}
	return s
}

// forms lets some pieces promote shogi-style, to pieces that do not promote.
func (m maker) forms() {
	able := m.letters(ordinary)
	if len(able) < 2 || !m.chance(35) {
		return
	}
	// The letters are split into those that promote and their promoted forms.
	m.Shuffle(len(able), func(i, j int) { able[i], able[j] = able[j], able[i] })
	split := m.between(1, len(able)-1)
	for _, letter := range able[:split] {
		if m.chance(60) {
			m.v.Piece(letter).Promoted = pick(m, able[split:]...)
		}
	}
}

// promotion chooses where and to what pieces promote, if any can.
func (m maker) promotion() {
	p := &m.v.Promote
	pawns, forms := m.letters(isPawn) != nil, m.letters(turning) != nil
	if !pawns && !forms {
		return
	}
	// Two ranks deep, or with holes, only on a board that is high enough.
	switch high := m.v.Board.Height >= 5; {
	case high && m.chance(25):
		p.Zone = m.sides(m.far(2))
	case high && m.chance(20):
		p.Zone = m.sides(m.scattered(m.far(2), 60))
	default:
		p.Zone = m.sides(m.far(1))
	}
	p.PieceMandatory = forms && m.chance(50)
	if pawns && m.chance(90) {
		p.To = m.sample(m.letters(unturned), maxOthers)
	}
	p.PawnMandatory = p.To != "" && m.chance(75)
}

// pawn chooses double steps that end short of the promotion zone.
func (m maker) pawn() {
	g, v := m.v.Board, m.v
	if m.letters(isPawn) == nil || !m.chance(65) {
		return
	}
	// Mostly from the second rank, sometimes from other squares.
	from := g.RankSet(pick(m, 0, 1, 1, 1, 2))
	if m.chance(15) {
		from |= g.RankSet(m.IntN(g.Height))
	}
	if m.chance(15) {
		from = m.scattered(from, 60)
	}
	for sq := range from.All() {
		to := g.Offset(sq, 0, 2)
		if to == geom.NoSquare || v.Promote.Zone[0].Has(to) {
			from = from.Without(sq)
		}
	}
	if from != 0 {
		v.Pawn = rules.Pawn{DoubleStep: true, DoubleFrom: m.sides(from), EnPassant: m.chance(75)}
	}
}

// drop chooses the rules of drops.
func (m maker) drop() {
	if !m.chance(55) {
		return
	}
	g := m.v.Board
	zone := g.Board()
	// The own half, or random squares, or everywhere.
	switch {
	case m.chance(20):
		zone = g.Board() &^ m.far(g.Height/2)
	case m.chance(20):
		zone = m.scattered(g.Board(), 60)
	}
	// Mostly without the promotion zone for pawns, often without their first rank.
	pawns := zone
	if m.chance(90) {
		pawns &^= m.v.Promote.Zone[0]
	}
	if m.chance(40) {
		pawns &^= g.RankSet(0)
	}
	if m.letters(isPawn) == nil {
		pawns = 0
	}
	m.v.Drop = rules.Drop{Allowed: true, Captures: m.chance(85),
		Zone: m.sides(zone), PawnZone: m.sides(pawns), MobileOnly: m.chance(35)}
	if m.chance(30) {
		m.v.Drop.NoDoubled = pick(m, m.letters(notRoyal)...)
		m.v.Drop.NoDoubledCount = pick(m, 1, 1, 2)
	}
}

// castle chooses castling on wide boards, by two files or more, so that no ordinary move of the king
// is written the same.
func (m maker) castle() {
	g, rooks := m.v.Board, m.letters(ordinary)
	king := m.v.Pieces[0]
	if g.Width < 7 || g.Height < 2 || king.Role != rules.RoyalKing || king.Betza != "K" || len(rooks) == 0 || !m.chance(70) {
		return
	}
	// The king needs two files and a corner on each side.
	file := m.between(3, g.Width-4)
	m.v.Castle = rules.Castling{
		Allowed:  true,
		KingFile: file,
		Rank:     [2]int{0, g.Height - 1},
		KingTo:   [2]int{m.between(file+2, g.Width-2), m.between(1, file-2)},
		RookFile: [2]int{g.Width - 1, 0},
		Rook:     pick(m, rooks...),
	}
	if m.chance(15) {
		m.v.Castle.RookFile = [2]int{m.between(file+1, g.Width-1), m.between(0, file-1)}
	}
}

// ending chooses how games end.
func (m maker) ending() {
	g, end := m.v.Board, &m.v.End
	// Mostly mate is lost, but package board must not rely on that.
	end.Checkmate = pick(m, rules.Loss, rules.Loss, rules.Loss, rules.Loss, rules.Draw, rules.Win)
	end.Stalemate = pick(m, rules.Loss, rules.Draw, rules.Draw, rules.Win)
	end.NFold = pick(m, 3, 3, 3, 0, 2, 4)
	end.NFoldIs = pick(m, rules.Draw, rules.Draw, rules.Loss, rules.Win)
	end.NMove = pick(m, 50, 0, 3, 10)
	if m.chance(30) {
		end.Flag = pick(m, m.letters(anyPiece)...)
		end.FlagZone = m.sides(m.far(1))
		if some := m.scattered(g.Board(), 15); some != 0 && m.chance(40) {
			end.FlagZone = m.sides(some)
		}
		end.FlagSafe = m.chance(35)
	}
	royal := m.v.Pieces[0].Role == rules.RoyalKing
	if royal && m.chance(25) || !royal && m.chance(60) {
		end.Extinct = m.sample(m.letters(notRoyal), 2)
		end.ExtinctCount = pick(m, 0, 0, 0, 1)
		end.ExtinctIs = pick(m, rules.Loss, rules.Loss, rules.Loss, rules.Win, rules.Draw)
	}
}
