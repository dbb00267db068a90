package contest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Lists of settings as match runners take them: key=value,key=value.

// pair is a setting as typed.
type pair struct{ key, value string }

// pairs reads a list of settings. A comma within a value is written "\,".
func pairs(text string) ([]pair, error) {
	const comma = "\x00"
	var all []pair
	for item := range strings.SplitSeq(strings.ReplaceAll(text, `\,`, comma), ",") {
		item = strings.ReplaceAll(item, comma, ",")
		key, value, ok := strings.Cut(strings.TrimSpace(item), "=")
		if !ok || key == "" {
			return nil, fmt.Errorf("match: %q: want key=value", item)
		}
		all = append(all, pair{key, value})
	}
	return all, nil
}

// number reads a whole number that is at least a minimum.
func number(p pair, least int) (int, error) {
	n, err := strconv.Atoi(p.value)
	if err != nil || n < least {
		return 0, fmt.Errorf("match: %s=%s: want a whole number, at least %d", p.key, p.value, least)
	}
	return n, nil
}

// numbers reads a list of settings that are all whole numbers, and names the places where
// they belong. The least that each may be is in the place before. None may be missing: no number
// goes without saying.
func numbers(text string, places map[string]*int) error {
	all, err := pairs(text)
	if err != nil {
		return err
	}
	for name := range places {
		if !slices.ContainsFunc(all, func(p pair) bool { return p.key == name }) {
			return fmt.Errorf("match: %q: want %s=N as well", text, name)
		}
	}
	for _, p := range all {
		place := places[p.key]
		if place == nil {
			return fmt.Errorf("match: %q unknown in %q", p.key, text)
		}
		if *place, err = number(p, *place); err != nil {
			return err
		}
	}
	return nil
}

// words cuts a command line into words at blanks that are not within quotation marks.
func words(text string) ([]string, error) {
	var all []string
	var word strings.Builder
	inWord, quote := false, rune(0)
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			inWord, quote = true, r
		case quote == 0 && (r == ' ' || r == '\t'):
			if inWord {
				all = append(all, word.String())
			}
			word.Reset()
			inWord = false
		default:
			inWord = true
			word.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("match: cmd=%s: no closing %c", text, quote)
	}
	if inWord {
		all = append(all, word.String())
	}
	return all, nil
}
