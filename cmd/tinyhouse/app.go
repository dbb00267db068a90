package main

// What the commands have in common: streams, flags, the log, and the game that the flags
// choose.

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/rs/zerolog"
	"github.com/spf13/pflag"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// app is what the commands share: where they read and write, and the common flags.
// Results go to out, everything else to errOut.
type app struct {
	in     io.Reader
	out    io.Writer
	errOut io.Writer
	log    zerolog.Logger

	variant   string
	variants  string // path of an ini file
	fen       string
	json      bool
	logLevel  string
	logFormat string
}

// addCommonFlags adds the flags that every command takes.
func (a *app) addCommonFlags(flags *pflag.FlagSet) {
	flags.StringVar(&a.variant, "variant", rules.Default, "variant, by the `NAME` that the command variants lists")
	flags.StringVar(&a.variants, "variants", "", "read more variants from an ini `FILE`")
	flags.StringVar(&a.logLevel, "log-level", "info", "least important `LEVEL` to log on stderr: debug, info, warn, error")
	flags.StringVar(&a.logFormat, "log-format", "console", "`FORMAT` of the log: console or json")
}

// addFEN and addJSON add flags that many commands take.
func (a *app) addFEN(flags *pflag.FlagSet) {
	flags.StringVar(&a.fen, "fen", "", "position, as `FEN` (default the variant's start)")
}

func (a *app) addJSON(flags *pflag.FlagSet) {
	flags.BoolVar(&a.json, "json", false, "print the result as a JSON object")
}

// startLog makes the logger that the flags ask for. It writes to stderr alone: stdout
// belongs to results and protocols.
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

// catalog returns the built-in variants and those of --variants. A file with mistakes is
// an error even where the variant that is asked for has none.
func (a *app) catalog() (*rules.Catalog, error) {
	if a.variants == "" {
		return rules.Builtin(), nil
	}
	text, err := os.ReadFile(a.variants)
	if err != nil {
		return nil, err
	}
	return rules.Parse(a.variants, string(text), rules.Builtin())
}

// game returns the variant that the flags choose, compiled. An unknown name is wrong
// usage, as an unknown flag would be.
func (a *app) game() (*board.Game, error) {
	catalog, err := a.catalog()
	if err != nil {
		return nil, err
	}
	v, err := catalog.Get(a.variant)
	if err != nil {
		return nil, usageError{err}
	}
	return board.Compile(v)
}

// position returns the position that the flags choose.
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

// printJSON prints a result as one line.
func (a *app) printJSON(result any) error { return json.NewEncoder(a.out).Encode(result) }

// isTerminal reports whether a person sees what is written to w, or types what is read.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
