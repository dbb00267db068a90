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
	results := make([][2]int, pairs)
	var (
		mu         sync.Mutex
		next, done int
		failed     error
		wg         sync.WaitGroup
	)
	for range threads {
		m, err := newOpponents(a, b)
		if err != nil {
			return nil, err
		}
		wg.Go(func() {
			for {
				mu.Lock()
				number := next
				next++
				mu.Unlock()
				if number >= pairs {
					return
				}
				result, err := m.pair(ctx, number)
				mu.Lock()
				if results[number], done = result, done+1; err != nil {
					failed = err
				} else if report != nil {
					report(done)
				}
				mu.Unlock()
				if err != nil {
					cancel()
					return
				}
			}
		})
	}
	wg.Wait()
	return results, failed
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
		if result, ok := table.result(ply); ok {
			return halfPoints(result, mover), nil
		}
		p := m.players[mover]
		p.pos, p.keys = table.pos, table.keys
		best, v, err := p.search(ctx)
		if err != nil {
			return 0, err
		}
		if v.IsDecisive() { // proved
			result := rules.Win
			if v < 0 {
				result = rules.Loss
			}
			return halfPoints(result, mover), nil
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
