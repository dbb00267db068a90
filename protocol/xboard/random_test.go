package xboard_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tinyhouse/engine/rules"
)

// commands are random lines; %m stands for one of moves, %v for a variant.
var commands = []string{
	"new", "variant %v", "variant %v", "force", "go", "go", "playother", "%m", "usermove %m", "usermove %m", "?", "?", "undo", "remove",
	"analyze", "exit", ".", "hint", "draw", "hard", "easy", "post", "nopost", "computer", "level 40 0:01 0", "level 0 0:02 0.01", "st 0.01",
	"sd 4", "time 10", "otim 10", "result 1-0 {why not}", "lift a2", "lift P@", "put a3", "setboard fuwk/3p/P3/KWUF[] w - - 0 1",
	"setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "memory 1", "cores 1",
	"option MultiPV=2", "option MultiPV=1", "protover 2", "bk", "rating 1 2", "nonsense", "", "ping x",
}

// moves replace %m.
var moves = []string{"a2a3", "d3d2", "e2e4", "e7e5", "g1f3", "e1g1", "e1e2", "P@b3", "a3a4w", "0000", "Nf3", "h1h8", "e8d8", "b4c2", "d7d8q"}

// TestRandomGUI sends random commands. Each ping must be answered once and in order.
func TestRandomGUI(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 40
	}
	r := rand.New(rand.NewPCG(5, 6))
	names := rules.Builtin().Names()
	c, done := start(t)
	c.Send("level 0 0:02 0.01")
	for round := range rounds {
		var sent []string
		for range 1 + r.IntN(12) {
			line := strings.ReplaceAll(commands[r.IntN(len(commands))], "%m", moves[r.IntN(len(moves))])
			sent = append(sent, strings.ReplaceAll(line, "%v", names[r.IntN(len(names))]))
		}
		ping := fmt.Sprint(round)
		c.Send(sent...)
		c.Send("?", "ping "+ping)
		said, err := c.Until("pong " + ping)
		if err != nil {
			t.Fatalf("after %q: %v", sent, err)
		}
		for _, line := range said[:len(said)-1] {
			if strings.HasPrefix(line, "pong ") && line != "pong x" {
				t.Fatalf("after %q: %q", sent, said)
			}
		}
	}
	c.Send("quit")
	if _, err := c.Rest(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
