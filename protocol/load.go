package protocol

import (
	"errors"
	"strings"

	"tinyhouse/engine/rules"
)

// here is a text under way that stands between the lines of the session, as in a shell:
// "load <<EOF", its lines, "EOF".
type here struct {
	end   string
	check bool
	text  strings.Builder
	lines int
}

// maxHereLines ends a text whose end never comes, so that the session comes back to life.
const maxHereLines = 20000

// load reads variants from a file, or from the next lines up to one that is end; check
// only looks for mistakes.
func (s *Session) load(path, end string, check bool) {
	switch {
	case end != "":
		s.here = &here{end: end, check: check}
	case path == "":
		s.problem(errors.New("want a file, or <<END and lines up to one that is END"))
	case check:
		text, err := readText(path)
		if err != nil {
			s.problem(err)
			return
		}
		s.check(path, text)
	default:
		s.setOption("VariantPath", path)
	}
}

// hear takes a line of the text under way.
func (s *Session) hear(line string) {
	h := s.here
	h.lines++
	switch {
	case line == h.end:
		s.here = nil
		if h.check {
			s.check("input", h.text.String())
			return
		}
		var err error
		if s.catalog, err = rules.Parse("input", h.text.String(), s.catalog); err != nil {
			s.problems(err)
		}
	case h.lines > maxHereLines || h.text.Len()+len(line) > maxText:
		s.here = nil
		s.problem(errors.New("the text after << is too long, and left unread"))
	default:
		h.text.WriteString(line)
		h.text.WriteByte('\n')
	}
}

// check reports the variants of a text and their mistakes, and keeps none.
func (s *Session) check(name, text string) {
	names, err := CheckVariants(name, text, s.catalog)
	for _, variant := range names {
		s.write(oneLine("Parsing variant: " + variant))
	}
	if err != nil {
		s.problems(err)
	}
}

// CheckVariants returns the names of the variants that an ini text defines, right or
// wrong, and what is wrong with them: all that rules.Parse finds, and start positions from
// which no game can begin. The file is the name to use in errors.
func CheckVariants(file, text string, base *rules.Catalog) (names []string, err error) {
	catalog, err := rules.Parse(file, text, base)
	for _, v := range catalog.Variants()[len(base.Variants()):] {
		if _, fault := newPlay(v); fault != nil {
			err = errors.Join(err, catalog.Fault(v, "startFen", fault.Error()))
		}
	}
	return sections(text), err
}

// sections returns the names in the headers of an ini text.
func sections(text string) []string {
	var names []string
	for line := range strings.Lines(text) {
		header, ok := strings.CutPrefix(strings.TrimSpace(line), "[")
		if !ok {
			continue
		}
		header, _, _ = strings.Cut(header, "]")
		name, _, _ := strings.Cut(header, ":")
		names = append(names, strings.TrimSpace(name))
	}
	return names
}
