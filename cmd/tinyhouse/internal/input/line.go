package input

import (
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// parse reads a line that is not PGN.
func (in *Reader) parse(line string) Item {
	var item Item
	line = strings.TrimPrefix(line, "position ")
	format := in.Format
	if format == Auto {
		format = guess(line)
	}
	switch format {
	case SFEN:
		item.Start, item.Err = notation.ParseSFEN(in.Game, line)
	case Thin:
		item.Start, item.Err = notation.ParseCode(in.Game, line)
	case UCI, SAN:
		in.parseMoves(&item, line)
	default:
		var e notation.EPD
		e, item.Err = notation.ParseEPD(in.Game, strings.TrimPrefix(line, "fen "))
		item.Start, item.Ops = e.Position, e.Ops
	}
	item.Line, item.Format = in.lines.Number, format
	return item
}

// guess returns the notation of a line. A line with the word "moves" is a game, unless it has
// operations of EPD; else a first word with ranks or commas makes it a position.
func guess(line string) Format {
	first, _, _ := strings.Cut(strings.TrimPrefix(line, "fen "), " ")
	switch {
	case strings.HasPrefix(line, "sfen "):
		return SFEN
	case movesAt(line) >= 0 && !strings.ContainsAny(line, `;"`):
		return UCI
	case strings.ContainsAny(first, "/,") && first != "1/2-1/2", first == "startpos":
		return EPD
	}
	return UCI
}

// movesWord separates a position from the moves after it.
const movesWord = "moves"

// movesAt returns the index of movesWord in the line, or -1.
func movesAt(line string) int {
	at := strings.Index(" "+line+" ", " "+movesWord+" ")
	if at > 0 {
		return at
	}
	return -1
}

// parseMoves reads moves, and the position before them if there is one.
func (in *Reader) parseMoves(item *Item, line string) {
	start := in.Start
	switch at := movesAt(line); {
	case at >= 0:
		start, item.Err = in.parseStart(line[:at])
		line = line[at+len(movesWord):]
	case line == "startpos" || strings.HasPrefix(line, "fen "):
		start, item.Err = in.parseStart(line)
		line = ""
	}
	if item.Err != nil {
		return
	}
	game, err := notation.ParseGame(in.Game, &start, line)
	if err != nil {
		item.Err = err
		return
	}
	item.Record = *game
}

// parseStart reads the position before moves.
func (in *Reader) parseStart(text string) (board.Position, error) {
	return notation.ParsePosition(in.Game, strings.TrimPrefix(strings.TrimSpace(text), "fen "))
}
