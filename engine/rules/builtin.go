package rules

import (
	_ "embed"
	"sync"
)

// Default is the name of the default variant.
const Default = "tinyhouse"

// Orthodox is the name of orthodox chess, with which some protocols begin.
const Orthodox = "chess"

// orthodoxAlias is the name of orthodox chess in XBoard and on Lichess.
const orthodoxAlias = "standard"

// IsOrthodox reports whether name names orthodox chess.
func IsOrthodox(name string) bool { return name == Orthodox || name == orthodoxAlias }

//go:embed builtin.ini
var builtinText string

// BuiltinINI returns the text of builtin.ini.
func BuiltinINI() string { return builtinText }

// Builtin returns the built-in variants. All calls share one catalog.
func Builtin() *Catalog { return builtin() }

var builtin = sync.OnceValue(func() *Catalog {
	c, err := Parse("builtin.ini", builtinText, nil)
	if err != nil {
		panic("rules: builtin.ini is broken: " + err.Error())
	}
	c.aliases = map[string]string{orthodoxAlias: Orthodox}
	return c
})
