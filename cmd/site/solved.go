package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// solvedText is the list of published values. "go run ./scripts/solving list" writes it from the tables and
// certificates; a test compares it with docs/results.md and with the files of the repository.
//
//go:embed solved.json
var solvedText []byte

// solved is a published value: of a game, of a position in it, or of all positions with some pieces.
type solved struct {
	Group     string     `json:"group"`              // "games", "openings", "endings" or "units"
	Variant   string     `json:"variant"`            //
	Material  string     `json:"material,omitempty"` // empty: that of the start
	Moves     string     `json:"moves,omitempty"`    // before the root of a certificate, in UCI form
	Kind      string     `json:"kind"`               // how it is known: "table", "certificate" or "search"
	File      string     `json:"file,omitempty"`     // empty: none was kept
	Bytes     int64      `json:"bytes,omitempty"`
	SHA256    string     `json:"sha256,omitempty"`    // empty: the file was not made again for this list
	Positions uint64     `json:"positions,omitempty"` // of a table; records of a certificate
	Wins      uint64     `json:"wins,omitempty"`      // of these, for the side to move
	Losses    uint64     `json:"losses,omitempty"`
	Draws     uint64     `json:"draws,omitempty"`
	Shown     []solvedAt `json:"shown"`

	Make   string `json:"make,omitempty"`   // the command that makes the file
	Verify string `json:"verify,omitempty"` // the command that verifies it
}

// solvedAt is a position with its value for the side to move: "win 11", "draw" or "loss 8".
type solvedAt struct {
	What  string `json:"what"` // "start", "longest", "root" or "example"
	FEN   string `json:"fen"`
	Value string `json:"value"`
	Says  string `json:"says"` // the value in words
}

// published returns the list of published values.
func published() ([]solved, error) {
	var list []solved
	if err := json.Unmarshal(solvedText, &list); err != nil {
		return nil, fmt.Errorf("solved.json: %w", err)
	}
	for i := range list {
		s := &list[i]
		s.Make, s.Verify = s.commands()
		for j := range s.Shown {
			s.Shown[j].Says = s.Shown[j].says(s.Kind)
		}
	}
	return list, nil
}

// addSolved adds the list of published values, which pages fetch when it is shown.
func (b *builder) addSolved() error {
	list, err := published()
	if err != nil {
		return err
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	b.facts.Solved = b.addHashed("solved.json", text)
	return nil
}

// commands returns the commands that make and verify the file.
func (s *solved) commands() (makes, verifies string) {
	makes = "tinyhouse solve --variant " + s.Variant
	switch {
	case s.Kind == "table" && strings.Contains(s.Material, "v"):
		makes += " --material " + s.Material
	case s.Kind == "table" && s.Material != "":
		makes += " --units " + s.Material
	case s.Kind != "table" && s.Moves != "":
		makes += fmt.Sprintf(` --mode weak --question win --fen %q`, s.Shown[0].FEN)
	case s.Kind != "table":
		makes += " --mode weak"
	}
	if s.Kind == "search" {
		return makes, ""
	}
	file := s.name()
	return makes + " --out " + file, "tinyhouse verify " + file
}

// name returns the name of the file, also of one that was not kept.
func (s *solved) name() string {
	if s.File != "" {
		return s.File
	}
	name := s.Variant
	if s.Material != "" {
		name += "-" + s.Material
	}
	return name + map[string]string{"table": ".tht", "certificate": ".thc"}[s.Kind]
}

// says returns the value in words. Certificates prove that a win takes at most their plies.
func (s *solvedAt) says(kind string) string {
	turn, other := "White", "Black"
	if fields := strings.Fields(s.FEN); len(fields) > 1 && fields[1] == "b" {
		turn, other = other, turn
	}
	outcome, plies, _ := strings.Cut(s.Value, " ")
	count := plies + " plies"
	if plies == "1" {
		count = "1 ply"
	}
	winner := turn
	switch outcome {
	case "draw":
		return "Draw"
	case "loss":
		winner = other
	}
	switch {
	case plies == "0":
		return winner + " has won"
	case kind == "certificate":
		return winner + " wins in at most " + count
	}
	return winner + " wins in " + count
}
