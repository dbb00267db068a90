package eval

import (
	_ "embed"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// weightsText holds the weights of all games; its first lines describe the format.
//
//go:embed weights.txt
var weightsText string

// tapered is a middlegame and an endgame value in one word, so that one addition adds
// both. Source: chessprogramming wiki, Tapered Eval.
type tapered int32

func pair(mg, eg int) tapered { return tapered(eg<<16 + mg) }

func (t tapered) mg() int { return int(int16(t)) }

func (t tapered) eg() int { return int(int16((t + 0x8000) >> 16)) }

// weights are the weights of one game; weights.txt explains each.
type weights struct {
	tempo, mobility, square, backRank              tapered
	pawn, pawnStep, pawnCenter                     tapered
	doubled, isolated, connected                   tapered
	passed, blocked, passedKing                    tapered
	hanging, byPawn                                tapered
	kingStep, kingCenter, escape, shelter, support tapered
	ring, ringPiece, ringWeak, ringHand            int
	ringCheck, ringPawn, kingAttack                int
	bishopPair                                     tapered
	hand, mopUp                                    int

	pieces map[string]tapered // by Betza notation, in hand with "hand " before it
}

// fields returns where the weight of each name is stored: a *tapered or an *int.
func (w *weights) fields() map[string]any {
	return map[string]any{
		"tempo": &w.tempo, "mobility": &w.mobility, "square": &w.square, "back rank": &w.backRank,
		"pawn": &w.pawn, "pawn step": &w.pawnStep, "pawn center": &w.pawnCenter,
		"pawn doubled": &w.doubled, "pawn isolated": &w.isolated, "pawn connected": &w.connected,
		"passed": &w.passed, "passed blocked": &w.blocked, "passed king": &w.passedKing,
		"hanging": &w.hanging, "by pawn": &w.byPawn,
		"king step": &w.kingStep, "king center": &w.kingCenter,
		"escape": &w.escape, "shelter": &w.shelter, "support": &w.support,
		"ring": &w.ring, "ring piece": &w.ringPiece, "ring weak": &w.ringWeak, "ring hand": &w.ringHand,
		"ring drop check": &w.ringCheck, "ring pawn": &w.ringPawn, "danger": &w.kingAttack,
		"pair": &w.bishopPair, "hand": &w.hand, "mop up": &w.mopUp,
	}
}

// parseWeights returns the weights of a game from text in the format of weights.txt. An
// error names the line and the offending word.
func parseWeights(text string, g *board.Game) (*weights, error) {
	w := &weights{pieces: map[string]tapered{}}
	fields, applies, n := w.fields(), false, 0
	missing := maps.Clone(fields)
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		var err error
		if section, ok := strings.CutPrefix(line, "["); ok {
			applies, err = matches(strings.Fields(strings.TrimSuffix(section, "]")), g)
		} else {
			var name string
			var v [2]int
			if name, v, err = parseWeight(line, fields); err == nil && applies {
				w.set(fields, name, v)
				delete(missing, name)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("eval: weights.txt:%d: %w", n, err)
		}
	}
	for name := range missing {
		return nil, fmt.Errorf("eval: weights.txt: no value for %q", name)
	}
	return w, nil
}

// parseWeight parses "name = middlegame endgame"; one number stands for both.
func parseWeight(line string, fields map[string]any) (name string, v [2]int, err error) {
	name, value, _ := strings.Cut(line, "=")
	name = strings.TrimSpace(name)
	piece, inHand := strings.CutPrefix(name, "hand ")
	_, err = rules.ParseBetza(piece)
	if fields[name] == nil && (err != nil || piece == "") && !(inHand && piece == "pawn") {
		return "", v, fmt.Errorf("unknown weight %q", name)
	}
	numbers := strings.Fields(value)
	if len(numbers) == 1 {
		numbers = append(numbers, numbers[0])
	}
	if len(numbers) != 2 {
		return "", v, fmt.Errorf("%s: %q: want one or two numbers", name, value)
	}
	for i, number := range numbers {
		if v[i], err = strconv.Atoi(number); err != nil {
			return "", v, fmt.Errorf("%s: %q is not a number", name, number)
		}
	}
	return name, v, nil
}

// set stores a weight. The endgame number of a weight that is not tapered does not count.
func (w *weights) set(fields map[string]any, name string, v [2]int) {
	switch field := fields[name].(type) {
	case *tapered:
		*field = pair(v[0], v[1])
	case *int:
		*field = v[0]
	default:
		w.pieces[name] = pair(v[0], v[1])
	}
}

// matches reports whether a game meets all the conditions of a section.
func matches(conditions []string, g *board.Game) (bool, error) {
	v := g.Variant()
	holds := map[string]bool{
		"any":     true,
		"drops":   g.HasDrops(),
		"nodrops": !g.HasDrops(),
		"king":    g.HasKing(),
		"noking":  !g.HasKing(),
		"small":   v.Board.Squares() <= 20,
		fmt.Sprintf("%dx%d", v.Board.Width, v.Board.Height): true,
	}
	all := true
	for _, c := range conditions {
		held, known := holds[c]
		if !known && !isSize(c) { // a board of another size is no mistake
			return false, fmt.Errorf("unknown condition %q", c)
		}
		all = all && held
	}
	return all, nil
}

// isSize reports whether a condition is a size of boards, such as "4x4". It does without the scanner of
// package fmt, for the size of the module.
func isSize(c string) bool {
	width, height, ok := strings.Cut(c, "x")
	_, noWidth := strconv.ParseUint(width, 10, 8)
	_, noHeight := strconv.ParseUint(height, 10, 8)
	return ok && noWidth == nil && noHeight == nil
}
