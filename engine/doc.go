// Package engine finds the best move of a position in any variant. Protocols, tools and tests use
// the engine through this package alone.
//
// The packages of the repository:
//
//	engine                             finds the best move of a position in any variant
//	engine/base/atomicfile             replaces a file as a whole
//	engine/base/cacheline              allocates memory in cache lines, for tables that many
//	                                   threads read at random
//	engine/base/checkpoint             writes and reads the words and texts of a checkpoint
//	                                   file
//	engine/base/filelock               keeps two processes from working on the same file or
//	                                   folder
//	engine/base/lineread               reads lines of untrusted text in bounded memory and
//	                                   replaces control characters
//	engine/board                       knows the positions of a game
//	engine/enginetest                  sets up games and positions for tests of any package,
//	                                   those outside engine included
//	engine/geom                        knows squares, sets of squares and lines on a board of
//	                                   up to 64 squares
//	engine/internal/eval               evaluates positions of any game by material, squares,
//	                                   mobility, pawns, threats and king safety
//	engine/internal/randvar            invents variants, so that tests can compare programs
//	                                   under rules that nobody chose
//	engine/internal/search             finds the best move of a position in any game
//	engine/internal/slow               is the second opinion on the rules
//	engine/internal/tt                 provides the transposition table of the search, shared
//	                                   by all threads without locks
//	engine/internal/zobrist            holds the random words that make up position keys
//	engine/notation                    turns moves and positions into text and back
//	engine/perft                       counts the leaves of the tree of legal moves, to check
//	                                   and to time move generators
//	engine/reach                       compiles the moves of a piece into tables
//	engine/rules                       reads variants from the ini language of Fairy-Stockfish
//	                                   and describes them as plain data
//	engine/score                       holds the values that search, tables and protocols
//	                                   exchange
//	engine/setup                       makes positions from descriptions that may be unsound,
//	                                   such as the fields of a FEN
//	engine/tablebase                   defines how searches and solvers ask for the values of
//	                                   solved positions
//	protocol                           serves GUIs and scripts
//	protocol/client                    drives UCI engines, for programs that referee games or
//	                                   compare engines
//	protocol/elo                       estimates the difference in strength between two
//	                                   players from the results of their games, and tests
//	                                   hypotheses about it
//	protocol/expect                    drives a program that reads and writes lines and
//	                                   compares its output with transcripts, for tests
//	protocol/faulty                    is a UCI engine with a selectable fault, for tests of
//	                                   programs that must survive it
//	protocol/match                     plays matches between two UCI engines in any variant
//	protocol/protocoltest              runs sessions in tests of any protocol
//	protocol/ucci                      speaks the Universal Chinese Chess Interface, version
//	                                   3: UCI with other words, and with clocks of the side to
//	                                   move and its opponent
//	protocol/uci                       speaks the Universal Chess Interface of April 2006,
//	                                   with the extensions of Stockfish and Fairy-Stockfish
//	protocol/usi                       speaks the Universal Shogi Interface
//	protocol/xboard                    speaks the Chess Engine Communication Protocol (CECP),
//	                                   version 2, of XBoard and WinBoard
//	tb                                 answers from any number of open tables and certificates
//	                                   together, of any games
//	tb/certificate                     reads and writes certificates
//	tb/container                       reads and writes the file format that tables and
//	                                   certificates share
//	tb/dtm                             stores exact values of positions in two bytes each, and
//	                                   compresses blocks of them
//	tb/embedded                        holds the tables that come with the program
//	tb/index                           numbers positions
//	tb/internal/compress               compresses blocks with zstd, and refuses to decompress
//	                                   more than expected
//	tb/table                           reads and writes tables
//	solver                             has what the solvers of games share
//	solver/internal/brute              solves small state spaces in the plainest way there is
//	solver/internal/dfpn               decides whether one side, the attacker, wins a position
//	solver/internal/enumerate          computes the exact values of all positions that can be
//	                                   reached from a root, where memory has room for them
//	solver/internal/jobtree            keeps the top of a proof tree and hands out its most
//	                                   proving leaves as jobs, best first
//	solver/internal/mate               finds wins by a few checks in a row
//	solver/internal/poskey             gives positions the keys under which proof-number
//	                                   search stores them
//	solver/internal/scc                finds the strongly connected components of directed
//	                                   graphs, with the algorithm of Tarjan (1972), "Depth-
//	                                   first search and linear graph algorithms", without
//	                                   recursion
//	solver/internal/strategy           builds strategies that prove a value, and exports them
//	                                   as the records of a certificate
//	solver/pawns                       solves games of pawns only, in which the first pawn on
//	                                   its last rank wins
//	solver/proof                       solves single positions weakly
//	solver/retro                       solves games strongly by retrograde analysis
//	solver/unmove                      reverses moves
//	solver/verify                      checks tables and certificates with nothing but the
//	                                   rules and moves played forward, and surveys tables
//	cmd/tinyhouse                      plays, analyses and solves small chess variants
//	cmd/tinyhouse/internal/analyze     searches many positions, several at a time, and returns
//	                                   the results in the order of the input
//	cmd/tinyhouse/internal/convert     converts positions and games between notations
//	cmd/tinyhouse/internal/input       reads positions and games from text in any notation
//	cmd/tinyhouse/internal/inspect     describes the contents of tables and certificates for
//	                                   the commands probe, stats and verify
//	cmd/tinyhouse/internal/matchflags  parses the flags of the command match into the
//	                                   configuration of a match
//	cmd/tinyhouse/internal/play        plays a game in the terminal
//	scripts/cross                      compares this program with other engines
//	scripts/diagram                    draws a position as SVG on standard output
//	scripts/solving                    times, repeats and attacks the strong solver
//
// A search takes these steps:
//
//	e, err := engine.New(game, engine.DefaultOptions())
//	e.Set(position, history)
//	best := e.Go(ctx, engine.Limits{MoveTime: time.Second}, report)
//
// SetProber passes tables of solved positions to the search.
package engine
