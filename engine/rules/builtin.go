package rules

import (
	_ "embed"
	"sync"
)

// Default is the name of the variant played when none is named.
const Default = "tinyhouse"

// BuiltinText is the definition of the built-in variants, written for people and for
// Fairy-Stockfish.
//
//go:embed builtin.ini
var BuiltinText string

// Builtin returns the built-in variants.
func Builtin() *Catalog { return builtin() }

var builtin = sync.OnceValue(func() *Catalog {
	c, err := Parse("builtin.ini", BuiltinText, nil)
	if err != nil {
		panic("rules: builtin.ini is broken: " + err.Error())
	}
	c.aliases = map[string]string{"standard": "chess"}
	return c
})
