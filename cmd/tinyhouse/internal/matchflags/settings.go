package matchflags

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// pair is a setting.
type pair struct{ key, value string }

// pairs parses key=value,key=value. A comma in a value is written "\,".
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

// number parses a whole number of at least least.
func number(p pair, least int) (int, error) {
	n, err := strconv.Atoi(p.value)
	if err != nil || n < least {
		return 0, fmt.Errorf("match: %s=%s: want a whole number, at least %d", p.key, p.value, least)
	}
	return n, nil
}

// numbers parses a list of settings into the variables of their names. All are required. The value that
// a variable has before is its minimum.
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

// words splits a command line at blanks outside of quotation marks.
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
