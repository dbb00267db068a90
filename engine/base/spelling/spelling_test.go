package spelling

import (
	"strings"
	"testing"
)

func TestSuggest(t *testing.T) {
	names := []string{"chess", "crazyhouse", "losalamos"}
	for name, want := range map[string]string{
		"ches":                   ` (did you mean "chess"?)`,
		"CHESS":                  ` (did you mean "chess"?)`,
		"hcess":                  ` (did you mean "chess"?)`,
		"crzyhose":               ` (did you mean "crazyhouse"?)`,
		"go":                     "",
		"":                       "",
		strings.Repeat("x", 100): "",
	} {
		if got := Suggest(name, names); got != want {
			t.Errorf("%.20q: %q, want %q", name, got, want)
		}
	}
}
