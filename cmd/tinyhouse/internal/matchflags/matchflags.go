// Package matchflags parses the flags of the command match into the configuration of a match.
package matchflags

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
	"tinyhouse/protocol/elo"
	"tinyhouse/protocol/match"
)

// Help is the long help of the command.
const Help = `Play two UCI engines against each other in any variant, as referee.

--engine takes settings separated by commas, and is given twice; --each is for both:
  cmd=COMMAND    program and arguments (default this program)
  name=NAME      in scores and games (default as it calls itself)
  dir=FOLDER     working directory
  tc=40/60+0.6   40 moves in 60 seconds plus 0.6 per move; 10+0.1; 1:30; inf
  st=SECONDS     per move, instead of a clock
  nodes=N, depth=PLIES
  option.NAME=VALUE

An engine without the variant receives its definition if it has the option VariantPath;
otherwise the match is refused. Every opening is played twice with the colours swapped. An
engine that makes an illegal move, exceeds its time, stalls or crashes loses the game. It is
restarted for the next game.

--openings takes a file of positions (EPD) or, by its ending .pgn, games; or settings:
  file=FILE,format=epd|pgn,order=random|sequential,plies=N
Without it openings are random, all different, and balanced by a short search.

With --pgn or --checkpoint a stopped match resumes when the same command is given again.
Limits of nodes or depth and the same --seed repeat the same games.`

// Match returns the match that the flags describe, in the variant g, which has aliases. It probes table
// for openings and adjudication.
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
	if c.Concurrency > maxConcurrency || f.Plies > maxPlies || f.Balance > maxBalance || int64(f.Margin) > maxMargin {
		return nil, fmt.Errorf("match: a number is too large: want at most %d for --concurrency, %d for --plies, %d for --balance and %d for --timemargin",
			maxConcurrency, maxPlies, maxBalance, int64(maxMargin))
	}
	c.Margin = time.Duration(f.Margin) * time.Millisecond
	c.Timeouts = timeouts(f.Patience)
	// Openings depend on the flags before.
	for _, read := range []func(engine.Prober) error{f.readEngines, f.readAdjudication, f.readTest, f.readOpenings} {
		if err := read(table); err != nil {
			return nil, err
		}
	}
	if f.Openings != "" && !f.Adjudicate {
		c.Tables = "" // nothing probes them
	}
	return c, nil
}

// The largest numbers: games at a time, each with two programs, random plies, centipawns and milliseconds.
const (
	maxConcurrency = 1024
	maxPlies       = 1000
	maxBalance     = 100000
	maxMargin      = 1 << 40
)

// timeouts returns the default timeouts times a factor, at most a day each.
func timeouts(by float64) client.Timeouts {
	t := client.Timeouts{}.OrDefault()
	for _, d := range []*time.Duration{&t.Start, &t.Ready, &t.Think, &t.Quit} {
		*d = time.Duration(min(float64(*d)*by, float64(24*time.Hour)))
	}
	return t
}

// readEngines parses both engines.
func (f *Flags) readEngines(engine.Prober) error {
	if len(f.Engines) != 2 {
		return fmt.Errorf("match: %d times --engine: want two", len(f.Engines))
	}
	for i, text := range f.Engines {
		e, err := f.readEngine(text)
		if err != nil {
			return err
		}
		f.Config.Engines[i] = *e
	}
	return nil
}

// readEngine parses an engine. Its own tc or st replaces both of the common ones.
func (f *Flags) readEngine(text string) (*match.Engine, error) {
	p := &match.Engine{Control: match.Control{Nodes: f.Nodes, Depth: f.Depth}}
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
	// The default is this program, for two versions of the settings.
	if len(p.Command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("match: cmd: %w", err)
		}
		p.Command = []string{self}
	}
	if !p.Control.IsLimited() {
		return nil, fmt.Errorf("match: engine %q has no limit: want --tc, --st, --nodes or --depth", text)
	}
	return p, nil
}

// settings applies a list of settings to an engine, but returns those of time.
func settings(p *match.Engine, list string) (clock []pair, err error) {
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

// set applies a setting. An unknown one is an error.
func set(p *match.Engine, s pair) (err error) {
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

// printable drops control characters.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return -1
	}
	return r
}

// setClock applies tc or st and keeps the limits of nodes and depth. It ignores settings without a value.
func setClock(p *match.Engine, settings []pair) error {
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

// readAdjudication parses when games end before the rules end them.
func (f *Flags) readAdjudication(table engine.Prober) error {
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

// readTest parses elo0,elo1,alpha,beta, in this order or named as in alpha=0.05.
func (f *Flags) readTest(engine.Prober) error {
	if f.SPRT == "" {
		return nil
	}
	t := &elo.SPRT{Alpha: 0.05, Beta: 0.05}
	names, places := []string{"elo0", "elo1", "alpha", "beta"}, []*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}
	for i, text := range strings.Split(f.SPRT, ",") {
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
