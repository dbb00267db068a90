// Package contest reads what the command match is told, and makes a match of it: what
// engines are to be started and how they may think, where games begin, when they end before
// the rules end them. Package match knows what all that means.
package contest

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol/client"
	"tinyhouse/protocol/match"
)

// Help tells users of the command what it does and which settings there are.
const Help = `Play two engines that speak UCI against each other in any variant, as referee.

--engine takes settings with commas between, and is given twice; --each is for both:
  cmd=COMMAND    program and arguments (default this program)
  name=NAME      in scores and games (default as it calls itself)
  dir=FOLDER     to start it in
  tc=40/60+0.6   40 moves in 60 seconds and 0.6 more for each; 10+0.1; 1:30; inf
  st=SECONDS     for each move, instead of a clock
  nodes=N, depth=PLIES
  option.NAME=VALUE

An engine that does not know the variant is given its definition, if it has the option
VariantPath. Every opening is played twice with the colours changed. An engine that makes an
illegal move, oversteps its time, is silent or dies loses the game; one that is silent or dead is
started again for the next.

--openings takes a file of positions (EPD) or, by its ending .pgn, games; or settings:
  file=FILE,format=epd|pgn,order=random|sequential,plies=N
Without it openings are random, all different and balanced by a short search.

With --pgn, what was played is kept when the match is stopped: the same command goes on.
Limits that are no time (nodes, depth) and the same --seed make the same games.`

// Match returns the match that the flags ask for. The variant is g, also known by aliases;
// table is what is known of values.
func (f *Flags) Match(g *board.Game, aliases []string, table engine.Prober) (*match.Config, error) {
	c := &f.Config
	c.Game, c.Aliases = g, aliases
	var ini strings.Builder
	if err := rules.WriteINI(&ini, g.Variant()); err != nil {
		return nil, err
	}
	c.INI = ini.String()
	if c.Games < 1 || c.Concurrency < 1 || f.Margin < 0 || f.Plies < 0 || f.Balance < 0 || f.MaxMoves < 0 || f.Depth < 0 || c.Interval < 0 || !(f.Patience > 0) {
		return nil, fmt.Errorf("match: a number is too small: want at least 1 for --games and --concurrency, more than 0 for --tscale, and none below 0")
	}
	c.Margin = time.Duration(f.Margin) * time.Millisecond
	c.Timeouts = timeouts(f.Patience)
	// Openings come last: they ask what the others have read.
	for _, read := range []func(engine.Prober) error{f.readPlayers, f.readReferee, f.readTest, f.readOpenings} {
		if err := read(table); err != nil {
			return nil, err
		}
	}
	if f.Openings != "" && !f.Adjudicate {
		c.Tables = "" // nobody asks them
	}
	return c, nil
}

// timeouts returns the usual timeouts, multiplied: for a machine that is slow, or for
// engines that take long to begin. A day is the most.
func timeouts(by float64) client.Timeouts {
	t := client.Timeouts{}.OrDefault()
	for _, d := range []*time.Duration{&t.Start, &t.Ready, &t.Think, &t.Quit} {
		*d = time.Duration(min(float64(*d)*by, float64(24*time.Hour)))
	}
	return t
}

// readPlayers reads both engines.
func (f *Flags) readPlayers(engine.Prober) error {
	if len(f.Engines) != 2 {
		return fmt.Errorf("match: %d times --engine: want two", len(f.Engines))
	}
	for i, text := range f.Engines {
		p, err := f.player(text)
		if err != nil {
			return err
		}
		f.Config.Players[i] = *p
	}
	return nil
}

// player reads an engine. What it does not say of time is what all engines have; a clock of
// its own goes before both kinds of time that they have.
func (f *Flags) player(text string) (*match.Player, error) {
	p := &match.Player{Control: match.Control{Nodes: f.Nodes, Depth: f.Depth}}
	clock := []pair{{"tc", f.TC}, {"st", f.ST}}
	lists := []string{f.Each, text}
	if f.Each == "" {
		lists = lists[1:]
	}
	for _, list := range lists {
		own, err := settings(p, list)
		if err != nil {
			return nil, err
		}
		if len(own) > 0 {
			clock = own
		}
	}
	if err := setClock(p, clock); err != nil {
		return nil, err
	}
	// Without a command it is us who play: two versions of the settings, for instance.
	if len(p.Command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("match: cmd: %w", err)
		}
		p.Command = []string{self}
	}
	if !p.Control.IsLimited() {
		return nil, fmt.Errorf("match: engine %q may think for ever: want --tc, --st, --nodes or --depth", text)
	}
	return p, nil
}

// settings sets what a list says of a player, and returns what it says of time.
func settings(p *match.Player, list string) (clock []pair, err error) {
	all, err := pairs(list)
	for _, setting := range all {
		if setting.key == "tc" || setting.key == "st" {
			clock = append(clock, setting)
		} else if err := set(p, setting); err != nil {
			return nil, err
		}
	}
	return clock, err
}

// set sets what is no time. What it does not know is an error: a slip of the keyboard must
// not change what is measured.
func set(p *match.Player, s pair) (err error) {
	switch name, isOption := strings.CutPrefix(s.key, "option."); {
	case isOption && name != "":
		p.Options = append(p.Options, match.Setting{Name: name, Value: s.value})
	case s.key == "cmd":
		p.Command, err = words(s.value)
	case s.key == "name":
		p.Name = strings.Map(printable, s.value)
	case s.key == "dir":
		p.Folder = s.value
	case s.key == "depth":
		p.Control.Depth, err = number(s, 1)
	case s.key == "nodes":
		var n int
		n, err = number(s, 1)
		p.Control.Nodes = uint64(n)
	case s.key == "proto" && s.value == "uci":
	default:
		err = fmt.Errorf("match: engine: %s=%s unknown", s.key, s.value)
	}
	return err
}

// printable leaves control characters out of a name.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return -1
	}
	return r
}

// setClock sets the time: of a clock, for each move, or neither. Settings without a value
// say nothing. Nodes and depth hold beside any time.
func setClock(p *match.Player, settings []pair) error {
	given := false
	for _, s := range settings {
		if s.value == "" {
			continue
		}
		if given {
			return fmt.Errorf("match: tc and st at once")
		}
		given = true
		var c match.Control
		var err error
		if s.key == "tc" {
			c, err = match.ParseControl(s.value)
		} else {
			c.PerMove, err = match.ParseSeconds(s.value)
		}
		if err != nil {
			return err
		}
		c.Nodes, c.Depth = p.Control.Nodes, p.Control.Depth
		p.Control = c
	}
	return nil
}

// readReferee reads when games end before the rules end them.
func (f *Flags) readReferee(table engine.Prober) error {
	a := &f.Config.Adjudication
	a.MaxMoves = f.MaxMoves
	if f.Adjudicate {
		a.Table = table
	}
	if f.Resign != "" {
		a.ResignMoves, a.ResignScore = 1, 1
		if err := numbers(f.Resign, map[string]*int{"movecount": &a.ResignMoves, "score": &a.ResignScore}); err != nil {
			return err
		}
	}
	if f.Draw != "" {
		a.DrawMoves = 1
		return numbers(f.Draw, map[string]*int{"movenumber": &a.DrawFrom, "movecount": &a.DrawMoves, "score": &a.DrawScore})
	}
	return nil
}

// readTest reads the test: elo0,elo1,alpha,beta, with the names of these or without.
func (f *Flags) readTest(engine.Prober) error {
	if f.SPRT == "" {
		return nil
	}
	t := &match.SPRT{Alpha: 0.05, Beta: 0.05}
	names, places := []string{"elo0", "elo1", "alpha", "beta"}, []*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}
	for i, text := range strings.Split(f.SPRT, ",") {
		// A name puts the number in its place, whichever the place it was typed in.
		for at, name := range names {
			if value, ok := strings.CutPrefix(text, name+"="); ok {
				i, text = at, value
			}
		}
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || i >= len(places) {
			return fmt.Errorf("match: --sprt %q: want elo0,elo1,alpha,beta", f.SPRT)
		}
		*places[i] = x
	}
	f.Config.SPRT = t
	return t.Check()
}
