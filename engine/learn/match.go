package learn

import (
	"context"
	"math/rand/v2"
	"sync"

	"tinyhouse/engine/rules"
)

// Match plays pairs of games between two settings for the same game, each pair from one random opening with
// the colours swapped. It returns the half points of a, from 0 to 2, in both games of each pair. They
// depend on the settings alone, not on the number of threads. Report, which may be nil, is called with the
// number of finished pairs.
func Match(ctx context.Context, a, b Settings, pairs, threads int, report func(done int)) ([][2]int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := schedule{results: make([][2]int, pairs), report: report}
	all := make([]opponents, threads)
	for i := range all {
		var err error
		if all[i], err = newOpponents(a, b); err != nil {
			return nil, err
		}
	}
	var wg sync.WaitGroup
	for _, m := range all {
		wg.Go(func() {
			for number, ok := s.take(); ok; number, ok = s.take() {
				result, err := m.pair(ctx, number)
				if s.finish(number, result, err); err != nil {
					cancel()
					return
				}
			}
		})
	}
	wg.Wait()
	return s.results, s.err
}

// schedule hands out pairs and collects their results.
type schedule struct {
	mu         sync.Mutex
	results    [][2]int
	next, done int
	report     func(done int)
	err        error
}

// take returns the number of the next pair, if there is one.
func (s *schedule) take() (number int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	return s.next - 1, s.next <= len(s.results)
}

// finish stores the result of a pair, or its error.
func (s *schedule) finish(number int, result [2]int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.err = err
		return
	}
	s.results[number] = result
	s.done++
	if s.report != nil {
		s.report(s.done)
	}
}

// opponents are two players of one thread.
type opponents struct{ players [2]*player }

func newOpponents(a, b Settings) (m opponents, err error) {
	for i, s := range []Settings{a, b} {
		if m.players[i], err = newPlayer(s); err != nil {
			return m, err
		}
	}
	return m, nil
}

// pair plays two games from an opening that the second player accepts.
func (m opponents) pair(ctx context.Context, number int) (points [2]int, err error) {
	p := m.players[1]
	p.rng = rand.New(rand.NewPCG(p.Seed, ^uint64(number))) // other openings than those of samples
	p.engine.NewGame()
	if err := p.open(ctx); err != nil {
		return points, err
	}
	pos, keys := p.pos, append([]uint64(nil), p.keys...)
	for first := range 2 {
		for _, p := range m.players {
			p.engine.NewGame()
		}
		p.pos, p.keys = pos, append(p.keys[:0], keys...)
		result, err := m.play(ctx, first)
		if err != nil {
			return points, err
		}
		points[first] = result
	}
	return points, nil
}

// play plays a game in which player number first is White, and returns the half points of player 0.
func (m opponents) play(ctx context.Context, first int) (int, error) {
	table := m.players[1] // has the position
	for ply := 0; ; ply++ {
		turn := table.pos.Turn()
		mover := first ^ int(turn)
		result, ok := table.result(ply)
		if !ok {
			result, ok = table.exact()
		}
		if ok {
			return halfPoints(result, mover), nil
		}
		p := m.players[mover]
		p.pos, p.keys = table.pos, table.keys
		best, v, err := p.search(ctx)
		if err != nil {
			return 0, err
		}
		if v.IsDecisive() { // proved
			return halfPoints(resultOf(v), mover), nil
		}
		table.apply(best)
	}
}

// halfPoints returns the half points of player 0, given the result of a player.
func halfPoints(result rules.Result, player int) int {
	if player == 0 {
		return int(result) + 1
	}
	return 1 - int(result)
}
