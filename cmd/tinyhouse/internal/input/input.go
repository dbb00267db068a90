// Package input reads positions and games from text in any notation: a position or a game per
// line, or games in PGN. An item that cannot be read has an error; the items after it are read.
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

// The notations. All but PGN have one position or game per line.
const (
	Auto Format = "auto" // guess: PGN from the first line of the text, the others from each line
	FEN  Format = "fen"
	EPD  Format = "epd"
	SFEN Format = "sfen"
	Thin Format = "thin" // the code of games on one file
	UCI  Format = "uci"  // moves from a given position or from Reader.Start
	SAN  Format = "san"  // the same
	PGN  Format = "pgn"
)

// Item is a game, or a position, which is a game without moves.
type Item struct {
	notation.Record               // only Line is valid if Err is not nil
	Format          Format        // the notation it was read in, never Auto
	Game            int           // number of the game in PGN, from 1
	Ops             []notation.Op // of EPD
	Err             error         // why the item could not be read
}

// Reader reads a text.
type Reader struct {
	Game   *board.Game
	Start  board.Position // of moves without a position before them
	Format Format

	lines *Lines
}

// Read yields the items of r in their order, with memory for one of them. Blank lines and lines
// that begin with # are skipped. An error of r is the last item. The cancelling of ctx ends the
// sequence, even while a read from r blocks.
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

// failed returns an item with an error at the current line.
func (in *Reader) failed(err error) Item {
	return Item{Record: notation.Record{Line: in.lines.Number}, Err: err}
}

// readGames yields the games in PGN whose first line has been read already.
func (in *Reader) readGames(ctx context.Context, first string, yield func(Item) bool) {
	before := in.lines.Number - 1
	text := io.MultiReader(strings.NewReader(first+"\n"), in.lines.r.Rest())
	game := 0
	for record, err := range notation.ReadPGN(in.Game, text) {
		if ctx.Err() != nil {
			return
		}
		game++
		item := Item{Format: PGN, Game: game, Err: err}
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
