package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// squares writes atoms as file,rank pairs with their marks, sorted: number of steps (r: any), lame
// (n), and m or c when the move is only one of these.
func squares(atoms []Atom) string {
	var words []string
	for _, a := range atoms {
		word := fmt.Sprintf("%d,%d", a.File, a.Rank)
		switch a.Limit {
		case 0:
			word += "r"
		case 1:
		default:
			word += fmt.Sprintf("r%d", a.Limit)
		}
		if a.Lame {
			word += "n"
		}
		if !a.Capture {
			word += "m"
		}
		if !a.Quiet {
			word += "c"
		}
		words = append(words, word)
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// The directions are those that Fairy-Stockfish gives to the same text, tried on the
// program itself with a lone piece on empty, full and random boards.
var betzaTests = []struct{ text, want string }{
	{"", ""},
	{"W", "-1,0 0,-1 0,1 1,0"},
	{"F", "-1,-1 -1,1 1,-1 1,1"},
	{"D", "-2,0 0,-2 0,2 2,0"},
	{"N", "-1,-2 -1,2 -2,-1 -2,1 1,-2 1,2 2,-1 2,1"},
	{"K", "-1,-1 -1,0 -1,1 0,-1 0,1 1,-1 1,0 1,1"},
	{"WF", "-1,-1 -1,0 -1,1 0,-1 0,1 1,-1 1,0 1,1"},
	{"R", "-1,0r 0,-1r 0,1r 1,0r"},
	{"WW", "-1,0r 0,-1r 0,1r 1,0r"},
	{"W0", "-1,0r 0,-1r 0,1r 1,0r"},
	{"R3", "-1,0r3 0,-1r3 0,1r3 1,0r3"},
	{"R1", "-1,0 0,-1 0,1 1,0"},
	{"fmWfcF", "-1,1c 0,1m 1,1c"},
	{"fW", "0,1"},
	{"fsW", "-1,0 0,1 1,0"},
	{"sfW", "-1,0 0,1 1,0"},
	{"vW", "0,-1 0,1"},
	{"WfF", "-1,0 -1,1 0,-1 0,1 1,0 1,1"},
	{"fN", "-1,2 1,2"},
	{"bN", "-1,-2 1,-2"},
	{"rN", "2,-1 2,1"},
	{"sN", "-2,-1 -2,1 2,-1 2,1"},
	{"vN", "-1,-2 -1,2 1,-2 1,2"},
	{"frN", "2,1"},
	{"rfN", "1,2"},
	{"fsN", "-2,1 2,1"},
	{"lvN", "-1,-2 -1,2"},
	{"rlN", "-2,-1 -2,1 2,-1 2,1"},
	{"frF", "1,1"},
	{"rF", "1,-1 1,1"},
	{"fsK", "-1,0 -1,1 1,0 1,1"},
	{"fR", "0,1r"},
	{"nN", "-1,-2n -1,2n -2,-1n -2,1n 1,-2n 1,2n 2,-1n 2,1n"},
	{"nW", "-1,0 0,-1 0,1 1,0"},
	{"mcW", "-1,0 0,-1 0,1 1,0"},
	{"mWcW", "-1,0 0,-1 0,1 1,0"},
	{"fmWfcWbW", "0,-1 0,1"},
	{"mNcB", "-1,-1rc -1,-2m -1,1rc -1,2m -2,-1m -2,1m 1,-1rc 1,-2m 1,1rc 1,2m 2,-1m 2,1m"},
}

func TestParseBetza(t *testing.T) {
	for _, tt := range betzaTests {
		atoms, err := ParseBetza(tt.text)
		if have := squares(atoms); err != nil || have != tt.want {
			t.Errorf("ParseBetza(%q)\nhave %s, %v\nwant %s", tt.text, have, err, tt.want)
		}
	}
	for key, betza := range predefined {
		if _, err := ParseBetza(betza); err != nil && betza != "?" {
			t.Errorf("%s: %v", key, err)
		}
	}
}

func TestParseBetzaRefused(t *testing.T) {
	tests := []struct{ text, want string }{
		{"X", `rules: betza "X": 'X' is not supported`},
		{"fmWfceF", `'e' is not supported`},
		{"pR", `'p' is not supported`},
		{"iN", `'i' is not supported`},
		{"W-", `'-' is not supported`},
		{"WéF", `is not supported`},
		{"W33", `'3' is not supported`},
		{"fm", `"fm" modifies no atom`},
		{"Wn", `"n" modifies no atom`},
		{"nR", `'n' before the rider "nR" is not supported`},
		{"nNN", `'n' before the rider "nNN"`},
		{"sfN", `direction "sf" before 'N' is not supported`},
		{"vrN", `direction "vr" before 'N' is not supported`},
	}
	for _, tt := range tests {
		atoms, err := ParseBetza(tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParseBetza(%q) = %v, %v, want an error with %q", tt.text, atoms, err, tt.want)
		}
	}
}

func TestPath(t *testing.T) {
	tests := []struct {
		text string
		want [2][2]int8 // the path of the first atom
		n    int
	}{
		{"nfrN", [2][2]int8{{1, 0}}, 1},
		{"nrfN", [2][2]int8{{0, 1}}, 1},
		{"nfA", [2][2]int8{{1, 1}}, 1},
		{"nfD", [2][2]int8{{0, 1}}, 1},
		{"nrfZ", [2][2]int8{{0, 1}, {1, 2}}, 2},
		{"nrfC", [2][2]int8{{0, 1}, {0, 2}}, 2},
	}
	for _, tt := range tests {
		atoms, err := ParseBetza(tt.text)
		if err != nil || !slices.Equal(atoms[0].Path(), tt.want[:tt.n]) {
			t.Errorf("path of %s %v = %v, %v, want %v", tt.text, atoms[0], atoms[0].Path(), err, tt.want[:tt.n])
		}
	}
	if path := (Atom{File: 2, Rank: 1, Limit: 1}).Path(); path != nil {
		t.Errorf("a knight has the path %v", path)
	}
}

// FuzzBetza reads any text: what is accepted has atoms that Validate accepts, none twice.
func FuzzBetza(f *testing.F) {
	for _, tt := range betzaTests {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		atoms, err := ParseBetza(text)
		if err != nil {
			return
		}
		c := checker{v: &Variant{}}
		c.moves(Piece{Atoms: atoms})
		if len(c.errors) > 0 {
			t.Fatalf("%q: %v", text, c.errors[0])
		}
		for i, a := range atoms {
			if n := len(merge(slices.Clone(atoms[:i]), a)); n == i && i > 0 {
				t.Fatalf("%q: %v twice", text, a)
			}
		}
	})
}
