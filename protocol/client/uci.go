package client

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Option is an option as an engine offers it.
type Option struct {
	Name, Type, Default string
	Vars                []string // what a combo may be
	Text                string   // the line, after its first word
}

// Handshake says uci and takes note of the name and the options of the engine. It may be
// repeated, where an option brings others.
func (e *Engine) Handshake(ctx context.Context) error {
	e.Send("uci")
	e.Options = nil
	return e.Until(ctx, e.timeouts.Start, func(l Line) bool {
		if name, ok := strings.CutPrefix(l.Text, "id name "); ok {
			e.Name = strings.TrimSpace(name)
		}
		if text, ok := strings.CutPrefix(l.Text, "option "); ok && len(e.Options) < maxOptions {
			e.Options = append(e.Options, parseOption(text))
		}
		return l.Text == "uciok"
	})
}

// maxOptions is more than any engine has.
const maxOptions = 1 << 10

// parseOption reads an option from the words "name", "type", "default" and "var", which no
// value can hold. What is missing is empty.
func parseOption(text string) Option {
	o := Option{Text: text}
	var field *string
	for word := range strings.FieldsSeq(text) {
		switch word {
		case "name":
			field = &o.Name
		case "type":
			field = &o.Type
		case "default":
			field = &o.Default
		case "min", "max":
			field = nil
		case "var":
			o.Vars = append(o.Vars, "")
			field = &o.Vars[len(o.Vars)-1]
		default:
			if field != nil {
				*field = strings.TrimSpace(*field + " " + word)
			}
		}
	}
	return o
}

// Option returns the option of a name, in upper or lower case.
func (e *Engine) Option(name string) (Option, bool) {
	at := slices.IndexFunc(e.Options, func(o Option) bool { return strings.EqualFold(o.Name, name) })
	if at < 0 {
		return Option{}, false
	}
	return e.Options[at], true
}

// Set sets an option; a button has no value. That the engine knows it is not looked at.
func (e *Engine) Set(name, value string) {
	if o, ok := e.Option(name); ok && o.Type == "button" {
		e.Send("setoption name " + name)
		return
	}
	e.Send("setoption name " + name + " value " + value)
}

// Define hands the engine definitions of variants in Fairy-Stockfish's language, in a file
// that is removed when the engine ends.
func (e *Engine) Define(ini string) error {
	if e.folder == "" {
		folder, err := os.MkdirTemp("", "variants")
		if err != nil {
			return fmt.Errorf("client: %w", err)
		}
		e.folder = folder
	}
	path := filepath.Join(e.folder, "variants.ini")
	if err := os.WriteFile(path, []byte(ini), 0o644); err != nil {
		return fmt.Errorf("client: %w", err)
	}
	e.Set("VariantPath", path)
	return nil
}

// Ready waits until the engine has done all that it was told. Heed, unless nil, sees what it
// says before it is ready.
func (e *Engine) Ready(ctx context.Context, heed func(Line)) error {
	e.Send("isready")
	return e.Until(ctx, e.timeouts.Ready, func(l Line) bool {
		if l.Text == "readyok" {
			return true
		}
		if heed != nil {
			heed(l)
		}
		return false
	})
}

// Position sets a position: "startpos", or "fen" and a FEN, and the moves from there.
func (e *Engine) Position(from string, moves []string) {
	line := "position " + from
	if len(moves) > 0 {
		line += " moves " + strings.Join(moves, " ")
	}
	e.Send(line)
}

// Answer is how a search ends.
type Answer struct {
	Text         string // the line, as it came
	Move, Ponder string // as the engine spells them; Move is empty where the line ends before
	Took         time.Duration
	Stopped      bool // it was told to stop
}

// Go starts a search with the words after "go" and waits for the answer. When limit has
// passed, or heed, which sees every line and may be nil, returns true, it says stop; an
// engine that does not answer that is lost. A limit of 0 is that of Timeouts.Think.
func (e *Engine) Go(ctx context.Context, words string, limit time.Duration, heed func(Line) (stop bool)) (a Answer, err error) {
	if e.ended != nil {
		return a, e.ended
	}
	if limit <= 0 {
		limit = e.timeouts.Think
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	begin := time.Now()
	e.Send("go " + words)
	stop := func() {
		a.Stopped = true
		e.Send("stop")
		timer.Reset(e.timeouts.Ready)
	}
	for {
		line, err := e.next(ctx, timer.C)
		switch {
		case err != nil:
			return a, err
		case line == nil && a.Stopped:
			return a, e.lose(fmt.Errorf("%w: it does not stop", ErrStalled))
		case line == nil:
			stop()
		case line.Text == "bestmove" || strings.HasPrefix(line.Text, "bestmove "):
			a.Text, a.Took = line.Text, line.At.Sub(begin)
			a.read(strings.Fields(line.Text)[1:])
			return a, nil
		case heed != nil && heed(*line) && !a.Stopped:
			stop()
		}
	}
}

// read takes the moves from the words after "bestmove".
func (a *Answer) read(words []string) {
	if len(words) > 0 {
		a.Move = words[0]
	}
	if len(words) > 2 && words[1] == "ponder" {
		a.Ponder = words[2]
	}
}
