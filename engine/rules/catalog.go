package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Catalog is an immutable list of variants by name.
type Catalog struct {
	entries []entry
	aliases map[string]string
	refused map[string]string // sections with mistakes, and their files
}

// entry is a variant with the definition that its children start from, and its text.
type entry struct {
	variant    *Variant
	definition *definition
	file       string
	section    *section
}

// ErrMistakes reports a variant whose section Parse has refused.
var ErrMistakes = errors.New("has mistakes")

// Get returns the variant of a name or an alias. The error suggests a similar name, or is
// ErrMistakes.
func (c *Catalog) Get(name string) (*Variant, error) {
	if e := c.find(name); e != nil {
		return e.variant, nil
	}
	if file, ok := c.refused[name]; ok {
		return nil, fmt.Errorf("rules: variant %.40q %w in %s", name, ErrMistakes, file)
	}
	return nil, fmt.Errorf("rules: variant %.40q unknown%s", name, suggest(name, c.Names()))
}

// Names returns the names that Get accepts, in the order of definition, each alias after its name.
func (c *Catalog) Names() []string {
	var names []string
	for _, e := range c.entries {
		names = append(names, e.variant.Name)
		at := len(names)
		for alias, name := range c.aliases {
			if name == e.variant.Name {
				names = append(names, alias)
			}
		}
		slices.Sort(names[at:])
	}
	return names
}

// Variants returns all variants in the order of definition.
func (c *Catalog) Variants() []*Variant {
	var all []*Variant
	for _, e := range c.entries {
		all = append(all, e.variant)
	}
	return all
}

// Fault returns an error for a mistake in the key of a variant of the catalog, with the line of the
// key, or of the section that inherits it.
func (c *Catalog) Fault(v *Variant, key, reason string) *Error {
	fault := &Error{Name: v.Name, Key: key, Reason: key + ": " + reason}
	if e := c.find(v.Name); e != nil {
		fault.File, fault.Line = e.file, e.section.where(key)
	}
	return fault
}

// find returns the entry of a name or an alias, or nil.
func (c *Catalog) find(name string) *entry {
	if to, ok := c.aliases[name]; ok {
		name = to
	}
	for i := range c.entries {
		if c.entries[i].variant.Name == name {
			return &c.entries[i]
		}
	}
	return nil
}

// suggest returns " (did you mean "x"?)" for the closest of names, or nothing if in all of them more
// than one letter in three differs.
func suggest(name string, names []string) string {
	if len(name) > maxName {
		return ""
	}
	best, least := "", len(name)/3+1
	for _, n := range names {
		if d := distance(name, n, least); d < least {
			best, least = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", best)
}

// distance returns the Damerau-Levenshtein distance of a and b without regard to case, at most limit.
func distance(a, b string, limit int) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	// Row i holds the distances of the first i letters of a to the prefixes of b. A swap needs the
	// row before the previous one.
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, above, above2 := rows[i%3], rows[(i+2)%3], rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			row[j] = min(above[j], row[j-1]) + 1
			if a[i-1] == b[j-1] {
				row[j] = min(row[j], above[j-1])
			} else {
				row[j] = min(row[j], above[j-1]+1)
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], above2[j-2]+1)
			}
		}
	}
	return min(limit, rows[len(a)%3][len(b)])
}
