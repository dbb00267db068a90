// Package usi speaks the Universal Shogi Interface: UCI with other words and squares, and with a first
// player called black, who is White here. Sources: USI by Tord Romstad, and Fairy-Stockfish.
package usi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine"
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

// sfen is the word before a position in SFEN. One after "fen" is a FEN.
const sfen = "sfen"

// Parse translates a line to UCI and parses it.
func (d Dialect) Parse(line string) (protocol.Command, error) {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return nil, nil
	}
	switch fields[0] {
	case "usi":
		return protocol.Identify{}, nil
	case "usinewgame":
		return protocol.NewGame{}, nil
	case "gameover":
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
	}
	return d.Dialect.Parse(line)
}

// clocks are the names of clocks in UCI, where White is the first player.
var clocks = map[string]string{"btime": "wtime", "wtime": "btime", "binc": "winc", "winc": "binc"}

// parseGo parses a go command. It swaps the colours of the clocks and adds byoyomi, the time per move after
// the clock has run out, to the clocks and increments. The mate search of USI is not implemented.
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

// maxByoyomi is eleven days. 32 bits hold twice that.
const maxByoyomi = 1_000_000_000

// extend adds milliseconds to both clocks and increments. If both clocks have run out they become the time
// for this move.
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

// prefixed are the options with the prefix USI_, beside those with UCI_ in UCI.
var prefixed = []string{"Hash", "Ponder", "MultiPV"}

// name returns the USI name of an option, without blanks.
func name(uci string) string {
	if slices.Contains(prefixed, uci) {
		return "USI_" + uci
	}
	if rest, ok := strings.CutPrefix(uci, "UCI_"); ok {
		return "USI_" + rest
	}
	return strings.ReplaceAll(uci, " ", "_")
}

// setOption translates the name of an option to UCI. It accepts UCI's names, too.
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

// ParseMove parses the form of Move.
func (Dialect) ParseMove(g *board.Game, p *board.Position, text string) (board.Move, error) {
	return notation.ParseUSIMove(g, p, text)
}

// ParsePosition parses a FEN, or an SFEN after "sfen".
func (Dialect) ParsePosition(g *board.Game, text string) (board.Position, error) {
	if strings.HasPrefix(text, sfen+" ") {
		return notation.ParseSFEN(g, text)
	}
	return notation.ParsePosition(g, text)
}

// Info is a line of a search.
func (d Dialect) Info(r *protocol.Report) []string { return []string{uci.InfoLine(r, d, value)} }

// value returns a score, with mates in plies.
func value(i *engine.Info) string {
	switch x, ok := i.Forced(); {
	case !ok:
		return "cp " + strconv.Itoa(int(i.Value))
	case x.Outcome == score.Win:
		return "mate " + strconv.Itoa(int(x.Plies))
	default:
		return "mate -" + strconv.Itoa(int(x.Plies))
	}
}

// Best answers a search. Without a move the game is lost, or won by a rule of the variant.
func (d Dialect) Best(a *protocol.Answer) []string {
	none := "bestmove resign"
	if a.Outcome.Over() && a.Outcome.Result == rules.Win {
		none = "bestmove win"
	}
	return []string{uci.BestLine(a, d, none)}
}
