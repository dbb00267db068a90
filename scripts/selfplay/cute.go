package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// How CuteChess speaks to an engine, as far as an engine can tell the difference: the order of
// its commands, its dialect of FEN, how long it waits, and when it ends a game of its own accord.

// How long CuteChess waits for an engine to start, to answer a ping, and to end.
const (
	cuteStart = 35 * time.Second
	cutePing  = 15 * time.Second
	cuteQuit  = 5 * time.Second
)

// standard is its name of orthodox chess.
const standard = "standard"

// greet waits for the end of the answer to "uci" and refuses options that CuteChess would.
func (p *player) greet() error {
	p.patience = cuteStart
	lines, err := p.until("uciok")
	if err != nil {
		return err
	}
	plays := false
	for _, line := range lines {
		text, ok := strings.CutPrefix(line, "option ")
		if !ok {
			continue
		}
		if err := checkOption(text); err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
		plays = plays || strings.HasPrefix(text, "name UCI_Variant type combo") && slices.Contains(strings.Fields(text), standard)
	}
	if !plays {
		return fmt.Errorf("no option UCI_Variant with %s", standard)
	}
	return p.sendAll([]string{"isready"})
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

// cuteGame prepares the engine for a game. Nothing is asked before the position: a ping comes
// with the first move.
func (p *player) cuteGame(variant string) error {
	if variant == rules.Orthodox {
		variant = standard
	}
	p.send("setoption name UCI_Variant value " + variant)
	p.send("ucinewgame")
	p.send("setoption name Ponder value false")
	return nil
}

// sendAll sends lines, and waits for the answer where one is "isready". Until then the engine
// may only announce the variant.
func (p *player) sendAll(lines []string) error {
	for _, line := range lines {
		p.send(line)
		if line != "isready" {
			continue
		}
		p.patience = cutePing
		said, err := p.until("readyok")
		p.patience = stall
		if err != nil {
			return err
		}
		for _, line := range said {
			if !strings.HasPrefix(line, "info string variant ") {
				return fmt.Errorf("%w: unexpected line %q", errCrash, line)
			}
		}
	}
	return nil
}

// fen returns the position as it is sent to the engines.
func (x *game) fen() string {
	text := notation.FEN(x.game, &x.pos)
	if !x.cute {
		return text
	}
	text = strings.Replace(text, "[]", "[-]", 1)
	if fields := strings.Fields(text); x.game.HasShogiPromotion() {
		return strings.Join([]string{fields[0], fields[1], "-", fields[5]}, " ")
	}
	return text
}

// cuteGo is the command to think; increments that are none are left out.
func (x *game) cuteGo() string {
	text := fmt.Sprintf("go wtime %d btime %d", x.left[board.White].Milliseconds(), x.left[board.Black].Milliseconds())
	if inc := x.inc.Milliseconds(); inc > 0 {
		text += fmt.Sprintf(" winc %d binc %d", inc, inc)
	}
	return text
}

// tooFew reports whether CuteChess calls the position a draw because nobody has the men on the
// board to mate, whatever is in hand.
func tooFew(g *board.Game, p *board.Position) bool {
	if _, hasKing := g.KindOf('k'); !hasKing {
		return false
	}
	men := 0
	for sq := range p.Occupied().All() {
		man, _ := p.At(sq)
		switch g.Letter(man.Kind) {
		case 'k':
		case 'n', 'b':
			men++
		default:
			return false
		}
	}
	return men <= 1
}
