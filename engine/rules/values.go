package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// setting reads the value of one key into a definition and writes it. An empty text is not written.
type setting struct {
	key string
	set func(d *definition, value string) error
	get func(d *definition) string
}

// boolean makes a setting that is true or false.
func boolean(key string, at func(*definition) *bool) setting {
	return setting{key, func(d *definition, value string) error {
		if value != "true" && value != "false" {
			return fmt.Errorf("%.40q: want true or false", value)
		}
		*at(d) = value == "true"
		return nil
	}, func(d *definition) string { return strconv.FormatBool(*at(d)) }}
}

// number makes a setting that is a whole number within bounds.
func number(key string, low, high int, at func(*definition) *int) setting {
	return setting{key, func(d *definition, value string) (err error) {
		*at(d), err = parseNumber(value, low, high)
		return err
	}, func(d *definition) string { return strconv.Itoa(*at(d)) }}
}

// parseNumber returns a number within bounds, or low and an error.
func parseNumber(value string, low, high int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < low || n > high {
		return low, fmt.Errorf("%.40q: want a number from %d to %d", value, low, high)
	}
	return n, nil
}

// file makes a setting whose value is a file by letter or by number from 1.
func file(key string, at func(*definition) *int) setting {
	return setting{key, func(d *definition, value string) error {
		n, err := parseFile(value)
		if err == nil {
			*at(d) = n - 1
		}
		return err
	}, func(d *definition) string {
		if *at(d) == edge {
			return ""
		}
		return string(rune('a' + *at(d)))
	}}
}

// parseFile returns the number of a file, counted from 1.
func parseFile(value string) (int, error) {
	if len(value) == 1 && 'a' <= value[0] && value[0] <= 'p' {
		return int(value[0]-'a') + 1, nil
	}
	n, err := parseNumber(value, 1, 16)
	if err != nil {
		err = fmt.Errorf("%.40q: want a file, a to p or 1 to 16", value)
	}
	return n, err
}

// resultNames are in the order of Result.
var resultNames = [3]string{"loss", "draw", "win"}

// result makes a setting of type Result.
func result(key string, at func(*definition) *Result) setting {
	return setting{key, func(d *definition, value string) error {
		i := slices.Index(resultNames[:], value)
		if i < 0 {
			return fmt.Errorf("%.40q: want win, draw or loss", value)
		}
		*at(d) = Loss + Result(i)
		return nil
	}, func(d *definition) string { return resultNames[*at(d)-Loss] }}
}

func text(key string, at func(*definition) *string) setting {
	return setting{key, func(d *definition, value string) error {
		*at(d) = value
		return nil
	}, func(d *definition) string { return *at(d) }}
}

// area makes a setting whose value is a region. If the section has the older key for it, too, both
// must agree: programs of different age would play different games otherwise.
func area(key, older string, at func(*definition) *region) setting {
	return setting{key, func(d *definition, value string) error {
		r, err := parseRegion(d.geometry(), value)
		if err != nil {
			return err
		}
		if _, both := d.given[older]; both && r.on(d.geometry()) != at(d).on(d.geometry()) {
			return fmt.Errorf("%.40q: disagrees with %s", value, older)
		}
		*at(d) = r
		return nil
	}, func(d *definition) string { return formatRegion(d.geometry(), at(d).on(d.geometry())) }}
}

// onePiece makes a setting whose value is the letter of a piece, or - for none.
func onePiece(key string, at func(*definition) *string) setting {
	return setting{key, func(d *definition, value string) error {
		keys, err := d.parseLetters(value)
		if err == nil && len(keys) > 1 {
			err = fmt.Errorf("%.40q: want one letter", value)
		}
		if err != nil {
			return err
		}
		*at(d) = strings.Join(keys, "")
		return nil
	}, func(d *definition) string { return formatLetters(d.letters([]string{*at(d)})) }}
}

// pieces makes a setting whose value is a list of letters, or - for none.
func pieces(key string, at func(*definition) *[]string) setting {
	return setting{key, func(d *definition, value string) error {
		keys, err := d.parseLetters(value)
		if err == nil {
			*at(d) = keys
		}
		return err
	}, func(d *definition) string { return formatLetters(d.letters(*at(d))) }}
}

// parseLetters returns the keys of the pieces whose letters value lists, in either case.
func (d *definition) parseLetters(value string) ([]string, error) {
	var keys []string
	for _, c := range []byte(strings.ToLower(value)) {
		if c == ' ' || c == '-' && value == "-" {
			continue
		}
		p := d.byLetter(c)
		if p == nil {
			return nil, fmt.Errorf("%.40q: no piece has the letter %q", value, c)
		}
		if slices.Contains(keys, p.Name) {
			return nil, fmt.Errorf("%.40q: %q twice", value, c)
		}
		keys = append(keys, p.Name)
	}
	return keys, nil
}

// formatLetters is the inverse of parseLetters.
func formatLetters(letters Letters) string {
	if letters == "" {
		return "-"
	}
	return string(letters)
}

// fixed makes a setting whose only implemented value is the letter of the piece of a role. It is not
// written.
func fixed(key string, role Role) setting {
	return setting{key, func(d *definition, value string) error {
		keys, err := d.parseLetters(value)
		if err == nil && (len(keys) != 1 || roles[keys[0]] != role) {
			err = fmt.Errorf("%.40q: not implemented, only the king or pawn itself", value)
		}
		return err
	}, nil}
}
