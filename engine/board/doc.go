// Package board knows the positions of a game: it lists, counts and makes legal moves and finds the
// outcome, for any variant that package rules can describe.
//
// # Representation
//
// A Game is a variant compiled to tables, immutable and shared by all goroutines. A Position is a
// value of 120 bytes, a bitboard for each kind of piece and each colour:
//
//	3 | . . w k      kinds[King]   a1, d3        colors[White]  a1, b1, b2
//	2 | . W . .      kinds[wazir]  b1, b2, c3    colors[Black]  d3, c3
//	1 | K W . .      promoted      b2            hands[White]   one pawn: 1 << 8*kind
//	    a b c d      (b2 was a pawn: it returns to a hand as one)
//
// Game.Apply copies it and changes the copy; nothing is undone. Game.Check verifies the invariants:
//
//	I1  no square is in two kinds, or in two colours; kinds and colours cover the same squares
//	I2  promoted squares are occupied, by kinds that a promotion can make
//	I3  each side has one king where the game has kings
//	I4  the side not to move is not in check
//	I5  the en passant square is NoSquare unless a pawn attacks it
//	I6  key is what keyFromScratch computes
//
// # Move generation
//
// Moves are sets of target squares. findChecks computes, once for each position, the checkers, the
// pinned pieces and the squares that end the check; a legal move of any piece but the king and of a
// capture en passant then is a target in a mask. Count adds the sizes of the target sets and lists
// nothing; Moves lists the same sets.
//
// # Reading order
//
// position.go, edit.go and apply.go hold the state; game.go and movement.go the compiled tables;
// attack.go and checkinfo.go attacks, checks and pins; count.go and gen.go the moves. Hot: Count and
// what it calls (checkinfo.go, attack.go, groups.go, pawn.go, drop.go), Moves and Apply.
package board
