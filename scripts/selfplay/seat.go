package main

import (
	"fmt"
	"os"
)

// seat plays games one after the other, with two engines that are kept between them. An
// engine that is lost is replaced.
func (m *match) seat(jobs <-chan int, done chan<- *game) {
	var players [2]*player
	for n := range jobs {
		x, err := newGame(m.variants[n%len(m.variants)], m.control, n, m.seed)
		if err == nil {
			err = m.sit(&players)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "selfplay:", err)
			continue
		}
		if guilty, err := x.run(players); isCrash(err) {
			players[guilty] = nil
		}
		done <- x
	}
	m.leave(players, done)
}

// sit starts the engines that are not there.
func (m *match) sit(players *[2]*player) (err error) {
	for i, p := range players {
		if p == nil {
			if players[i], err = startPlayer(m.engine, m.cute); err != nil {
				players[i] = nil
				return err
			}
		}
	}
	return nil
}

// leave ends the engines. One that does not end well has crashed, after the last game.
func (m *match) leave(players [2]*player, done chan<- *game) {
	for _, p := range players {
		if p == nil {
			continue
		}
		if err := p.close(); err != nil {
			x := &game{variant: m.variants[0].Variant().Name}
			x.accuse(kindOf(err), err.Error(), "", "quit")
			done <- x
		}
	}
}
