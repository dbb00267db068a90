package client

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Option is an option of an engine.
type Option struct {
	Name, Type, Default string
	Vars                []string // values of a combo
}

// Handshake sends uci and reads the name and the options of the engine. It may be repeated after an
// option that changes others.
func (e *Engine) Handshake(ctx context.Context) error {
	e.Send("uci")
	e.Options = nil
	err := e.Until(ctx, e.timeouts.Start, func(l Line) bool {
		if name, ok := strings.CutPrefix(l.Text, "id name "); ok {
			e.Name = strings.TrimSpace(name)
		}
		if text, ok := strings.CutPrefix(l.Text, "option "); ok && len(e.Options) < maxOptions {
			e.Options = append(e.Options, parseOption(text))
		}
		return l.Text == "uciok"
	})
	if errors.Is(err, ErrStalled) || errors.Is(err, ErrGone) {
		return fmt.Errorf("it does not speak UCI, no uciok: %w", err)
	}
	return err
}

// maxOptions limits the options of an engine.
const maxOptions = 1 << 10

// parseOption parses the words after "option". The keywords cannot be part of a value.
func parseOption(text string) Option {
	var o Option
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

// Option returns an option by its name, in upper or lower case.
func (e *Engine) Option(name string) (Option, bool) {
	at := slices.IndexFunc(e.Options, func(o Option) bool { return strings.EqualFold(o.Name, name) })
	if at < 0 {
		return Option{}, false
	}
	return e.Options[at], true
}

// Set sets an option, whether the engine has it or not. It presses a button without the value.
func (e *Engine) Set(name, value string) {
	if o, ok := e.Option(name); ok && o.Type == "button" {
		e.Send("setoption name " + name)
		return
	}
	e.Send("setoption name " + name + " value " + value)
}

// Define sets VariantPath to a file of variants, which is removed when the engine ends.
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

// Ready waits until the engine has performed all commands. The function, unless nil, receives the lines
// before readyok.
func (e *Engine) Ready(ctx context.Context, receive func(Line)) error {
	e.Send("isready")
	return e.Until(ctx, e.timeouts.Ready, func(l Line) bool {
		if l.Text == "readyok" {
			return true
		}
		if receive != nil {
			receive(l)
		}
		return false
	})
}

// Position sets a position: "startpos" or "fen" with a FEN, and moves.
func (e *Engine) Position(from string, moves []string) {
	line := "position " + from
	if len(moves) > 0 {
		line += " moves " + strings.Join(moves, " ")
	}
	e.Send(line)
}

// Answer is the end of a search.
type Answer struct {
	Text         string // the whole line
	Move, Ponder string // as written by the engine; may be empty
	Took         time.Duration
	Stopped      bool // after stop
}

// Go starts a search with the words after "go" and waits for the answer. It sends stop after limit, or
// when the function, which receives every line and may be nil, returns true. A limit of 0 stands for
// Timeouts.Think.
func (e *Engine) Go(ctx context.Context, words string, limit time.Duration, receive func(Line) (stop bool)) (a Answer, err error) {
	if e.failed != nil {
		return a, e.failed
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
			return a, e.fail(fmt.Errorf("%w: it does not stop", ErrStalled))
		case line == nil:
			stop()
		case line.Text == "bestmove" || strings.HasPrefix(line.Text, "bestmove "):
			a.Text, a.Took = line.Text, line.At.Sub(begin)
			a.parse(strings.Fields(line.Text)[1:])
			return a, nil
		case receive != nil && receive(*line) && !a.Stopped:
			stop()
		}
	}
}

// parse parses the words after "bestmove".
func (a *Answer) parse(words []string) {
	if len(words) > 0 {
		a.Move = words[0]
	}
	if len(words) > 2 && words[1] == "ponder" {
		a.Ponder = words[2]
	}
}
