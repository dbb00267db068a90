// Package proof solves single positions weakly: does the side to move win, does it at least draw,
// what is the value? It writes a certificate of the answer, which package verify checks with the
// rules alone.
//
// # Methods
//
// A value is two goals: that one side wins, and that the other one does. For each, an attacker
// tries to win and a defender not to lose. Three methods take turns, with growing budgets:
//
//	search          depth-first proof-number search (package dfpn), whose jobs a tree with the
//	                most proving positions at its leaves hands out (package jobtree); an engine
//	                may evaluate these leaves
//	draw strategy   the defender's positions with one move each, closed under all replies
//	                (package strategy): exact, in time linear in the positions it reaches
//	enumeration     all positions that can be reached, if they fit into memory (package
//	                enumerate): exact, for all goals at once
//
// The search is best where there is a win, the draw strategy where play repeats, the enumeration
// where few pieces are left. Games with pawns only have a search of their own (package pawns) and
// no enumeration.
//
// What a repetition proves is explained in package dfpn: the search may assume that a position is
// held, but an answer rests on no assumption.
//
// # Certificates
//
// After the answer, the proof is laid out as a strategy, since a bounded table forgets, and
// exported to the certificate: a win graph or a draw strategy, or the moves of the enumeration if
// that knows the position, or comes to know it because the others do not fit into memory.
package proof
