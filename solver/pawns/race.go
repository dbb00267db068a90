package pawns

import "math/bits"

// wins reports whether the attacker, whose pawns go up, wins by running with one pawn
// while all his others stand still, whatever the defender does. The defender moves first
// if he has the lead of one ply. False says nothing.
//
// Proof. Let reach be a set of all squares that a pawn of the defender can stand on after
// m moves of his, if nothing of the attacker's moves but the runner: a step goes to a
// square without a pawn of the attacker, a capture to one with; a square whose pawn has
// been captured is in reach already, for the captor stood there; the double step is one
// move and made at once or else no faster than two steps. The defender must have no capture
// en passant at first, and gets none, since the runner never steps twice. The runner is safe
// if it never steps on a square of reach and never ends a move on a square that reach
// attacks. It comes home first if reach does not touch the defender's goal before. The
// attacker always has a move, the runner's; the defender has one, so that it is no draw, as
// long as fewer moves have been made than moves counts.
func wins(attacker, defender uint64, lead int) bool {
	runners, reach := attacker&^rank7, defender
	made := 0 // moves of the defender
	if lead == 1 {
		runners &^= sinks(reach)
		reach = advance(reach, attacker, defender)
		made = 1
		if runners == 0 || reach&rank0 != 0 {
			return false
		}
	}
	for runners != 0 {
		runners = runners << 1 &^ (reach | attacker)
		if runners&rank7 != 0 {
			return made == 0 || moves(attacker, defender) >= made
		}
		runners &^= sinks(reach)
		reach = advance(reach, attacker, defender)
		made++
		if reach&rank0 != 0 {
			return false
		}
	}
	return false
}

// advance adds to reach the squares that one more move of the defender may lead to.
func advance(reach, attacker, defender uint64) uint64 {
	step := reach >> 1 &^ (rank7 | attacker)
	double := (defender & rank6) >> 1 &^ attacker >> 1 &^ attacker
	return reach | step | double | sinks(reach)&attacker
}

// moves returns a number of moves that the defender certainly has before he is out of
// moves, if the attacker's pawns stand still but for a runner out of his reach.
//
// Proof. A pawn that can step has an empty square before it, and only that pawn or one of
// its own colour from behind can ever come there, since captures end on squares that hold
// a pawn. So it must have moved before the defender is out of moves. The same holds of the
// next square and so on, down to the first square from which it may capture instead of
// going on. Two steps at once, from where the pawns start, save one move each.
func moves(attacker, defender uint64) int {
	empty := ^(attacker | defender)
	bound := ^strikes(attacker) // squares from which no capture is possible
	first := defender >> 1 & empty &^ rank7
	line := (defender & bound) >> 1 & empty &^ rank7
	for range 5 {
		line |= (line & bound) >> 1 & empty &^ rank7
	}
	line |= first
	doubles := (defender & rank6) >> 1 & line >> 1 & line
	return bits.OnesCount64(line) - bits.OnesCount64(doubles)
}
