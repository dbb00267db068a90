package inspect

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Rules identify the rules of a file.
type Rules struct {
	Variant     string       `json:"variant"`
	Digest      string       `json:"rules,omitempty"`       // only if they differ from those of the variant of that name
	Builtin     string       `json:"builtin,omitempty"`     // a built-in variant of another name with these rules
	Differences []Difference `json:"differences,omitempty"` // from the built-in variant Compared
	Compared    string       `json:"compared,omitempty"`    // its name is Variant, in upper or lower case

	Own string `json:"-"` // the file of --variants, if the variant of that name is there alone, with these rules
}

// Difference is a key of the ini language in which two variants differ. A key without a value has
// its default; a piece without a value is not in the game. The key "pieces" is their order.
type Difference struct {
	Key     string  `json:"key"`
	Here    *string `json:"here"`
	Builtin *string `json:"builtin"`
	Piece   bool    `json:"-"` // the key is a piece
}

// ShortDigest returns the part of a rules digest that the commands print.
func ShortDigest(digest [32]byte) string { return fmt.Sprintf("%x", digest[:8]) }

// text returns the rules as the first lines of a text.
func (r Rules) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "variant: %s", printable(r.Variant))
	if r.Digest != "" {
		fmt.Fprintf(&b, " (not the built-in rules: %s)", r.Digest)
	}
	b.WriteByte('\n')
	word := "built-in"
	switch {
	case r.Builtin != "":
		fmt.Fprintf(&b, "rules: those of the built-in %s\n", r.Builtin)
	case r.Own != "":
		fmt.Fprintf(&b, "rules: those of %s in %s\n", printable(r.Variant), r.Own)
	case r.Digest != "" && r.Compared != r.Variant:
		fmt.Fprintf(&b, "rules: no built-in variant is called %s\n", printable(r.Variant))
		word += " " + r.Compared
	}
	for i := range r.Differences {
		d := &r.Differences[i]
		fmt.Fprintf(&b, "rules: %s = %s (%s: %s)\n", printable(d.Key), d.text(d.Here), word, d.text(d.Builtin))
	}
	return b.String()
}

// text returns a value of the key, or what stands for none.
func (d *Difference) text(value *string) string {
	switch {
	case value != nil:
		return printable(*value)
	case d.Piece:
		return "none"
	}
	return "default"
}

// printable returns a text from a file, in quotes and with escapes if it is not one line of printable
// ASCII: no file can print a line of its own, nor a name that only looks like another.
func printable(text string) string {
	text = cmp.Or(text, "-")
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return strconv.QuoteToASCII(text)
		}
	}
	return text
}
