// Package learn makes samples by self-play, from which nets learn.
package learn

import (
	"context"
	"errors"
	"math/rand/v2"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/learn/samples"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
)

// Settings say how games are played. Equal settings give equal games.
type Settings struct {
	Game   *board.Game
	Net    *engine.Net   // evaluates positions; nil: the hand-made evaluation does
	Prober engine.Prober // of solved positions, where games end, or nil
	Nodes  uint64        // of a search
	Seed   uint64
}

// How games begin and end, and which positions become samples.
const (
	minRandom, maxRandom = 4, 8 // random plies of an opening
	maxOpening           = 300  // centipawns of the first position, if there is a choice
	openings             = 20   // tried for a game
	won                  = 2000 // centipawns that decide a game; also the score of a win that a table knows
	wonPlies             = 4    // for so many plies in turn
	longest              = 400  // plies, then the game is drawn
	keep                 = 2    // one position in so many becomes a sample
	chunkGames           = 16
)

// player plays games on one thread.
type player struct {
	Settings
	engine *engine.Engine
	start  board.Position
	rng    *rand.Rand

	pos  board.Position
	keys []uint64 // of the positions before
}

func newPlayer(s Settings) (*player, error) {
	o := engine.DefaultOptions()
	o.Hash = 1 // a search is short, and each game clears it
	e, err := engine.New(s.Game, o)
	if err != nil {
		return nil, err
	}
	start, err := notation.Start(s.Game)
	if err != nil {
		return nil, err
	}
	if s.Net != nil {
		if err := e.SetNet(s.Net); err != nil {
			return nil, err
		}
	}
	e.SetProber(s.Prober)
	return &player{Settings: s, engine: e, start: start}, nil
}

// chunk returns the samples of the games of a chunk, which depend on the settings and the number alone.
func (p *player) chunk(ctx context.Context, number int) ([]samples.Sample, error) {
	var all []samples.Sample
	for i := range chunkGames {
		p.rng = rand.New(rand.NewPCG(p.Seed, uint64(number)*chunkGames+uint64(i)))
		p.engine.NewGame()
		if err := p.open(ctx); err != nil {
			return nil, err
		}
		var err error
		if all, err = p.play(ctx, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// open sets up an opening: the position after some random moves, in which the game is not over and
// neither side is far ahead, if one is found.
func (p *player) open(ctx context.Context) error {
	for try := range openings {
		plies := minRandom + p.rng.IntN(maxRandom-minRandom+1)
		p.pos, p.keys = p.start, p.keys[:0]
		for range plies - plies*try/openings { // shorter and shorter where random games end soon
			var l board.List
			if p.Game.Moves(&p.pos, &l); l.Len() == 0 || p.over() {
				break
			}
			p.apply(l.At(p.rng.IntN(l.Len())))
		}
		if p.over() {
			continue
		}
		_, v, err := p.search(ctx)
		if err != nil || !v.IsDecisive() && v < maxOpening && v > -maxOpening {
			return err
		}
	}
	p.pos, p.keys = p.start, p.keys[:0]
	return nil
}

func (p *player) over() bool { return p.Game.Outcome(&p.pos, p.keys).Over() }

// apply plays a move.
func (p *player) apply(m board.Move) {
	p.keys = append(p.keys, p.pos.Key())
	p.Game.Apply(&p.pos, &p.pos, m)
}

// errStopped says that a search was cancelled.
var errStopped = errors.New("learn: stopped")

// search returns the best move of the position and its value.
func (p *player) search(ctx context.Context) (board.Move, score.Value, error) {
	p.engine.Set(p.pos, p.keys)
	value := score.Value(0)
	best := p.engine.Go(ctx, engine.Limits{Nodes: p.Nodes}, func(i engine.Info) { value = i.Value })
	if ctx.Err() != nil {
		return board.NoMove, 0, errStopped
	}
	return best.Move, value, nil
}

// play plays a game from the position on and appends its samples.
func (p *player) play(ctx context.Context, to []samples.Sample) ([]samples.Sample, error) {
	first, ahead := len(to), 0
	for ply := 0; ; ply++ {
		if result, ok := p.result(ply); ok {
			setResults(to[first:], p.pos.Turn(), result)
			return to, nil
		}
		if result, ok := p.exact(); ok {
			if !p.Game.InCheck(&p.pos) {
				to = append(to, samples.Sample{Position: p.withoutCounters(), Score: won * int16(result)})
			}
			setResults(to[first:], p.pos.Turn(), result)
			return to, nil
		}
		m, v, err := p.search(ctx)
		if err != nil {
			return to[:first], err
		}
		ahead = countAhead(ahead, p.pos.Turn(), v)
		if v.IsDecisive() || ahead >= wonPlies || ahead <= -wonPlies {
			setResults(to[first:], p.pos.Turn(), resultOf(v))
			return to, nil
		}
		if p.rng.IntN(keep) == 0 && p.isQuiet(m) {
			to = append(to, samples.Sample{Position: p.withoutCounters(), Score: int16(v)})
		}
		p.apply(m)
	}
}

// resultOf returns the result of a game that a value decides.
func resultOf(v score.Value) rules.Result {
	if v < 0 {
		return rules.Loss
	}
	return rules.Win
}

// countAhead counts the plies in turn in which White is far ahead, negative for Black, given the value of
// one more ply for the side turn.
func countAhead(ahead int, turn board.Color, v score.Value) int {
	if turn == board.Black {
		v = -v
	}
	switch {
	case v >= won:
		return max(ahead, 0) + 1
	case v <= -won:
		return min(ahead, 0) - 1
	}
	return 0
}

// result returns the result of the game for the side to move, if the rules or its length end it.
func (p *player) result(ply int) (rules.Result, bool) {
	if o := p.Game.Outcome(&p.pos, p.keys); o.Over() {
		return o.Result, true
	}
	return rules.Draw, ply >= longest
}

// exact returns the result that a table knows.
func (p *player) exact() (rules.Result, bool) {
	if p.Prober == nil || !p.Prober.Holds(p.Game) {
		return rules.Draw, false
	}
	x, ok := p.Prober.Probe(p.Game, &p.pos)
	return rules.Result(x.Outcome), ok
}

// setResults sets the results of samples, given that of the side turn.
func setResults(all []samples.Sample, turn board.Color, result rules.Result) {
	for i := range all {
		all[i].Result = result
		if all[i].Position.Turn() != turn {
			all[i].Result = -result
		}
	}
}

// isQuiet reports whether the position is one that a static evaluation can know: not in check, and its best
// move neither captures nor promotes.
func (p *player) isQuiet(best board.Move) bool {
	if p.Game.InCheck(&p.pos) || best.IsPromotion() {
		return false
	}
	enPassant := p.pos.KindAt(best.From()) == p.Game.Pawn() && p.Game.Pawn() != 0 && best.To() == p.pos.EnPassant()
	return best.IsDrop() || !enPassant && !p.pos.Color(p.pos.Turn().Other()).Has(best.To())
}

// withoutCounters returns the position with the counters of a new game, as samples have them.
func (p *player) withoutCounters() board.Position {
	b := board.Builder{Position: p.pos}
	b.SetCounters(0, 1)
	return b.Position
}
