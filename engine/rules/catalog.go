package rules

import (
	"errors"
	"fmt"
	"slices"

	"tinyhouse/engine/base/spelling"
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
	return nil, fmt.Errorf("rules: variant %.40q unknown%s", name, spelling.Suggest(name, c.Names()))
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
