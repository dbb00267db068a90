// Package proof solves single positions weakly, by proof-number search: does the side to move
// win, does it at least draw, what is the value? What it answers it can prove, by claims that
// package verify checks with the rules alone.
//
// # The method
//
// A value is two questions, whether either side wins. For each, an attacker wants to win, and a
// defender not to lose. Three ways of answering take turns, with budgets that double:
//
//	search      depth-first proof-number search (Nagai 2002) with a table of bounded size, shared
//	            by all threads; a driver keeps the top of the tree and hands out jobs (tree.go),
//	            and an engine may say where these are worth while (guide.go)
//	closed set  the defender's positions, each with one move, and all that the answers lead to
//	            (closed.go): exact, in time linear in the positions it comes to see
//	atlas       all positions that can come up, where memory has room for them: their values are
//	            exact (package atlas), and answer all other questions about them
//
// The search is strong where a win is to be found, the set where the game goes round in circles,
// the atlas where few men are left.
// Positions that the search meets for the first time get numbers from their moves (expand.go),
// and a look for mates by checks alone (package mate).
//
// # Repetition
//
// Endless play is a draw: for the attacker as bad as a loss. So a position that comes up again
// on the line being searched counts as held by the defender, which is right for that line and
// need not be for the position. What becomes of such results:
//
//	wins     A win never rests on a repetition: a repetition only ever helps the defender. Every
//	         win in the table was justified, when it was entered, by ends of the game and by
//	         wins entered before, so by induction over time all of them are right, on any path,
//	         whatever else the table has lost or taken over from other lines.
//	held     That a position is held may rest on a repetition. It is then entered as assumed, a
//	         value of its own (node.go); what rests on an assumption is assumed. The search goes
//	         on as if it were true, but an answer is given only if it is exact: if no assumption
//	         is under it, or the closed set has been closed.
//	closed   The set is a graph, not a tree: a position is in it once, whatever path leads there,
//	         and if it fails, all that relied on it are looked at again (Liu and Smolka 1998). A
//	         draw for which the set closes holds for ever, without a word about paths.
//	atlas    Nor is there a path in an atlas: what is not decided when all positions that can
//	         become each other have been met, and all wins been counted, is a draw.
//
// An assumption that is wrong can hide a win from the search, never invent one: then the set
// does not close, its root fails, and that proves the win. Kishimoto and Müller (2004) keep
// results apart by path instead, and simulate; here nothing needs to be simulated, since the
// set has to be built for the certificate anyway.
//
// # Certificates
//
// Of a proof remain the positions of the side that claims, each with its move: for a win with
// distances that fall with every move (win.go), for a draw the closed set. Both are laid out as
// graphs after the search, since a bounded table forgets; where something is missing it is
// searched again. What tables or package pawns know shortens the search and is worked out in
// full for the certificate. An atlas knows the move and the distance of each position that is
// needed.
package proof
