// Package convert converts positions and games between notations.
package convert

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Help is the help text of the command.
const Help = `Convert positions and games, one per line or in PGN, from one notation to another.

  fen      positions; hands in any dialect, see lichess and sfen
  epd      positions with operations
  sfen     positions as shogi programs write them: b moves first, up the board
  thin     positions of one file: bk,br,bn,...:w, from the highest rank down
  lichess  fen with the hands after a slash; for output only
  uci, san moves from the start position or --fen; or "fen FEN moves ..."
  pgn      games

Without a FILE, or with -, it reads standard input. A game becomes its last position, or with --all
all of its positions. An item that cannot be converted is reported on standard error with its line;
the rest is converted, and the exit status is 1. In PGN the comments after moves are kept; variations
and annotation glyphs are not, which a warning reports.`

// Slash is FEN with the hands after a slash, as Lichess writes it. Reading, it is FEN.
const Slash input.Format = "lichess"

// Formats returns the notations that can be read, or those that can be written.
func Formats(write bool) []input.Format {
	formats := []input.Format{input.FEN, input.EPD, input.SFEN, input.Thin, input.UCI, input.SAN, input.PGN}
	if write {
		return append(formats, Slash)
	}
	return append(formats, input.Auto)
}

// Options are the settings of a conversion.
type Options struct {
	Game  *board.Game
	Start board.Position // of games that name no position
	From  input.Format
	To    input.Format
	All   bool // write every position of a game, not only the last

	Bad  func(line int, err error) // is called with each item that cannot be converted, and its line
	Warn func(line int, err error) // is called with each item that is converted in part
}

// Run converts r to w, item by item, and returns the number of items and of those that could not be
// converted. The error is one of w, or of ctx, which ends Run at once.
func Run(ctx context.Context, r io.Reader, w io.Writer, o Options) (read, bad int, err error) {
	in := input.Reader{Game: o.Game, Start: o.Start, Format: o.From}
	for item := range in.Read(ctx, r) {
		read++
		text, err := "", item.Err
		if err == nil {
			text, err = o.write(&item)
		}
		if err != nil {
			bad++
			o.Bad(item.Line, err)
			continue
		}
		if dropped := item.Dropped.String(); o.To == input.PGN && dropped != "" {
			o.Warn(item.Line, errors.New("not converted: "+dropped))
		}
		if _, err := io.WriteString(w, text); err != nil {
			return read, bad, err
		}
	}
	return read, bad, ctx.Err()
}

func (o *Options) write(item *input.Item) (string, error) {
	switch o.To {
	case input.UCI:
		return o.line(item, notation.Move), nil
	case input.SAN:
		return o.line(item, notation.SAN), nil
	case input.PGN:
		return o.pgn(item)
	}
	if !o.All {
		last := input.Last(o.Game, &item.Record)
		return o.position(item, &last.Position)
	}
	var all strings.Builder
	for m := range input.Moments(o.Game, &item.Record) {
		line, err := o.position(item, &m.Position)
		if err != nil {
			return "", err
		}
		all.WriteString(line)
	}
	return all.String(), nil
}

// The reasons why a position cannot be written.
var (
	errSFEN = errors.New("sfen has neither castling rights nor en passant squares")
	errThin = errors.New("thin is for boards of one file, without hands")
)

// position returns a position as a line.
func (o *Options) position(item *input.Item, p *board.Position) (text string, err error) {
	switch o.To {
	case input.FEN:
		text = notation.FEN(o.Game, p)
	case Slash:
		text = notation.SlashFEN(o.Game, p)
	case input.EPD:
		text = notation.FormatEPD(o.Game, &notation.EPD{Position: *p, Ops: item.Ops})
	case input.SFEN:
		text, err = notation.SFEN(o.Game, p), errSFEN
	case input.Thin:
		text, err = notation.Code(o.Game, p), errThin
	}
	if text == "" {
		return "", fmt.Errorf("%q: %w", notation.FEN(o.Game, p), err)
	}
	return text + "\n", nil
}

// line returns a game as a line of moves, after its start position unless that is o.Start.
func (o *Options) line(item *input.Item, name func(*board.Game, *board.Position, board.Move) string) string {
	var words []string
	if p := item.Start; p != o.Start || len(item.Moves) == 0 {
		words = append(words, "fen", notation.FEN(o.Game, &p))
		if len(item.Moves) > 0 {
			words = append(words, "moves")
		}
	}
	words = append(words, input.MoveTexts(o.Game, item.Start, item.Moves, name)...)
	return strings.Join(words, " ") + "\n"
}

// pgn returns a game as PGN. If it has no result, the last position decides.
func (o *Options) pgn(item *input.Item) (string, error) {
	record := item.Record
	if record.Result == "" || record.Result == notation.Unknown {
		last := input.Last(o.Game, &record)
		record.Result, _ = last.Result(o.Game)
	}
	var text strings.Builder
	err := notation.WritePGN(&text, o.Game, &record)
	return text.String(), err
}

// Parse returns the notation of a name, one of those that can be read or written.
func Parse(name string, write bool) (input.Format, error) {
	f := input.Format(strings.ToLower(name))
	if all := Formats(write); !slices.Contains(all, f) {
		return "", fmt.Errorf("%.40q: want one of %s", name, List(all))
	}
	return f, nil
}

// List returns the names of notations, separated by commas.
func List(formats []input.Format) string {
	var names []string
	for _, f := range formats {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}
