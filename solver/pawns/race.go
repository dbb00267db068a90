package pawns

import "math/bits"

// winsRace reports whether the attacker, whose pawns go up, wins against every defence by
// advancing one pawn, the runner, while the other pawns of the attacker stand still. The
// defender moves first if lead is 1. False proves nothing.
//
// Proof. Let reach contain all squares on which a pawn of the defender can be after m moves of
// the defender, if of the attacker's pawns only the runner moves: a step goes to a square
// without a pawn of the attacker, a capture to one with; a square whose pawn has been captured
// is in reach already, because the capturing pawn was there; a double step is one move and is
// played first or gains nothing over two steps. The defender must have no capture en passant at
// first, and gets none, because the runner never steps twice. The runner is safe if it never
// steps on a square of reach and never ends a move on a square that reach attacks. It arrives
// first if reach does not touch the defender's goal before. The attacker always has a move, the
// runner's. The defender has a move, so that there is no stalemate, while fewer moves have been
// made than sureMoves counts.
func winsRace(attacker, defender uint64, lead int) bool {
	runners, reach := attacker&^rank7, defender
	made := 0 // moves of the defender
	if lead == 1 {
		runners &^= attacksDown(reach)
		reach = extend(reach, attacker, defender)
		made = 1
		if runners == 0 || reach&rank0 != 0 {
			return false
		}
	}
	for runners != 0 {
		runners = runners << 1 &^ (reach | attacker)
		if runners&rank7 != 0 {
			return made == 0 || sureMoves(attacker, defender) >= made
		}
		runners &^= attacksDown(reach)
		reach = extend(reach, attacker, defender)
		made++
		if reach&rank0 != 0 {
			return false
		}
	}
	return false
}

// extend adds to reach the targets of one more move of the defender.
func extend(reach, attacker, defender uint64) uint64 {
	step := reach >> 1 &^ (rank7 | attacker)
	double := (defender & rank6) >> 1 &^ attacker >> 1 &^ attacker
	return reach | step | double | attacksDown(reach)&attacker
}

// sureMoves returns a lower bound of the moves that the defender can make before a stalemate, if
// the attacker's pawns stand still but for a runner out of the defender's reach.
//
// Proof. A pawn that can step has an empty square before it. Only that pawn, or one of its
// colour from behind, can ever arrive there, because captures end on squares with a pawn. So it
// must move before the defender is stalemated. The same holds for the next square and so on,
// down to the first square from which it can capture instead of stepping. A double step
// replaces two moves by one, at most once for each pawn on its first rank.
func sureMoves(attacker, defender uint64) int {
	empty := ^(attacker | defender)
	bound := ^attacksUp(attacker) // squares from which no capture is possible
	first := defender >> 1 & empty &^ rank7
	line := (defender & bound) >> 1 & empty &^ rank7
	for range 5 {
		line |= (line & bound) >> 1 & empty &^ rank7
	}
	line |= first
	doubles := (defender & rank6) >> 1 & line >> 1 & line
	return bits.OnesCount64(line) - bits.OnesCount64(doubles)
}
