package eval

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// The weights of the evaluation are data: weights.txt, whose sections say for which games,
// by their rules, a line holds. A later section goes before an earlier one.
//
//go:embed weights.txt
var weightsText string

// tapered is a middle game and an end game value in one word, so that one addition adds
// both. Source: chessprogramming wiki, Tapered Eval.
type tapered int32

func pair(mg, eg int) tapered { return tapered(eg<<16 + mg) }

func (t tapered) mg() int { return int(int16(t)) }

func (t tapered) eg() int { return int(int16((t + 0x8000) >> 16)) }

// weights are the numbers of one game, by the names that weights.txt has for them: pairs
// for the middle game and the end game. The value of a piece is called by its Betza
// notation, in hand with "hand " before it.
type weights map[string][2]int

// pair returns the weight called name, which must be in weights.txt.
func (w weights) pair(name string) tapered {
	v, ok := w[name]
	if !ok {
		panic("eval: no weight " + strconv.Quote(name))
	}
	return pair(v[0], v[1])
}

// first returns the first number of a weight.
func (w weights) first(name string) int { return w.pair(name).mg() }

// loadWeights reads the weights for a game.
func loadWeights(text string, g *board.Game) (weights, error) {
	w, use := weights{}, false
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if section, ok := strings.CutPrefix(line, "["); ok {
			var err error
			use, err = matches(strings.Fields(strings.TrimSuffix(section, "]")), g)
			if err != nil {
				return nil, fmt.Errorf("eval: weights line %d: %w", n+1, err)
			}
			continue
		}
		name, value, _ := strings.Cut(line, "=")
		var v [2]int
		switch n2, err := fmt.Sscan(value, &v[0], &v[1]); {
		case n2 == 1:
			v[1] = v[0]
		case err != nil:
			return nil, fmt.Errorf("eval: weights line %d: %q", n+1, line)
		}
		if use {
			w[strings.TrimSpace(name)] = v
		}
	}
	return w, nil
}

// matches reports whether the game is as all the words of a section say.
func matches(words []string, g *board.Game) (bool, error) {
	v := g.Variant()
	is := map[string]bool{
		"any":       true,
		"drops":     g.HasDrops(),
		"nodrops":   !g.HasDrops(),
		"king":      g.HasKing(),
		"noking":    !g.HasKing(),
		"shogi":     g.HasShogiPromotion(),
		"stalemate": v.End.Stalemate == rules.Win,
		"small":     v.Board.Squares() <= 20,
	}
	is[fmt.Sprintf("%dx%d", v.Board.Width, v.Board.Height)] = true
	for _, word := range words {
		holds, known := is[word]
		if !known && strings.Contains(word, "x") {
			return false, nil // a board of another size
		}
		if !known {
			return false, fmt.Errorf("no such condition: %q", word)
		}
		if !holds {
			return false, nil
		}
	}
	return true, nil
}

// Weights returns the weights in use for a game, those of its pieces included, by their
// names in weights.txt: what a tuner starts from.
func Weights(g *board.Game) map[string][2]int {
	w, err := loadWeights(weightsText, g)
	if err != nil {
		panic(err)
	}
	e := New(g)
	for k := board.Kind(1); int(k) < g.Kinds(); k++ {
		piece := g.Variant().Piece(g.Letter(k))
		name := piece.Betza
		if k == g.Pawn() {
			name = "pawn"
		}
		w[name] = [2]int{e.values[k][0].mg(), e.values[k][0].eg()}
		if piece.Promoted != 0 {
			w[g.Variant().Piece(piece.Promoted).Betza] = [2]int{e.values[k][1].mg(), e.values[k][1].eg()}
		}
		if g.HasDrops() {
			w["hand "+name] = [2]int{e.hand[k].mg(), e.hand[k].eg()}
		}
	}
	return w
}
