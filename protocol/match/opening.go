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

// Opening is how a game begins: with moves that are not the players' own.
type Opening struct {
	Start board.Position
	Moves []board.Move
}

// Openings are the openings of a match, from 0 on; each is played twice, with the colours
// changed. String names them so that other ones have another name. Two goroutines may ask
// at the same time.
type Openings interface {
	At(i int) (Opening, error)
	String() string
}

// Oracle knows the exact values of some positions of a game, for the side to move.
// Repetition and the move limit are taken for absent. Several goroutines ask it.
type Oracle interface {
	Probe(g *board.Game, p *board.Position) (score.Exact, bool)
}

// Random makes openings of random moves: all different while there are any, and none in
// which a player wins at once. The same settings make the same openings. Its fields are to
// be set before use.
type Random struct {
	Game  *board.Game
	From  board.Position // where they begin, if not at the start of the game
	Seed  uint64
	Plies int // how long they are, or one less; fewer where the game has hardly any

	// Table, unless nil, knows values: what it knows to be won or lost is no opening.
	Table Oracle
	// Undecided leaves out what the table knows to be drawn as well.
	Undecided bool
	// Balanced, unless nil, says whether the chances are about equal in a position, which
	// positions with these keys have come before. Note names it in String.
	Balanced func(p *board.Position, past []uint64) bool
	Note     string

	mu   sync.Mutex
	list []Opening
	seen map[uint64]bool
	full bool // no other opening has been found
}

// tries is how many random games are begun before it is said that there is no other opening.
const tries = 300

// String names the settings.
func (r *Random) String() string {
	text := fmt.Sprintf("random, seed %d, %d plies, table %t %t%s", r.Seed, r.Plies, r.Table != nil, r.Undecided, r.Note)
	if r.From != (board.Position{}) {
		text += " from " + notation.FEN(r.Game, &r.From)
	}
	return text
}

// Len returns the number of different openings where there are no more of them, else 0.
func (r *Random) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.full {
		return len(r.list)
	}
	return 0
}

// At returns opening i. Every other one is only a position: how it came about is forgotten,
// so that players are given positions in both ways. When there are no others the openings
// come again from the first.
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

// start returns where openings begin.
func (r *Random) start() (board.Position, error) {
	if r.From != (board.Position{}) {
		return r.From, nil
	}
	return notation.Start(r.Game)
}

// find looks for the opening of a number. The more often it fails the shorter they become.
func (r *Random) find(number int) (*line, bool, error) {
	start, err := r.start()
	if err != nil {
		return nil, false, err
	}
	random := rand.New(rand.NewPCG(r.Seed, uint64(number)))
	for try := range tries {
		l := newLine(r.Game, start)
		for range (max(r.Plies-random.IntN(2), 0)*(tries-try) + tries - 1) / tries {
			l.wander(random)
		}
		if !r.seen[l.pos.Key()] && l.calm() && r.fits(l) {
			return l, true, nil
		}
	}
	return nil, false, nil
}

// fits asks the table, then the judge.
func (r *Random) fits(l *line) bool {
	if r.Table != nil {
		if v, ok := r.Table.Probe(r.Game, &l.pos); ok && (r.Undecided || v.Outcome != score.Draw) {
			return false
		}
	}
	return r.Balanced == nil || r.Balanced(&l.pos, l.past)
}

// line is a game in its moves: what the rules need to know of it.
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

// outcome returns how the game stands.
func (l *line) outcome() board.Outcome { return l.game.Outcome(&l.pos, l.past) }

// play makes a legal move.
func (l *line) play(m board.Move) {
	l.past = append(l.past, l.pos.Key())
	l.moves = append(l.moves, m)
	l.game.Apply(&l.pos, &l.pos, m)
}

// wander makes a random move, if the game goes on.
func (l *line) wander(r *rand.Rand) {
	if l.outcome().Over() {
		return
	}
	var moves board.List
	l.game.Moves(&l.pos, &moves)
	l.play(moves.At(r.IntN(moves.Len())))
}

// calm reports whether the game goes on, and the side to move cannot win at once.
func (l *line) calm() bool {
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
