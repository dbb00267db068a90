package match

import (
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"tinyhouse/engine/base/lineread"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Book is a list of openings from a file. After the last one they repeat.
type Book struct {
	list []Opening
	name string
}

// ReadEPD reads a position per line in EPD or FEN. It ignores EPD operations, empty lines and lines that
// begin with "#". The error names the line.
func ReadEPD(g *board.Game, r io.Reader) (*Book, error) {
	b := &Book{}
	in := lineread.NewReader(r, maxLine)
	for number := 1; ; number++ {
		read, err := in.Next()
		text := strings.TrimSpace(read.Text)
		switch {
		case err == io.EOF:
			return b.end(g, nil)
		case err != nil:
			return b.end(g, err)
		case text == "" || text[0] == '#':
			continue
		}
		position, _ := notation.CutEPD(text)
		p, err := notation.ParsePosition(g, position)
		l := newLine(g, p)
		if err == nil && l.outcome().Over() {
			err = fmt.Errorf("the game is over (%v)", l.outcome().Reason)
		}
		if err != nil {
			return nil, fmt.Errorf("match: line %d: %w", number, err)
		}
		if !b.add(l) {
			return b.end(g, errOpenings)
		}
	}
}

var errOpenings = fmt.Errorf("more than %d openings", maxOpenings)

// maxLine limits a line, in bytes.
const maxLine = 1 << 16

// ReadPGN reads games, whose first plies are the openings, or all if plies is 0. It leaves out games that
// are over by then. The error names the game.
func ReadPGN(g *board.Game, r io.Reader, plies int) (*Book, error) {
	b := &Book{}
	number := 0
	for record, err := range notation.ReadPGN(g, r) {
		number++
		if err != nil {
			return nil, fmt.Errorf("match: game %d: %w", number, err)
		}
		l := newLine(g, record.Start)
		for i, m := range record.Moves {
			if plies > 0 && i == plies {
				break
			}
			l.play(m)
		}
		if !l.outcome().Over() && !b.add(l) {
			return b.end(g, errOpenings)
		}
	}
	return b.end(g, nil)
}

// maxOpenings limits a book, for input that does not end.
const maxOpenings = 1 << 20

// add adds an opening. It reports false if there are too many.
func (b *Book) add(l *line) bool {
	b.list = append(b.list, Opening{l.start, l.moves})
	return len(b.list) <= maxOpenings
}

// end sets the name of the book to a digest of its openings.
func (b *Book) end(g *board.Game, err error) (*Book, error) {
	if err == nil && len(b.list) == 0 {
		err = fmt.Errorf("no openings")
	}
	if err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	h := sha256.New()
	for _, o := range b.list {
		fmt.Fprintln(h, notation.FEN(g, &o.Start), o.Moves)
	}
	b.name = fmt.Sprintf("book %x", h.Sum(nil)[:8])
	return b, nil
}

// Shuffle puts the openings in a random order that depends on the seed only.
func (b *Book) Shuffle(seed uint64) {
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(b.list), func(i, j int) { b.list[i], b.list[j] = b.list[j], b.list[i] })
	b.name += fmt.Sprintf(", seed %d", seed)
}

// At returns opening i.
func (b *Book) At(i int) (Opening, error) { return b.list[i%len(b.list)], nil }

// String names the openings and their order.
func (b *Book) String() string { return b.name }
