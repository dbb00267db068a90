// Package engine finds the best move of a position in any variant. Protocols, tools and tests use
// the engine through this package alone.
//
// The packages of the repository:
//
//	engine                             finds the best move of a position in any variant
//	engine/base/atomicfile             replaces a file as a whole
//	engine/base/cacheline              allocates memory in cache lines
//	engine/base/checkpoint             writes and reads the words and texts of a checkpoint file
//	engine/base/eventloop              lets a web page act while the program computes
//	engine/base/filelock               keeps two processes from working on the same file or folder
//	engine/base/lineread               reads lines of untrusted text in bounded memory and replaces control characters
//	engine/base/spelling               suggests the name that a misspelled one stands for
//	engine/board                       represents positions: legal moves, their count and the outcome, for any variant
//	engine/enginetest                  makes games and positions for the tests of all packages
//	engine/geom                        provides squares, sets of squares and lines on a board of up to 64 squares
//	engine/identity                    says when two games have the same rules
//	engine/internal/eval               evaluates positions of any game
//	engine/internal/nnue               evaluates positions of any game by a small neural network
//	engine/internal/randvar            invents variants for tests
//	engine/internal/search             finds the best move of a position in any game
//	engine/internal/slow               implements the rules a second time, slowly, for tests
//	engine/internal/tt                 provides the transposition table of the search
//	engine/internal/zobrist            holds the random words that make up position keys
//	engine/learn                       makes samples by self-play
//	engine/learn/fit                   fits nets to samples
//	engine/learn/samples               reads and writes files of positions with what is known of their values
//	engine/notation                    reads and writes positions
//	engine/perft                       counts the leaves of the tree of legal moves
//	engine/reach                       compiles the moves of a piece into tables
//	engine/rules                       reads variants from the ini language of Fairy-Stockfish and describes them as plain data
//	engine/score                       holds the values that search, tables and protocols exchange
//	engine/setup                       makes positions from descriptions that may be unsound
//	engine/symmetry                    finds the symmetries of the rules of a game
//	engine/tablebase                   defines how searches and solvers ask for the values of solved positions
//	protocol                           serves GUIs and scripts
//	protocol/client                    drives UCI engines
//	protocol/elo                       estimates the difference in strength between two players from the results of their games
//	protocol/expect                    drives a program that reads and writes lines and compares its output with transcripts
//	protocol/faulty                    is a UCI engine with a selectable fault for tests
//	protocol/match                     plays matches between two UCI engines in any variant
//	protocol/protocoltest              runs sessions in tests of any protocol
//	protocol/ucci                      speaks the Universal Chinese Chess Interface
//	protocol/uci                       speaks the Universal Chess Interface of April 2006
//	protocol/usi                       speaks the Universal Shogi Interface
//	protocol/xboard                    speaks the Chess Engine Communication Protocol (CECP)
//	tb                                 answers from any number of open tables and certificates together
//	tb/certificate                     reads and writes certificates
//	tb/container                       reads and writes the file format that tables and certificates share
//	tb/container/containertest         takes tables and certificates apart and puts changed ones together
//	tb/dtm                             stores exact values of positions in two bytes each
//	tb/embedded                        holds the tables that come with the program
//	tb/index                           numbers the positions of a signature
//	tb/internal/compress               compresses blocks with zstd
//	tb/table                           reads and writes tables
//	solver                             holds what the solvers share
//	solver/internal/brute              solves small state spaces by brute force
//	solver/internal/dfpn               decides whether one side wins a position by depth-first proof-number search
//	solver/internal/enumerate          computes the exact values of all positions that can be reached from a root
//	solver/internal/jobtree            keeps the top of a proof tree and hands out its most proving leaves as jobs
//	solver/internal/mate               finds wins by a few checks in a row
//	solver/internal/placements         lists the positions of some material by the rules alone
//	solver/internal/poskey             gives positions the keys under which proof-number search stores them
//	solver/internal/scc                finds the strongly connected components of directed graphs
//	solver/internal/strategy           builds strategies that prove a value, and exports them as certificate records
//	solver/pawns                       solves games of pawns only
//	solver/proof                       solves single positions weakly
//	solver/retro                       solves games strongly by retrograde analysis
//	solver/unmove                      reverses moves
//	solver/verify                      checks tables and certificates by moves played forward
//	cmd/internal/webapi                answers the questions of the web board, in JSON
//	cmd/internal/lookup                answers questions about solved positions from tables and certificates
//	cmd/site                           builds the web app into a folder
//	cmd/tinyhouse                      plays, analyses and solves small chess variants
//	cmd/tinyhouse/internal/analyze     searches many positions
//	cmd/tinyhouse/internal/convert     converts positions and games between notations
//	cmd/tinyhouse/internal/input       reads positions and games from text in any notation
//	cmd/tinyhouse/internal/inspect     describes the contents of tables and certificates
//	cmd/tinyhouse/internal/limits      keeps the clients of a server from taking more than their share
//	cmd/tinyhouse/internal/matchflags  parses the flags of the command match into the configuration of a match
//	cmd/tinyhouse/internal/memory      reads how much memory the machine has, and sizes that users write
//	cmd/tinyhouse/internal/orthodox    compares perft counts of orthodox chess with those of the library notnil/chess
//	cmd/tinyhouse/internal/play        plays a game in the terminal
//	cmd/tinyhouse/internal/progress    shows the progress of long work
//	cmd/tinyhouse/internal/serve       is the HTTP server of the command serve
//	cmd/tinyhouse/internal/terminal    reads lines from a terminal
//	cmd/tinyhouse/internal/train       learns a net of a game
//	cmd/wasm                           is the engine as WebAssembly, for a worker of a web page
//	scripts/attack                     tries to make the program give a false answer, crash, hang or lose work
//	scripts/cross                      compares this program with other engines
//	scripts/release                    packs built programs for distribution
//	scripts/solving                    times and repeats strong solutions
//	web                                holds the web app without its engine, for a server that has it
//
// A search takes these steps:
//
//	e, err := engine.New(game, engine.DefaultOptions())
//	e.Set(position, history)
//	best := e.Go(ctx, engine.Limits{MoveTime: time.Second}, report)
//
// SetProber passes tables of solved positions to the search.
package engine
