package xboard_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol/expect"
	"tinyhouse/protocol/protocoltest"
	"tinyhouse/protocol/xboard"
)

// until reads up to a line that matches the pattern and returns the text of its star.
func until(t *testing.T, c *expect.Dialog, pattern string) string {
	t.Helper()
	said, err := c.Until(pattern)
	if err != nil {
		t.Fatal(err)
	}
	prefix, _, _ := strings.Cut(pattern, "*")
	return strings.TrimPrefix(said[len(said)-1], prefix)
}

// TestPonder checks that the engine ponders on the expected reply and answers it and another move.
func TestPonder(t *testing.T) {
	c, done := start(t)
	c.Send("new", "level 0 1 0", "hard", "post", "sd 30", "time 200", "otim 200", "usermove e2e4")
	played := []string{"e2e4"}
	for range 2 {
		played = append(played, until(t, c, "move *"))
		c.Send("hint")
		hint := until(t, c, "Hint: *")
		if line := until(t, c, "* ("+hint+") *"); line == "" {
			t.Error("no line of pondering")
		}
		c.Send("ping 1")
		until(t, c, "pong 1")
		c.Send("time 200", "otim 200", "usermove "+hint)
		played = append(played, hint)
	}
	played = append(played, until(t, c, "move *"))
	c.Send("ping 2") // pondering again
	until(t, c, "pong 2")
	c.Send("hint")
	other := otherMove(t, played, until(t, c, "Hint: *"))
	c.Send("usermove " + other)
	until(t, c, "move *")
	c.Send("easy", "ping 3", "time 200", "undo", "undo", "usermove "+other)
	until(t, c, "pong 3")
	until(t, c, "move *")
	c.Send("ping 4", "quit")
	until(t, c, "pong 4")
	if rest, err := c.Rest(); err != nil || len(rest) > 0 {
		t.Errorf("after quit: %q, %v", rest, err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// otherMove returns a legal move other than the hint, after moves of orthodox chess.
func otherMove(t *testing.T, played []string, hint string) string {
	t.Helper()
	g := enginetest.Game(t, rules.Orthodox)
	p, err := notation.Start(g)
	for _, text := range played {
		m, err := notation.ParseMove(g, &p, text)
		if err != nil {
			t.Fatal(err)
		}
		g.Apply(&p, &p, m)
	}
	if err != nil {
		t.Fatal(err)
	}
	var moves board.List
	g.Moves(&p, &moves)
	for _, m := range moves.All() {
		if text := notation.Move(g, &p, m); text != hint {
			return text
		}
	}
	t.Fatal("only one move")
	return ""
}

// TestMoveNow checks that "?" ends the thinking with a move.
func TestMoveNow(t *testing.T) {
	c, done := start(t)
	c.Send("new", "level 0 600 0", "time 3600000", "?", "usermove e2e4", "ping 1")
	time.Sleep(50 * time.Millisecond)
	begin := time.Now()
	c.Send("?")
	said, err := c.Until("pong 1")
	if err != nil || len(said) != 2 || !strings.HasPrefix(said[0], "move ") {
		t.Errorf("%q, %v", said, err)
	}
	if took := time.Since(begin); took > 2*time.Second {
		t.Errorf("moved after %v", took)
	}
	end(t, c, done)
}

// TestForceWhileThinking checks that commands that end the thinking suppress its move.
func TestForceWhileThinking(t *testing.T) {
	c, done := start(t)
	for _, end := range []string{"force", "new", "analyze", "setboard 7k/8/8/8/8/8/8/K7 w - - 0 1", "undo", "result 1/2-1/2 {agreed}", "variant normal"} {
		c.Send("force", "new", "level 0 600 0", "usermove e2e4", "ping 1", end, "force", "ping 2")
		said, err := c.Until("pong 2")
		if err != nil || strings.Contains(strings.Join(said, "\n"), "move ") || said[0] != "pong 1" {
			t.Errorf("%s: %q, %v", end, said, err)
		}
	}
	end(t, c, done)
}

// recorder is an engine that sends the limits of its searches.
type recorder struct {
	*engine.Engine
	limits chan engine.Limits
}

func (l *recorder) Go(ctx context.Context, limits engine.Limits, report func(engine.Info)) engine.Best {
	l.limits <- limits
	return l.Engine.Go(ctx, limits, report)
}

// TestMovesToGo checks the moves to the next time control of thinking and pondering, for either side.
func TestMovesToGo(t *testing.T) {
	for first, lines := range map[string][]string{
		"Black": {"usermove e2e4"},
		"White": {"go"},
	} {
		l := &recorder{protocoltest.Engine(t), make(chan engine.Limits, 10)}
		c, done := protocoltest.Start(t, "xboard", xboard.New(), l)
		c.Send(append([]string{"new", "level 40 1 0", "hard", "sd 5"}, lines...)...)
		until(t, c, "move *")
		if n := (<-l.limits).MovesToGo; n != 40 {
			t.Errorf("%s, move 1: %d moves to go", first, n)
		}
		if pondering := <-l.limits; !pondering.Ponder || pondering.MovesToGo != 39 {
			t.Errorf("%s, pondering on move 2: %d moves to go", first, pondering.MovesToGo)
		}
		end(t, c, done)
	}
}
