package main

// Streams, flags and the log of all commands, and the game and position that the flags name.

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/rs/zerolog"
	"github.com/spf13/pflag"

	"tinyhouse/cmd/tinyhouse/internal/progress"
	"tinyhouse/cmd/tinyhouse/internal/terminal"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// app holds what the commands share: streams, flags and the log. Results go to out, everything
// else goes to errOut.
type app struct {
	ctx    context.Context // of the command; a signal cancels it
	in     io.Reader
	out    io.Writer
	errOut io.Writer
	log    zerolog.Logger

	variant   string         // "" if not given
	variants  string         // path of an ini file, "" if not given
	fen       string         // "" if not given
	loaded    *rules.Catalog // of the flag variants, once it is read
	json      bool
	logLevel  string
	logFormat string
}

// Every command adds the flags below that it uses, so that the others are refused.

func (a *app) addLog(flags *pflag.FlagSet) {
	flags.StringVar(&a.logLevel, "log-level", "info", "log messages of this `LEVEL` and above: debug, info, warn, error")
	flags.StringVar(&a.logFormat, "log-format", "console", "`FORMAT` of the log: console or json")
}

func (a *app) addVariant(flags *pflag.FlagSet) {
	flags.StringVar(&a.variant, "variant", "", "variant `NAME`, see tinyhouse variants (default "+rules.Default+")")
	a.addVariants(flags)
}

func (a *app) addVariants(flags *pflag.FlagSet) {
	flags.StringVar(&a.variants, "variants", "", "read more variants from the ini `FILE`")
}

func (a *app) addPosition(flags *pflag.FlagSet) {
	a.addVariant(flags)
	flags.StringVar(&a.fen, "fen", "", "position as `FEN` (default the start position)")
}

func (a *app) addJSON(flags *pflag.FlagSet) {
	flags.BoolVar(&a.json, "json", false, "print the result as JSON")
}

// startLog sets the logger that the flags ask for.
func (a *app) startLog() error {
	level, err := zerolog.ParseLevel(a.logLevel)
	if err != nil || a.logLevel == "" {
		return usageError{fmt.Errorf("--log-level %.40q: want debug, info, warn or error", a.logLevel)}
	}
	var w io.Writer
	switch a.logFormat {
	case "json":
		w = a.errOut
	case "console":
		w = zerolog.ConsoleWriter{Out: a.errOut, TimeFormat: "15:04:05", NoColor: !isTerminal(a.errOut)}
	default:
		return usageError{fmt.Errorf("--log-format %.40q: want console or json", a.logFormat)}
	}
	a.log = zerolog.New(w).Level(level).With().Timestamp().Logger()
	return nil
}

// catalog returns the built-in variants and those of --variants that have no mistakes. It reports
// the mistakes of the others, once.
func (a *app) catalog() (*rules.Catalog, error) {
	if a.variants == "" {
		return rules.Builtin(), nil
	}
	if a.loaded != nil {
		return a.loaded, nil
	}
	text, err := a.readText(a.variants)
	if err != nil {
		return nil, err
	}
	if len(text) > rules.MaxText {
		return nil, fmt.Errorf("--variants %s: more than %d bytes", a.variants, rules.MaxText)
	}
	if a.loaded, err = rules.Parse(a.variants, text, rules.Builtin()); err != nil {
		fmt.Fprintln(a.errOut, err)
	}
	return a.loaded, nil
}

func (a *app) variantName() string { return cmp.Or(a.variant, rules.Default) }

// game returns the variant that the flags name, compiled. An unknown name is wrong usage.
func (a *app) game() (*board.Game, error) {
	catalog, err := a.catalog()
	if err != nil {
		return nil, err
	}
	v, err := catalog.Get(a.variantName())
	if err != nil && !errors.Is(err, rules.ErrMistakes) {
		err = usageError{fmt.Errorf("%w, see tinyhouse variants", err)}
	}
	if err != nil {
		return nil, err
	}
	return board.Compile(v)
}

// position returns the position that --fen gives, or the start position.
func (a *app) position(g *board.Game) (board.Position, error) {
	if a.fen == "" {
		return notation.Start(g)
	}
	pos, err := notation.ParsePosition(g, a.fen)
	if err != nil {
		return pos, usageError{err}
	}
	return pos, nil
}

// print prints a result as text, or as JSON with --json.
func (a *app) print(result fmt.Stringer) error {
	if a.json {
		return a.printJSON(result)
	}
	_, err := fmt.Fprint(a.out, result.String())
	return err
}

func (a *app) printJSON(result any) error { return json.NewEncoder(a.out).Encode(result) }

// startProgress starts to show the progress of work that is measured in a unit, such as nodes.
func (a *app) startProgress(name, unit string) *progress.Bar {
	return progress.Start(name, unit, a.errOut, a.log)
}

func isTerminal(stream any) bool { return terminal.Is(stream) }
