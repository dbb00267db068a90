package match

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// The manners of CuteChess, as far as an engine can tell the difference: the options that it
// accepts, the order of its commands, its dialect of FEN, and when it ends a game of its own
// accord.

// greet judges the options of an engine, and waits for it once before anything is set.
func greet(ctx context.Context, s *seat) error {
	for _, o := range s.Options {
		if err := checkOption(o.Text); err != nil {
			return fmt.Errorf("option %q: %w", o.Text, err)
		}
	}
	return s.Ready(ctx, nil)
}

// readOption reads an option into what follows each keyword: they are keywords wherever they
// stand, and only var may do so twice.
func readOption(text string) (map[string][]string, error) {
	values, last := map[string][]string{}, ""
	for _, word := range strings.Fields(text) {
		if slices.Contains([]string{"name", "type", "default", "min", "max", "var"}, word) {
			if last = word; word != "var" && values[word] != nil {
				return nil, fmt.Errorf("%s stands there twice", word)
			}
			values[word] = append(values[word], "")
			continue
		}
		if last == "" {
			return nil, fmt.Errorf("begins with %q", word)
		}
		list := values[last]
		list[len(list)-1] = strings.TrimSpace(list[len(list)-1] + " " + word)
	}
	return values, nil
}

// checkOption judges an option: a combo's default must be among its values, a spin's in its
// range.
func checkOption(text string) error {
	values, err := readOption(text)
	if err != nil {
		return err
	}
	one := func(name string) string {
		if len(values[name]) == 0 {
			return ""
		}
		return values[name][0]
	}
	if one("name") == "" {
		return fmt.Errorf("no name")
	}
	switch one("type") {
	case "combo":
		if !slices.Contains(values["var"], one("default")) {
			return fmt.Errorf("default %q is no var", one("default"))
		}
	case "spin":
		low, err1 := strconv.Atoi(one("min"))
		high, err2 := strconv.Atoi(one("max"))
		if n, err := strconv.Atoi(one("default")); err != nil || err1 != nil || err2 != nil || n < low || n > high {
			return fmt.Errorf("default %q is out of range", one("default"))
		}
	case "check", "string", "button":
	default:
		return fmt.Errorf("unknown type %q", one("type"))
	}
	return nil
}

// cuteGame tells the engine that a game begins. Nothing is asked before the position: a ping
// comes with the first move.
func (s *seat) cuteGame() {
	if s.variant != "" {
		s.Set(variantOption, s.variant)
	}
	s.Send("ucinewgame")
	if _, ok := s.Option("Ponder"); ok {
		s.Set("Ponder", "false")
	}
}

// fenFor returns a position as engines are told it.
func (m *match) fenFor(p *board.Position) string {
	text := notation.FEN(m.Game, p)
	if !m.CuteChess {
		return text
	}
	text = strings.Replace(text, "[]", "[-]", 1)
	if fields := strings.Fields(text); m.Game.HasShogiPromotion() {
		return strings.Join([]string{fields[0], fields[1], "-", fields[5]}, " ")
	}
	return text
}

// tooFew reports whether CuteChess calls the position a draw because nobody has the men on the
// board to mate, whatever is in hand: one minor piece at most, where bishops on squares of one
// colour count as one. A promoted piece is another kind to it.
func tooFew(g *board.Game, p *board.Position) bool {
	if _, hasKing := g.KindOf('k'); !hasKing {
		return false
	}
	geo, knights, bishops := g.Geometry(), 0, [2]int{}
	for sq := range p.Occupied().All() {
		man, _ := p.At(sq)
		switch letter := g.Letter(man.Kind); {
		case letter == 'k':
		case letter == 'n' && !man.Promoted:
			knights++
		case letter == 'b' && !man.Promoted:
			bishops[(geo.File(sq)+geo.Rank(sq))%2] = 1
		default:
			return false
		}
	}
	return knights+bishops[0]+bishops[1] <= 1
}
