package rules

// The ini language of Fairy-Stockfish:
//
//	# a line that starts with # or ; is a comment
//	[name]
//	key = value
//	[child:name]
//	key = value
//
// A section without a parent starts from the rules of orthodox chess without its pieces, one with a
// parent from those of the parent, which is built in or defined before. settings.go has the meaning
// of the keys. This reader reports what Fairy-Stockfish ignores: unknown keys, comments after a
// value, keys that occur twice.

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"tinyhouse/engine/base/spelling"
	"tinyhouse/engine/geom"
)

// MaxText is the largest text that Parse reads, in bytes.
const MaxText = 1 << 20

// The other limits of a file. Larger ones are refused, so that reading is cheap.
const (
	maxSections = 1000
	maxKeys     = 500  // lines in a section
	maxErrors   = 1000 // reported in full
	maxName     = 40   // bytes in the name of a variant
	maxLine     = 4096 // bytes, so that the text of an accepted variant is within MaxText, too
)

// Error is one mistake in a variant.
type Error struct {
	File   string // name of the ini text, or empty
	Line   int    // from 1
	Name   string // of the variant, if there is no file
	Key    string // or empty
	Reason string
}

// Error returns the mistake as "rules: file:line: reason".
func (e *Error) Error() string {
	if e.File == "" {
		return fmt.Sprintf("rules: variant %.40q: %s", e.Name, e.Reason)
	}
	return fmt.Sprintf("rules: %s:%d: %s", e.File, e.Line, e.Reason)
}

// Parse reads variants from ini text and returns them after those of base, which may be nil and
// whose variants may be parents. Errors use file as the name of the text. The catalog holds the
// sections without mistakes, whatever the others have. The error joins an *Error for every mistake;
// beyond maxErrors it counts them.
func Parse(file, text string, base *Catalog) (*Catalog, error) {
	r := &reader{file: file, catalog: &Catalog{refused: map[string]string{}}}
	if base != nil {
		r.catalog.entries = slices.Clone(base.entries)
		r.catalog.aliases = base.aliases
		maps.Copy(r.catalog.refused, base.refused)
	}
	if len(text) > MaxText {
		r.fail(1, "", "more than %d bytes", MaxText)
		return r.catalog, r.errors[0]
	}
	for _, s := range r.sections(strings.TrimPrefix(text, "\ufeff")) {
		before := r.mistakes
		if r.define(s); s.bad || r.mistakes > before {
			r.catalog.refused[s.name] = file
		}
	}
	slices.SortStableFunc(r.errors, func(a, b error) int { return a.(*Error).Line - b.(*Error).Line })
	if more := r.mistakes - len(r.errors); more > 0 {
		r.errors = append(r.errors, fmt.Errorf("rules: %s: %d more mistakes", file, more))
	}
	return r.catalog, errors.Join(r.errors...)
}

// reader is the state of reading one file.
type reader struct {
	file     string
	catalog  *Catalog
	mistakes int
	errors   []error // the first mistakes
}

// section is the text of one variant.
type section struct {
	name, parent string
	line         int
	lines        []pair
	bad          bool // a line or the header has a mistake
}

// pair is one line of a section.
type pair struct {
	key, value string
	line       int
}

func (r *reader) fail(line int, key, format string, args ...any) {
	if r.mistakes++; r.mistakes <= maxErrors {
		r.errors = append(r.errors, &Error{File: r.file, Line: line, Key: key, Reason: fmt.Sprintf(format, args...)})
	}
}

// sections splits the text into sections. A line that is neither header nor setting is a mistake.
func (r *reader) sections(text string) []*section {
	var all []*section
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
		case line[0] == '[':
			if len(all) == maxSections {
				r.fail(number, "", "more than %d variants", maxSections)
				return all
			}
			all = append(all, r.header(number, line))
		case len(all) == 0:
			r.fail(number, "", "%.40q is before the first [section]", line)
		default:
			r.line(all[len(all)-1], number, line)
		}
	}
	return all
}

// header reads "[name]" or "[name:parent]".
func (r *reader) header(number int, line string) *section {
	s := &section{line: number}
	inner, closed := strings.CutSuffix(line[1:], "]")
	name, parent, child := strings.Cut(inner, ":")
	s.name, s.parent = strings.TrimSpace(name), strings.TrimSpace(parent)
	switch {
	case !closed || child && s.parent == "":
		r.fail(number, "", "section %.40q: want [name] or [name:parent]", line)
		s.bad = true
	case !isName(s.name):
		r.fail(number, "", "section %.40q: want a name of at most %d letters, digits, - and _ that is no word of UCI", line, maxName)
		s.bad = true
	}
	return s
}

// reserved are the words that structure a UCI option.
var reserved = []string{"name", "type", "default", "min", "max", "var"}

// isName reports whether every protocol can transmit a name.
func isName(name string) bool {
	for i := range len(name) {
		if c := name[i]; !isLetter(c) && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return name != "" && len(name) <= maxName && !slices.Contains(reserved, name)
}

// isLetter reports whether c is a letter of either case.
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// line reads "key = value" into s.
func (r *reader) line(s *section, number int, line string) {
	line = strings.ReplaceAll(line, "\t", " ")
	if len(line) > maxLine || strings.ContainsFunc(line, unicode.IsControl) {
		r.fail(number, "", "%.40q: want at most %d bytes, without control characters", line, maxLine)
		s.bad = true
		return
	}
	key, value, ok := strings.Cut(line, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if !ok || key == "" || value == "" {
		r.fail(number, key, "%.40q: want key = value", line)
		s.bad = true
		return
	}
	if len(s.lines) == maxKeys {
		r.fail(number, key, "section %q: more than %d keys", s.name, maxKeys)
		s.bad = true
		return
	}
	if i := s.index(key); i >= 0 {
		r.fail(number, key, "key %.40q occurs twice, first in line %d", key, s.lines[i].line)
		s.bad = true
		return
	}
	s.lines = append(s.lines, pair{key, value, number})
}

// read returns the definition of s, or nil if a line has a mistake.
func (r *reader) read(s *section) *definition {
	before := r.mistakes
	d := r.start(s)
	if d != nil {
		r.apply(d, s)
	}
	if s.bad || r.mistakes > before {
		return nil
	}
	for _, e := range d.check() {
		r.fail(s.where(e.Key), e.Key, "%s", e.Reason)
	}
	return d
}

// define adds the variant of s to the catalog, unless it has a mistake.
func (r *reader) define(s *section) {
	before := r.mistakes
	d := r.read(s)
	if d == nil {
		return
	}
	v := d.variant()
	for _, e := range check(v) {
		r.fail(s.where(e.Key), e.Key, "%s", e.Reason)
	}
	// The same variant may occur again: a program may read what another has written.
	old := r.catalog.find(s.name)
	if old != nil && !old.variant.equal(v) {
		r.fail(s.line, "", "variant %q exists already with other rules", s.name)
	}
	if old == nil && r.mistakes == before {
		r.catalog.entries = append(r.catalog.entries, entry{v, d, r.file, s})
	}
}

// where returns the line of the key, or that of the header when s inherits it.
func (s *section) where(key string) int {
	if i := s.index(key); i >= 0 {
		return s.lines[i].line
	}
	return s.line
}

// index returns the index of the line with the key, or -1.
func (s *section) index(key string) int {
	return slices.IndexFunc(s.lines, func(p pair) bool { return p.key == key })
}

// start returns the definition that s extends, or nil if its parent is unknown.
func (r *reader) start(s *section) *definition {
	d := newDefinition()
	if s.parent != "" {
		parent := r.catalog.find(s.parent)
		if parent == nil {
			r.fail(s.line, "", "section %q: parent %.40q unknown or refused%s", s.name, s.parent, spelling.Suggest(s.parent, r.catalog.Names()))
			return nil
		}
		d = parent.definition.clone()
	}
	d.Name = s.name
	return d
}

// apply applies the keys of s: the size of the board, the pieces in the order of the file, then the
// other settings in the order of settings.
func (r *reader) apply(d *definition, s *section) {
	for _, p := range s.lines {
		r.checkKey(p)
	}
	r.set(d, s, settings[:sizes])
	if _, err := geom.NewGeometry(d.files, d.ranks); err != nil {
		key := "maxRank"
		if s.index(key) < 0 {
			key = "maxFile"
		}
		r.fail(s.where(key), key, "%s: %s", key, strings.TrimPrefix(err.Error(), "geom: "))
		return // regions need a board
	}
	for _, p := range s.lines {
		if isPiece(p.key) {
			r.run(d, p, func(d *definition, value string) error { return d.setPiece(p.key, value) })
		}
	}
	r.set(d, s, settings[sizes:])
}

// set applies those of the settings that s has.
func (r *reader) set(d *definition, s *section, some []setting) {
	for _, set := range some {
		if i := s.index(set.key); i >= 0 {
			r.run(d, s.lines[i], set.set)
		}
	}
}

// run applies one line.
func (r *reader) run(d *definition, p pair, set func(*definition, string) error) {
	if err := set(d, p.value); err != nil {
		r.fail(p.line, p.key, "%s = %v", p.key, err)
	}
	d.given[p.key] = p.value
}

// checkKey refuses unknown keys and those of rules that are not implemented.
func (r *reader) checkKey(p pair) {
	off, found := unsupported[p.key]
	switch {
	case found && p.value != off:
		r.fail(p.line, p.key, "%s = %.40q: not implemented, only %q", p.key, p.value, off)
	case found || isPiece(p.key) || isSetting(p.key):
	default:
		r.fail(p.line, p.key, "key %.40q unknown%s", p.key, spelling.Suggest(p.key, allKeys()))
	}
}

func isSetting(key string) bool {
	return slices.ContainsFunc(settings, func(s setting) bool { return s.key == key })
}

// allKeys returns every key, for suggestions.
func allKeys() []string {
	var keys []string
	for _, s := range settings {
		keys = append(keys, s.key)
	}
	for key := range unsupported {
		keys = append(keys, key)
	}
	for key := range predefined {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return append(keys, "customPiece1")
}
