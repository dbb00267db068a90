package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/internal/eval"
	"tinyhouse/engine/rules"
)

// TestSelfPlay measures a change: it plays games of so many nodes a move between the
// standard search and one with changes, from random openings, each with both colours.
//
//	SELFPLAY=tinyhouse,crazyhouse GAMES=200 NODES=3000 CHANGE="-NullMove" WEIGHTS=file go test -run SelfPlay -v
//
// CHANGE switches options off and on, or sets their numbers; WEIGHTS is a file of lines for weights.txt.
func TestSelfPlay(t *testing.T) {
	names := os.Getenv("SELFPLAY")
	if names == "" || testing.Short() {
		t.Skip("set SELFPLAY to measure")
	}
	m := match{games: number("GAMES", 100), nodes: uint64(number("NODES", 2000)), change: changed(t, os.Getenv("CHANGE"))}
	if file := os.Getenv("WEIGHTS"); file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m.weights = string(text)
	}
	for name := range strings.SplitSeq(names, ",") {
		t.Logf("%-12s %s", name, m.play(t, enginetest.Game(t, name)))
	}
}

func number(name string, standard int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return standard
}

// changed returns the standard options with some switched: "-NullMove LateBase=5".
func changed(t *testing.T, text string) Options {
	o := Standard()
	for word := range strings.FieldsSeq(text) {
		if name, value, ok := strings.Cut(word, "="); ok {
			n, err := strconv.Atoi(value)
			if err != nil {
				t.Fatal(err)
			}
			reflect.ValueOf(&o).Elem().FieldByName(name).SetInt(int64(n))
			continue
		}
		field := reflect.ValueOf(&o).Elem().FieldByName(word[1:])
		if !field.IsValid() {
			t.Fatalf("no option %q", word[1:])
		}
		field.SetBool(word[0] == '+')
	}
	return o
}

type match struct {
	games   int
	nodes   uint64
	change  Options
	weights string
}

// play returns the result as text, seen from the changed search.
func (m *match) play(t *testing.T, g *board.Game) string {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var wins, losses, draws int
	next := 0
	for range number("THREADS", 2) {
		wg.Go(func() {
			players := [2]*Searcher{New(g, 8, 1, Standard()), New(g, 8, 1, m.change)}
			if m.weights != "" {
				e, err := eval.NewWith(g, m.weights)
				if err != nil {
					panic(err)
				}
				players[1].eval = e
			}
			for {
				mu.Lock()
				n := next
				next++
				mu.Unlock()
				if n >= m.games {
					return
				}
				result := m.game(t, g, players, n)
				mu.Lock()
				switch {
				case result > 0:
					wins++
				case result < 0:
					losses++
				default:
					draws++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return elo(wins, draws, losses)
}

// elo returns the difference in rating that a score speaks for, with two standard errors.
func elo(wins, draws, losses int) string {
	n := float64(wins + draws + losses)
	mean := (float64(wins) + float64(draws)/2) / n
	dev := math.Sqrt((float64(wins)*sq(1-mean)+float64(draws)*sq(0.5-mean)+float64(losses)*sq(mean))/n) / math.Sqrt(n)
	rating := func(x float64) float64 { return -400 * math.Log10(1/min(max(x, 0.001), 0.999)-1) }
	return fmt.Sprintf("+%d =%d -%d  Elo %+.0f +/- %.0f", wins, draws, losses, rating(mean),
		(rating(mean+2*dev)-rating(mean-2*dev))/2)
}

func sq(x float64) float64 { return x * x }

// game plays game n and returns 1 when the changed search wins, 0 for a draw, -1 when it
// loses. The changed search has White in odd games; two games share an opening.
func (m *match) game(t *testing.T, g *board.Game, players [2]*Searcher, n int) int {
	r := rand.New(rand.NewPCG(uint64(n/2), 77))
	p, past := wander(t, g, r, 4+r.IntN(5))
	for _, s := range players {
		s.Clear()
	}
	for range 240 {
		if o := g.Outcome(&p, past); o.Over() {
			return m.score(o.Result, p.Turn(), n)
		}
		who := (int(p.Turn()) + n) & 1 // White is player 0 in even games
		var value Info
		best := players[who].Run(context.Background(), &p, past, Limits{Nodes: m.nodes}, Settings{Lines: 1}, func(i Info) { value = i })
		if value.Bound == Exact && value.Value.IsDecisive() {
			result := rules.Win
			if value.Value < 0 {
				result = rules.Loss
			}
			return m.score(result, p.Turn(), n)
		}
		past = append(past, p.Key())
		g.Apply(&p, &p, best.Move)
	}
	return 0
}

// score turns a result for the side to move into one for the changed search.
func (m *match) score(r rules.Result, turn board.Color, n int) int {
	if (int(turn)+n)&1 == 1 {
		return int(r)
	}
	return -int(r)
}
