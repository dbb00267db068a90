package eval

import "tinyhouse/engine/board"

// kingSafety returns what c gains by attacking the enemy king and sheltering its own.
func (e *Eval) kingSafety(s *sides, c board.Color) tapered {
	attack := e.kingAttack(s, c)
	return pair(attack, attack/4) + e.kingShelter(s, c)
}

// kingAttack returns the value of the attack of c on the enemy king, which grows with the
// square of the attack units. Source: chessprogramming wiki, King Safety.
func (e *Eval) kingAttack(s *sides, c board.Color) int {
	them := c ^ 1
	king := s.king[them&1] & 63
	ring := e.ring[king]
	weak := ring & s.attacks[c&1] &^ s.twice[them&1] &^ s.pieces[c&1]
	attackUnits := s.attackUnits[c&1] + e.w.ringWeak*weak.Len() + e.w.ringPawn*(ring&s.pawns[them&1]).Len()
	if h := s.p.Hand(c); h != 0 {
		attackUnits += e.w.ringCheck * e.dropChecks(s, c, h)
	}
	if attackUnits <= 0 {
		return 0
	}
	return min(attackUnits*attackUnits*e.w.kingAttack/1000+attackUnits/2, 1200)
}

// kingShelter returns the value of escape squares and own pieces around the king of c.
func (e *Eval) kingShelter(s *sides, c board.Color) tapered {
	ring := e.ring[s.king[c&1]&63]
	t := e.w.escape * tapered((ring &^ s.pieces[c&1] &^ s.attacks[c&1^1]).Len())
	return t + e.w.shelter*tapered((ring&s.pawns[c&1]).Len()) + e.w.support*tapered((ring&s.pieces[c&1]).Len())
}

// dropChecks returns how many kinds of pieces c can drop with check where the enemy cannot
// capture them.
func (e *Eval) dropChecks(s *sides, c board.Color, h board.Hand) int {
	n, king := 0, s.king[c&1^1]&63
	safe := e.game.Squares() &^ s.occ &^ s.attacks[c&1^1]
	guarded := e.game.Squares() &^ s.occ & s.attacks[c&1] &^ s.twice[c&1^1]
	for k := board.Kind(1); int(k) < e.game.Kinds(); k++ {
		if h.Count(k) == 0 {
			continue
		}
		if e.game.Sources(c, k, king, s.occ, safe|guarded) != 0 {
			n++
		}
	}
	return n
}

// threats returns the value of attacks by c on undefended pieces, and by pawns on pieces.
func (e *Eval) threats(s *sides, c board.Color) tapered {
	them := c ^ 1
	targets := s.pieces[them&1]
	if e.game.HasKing() {
		targets &^= s.p.Kind(board.King)
	}
	t := e.w.hanging * tapered((targets & s.attacks[c&1] &^ s.attacks[them&1]).Len())
	return t + e.w.byPawn*tapered((targets&s.byPawn[c&1]&^s.pawns[them&1]).Len())
}

// matingForce is about the material that mates a bare king, in centipawns: more than a minor
// piece.
const matingForce = 420

// scaleEndgame adjusts the evaluation v of us: without pawns, an advantage too small to mate
// counts little, and a bare king is driven to the edge (mop-up evaluation).
func (e *Eval) scaleEndgame(s *sides, us board.Color, v int) int {
	strong := us
	if v < 0 {
		strong = us ^ 1
	}
	weak := strong ^ 1
	lead := s.nonPawnValue[strong&1] - s.nonPawnValue[weak&1]
	if s.pawns[strong&1] == 0 && e.game.Pawn() != 0 {
		switch {
		case s.nonPawnValue[strong&1] < matingForce:
			return v / 16
		case lead < matingForce*3/4:
			return v / 4
		}
	}
	if s.nonPawnValue[weak&1] == 0 && s.pawns[weak&1] == 0 {
		geo := e.game.Geometry()
		bonus := e.w.mopUp * (8 - 2*edgeDistance(geo, s.king[weak&1]) - int(e.distance[s.king[0]&63][s.king[1]&63]))
		if strong == us {
			return v + bonus
		}
		return v - bonus
	}
	return v
}
