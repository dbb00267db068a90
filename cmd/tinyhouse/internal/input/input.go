// Package input reads positions and games from text in any notation that people and
// programs have for them: a position or a game a line, or a file of games in PGN. Commands
// that take such text get it from here, each piece with its line, so that what is wrong
// with one is told and the others are read.
package input

import (
	"bufio"
	"context"
	"fmt"
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

	lines *bufio.Reader
	line  int
}

// maxLine is the longest line that is read, in bytes: more than any game needs.
const maxLine = 1 << 20

// Read yields what r holds, in its order, with memory for one piece at a time. Lines that
// are blank or begin with # are left out. An error of r itself comes last. When ctx is
// cancelled it soon ends, even while it waits for r.
func (in *Reader) Read(ctx context.Context, r io.Reader) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		in.lines, in.line = bufio.NewReaderSize(cancelable(ctx, r), 1<<16), 0
		for first := true; ; first = false {
			text, err := in.next()
			if ctx.Err() != nil {
				return
			}
			switch {
			case text == "" && err == io.EOF:
				return
			case err != nil && err != io.EOF:
				yield(in.failed(err))
				return
			case strings.HasPrefix(text, tooLong):
				if !yield(in.failed(fmt.Errorf("line of more than %d bytes", maxLine))) {
					return
				}
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
	return Item{Record: notation.Record{Line: in.line}, Err: err}
}

// cancelable returns a reader of r that fails when ctx is cancelled. The goroutine that reads r
// may wait for it for ever; it is for streams that last as long as the program.
func cancelable(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return out
}

// tooLong stands for a line that is. No line that is read has a NUL.
const tooLong = "\x00"

// next returns the next line that says something, without its end, with blanks in place of
// control characters.
func (in *Reader) next() (string, error) {
	for {
		text, err := in.readLine()
		text = strings.TrimSpace(text)
		if text != "" && text[0] != '#' || err != nil {
			return text, err
		}
	}
}

// readLine reads one line. The excess of one that is too long is skipped.
func (in *Reader) readLine() (string, error) {
	var line []byte
	long := false
	for {
		part, err := in.lines.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; !long {
			line = append(line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if in.line++; long {
			return tooLong, nil // an error of the reader comes again
		}
		return strings.TrimPrefix(strings.Map(clean, string(line)), "\ufeff"), err
	}
}

// clean returns a blank for a control character.
func clean(r rune) rune {
	if r < ' ' || r == 0x7f {
		return ' '
	}
	return r
}

// readGames yields the games of a file of PGN whose first line has been read.
func (in *Reader) readGames(ctx context.Context, first string, yield func(Item) bool) {
	before := in.line - 1
	text := io.MultiReader(strings.NewReader(first+"\n"), in.lines)
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
