// Package ucci speaks the Universal Chinese Chess Interface, version 3: UCI with other words, and with
// clocks of the side to move and its opponent. Sources: UCCI 3.0, and Fairy-Stockfish.
package ucci

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/protocol"
	"tinyhouse/protocol/uci"
)

// Dialect is UCCI for one protocol.Session. Its state is the unit of time.
type Dialect struct {
	uci.Dialect
	protocol.RanksFromZero
	unit time.Duration
}

// New returns the dialect.
func New() *Dialect { return &Dialect{unit: time.Millisecond} }

var _ protocol.Dialect = (*Dialect)(nil)

// Parse parses a line.
func (d *Dialect) Parse(line string) (protocol.Command, error) {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return nil, nil
	}
	switch fields[0] {
	case "ucci":
		return protocol.Identify{}, nil
	case "setoption":
		return d.setOption(fields[1:]), nil
	case "go":
		return d.parseGo(fields)
	case "quit":
		return protocol.Quit{Farewell: "bye"}, nil
	case "banmoves", "probe": // not needed: the engine knows repetition; the hash table is private
		return nil, nil
	case "uci", "ucicyclone": // words of other protocols
		return protocol.Unknown{Text: strings.TrimSpace(line)}, nil
	}
	return d.Dialect.Parse(line)
}

// names are the options with other names in UCCI.
var names = map[string]string{"Hash": "hashsize", "Threads": "threads"}

// newGame is the button pressed before a game.
var newGame = protocol.Option{Name: "newgame", Kind: protocol.Button}

// milliseconds is the option for the unit of time.
var milliseconds = protocol.Option{Name: "usemillisec", Kind: protocol.Toggle, Default: "true"}

// name returns the UCCI name of an option, without blanks.
func name(uci string) string {
	if own, ok := names[uci]; ok {
		return own
	}
	return strings.ReplaceAll(uci, " ", "_")
}

// setOption parses "NAME VALUE" or "name NAME value VALUE".
func (d *Dialect) setOption(words []string) protocol.Command {
	if len(words) > 0 && words[0] == "name" {
		words = words[1:]
	}
	if len(words) == 0 {
		return protocol.SetOption{}
	}
	o := protocol.SetOption{Name: words[0]}
	if words = words[1:]; len(words) > 0 && words[0] == "value" {
		words = words[1:]
	}
	o.Value = strings.Join(words, " ")
	switch {
	case strings.EqualFold(o.Name, newGame.Name):
		return protocol.NewGame{}
	case strings.EqualFold(o.Name, milliseconds.Name):
		d.unit = time.Millisecond
		if strings.EqualFold(o.Value, "false") {
			d.unit = time.Second
		}
		return nil
	}
	for uci, own := range names {
		if strings.EqualFold(o.Name, own) {
			o.Name = uci
		}
	}
	if !strings.HasPrefix(strings.ToUpper(o.Name), "UCI_") {
		o.Name = strings.ReplaceAll(o.Name, "_", " ")
	}
	return o
}

// Greet answers "ucci".
func (*Dialect) Greet(id protocol.ID, options []protocol.Option) []string {
	named := append(slices.Clone(options), newGame, milliseconds)
	for i, o := range named {
		named[i].Name = name(o.Name)
	}
	return uci.Greeting(id, named, "option ", "ucciok")
}

// times are the clocks of the side to move and its opponent.
var times = []string{"time", "increment", "opptime", "oppincrement", "oppmovestogo"}

// parseGo parses a go command. It leaves the words of UCI to package uci.
func (d *Dialect) parseGo(fields []string) (protocol.Command, error) {
	clock := map[string]time.Duration{}
	var rest []string
	for i := 0; i < len(fields); i++ {
		switch word := fields[i]; {
		case word == "draw": // declines the offer
		case word == "depth" && i+1 < len(fields) && fields[i+1] == "infinite": // the next word
		case !slices.Contains(times, word):
			rest = append(rest, word)
		default:
			if i++; i == len(fields) {
				return protocol.Pass{}, fmt.Errorf("go: %s: want a number", word)
			}
			n, err := strconv.Atoi(fields[i])
			if err != nil {
				return protocol.Pass{}, fmt.Errorf("go: %s %.40q: want a number", word, fields[i])
			}
			clock[word] = time.Duration(min(max(n, -maxTime), maxTime)) * d.unit
		}
	}
	c, err := d.Dialect.Parse(strings.Join(rest, " "))
	search, ok := c.(protocol.Go)
	if !ok || len(clock) == 0 {
		return c, err
	}
	search.SetClocks = func(l *engine.Limits, us board.Color) {
		l.Timed = true
		l.Time[us], l.Inc[us] = clock["time"], max(clock["increment"], 0)
		l.Time[us.Other()], l.Inc[us.Other()] = clock["opptime"], max(clock["oppincrement"], 0)
	}
	return search, err
}

// maxTime prevents overflow, also in seconds.
const maxTime = math.MaxInt32

// Info is a line of a search.
func (d *Dialect) Info(r *protocol.Report) []string { return []string{uci.InfoLine(r, d, value)} }

// value returns a score without a unit, except for mates.
func value(i *engine.Info) string {
	if x, ok := i.Forced(); ok {
		return "mate " + strconv.Itoa(x.MateMoves())
	}
	return strconv.Itoa(int(i.Value))
}

// Best answers a search.
func (d *Dialect) Best(a *protocol.Answer) []string {
	return []string{uci.BestLine(a, d, "nobestmove")}
}
