// Package usi is the Universal Shogi Interface: UCI with other words, other names of squares
// and a first player called black, who is White here. What is the same it takes from package
// uci. Sources: the USI protocol by Tord Romstad, and Fairy-Stockfish's way of variants.
package usi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/protocol"
	"tinyhouse/protocol/uci"
)

// Dialect is USI for a protocol.Session.
type Dialect struct{ uci.Dialect }

var _ protocol.Dialect = Dialect{}

// sfen is the word before a position in the notation of shogi; one after "fen" is in that of
// chess.
const sfen = "sfen"

// words are the words of USI that UCI has others for.
var words = map[string]string{"usi": "uci", "usinewgame": "ucinewgame"}

// Parse reads a line, as UCI after its words are exchanged.
func (d Dialect) Parse(line string) (protocol.Command, error) {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return nil, nil
	}
	switch word := fields[0]; word {
	case "gameover": // whoever has won, nothing is to be thought about now
		return protocol.Stop{}, nil
	case "setoption":
		return setOption(d.Dialect.Parse(line))
	case "position":
		if len(fields) > 1 && fields[1] == sfen {
			fields = slices.Insert(fields, 1, "fen")
		}
		return d.Dialect.Parse(strings.Join(fields, " "))
	case "go":
		return d.parseGo(fields)
	case "uci", "ucinewgame": // words of another protocol
		return protocol.Unknown{Text: strings.TrimSpace(line)}, nil
	default:
		if other, ok := words[word]; ok {
			return d.Dialect.Parse(other)
		}
	}
	return d.Dialect.Parse(line)
}

// clocks says which clock each word is about in UCI, where White is the first player.
var clocks = map[string]string{"btime": "wtime", "wtime": "btime", "binc": "winc", "winc": "binc"}

// parseGo reads a go: the colours of the clocks change, and the time that a player has for
// each move once the clock has run out is added to that clock, and by each move again. What
// it asks for as mate is a search of a kind that this engine does not have.
func (d Dialect) parseGo(fields []string) (protocol.Command, error) {
	byoyomi := 0
	var rest []string
	for i := 0; i < len(fields); i++ {
		word := fields[i]
		switch {
		case word == "mate":
			return protocol.Act(func(s *protocol.Session) { s.Write("checkmate notimplemented") }), nil
		case word == "byoyomi":
			if i++; i == len(fields) {
				return protocol.Pass{}, fmt.Errorf("go: byoyomi: want a number")
			}
			n, err := strconv.Atoi(fields[i])
			if err != nil || n < 0 || n > maxByoyomi {
				return protocol.Pass{}, fmt.Errorf("go: byoyomi %.40q: want milliseconds", fields[i])
			}
			byoyomi = n
		case clocks[word] != "":
			rest = append(rest, clocks[word])
		default:
			rest = append(rest, word)
		}
	}
	if byoyomi > 0 {
		rest = extend(rest, byoyomi)
	}
	return d.Dialect.Parse(strings.Join(rest, " "))
}

// maxByoyomi is longer than anybody waits: eleven days, twice of which 32 bits hold.
const maxByoyomi = 1_000_000_000

// extend adds milliseconds to both clocks and to what a move adds to them. Where both have run
// out there are no clocks any more: the milliseconds are the time for this move, all of it.
func extend(fields []string, byoyomi int) []string {
	timed := false
	var bare []string // the fields without clocks
	for i := 0; i < len(fields); i++ {
		if i+1 < len(fields) && (fields[i] == "wtime" || fields[i] == "btime") {
			if n, err := strconv.Atoi(fields[i+1]); err == nil {
				fields[i+1] = strconv.Itoa(min(n, maxByoyomi) + byoyomi)
				timed = timed || n > 0
				i++
				continue
			}
		}
		bare = append(bare, fields[i])
	}
	each := strconv.Itoa(byoyomi)
	if !timed {
		return append(bare, "movetime", each)
	}
	return append(fields, "winc", each, "binc", each)
}

// prefixed are the options that USI puts its name before; those of UCI's name get USI's.
var prefixed = []string{"Hash", "Ponder", "MultiPV"}

// name returns the USI name of an option: without blanks.
func name(uci string) string {
	if slices.Contains(prefixed, uci) {
		return "USI_" + uci
	}
	if rest, ok := strings.CutPrefix(uci, "UCI_"); ok {
		return "USI_" + rest
	}
	return strings.ReplaceAll(uci, " ", "_")
}

// setOption puts the name of an option back into UCI's form, which is also understood.
func setOption(c protocol.Command, err error) (protocol.Command, error) {
	o, ok := c.(protocol.SetOption)
	if !ok {
		return c, err
	}
	switch rest, isUSI := strings.CutPrefix(strings.ToUpper(o.Name), "USI_"); {
	case isUSI && slices.ContainsFunc(prefixed, func(p string) bool { return strings.EqualFold(p, rest) }):
		o.Name = rest
	case isUSI:
		o.Name = "UCI_" + rest
	case !strings.HasPrefix(strings.ToUpper(o.Name), "UCI_"):
		o.Name = strings.ReplaceAll(o.Name, "_", " ")
	}
	return o, err
}

// Greet answers "usi".
func (Dialect) Greet(id protocol.ID, options []protocol.Option) []string {
	named := slices.Clone(options)
	for i, o := range named {
		named[i].Name = name(o.Name)
	}
	return uci.Greeting(id, named, "option name ", "usiok")
}

// Move writes "2e3d", "2e3d+" or "P*3c".
func (Dialect) Move(g *board.Game, p *board.Position, m board.Move) string {
	return notation.USIMove(g, p, m)
}

// ParseMove reads what Move writes.
func (Dialect) ParseMove(g *board.Game, p *board.Position, text string) (board.Move, error) {
	return notation.ParseUSIMove(g, p, text)
}

// ParsePosition reads an SFEN, after the word for it, or a FEN.
func (Dialect) ParsePosition(g *board.Game, text string) (board.Position, error) {
	if strings.HasPrefix(text, sfen+" ") {
		return notation.ParseSFEN(g, text)
	}
	return notation.ParsePosition(g, text)
}

// Info is a line of the search.
func (d Dialect) Info(r *protocol.Report) []string { return []string{uci.InfoLine(r, d, value)} }

// value is a score; a mate is counted in moves of either side.
func value(v score.Value) string {
	switch {
	case !v.IsDecisive():
		return "cp " + strconv.Itoa(int(v))
	case v > 0:
		return "mate " + strconv.Itoa(v.Plies())
	}
	return "mate -" + strconv.Itoa(v.Plies())
}

// Best answers a search. Where there is no move the game is lost, or by a rule of it won.
func (d Dialect) Best(a *protocol.Answer) []string {
	none := "bestmove resign"
	if a.Outcome.Over() && a.Outcome.Result == rules.Win {
		none = "bestmove win"
	}
	return []string{uci.BestLine(a, d, none)}
}
