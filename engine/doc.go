// Package engine plays: it is given a variant and a position and answers with a move.
// Protocols, tools and tests drive it through this package alone.
//
// The rooms of the house, from the ground up; each may import only those below it:
//
//	engine/base/...         no part of chess: cache lines, file locks, atomic writes, lines, checkpoints
//	engine/geom             squares, sets of squares, lines
//	engine/score            values: exact ones of solved positions, estimates of a search
//	engine/rules            variants as plain data, read from ini text
//	engine/board            the bitboard core: positions, legal moves, outcomes
//	engine/notation         text of positions and moves
//	engine/perft            counts of move trees
//	engine/internal/slow    the rules in plain words, to check board by
//	engine/internal/eval    estimates of positions; weights.txt has the numbers
//	engine/internal/tt   the hash table
//	engine/internal/search  the search
//	engine                  this facade
//	protocol                conversations with users of the engine; in protocol/uci, usi,
//	                        ucci and xboard those protocols
//	tb                      tables of exact values on disk
//	tb/index                positions as numbers without gaps
//	tb/embedded             the tables in the program
//	solver                  what is solved; solver/internal/brute, ground truth for tiny games
//	solver/unmove           moves taken back
//	solver/retro            strong solutions, by retrograde analysis
//	solver/verify           tables checked by moves played forward alone
//
// A search is set up and run like this:
//
//	e, err := engine.New(game, engine.DefaultOptions())
//	e.Set(position, history)
//	best := e.Go(ctx, engine.Limits{MoveTime: time.Second}, report)
//
// Tables of exact values reach it as a Prober.
package engine
