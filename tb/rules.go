package tb

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/tb/index"
)

// Rules as a table keeps them: what belongs here turns a game into text and a hash, and
// text into a game.

// RulesHash returns the SHA-256 of all in the rules that a value or a number can depend on:
// two games with the same hash share tables, whatever they are called and from wherever
// they start. It takes some 0.1 ms.
func RulesHash(g *board.Game) [32]byte {
	// The name, the start and what is there for GUIs make no difference to play; but the
	// start may tell where pawns can stand.
	v := *g.Variant()
	v.Name, v.Start, v.Template, v.CharTable, v.Pocket = "rules", "", "", "", 0
	text, err := textOf(&v)
	if err != nil {
		text = err.Error() // no table can have it: Create refuses such a game
	}
	white, black := uint64(g.PawnHome(board.White)), uint64(g.PawnHome(board.Black))
	text += fmt.Sprintf("pawns = %016x %016x\nnumbering = %d\n", white, black, index.Version)
	return sha256.Sum256([]byte(text))
}

// textOf returns the rules as ini text.
func textOf(v *rules.Variant) (string, error) {
	var b strings.Builder
	err := rules.WriteINI(&b, v)
	return b.String(), err
}

// gameOf is the way back: it compiles the one variant of a text.
func gameOf(text string) (*board.Game, error) {
	catalog, err := rules.Parse("rules", text, nil)
	if err != nil {
		return nil, err
	}
	all := catalog.Variants()
	if len(all) != 1 {
		return nil, fmt.Errorf("%d variants, want one", len(all))
	}
	return board.Compile(all[0])
}
