package webapi

import (
	"fmt"
	"strings"
	"testing"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/engine/rules"
	"tinyhouse/tb"
	"tinyhouse/tb/embedded"
)

func TestLine(t *testing.T) {
	var l Line
	ask(t, New(nil), Request{Op: "line", Moves: []string{"c1d3"}, Line: []string{"d4d3", "P@b3"}}, &l)
	if got := fmt.Sprint(l.Moves); got != "[{d4d3 Kxd3} {P@b3 P@b3}]" {
		t.Error(got)
	}
}

// TestAnnotate compares the notes of a game with the answers for each of its positions.
func TestAnnotate(t *testing.T) {
	set := tb.NewSet(1 << 20)
	set.More = embedded.Open
	defer set.Close()
	a := New(lookup.NewLibrary(rules.Builtin(), set))
	for _, c := range []struct{ variant, start, moves, want string }{
		{"thinchess8", "k/n/1/1/N/r/R/K w - - 0 1", "1. Rxa3 (1. Na6+ Rxa6) Na5", "win 11, loss 10, draw, draw, win 9"},
		{"", "3k/4/4/K3[] w - - 0 1", "Ka2 Kd3 Ka1 (Kb1 Kd4) Kd4 Ka2 Kd3 Ka1 Kd4",
			"unknown, unknown, unknown, unknown, unknown, unknown, unknown 2, unknown 2, unknown 2, unknown 2, unknown 3"},
	} {
		var g Game
		ask(t, a, Request{Op: "read", Variant: c.variant, Text: c.start, Input: c.moves}, &g)
		var n Notes
		ask(t, a, Request{Op: "annotate", Game: &g}, &n)
		var got []string
		for i, note := range n.Nodes {
			var path []string
			for at := i; at > 0; at = g.Nodes[at].Parent {
				path = append([]string{g.Nodes[at].UCI}, path...)
			}
			var p Position
			ask(t, a, Request{Op: "position", Variant: c.variant, Text: c.start, Moves: path}, &p)
			if p.Value != note.Value || p.Occurrence != max(note.Times, 1) {
				t.Errorf("%v: %+v, want %s, %d times", path, note, p.Value, p.Occurrence)
			}
			if got = append(got, note.Value); note.Times > 0 {
				got[i] += fmt.Sprint(" ", note.Times)
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.moves, got, c.want)
		}
	}
}

func TestGames(t *testing.T) {
	const file = "\ufeff[Event \"one\"]\n[White \"A\"]\n\n1. Ud3 {a comment of\n[two] lines} Kxd3\n[Event \"two\"]\r\n\r\n; [not a tag\r\n1. Ud3 *\r\n\r\n[Event \"three\"]\n"
	var games Games
	ask(t, New(nil), Request{Op: "games", Input: file}, &games)
	var got []string
	for _, g := range games.Games {
		var read Game
		ask(t, New(nil), Request{Op: "read", Input: g.Text}, &read)
		got = append(got, fmt.Sprintf("%s %d", g.Tags["Event"], len(read.Nodes)))
	}
	if got := strings.Join(got, ", "); got != "one 3, two 2, three 1" {
		t.Error(got)
	}
	ask(t, New(nil), Request{Op: "games", Input: "1. Ud3 Kxd3"}, &games)
	if len(games.Games) != 1 || games.Games[0].Text != "1. Ud3 Kxd3" {
		t.Errorf("%+v", games)
	}
}

// TestGamesAfterComment checks that a brace in a comment to the end of a line opens none.
func TestGamesAfterComment(t *testing.T) {
	var games Games
	ask(t, New(nil), Request{Op: "games", Input: "1. Ud3 ; a { brace\n\n[Event \"two\"]\n\n1. Ud3\n"}, &games)
	if len(games.Games) != 2 || games.Games[1].Tags["Event"] != "two" {
		t.Errorf("%+v", games)
	}
}

// TestResults checks the result that Write gives a game.
func TestResults(t *testing.T) {
	a := New(nil)
	for _, c := range []struct{ start, moves, given, want string }{
		{"3k/4/4/K3[] w - - 0 1", "Ka2 Kd3 Ka1 Kd4 Ka2 Kd3 Ka1 Kd4", "*", "1/2-1/2"},
		{"k3/2W1/1K2/4[] w - - 0 1", "Wc4", "1-0", "0-1"},
		{"", "Ud3", "1-0", "1-0"}, // resigned
		{"", "Ud3", "won", "*"},
		{"", "Ud3", "", "*"},
	} {
		var g Game
		ask(t, a, Request{Op: "read", Text: c.start, Input: c.moves}, &g)
		g.Tags = map[string]string{"Result": c.given}
		var text Text
		ask(t, a, Request{Op: "write", Game: &g}, &text)
		if !strings.Contains(text.Text, "[Result \""+c.want+"\"]") || !strings.HasSuffix(text.Text, " "+c.want+"\n") {
			t.Errorf("%s %s: %s, want %s", c.moves, c.given, text.Text, c.want)
		}
	}
}

// TestOrthodox reads a game of chess without a tag for the variant.
func TestOrthodox(t *testing.T) {
	var g Game
	ask(t, New(nil), Request{Op: "read", Input: "[Event \"x\"]\n\n1. e4 e5"}, &g)
	if g.Variant != "chess" || len(g.Nodes) != 3 {
		t.Errorf("%+v", g)
	}
	ask(t, New(nil), Request{Op: "read", Input: "[Event \"x\"]\n\n1. Ud3"}, &g)
	if g.Variant != "tinyhouse" {
		t.Error(g.Variant)
	}
}

// TestLong reads, annotates and writes the longest game, which nobody should wait for.
func TestLong(t *testing.T) {
	a := New(nil)
	moves := strings.Repeat("Ka2 Kd3 Ka1 Kd4 ", maxNodes/4-1)
	var g Game
	ask(t, a, Request{Op: "read", Text: "3k/4/4/K3[] w - - 0 1", Input: moves}, &g)
	if len(g.Nodes) != maxNodes-3 {
		t.Fatal(len(g.Nodes))
	}
	var n Notes
	ask(t, a, Request{Op: "annotate", Game: &g}, &n)
	if got := n.Nodes[len(n.Nodes)-1].Times; got != maxNodes/4 {
		t.Error(got)
	}
	var text Text
	ask(t, a, Request{Op: "write", Game: &g}, &text)
	var again Game
	ask(t, a, Request{Op: "read", Input: text.Text}, &again)
	if len(again.Nodes) != len(g.Nodes) {
		t.Error(len(again.Nodes))
	}
}
