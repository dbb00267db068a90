package notation

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
)

// Record is a game as PGN keeps it.
type Record struct {
	Tags     []Tag // of the seven-tag roster those that are known, then others in any order
	Start    board.Position
	Moves    []board.Move
	Comments []string // after the moves of the same index; may be shorter
	Result   string   // "1-0", "0-1", "1/2-1/2", or "*" for a game that goes on
	Line     int      // of the file it was read from, from 1; not written
}

// Tag is one line of a game's head.
type Tag struct{ Name, Value string }

// Tag returns the value of a tag, or nothing.
func (r *Record) Tag(name string) string {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// orthodoxStart is where PGN lets a game begin that does not say otherwise.
const orthodoxStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// roster holds the tags that every game has, and what they say when nothing is known.
var roster = []Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", Unknown},
}

// derived holds the tags that WritePGN works out; it ignores what the record says of them.
var derived = []string{"Result", "Variant", "SetUp", "FEN"}

// WritePGN writes a game of g: the roster, the variant's name with a capital, the start
// position unless it is the orthodox one, the other tags, then the moves in SAN in lines
// of less than 80 columns, and an empty line. It fails where w does, or on an illegal move.
func WritePGN(w io.Writer, g *board.Game, r *Record) error {
	moves, err := moveText(g, r)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, t := range tagsOf(g, r) {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, tagEscapes.Replace(t.Value))
	}
	b.WriteByte('\n')
	wrap(&b, moves)
	b.WriteByte('\n')
	_, err = io.WriteString(w, b.String())
	return err
}

// tagEscapes keeps a tag on its line and its value between its quotation marks.
var tagEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ", "\t", " ")

// tagsOf returns all tags of r in the order of writing.
func tagsOf(g *board.Game, r *Record) []Tag {
	var tags []Tag
	for _, t := range roster {
		switch value := r.Tag(t.Name); {
		case t.Name == "Result":
			t.Value = result(r)
		case value != "":
			t.Value = value
		}
		tags = append(tags, t)
	}
	tags = append(tags, Tag{"Variant", capitalised(g.Variant().Name)})
	if fen := FEN(g, &r.Start); fen != orthodoxStart {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", fen})
	}
	for _, t := range r.Tags {
		inRoster := slices.ContainsFunc(roster, func(o Tag) bool { return o.Name == t.Name })
		if !inRoster && !slices.Contains(derived, t.Name) {
			tags = append(tags, t)
		}
	}
	return tags
}

// result returns how the game ended, or the mark of one that goes on.
func result(r *Record) string {
	if r.Result == "" {
		return Unknown
	}
	return r.Result
}

// capitalised returns the name of a variant as PGN writes it. Names are ASCII.
func capitalised(name string) string {
	return strings.ToUpper(name[:min(len(name), 1)]) + name[min(len(name), 1):]
}

// moveText returns the words of the move text: numbers, moves, comments and the result. A
// move of Black has a number only where White's does not stand right before it.
func moveText(g *board.Game, r *Record) ([]string, error) {
	var words []string
	p, number := r.Start, true
	for i, m := range r.Moves {
		if !g.IsLegal(&p, m) {
			return nil, fmt.Errorf("notation: pgn: move %d: %w", i+1, errIllegal)
		}
		switch {
		case p.Turn() == board.White:
			words = append(words, strconv.Itoa(p.Fullmove())+".")
		case number:
			words = append(words, strconv.Itoa(p.Fullmove())+"...")
		}
		words = append(words, SAN(g, &p, m))
		number = false
		if i < len(r.Comments) && r.Comments[i] != "" {
			words = append(words, commentWords(r.Comments[i])...)
			number = true
		}
		g.Apply(&p, &p, m)
	}
	return append(words, result(r)), nil
}

// commentWords returns a comment in braces; a brace within would end it, and is rounded.
func commentWords(comment string) []string {
	words := strings.Fields(strings.NewReplacer("{", "(", "}", ")").Replace(comment))
	if len(words) == 0 {
		return nil
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	return words
}

// wrap writes words in lines of less than 80 columns, the limit of PGN's export format; a
// longer word has a line of its own.
func wrap(b *strings.Builder, words []string) {
	column := 0
	for _, word := range words {
		switch {
		case column == 0:
		case column+1+len(word) < 80:
			b.WriteByte(' ')
			column++
		default:
			b.WriteByte('\n')
			column = 0
		}
		b.WriteString(word)
		column += len(word)
	}
	b.WriteByte('\n')
}
