package webapi

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// Setup is a position under construction, legal or not.
type Setup struct {
	Men      map[string]string `json:"men"` // by square, as FEN writes them
	Hands    [2]map[string]int `json:"hands"`
	Turn     string            `json:"turn"`
	Castling string            `json:"castling"` // as in FEN, wanted where the men allow it; empty: none
	Clock    int               `json:"clock"`    // plies without progress
	Number   int               `json:"number"`   // of the move to be played; 0: 1
}

// Arranged is a Setup in FEN.
type Arranged struct {
	FEN     string `json:"fen"`
	Problem string `json:"problem,omitempty"` // a sentence: why it is no legal position
	Rights  string `json:"rights"`            // the castlings that the men allow, as in FEN
}

// SetUp writes a Setup in FEN and says what makes it illegal.
func (a *API) SetUp(r *Request) (*Arranged, error) {
	g, err := a.game(r)
	if err != nil {
		return nil, err
	}
	var s Setup
	if r.Setup != nil {
		s = *r.Setup
	}
	if err := s.checkHands(); err != nil {
		return nil, err
	}
	answer := &Arranged{Rights: s.rights(g)}
	s.Castling = common(answer.Rights, s.Castling)
	answer.FEN = s.fen(g)
	p, err := notation.ParseFEN(g, answer.FEN)
	if err != nil {
		answer.Problem = sentence(err)
		return answer, nil
	}
	answer.FEN = notation.FEN(g, &p)
	return answer, nil
}

// maxLetters limits the letters of a hand: a game has far fewer kinds of pieces.
const maxLetters = 64

// checkHands checks the size of the hands, whose text is much longer than what a client has to send.
func (s Setup) checkHands() error {
	for _, counts := range s.Hands {
		if len(counts) > maxLetters {
			return fmt.Errorf("webapi: hand of %d letters: want at most %d", len(counts), maxLetters)
		}
		for letter := range counts {
			if utf8.RuneCountInString(letter) != 1 {
				return fmt.Errorf("webapi: hand with %.20q: want single letters", letter)
			}
		}
	}
	return nil
}

// rights returns the castlings that the men allow, whatever else is wrong with them.
func (s Setup) rights(g *board.Game) string {
	all := ""
	if !g.Variant().Castle.Allowed {
		return all
	}
	for _, letter := range []string{"K", "Q", "k", "q"} {
		s.Castling = letter
		_, err := notation.ParseFEN(g, s.fen(g))
		var fault board.Fault
		if err == nil || errors.As(err, &fault) && fault&board.BadCastling == 0 {
			all += letter
		}
	}
	return all
}

// common returns the letters of text that are in others, too.
func common(text, others string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(others, r) {
			return r
		}
		return -1
	}, text)
}

// sentence returns the reason of an error about a position as a sentence.
func sentence(err error) string {
	var e *notation.Error
	if errors.As(err, &e) {
		err = e.Err
	}
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "board: "), "notation: ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// fen returns the setup as a FEN, whatever it holds.
func (s Setup) fen(g *board.Game) string {
	geo, rows := g.Geometry(), []string{}
	for rank := geo.Height - 1; rank >= 0; rank-- {
		row, empty := "", 0
		for file := range geo.Width {
			man := s.Men[geo.Name(geo.At(file, rank))]
			if man == "" {
				empty++
				continue
			}
			row, empty = row+digits(empty)+man, 0
		}
		rows = append(rows, row+digits(empty))
	}
	text := strings.Join(rows, "/")
	if g.HasDrops() {
		text += "[" + handText(s.Hands[0]) + strings.ToLower(handText(s.Hands[1])) + "]"
	}
	turn, castling := s.Turn, s.Castling
	if turn != "b" {
		turn = "w"
	}
	if castling == "" {
		castling = "-"
	}
	return text + " " + turn + " " + castling + " - " + strconv.Itoa(s.Clock) + " " + strconv.Itoa(max(1, s.Number))
}

// digits returns a number of empty squares as FEN writes it.
func digits(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// handText returns the letters of a hand.
func handText(counts map[string]int) string {
	text := ""
	for _, letter := range slices.Sorted(maps.Keys(counts)) {
		text += strings.Repeat(letter, max(0, min(counts[letter], board.MaxUnits)))
	}
	return text
}

// WriteINI writes the variant of a request as a section of ini text, without a parent.
func (a *API) WriteINI(r *Request) (*Text, error) {
	g, err := a.game(r)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := rules.WriteINI(&b, g.Variant()); err != nil {
		return nil, err
	}
	return &Text{b.String()}, nil
}
