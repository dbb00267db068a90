package index

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// RulesDigest returns the SHA-256 of everything in the rules that a value or a number depends
// on: games with the same digest share tables, whatever their names and starts are. It takes
// some 0.1 ms.
func RulesDigest(g *board.Game) [32]byte {
	// The name, the start and the hints for GUIs make no difference to play; but the start
	// may determine where pawns can stand.
	v := *g.Variant()
	v.Name, v.Start, v.Template, v.CharTable, v.Pocket = "rules", "", "", "", 0
	var b strings.Builder
	if err := rules.WriteINI(&b, &v); err != nil {
		b.Reset()
		fmt.Fprintf(&b, "%#v\n", v) // no file has it: writers refuse such a game
	}
	fmt.Fprintf(&b, "pawns = %016x %016x\nnumbering = %d\n",
		uint64(g.PawnHome(board.White)), uint64(g.PawnHome(board.Black)), Version)
	return sha256.Sum256([]byte(b.String()))
}
