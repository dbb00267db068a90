// Package randvar generates random variants for tests. Every variant is valid, small enough to play
// to the end, and the same for the same random numbers.
package randvar

import (
	"fmt"
	"math/rand/v2"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// maxOthers is the largest number of kinds of pieces beside the king.
const maxOthers = 7

// Random returns a variant with a start position in which the game is not over.
func Random(rng *rand.Rand) *rules.Variant {
	for {
		m := maker{Rand: rng, v: &rules.Variant{Name: "random", Template: "fairy"}}
		m.board()
		m.pieces()
		m.forms()
		m.promotion()
		m.pawn()
		m.drop()
		m.castle()
		m.ending()
		if m.start() {
			return m.v
		}
	}
}

// maker is the state of generating a variant.
type maker struct {
	*rand.Rand
	v *rules.Variant
}

// chance returns true with a probability in percent.
func (m maker) chance(percent int) bool { return m.IntN(100) < percent }

// between returns a number from low to high, both included.
func (m maker) between(low, high int) int { return low + m.IntN(high-low+1) }

func pick[T any](m maker, choices ...T) T { return choices[m.IntN(len(choices))] }

// board chooses the shape, sometimes a single file or rank.
func (m maker) board() {
	g := &m.v.Board
	switch {
	case !m.chance(10):
		g.Width, g.Height = m.between(3, 8), m.between(3, 8)
	case m.chance(50):
		g.Width, g.Height = 1, m.between(4, geom.MaxSide)
	default:
		g.Width, g.Height = m.between(4, geom.MaxSide), 1
	}
}

// pieces chooses the kinds, most often with a king and a pawn.
func (m maker) pieces() {
	v := m.v
	switch {
	case m.chance(65):
		m.add("king", 'k', rules.RoyalKing, "K")
	case m.chance(50):
		m.add("king", 'k', rules.RoyalKing, m.betza())
	}
	others := m.between(1, maxOthers)
	letters := []byte("abcdefghijlmnoqrstuvwxyz")
	m.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
	pawn := -1
	if v.Board.Height >= 4 && m.chance(65) {
		pawn = m.IntN(others)
	}
	for i := range others {
		if i == pawn {
			m.add("pawn", 'p', rules.PawnRole, "fmWfcF")
		} else {
			m.add(fmt.Sprintf("customPiece%d", i+1), letters[i], rules.Ordinary, m.betza())
		}
	}
}

func (m maker) add(name string, letter byte, role rules.Role, betza string) {
	atoms, err := rules.ParseBetza(betza)
	if err != nil {
		panic("randvar: a piece was drawn that no one can read")
	}
	m.v.Pieces = append(m.v.Pieces, rules.Piece{Letter: letter, Name: name, Role: role, Betza: betza, Atoms: atoms})
}

// betza returns random moves of a piece.
func (m maker) betza() string {
	if m.chance(30) {
		return pick(m, "W", "F", "N", "R", "B", "Q", "nN", "D", "A", "fR", "WfF", "FfW", "nAW")
	}
	for {
		text := ""
		for range m.between(1, 3) {
			text += m.term()
		}
		if _, err := rules.ParseBetza(text); err == nil {
			return text
		}
	}
}

// term returns a random atom with modifiers, sometimes an unsupported one.
func (m maker) term() string {
	text := ""
	if m.chance(35) {
		text += pick(m, "m", "c")
	}
	lame := m.chance(25)
	if lame {
		text += "n"
	}
	if m.chance(45) {
		text += pick(m, "f", "f", "b", "v", "s", "l", "r", "fs", "fl", "fr", "br", "rf", "lb", "frb", "fbl")
	}
	switch {
	case lame:
		text += pick(m, "N", "A", "D", "H", "C", "Z", "G")
	case m.chance(30):
		text += pick(m, "R", "B", "Q", "R2", "B3", "W2", "F2", "K2", "W3")
	case m.chance(10):
		text += pick(m, "NN", "DD", "A2", "N2")
	default:
		text += pick(m, "W", "F", "K", "W", "F", "N", "D", "A", "H", "C", "Z", "G")
	}
	return text
}

// letters returns the letters of all pieces that satisfy f.
func (m maker) letters(f func(rules.Piece) bool) []byte {
	var letters []byte
	for _, p := range m.v.Pieces {
		if f(p) {
			letters = append(letters, p.Letter)
		}
	}
	return letters
}

func anyPiece(rules.Piece) bool { return true }

func notRoyal(p rules.Piece) bool { return p.Role != rules.RoyalKing }

func isPawn(p rules.Piece) bool { return p.Role == rules.PawnRole }

func ordinary(p rules.Piece) bool { return p.Role == rules.Ordinary }

// unturned picks the ordinary pieces that have no promoted form.
func unturned(p rules.Piece) bool { return ordinary(p) && p.Promoted == 0 }

// turning picks those that have one.
func turning(p rules.Piece) bool { return p.Promoted != 0 }

// sample returns some of the letters in random order, at least one if there are any.
func (m maker) sample(letters []byte, most int) rules.Letters {
	if len(letters) == 0 {
		return ""
	}
	m.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
	return rules.Letters(letters[:m.between(1, min(most, len(letters)))])
}
