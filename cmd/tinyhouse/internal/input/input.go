// Package input reads positions and games from text in any notation that people and
// programs have for them: a position or a game a line, or a file of games in PGN. Commands
// that take such text get it from here, each piece with its line, so that what is wrong
// with one is told and the others are read.
package input

import (
	"context"
	"io"
	"iter"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Format is a notation.
type Format string

// The notations. All but PGN have one position or game a line.
const (
	Auto Format = "auto" // whichever it looks like
	FEN  Format = "fen"
	EPD  Format = "epd"
	SFEN Format = "sfen"
	Thin Format = "thin" // the code of games on one file
	UCI  Format = "uci"  // moves, after a position or from the start
	SAN  Format = "san"  // the same
	PGN  Format = "pgn"
)

// Item is a game, or a position, which is a game without moves.
type Item struct {
	notation.Record               // Line is always told
	Format          Format        // that it was read in, never Auto
	Ops             []notation.Op // of EPD
	Err             error         // why it could not be read; the rest counts for nothing then
}

// Reader reads a text.
type Reader struct {
	Game   *board.Game
	Start  board.Position // where moves without a position begin
	Format Format

	lines *Lines
}

// Read yields what r holds, in its order, with memory for one piece at a time. Lines that
// are blank or begin with # are left out. An error of r itself comes last. When ctx is
// cancelled it soon ends, even while it waits for r.
func (in *Reader) Read(ctx context.Context, r io.Reader) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		in.lines = NewLines(ctx, r)
		for first := true; ; first = false {
			text, err := in.lines.Next()
			if ctx.Err() != nil {
				return
			}
			switch {
			case err == io.EOF:
				return
			case err == ErrLong:
				if !yield(in.failed(err)) {
					return
				}
			case err != nil:
				yield(in.failed(err))
				return
			case in.Format == PGN || first && in.Format == Auto && strings.HasPrefix(text, "["):
				in.readGames(ctx, text, yield)
				return
			case !yield(in.parse(text)):
				return
			}
		}
	}
}

// failed returns an item that cannot be read.
func (in *Reader) failed(err error) Item {
	return Item{Record: notation.Record{Line: in.lines.Number}, Err: err}
}

// readGames yields the games of a file of PGN whose first line has been read.
func (in *Reader) readGames(ctx context.Context, first string, yield func(Item) bool) {
	before := in.lines.Number - 1
	text := io.MultiReader(strings.NewReader(first+"\n"), in.lines.r.Rest())
	for record, err := range notation.ReadPGN(in.Game, text) {
		if ctx.Err() != nil {
			return
		}
		item := Item{Format: PGN, Err: err}
		if bad, ok := err.(*notation.Error); ok {
			item.Line = before + bad.Line
		} else if err == nil {
			item.Record = *record
			item.Line += before
		}
		if !yield(item) {
			return
		}
	}
}
