// Package uci speaks the Universal Chess Interface of April 2006, with the extensions of Stockfish and
// Fairy-Stockfish.
package uci

import (
	"errors"
	"fmt"
	"strings"

	"tinyhouse/protocol"
)

// Dialect is UCI for a protocol.Session.
type Dialect struct{ protocol.Plain }

var _ protocol.Dialect = Dialect{}

// Parse parses a line.
func (Dialect) Parse(line string) (protocol.Command, error) {
	words := strings.Fields(line)
	if len(words) == 0 || words[0][0] == '#' {
		return nil, nil
	}
	if c, ok := bare[words[0]]; ok {
		return c, nil
	}
	switch words[0] {
	case "register", "ucicyclone": // no registration is needed; UCI-Cyclone sends "uci" next
		return nil, nil
	case "setoption":
		return parseSetOption(line)
	case "position":
		return parsePosition(words[1:])
	case "startpos", "fen": // UCI-Cyclone allows to omit "position"
		return parsePosition(words)
	case "go":
		return parseGo(words[1:])
	case "debug":
		return parseDebug(words[1:])
	case "load":
		return parseLoad(line, false), nil
	case "check":
		return parseLoad(line, true), nil
	}
	return protocol.Unknown{Text: strings.TrimSpace(line)}, nil
}

// bare are the commands of one word. Further words are ignored. Those from d on are Stockfish's.
var bare = map[string]protocol.Command{
	"uci":        protocol.Identify{},
	"isready":    protocol.Ready{},
	"ucinewgame": protocol.NewGame{},
	"stop":       protocol.Stop{},
	"ponderhit":  protocol.PonderHit{},
	"quit":       protocol.Quit{},
	"d":          protocol.Show{},
	"eval":       protocol.Eval{},
	"bench":      protocol.RunBench{},
	"flip":       protocol.Flip{},
	"compiler":   protocol.Compiler{},
}

// parseSetOption parses "setoption name NAME [value VALUE]". It keeps blanks of the value, for paths.
func parseSetOption(line string) (protocol.Command, error) {
	_, rest := cutWord(line)
	word, rest := cutWord(rest)
	if word != "name" {
		return nil, errors.New("setoption: want name NAME [value VALUE]")
	}
	var name []string
	for {
		word, rest = cutWord(rest)
		switch word {
		case "":
			return protocol.SetOption{Name: strings.Join(name, " ")}, nil
		case "value":
			return protocol.SetOption{Name: strings.Join(name, " "), Value: strings.TrimSpace(rest)}, nil
		}
		name = append(name, word)
	}
}

// cutWord returns the first word of text and the rest, with its blanks.
func cutWord(text string) (word, rest string) {
	text = strings.TrimLeft(text, " ")
	if i := strings.IndexByte(text, ' '); i >= 0 {
		return text[:i], text[i:]
	}
	return text, ""
}

// parsePosition parses "startpos" or "fen FEN", and "moves MOVE..." after either.
func parsePosition(words []string) (protocol.Command, error) {
	head, moves := words, []string(nil)
	for i, word := range words {
		if word == "moves" {
			head, moves = words[:i], words[i+1:]
			break
		}
	}
	switch {
	case len(head) == 1 && head[0] == "startpos":
		return protocol.Position{Moves: moves}, nil
	case len(head) > 1 && head[0] == "fen":
		return protocol.Position{FEN: strings.Join(head[1:], " "), Moves: moves}, nil
	}
	return nil, fmt.Errorf("position %.60q: want startpos or fen FEN, then moves", strings.Join(head, " "))
}

// parseDebug parses the words after "debug".
func parseDebug(words []string) (protocol.Command, error) {
	if len(words) == 1 && (words[0] == "on" || words[0] == "off") {
		return protocol.Debug{On: words[0] == "on"}, nil
	}
	return nil, fmt.Errorf("debug %.60q: want on or off", strings.Join(words, " "))
}

// parseLoad parses the path, or "<<END", after "load" and "check".
func parseLoad(line string, check bool) protocol.Load {
	_, rest := cutWord(line)
	path := strings.TrimSpace(rest)
	if end, ok := strings.CutPrefix(path, "<<"); ok && strings.TrimSpace(end) != "" {
		return protocol.Load{End: strings.TrimSpace(end), Check: check}
	}
	return protocol.Load{Path: path, Check: check}
}
