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

// Book is openings from a file. When there are no more they come again from the first.
type Book struct {
	list []Opening
	name string
}

// ReadEPD reads positions, one a line in EPD or FEN; what follows a position is not looked
// at, nor are empty lines and those that begin with "#". The error names the line that is no
// opening.
func ReadEPD(g *board.Game, r io.Reader) (*Book, error) {
	b := &Book{}
	in := lineread.NewReader(r, maxLine)
	for number := 1; ; number++ {
		read, err := in.Next()
		said := strings.TrimSpace(read.Text)
		switch {
		case err == io.EOF:
			return b.end(g, nil)
		case err != nil:
			return b.end(g, err)
		case said == "" || said[0] == '#':
			continue
		}
		position, _ := notation.CutEPD(said)
		p, err := notation.ParsePosition(g, position)
		l := newLine(g, p)
		if err == nil && l.outcome().Over() {
			err = fmt.Errorf("the game is over (%v): no opening", l.outcome().Reason)
		}
		if err != nil {
			return nil, fmt.Errorf("match: line %d: %w", number, err)
		}
		b.add(l)
	}
}

// maxLine is how much of a line is looked at, in bytes: more than any position has.
const maxLine = 1 << 16

// ReadPGN reads games, of which the first plies are openings: all, if plies is 0. Games that
// are over by then are left out. The error names the game that cannot be read.
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
		if !l.outcome().Over() {
			b.add(l)
		}
	}
	return b.end(g, nil)
}

// add adds an opening.
func (b *Book) add(l *line) { b.list = append(b.list, Opening{l.start, l.moves}) }

// end names the book after all that is in it.
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

// Shuffle puts the openings in an order that the seed fixes.
func (b *Book) Shuffle(seed uint64) {
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(b.list), func(i, j int) { b.list[i], b.list[j] = b.list[j], b.list[i] })
	b.name += fmt.Sprintf(", seed %d", seed)
}

// Len returns the number of openings.
func (b *Book) Len() int { return len(b.list) }

// At returns opening i.
func (b *Book) At(i int) (Opening, error) { return b.list[i%len(b.list)], nil }

// String names the openings and their order.
func (b *Book) String() string { return b.name }
