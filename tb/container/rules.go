package container

import (
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// textOf returns the rules of a variant as ini text.
func textOf(v *rules.Variant) (string, error) {
	var b strings.Builder
	err := rules.WriteINI(&b, v)
	return b.String(), err
}

// gameOf is the inverse of textOf: it compiles the only variant of a text.
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
