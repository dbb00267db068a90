package match

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
)

// Opening is a start position and the moves that precede those of the engines.
type Opening struct {
	Start board.Position
	Moves []board.Move
}

// Openings are the openings of a match, numbered from 0, each for two games. String returns a name that
// differs for different openings. At is safe for concurrent use.
type Openings interface {
	At(i int) (Opening, error)
	String() string
}

// Prober returns exact values for the side to move, without regard to repetition and the move limit, of
// the positions that it knows. It is safe for concurrent use.
type Prober interface {
	Probe(g *board.Game, p *board.Position) (score.Exact, bool)
}

// Random generates openings of random moves in which the side to move cannot win at once. They are
// different as long as new ones are found, and depend only on the fields, which must not change.
type Random struct {
	Game  *board.Game
	From  board.Position // start of the random moves; zero: that of the game
	Seed  uint64
	Plies int // length of an opening, or one less; less still if few others are found

	// Table, unless nil, excludes positions that it knows to be won or lost.
	Table Prober
	// Undecided also excludes positions that Table knows to be drawn.
	Undecided bool
	// Balanced, unless nil, excludes positions for which it returns false; past are the keys of the
	// positions before. Note names it in String.
	Balanced func(p *board.Position, past []uint64) bool
	Note     string

	mu   sync.Mutex
	list []Opening
	seen map[uint64]bool
	full bool // no new opening was found
}

// tries is the number of attempts to find a new opening.
const tries = 300

// String names the fields.
func (r *Random) String() string {
	text := fmt.Sprintf("random, seed %d, %d plies, table %t %t%s", r.Seed, r.Plies, r.Table != nil, r.Undecided, r.Note)
	if r.From != (board.Position{}) {
		text += " from " + notation.FEN(r.Game, &r.From)
	}
	return text
}

// At returns opening i. Every other one is a position without moves, so that engines receive both
// forms. After the last one the openings repeat.
func (r *Random) At(i int) (Opening, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen == nil {
		r.seen = map[uint64]bool{}
	}
	for !r.full && i >= len(r.list) {
		l, ok, err := r.find(len(r.list))
		if err != nil {
			return Opening{}, err
		}
		if r.full = !ok; r.full {
			break
		}
		r.seen[l.pos.Key()] = true
		o := Opening{l.start, l.moves}
		if len(r.list)%2 == 1 {
			o = Opening{Start: l.pos}
		}
		r.list = append(r.list, o)
	}
	if len(r.list) == 0 {
		start, err := r.start()
		return Opening{Start: start}, err
	}
	return r.list[i%len(r.list)], nil
}

func (r *Random) start() (board.Position, error) {
	if r.From != (board.Position{}) {
		return r.From, nil
	}
	return notation.Start(r.Game)
}

// find generates a new opening. Later attempts are shorter.
func (r *Random) find(number int) (*line, bool, error) {
	start, err := r.start()
	if err != nil {
		return nil, false, err
	}
	random := rand.New(rand.NewPCG(r.Seed, uint64(number)))
	for try := range tries {
		l := newLine(r.Game, start)
		for range (max(r.Plies-random.IntN(2), 0)*(tries-try) + tries - 1) / tries {
			l.playRandom(random)
		}
		if !r.seen[l.pos.Key()] && l.isQuiet() && r.isAcceptable(l) {
			return l, true, nil
		}
	}
	return nil, false, nil
}

// isAcceptable reports whether neither Table nor Balanced excludes an opening.
func (r *Random) isAcceptable(l *line) bool {
	if r.Table != nil {
		if v, ok := r.Table.Probe(r.Game, &l.pos); ok && (r.Undecided || v.Outcome != score.Draw) {
			return false
		}
	}
	return r.Balanced == nil || r.Balanced(&l.pos, l.past)
}

// line is a sequence of moves with the history that the rules need.
type line struct {
	game  *board.Game
	start board.Position
	pos   board.Position
	past  []uint64 // keys of the positions before, oldest first
	moves []board.Move
}

func newLine(g *board.Game, start board.Position) *line {
	return &line{game: g, start: start, pos: start}
}

func (l *line) outcome() board.Outcome { return l.game.Outcome(&l.pos, l.past) }

func (l *line) play(m board.Move) {
	l.past = append(l.past, l.pos.Key())
	l.moves = append(l.moves, m)
	l.game.Apply(&l.pos, &l.pos, m)
}

// playRandom plays a random move unless the game is over.
func (l *line) playRandom(r *rand.Rand) {
	if l.outcome().Over() {
		return
	}
	var moves board.List
	l.game.Moves(&l.pos, &moves)
	l.play(moves.At(r.IntN(moves.Len())))
}

// isQuiet reports whether the game is not over and the side to move cannot win at once.
func (l *line) isQuiet() bool {
	if l.outcome().Over() {
		return false
	}
	var moves board.List
	l.game.Moves(&l.pos, &moves)
	past := append(l.past, l.pos.Key())
	for _, m := range moves.All() {
		var next board.Position
		l.game.Apply(&next, &l.pos, m)
		if end := l.game.Outcome(&next, past); end.Over() && end.Result == rules.Loss {
			return false
		}
	}
	return true
}
