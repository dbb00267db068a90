package rules

import (
	_ "embed"
	"sync"
)

// Default is the name of the variant played when none is named.
const Default = "tinyhouse"

// Orthodox is the name of orthodox chess, which some protocols begin with and call otherwise.
const Orthodox = "chess"

// orthodoxAlias is what others call it.
const orthodoxAlias = "standard"

// IsOrthodox reports whether name is one of orthodox chess.
func IsOrthodox(name string) bool { return name == Orthodox || name == orthodoxAlias }

//go:embed builtin.ini
var builtinText string

// BuiltinINI returns the text that defines the built-in variants, written for people and
// for Fairy-Stockfish.
func BuiltinINI() string { return builtinText }

// Builtin returns the built-in variants. It is read once and shared.
func Builtin() *Catalog { return builtin() }

var builtin = sync.OnceValue(func() *Catalog {
	c, err := Parse("builtin.ini", builtinText, nil)
	if err != nil {
		panic("rules: builtin.ini is broken: " + err.Error())
	}
	c.aliases = map[string]string{orthodoxAlias: Orthodox}
	return c
})
