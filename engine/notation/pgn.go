package notation

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
)

// Record is a game of PGN.
type Record struct {
	Tags     []Tag // in any order
	Start    board.Position
	Moves    []board.Move
	Comments []string // Comments[i] follows Moves[i]; may be shorter
	Result   string   // "1-0", "0-1", "1/2-1/2", or "*" for a game that goes on
	Line     int      // in the file that was read, from 1; not written
	Dropped  Dropped
}

// Dropped counts what a PGN file has and a Record does not hold.
type Dropped struct{ Variations, NAGs, Comments int }

// String lists the counts, or is empty if there are none.
func (d Dropped) String() string {
	var parts []string
	for _, c := range []struct {
		n         int
		one, many string
	}{{d.Variations, "variation", "variations"}, {d.NAGs, "annotation glyph", "annotation glyphs"}, {d.Comments, "comment before the first move", "comments before the first move"}} {
		switch c.n {
		case 0:
		case 1:
			parts = append(parts, "1 "+c.one)
		default:
			parts = append(parts, strconv.Itoa(c.n)+" "+c.many)
		}
	}
	return strings.Join(parts, ", ")
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

// orthodoxStart is the start position of games without a FEN tag.
const orthodoxStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// roster holds the tags that every game has, with their values for unknown.
var roster = []Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", Unknown},
}

// derived holds the tags that WritePGN computes. It ignores their values in the record.
var derived = []string{"Result", "Variant", "SetUp", "FEN"}

// WritePGN writes a game of g: the roster, the variant, the start position unless it is the orthodox
// one, the other tags, then the moves in SAN in lines of less than 80 columns, and an empty line. An
// illegal move is an error.
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

// tagEscapes escapes a value between quotation marks, on one line.
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

// result returns the result of a game, * if there is none.
func result(r *Record) string {
	if r.Result == "" {
		return Unknown
	}
	return r.Result
}

// capitalised returns an ASCII name with a capital first letter.
func capitalised(name string) string {
	return strings.ToUpper(name[:min(len(name), 1)]) + name[min(len(name), 1):]
}

// moveText returns the words of the move text: numbers, moves, comments and the result. A move of
// Black has a number only if it does not follow White's directly.
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

// commentWords returns the words of a comment in braces. Braces inside become parentheses.
func commentWords(comment string) []string {
	words := strings.Fields(strings.NewReplacer("{", "(", "}", ")").Replace(comment))
	if len(words) == 0 {
		return nil
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	return words
}

// wrap writes words in lines of less than 80 columns, the limit of PGN's export format, or of one
// longer word.
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
