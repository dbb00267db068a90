// Package proof solves single positions weakly: does the side to move win, does it at least draw,
// what is the value? It writes a certificate of the answer, which package verify checks by
// moves played forward.
//
// # Methods
//
// The value follows from two goals: that one side wins, and that the other side wins. In each, the
// attacker tries to win and the defender not to lose. Three methods take turns, with growing
// budgets:
//
//	search          depth-first proof-number search (package dfpn); a proof tree in memory hands
//	                out its most proving leaves as jobs (package jobtree), and an engine may
//	                evaluate these leaves
//	draw strategy   the defender's positions with one move each, closed under all replies
//	                (package strategy): exact, in time linear in the positions it reaches
//	enumeration     all positions that can be reached, if they fit into memory (package
//	                enumerate): exact, for all goals at once
//
// The search is best where there is a win, the draw strategy where play repeats, the enumeration
// where few pieces are left. Games with pawns only have a search of their own (package pawns) and
// no enumeration.
//
// The search may assume from a repetition that the defender holds a position, but no answer rests on
// an assumption (package dfpn).
//
// # Hashed positions
//
// The enumeration has a number for each position. The search and the strategies know positions by
// their identities (package poskey): numbers, too, except for positions with a right to castle, of
// signatures with more than 2^44 numbers, and of those that come up after 262,143 others. These
// have hashes of 62 bits, and two of them that are equal would be taken for one position. An answer
// that the search gives after it met any such position is marked as hashed. Answers by the enumeration
// are not, nor are those about pawns, whose search stores whole keys. The strategies of certificates
// know pawns by hashes: an answer with a certificate of pawns is marked as well. Only a check of the
// certificate removes the mark (package verify).
//
// Threads write the tables without locks. An entry made of two writes is taken for the entry of
// another position with a probability of 2^-64 for each comparison; that is no reason for a mark.
//
// # Certificates
//
// The transposition table has overwritten parts of the proof, so a strategy is built once the answer
// is known, and exported as the certificate: a win graph or a draw strategy. If the enumeration knows
// the position, its moves are exported instead; if a strategy does not fit into memory, the
// enumeration goes on until it knows the position.
package proof
