package protocol

import (
	"errors"
	"fmt"
	"strings"

	"tinyhouse/engine/rules"
)

// hereDoc is a text between the lines of the session, as in a shell: "load <<EOF", its lines, "EOF".
type hereDoc struct {
	Load
	text  strings.Builder
	lines int
}

// maxText limits a text of variants, in bytes.
const maxText = 1 << 20

// maxTextLines ends a text whose end is missing.
const maxTextLines = 20000

// loadText is a Load whose text has been read.
type loadText struct {
	text  string
	check bool
}

func (l loadText) do(s *Session) {
	if l.check {
		s.checkVariants("input", l.text)
		return
	}
	catalog, err := rules.Parse("input", l.text, s.catalog)
	if s.config.NoFiles && len(catalog.Variants()) > maxLoaded {
		err = fmt.Errorf("the text was not loaded: %d variants, want at most %d", len(catalog.Variants()), maxLoaded)
	} else {
		s.catalog = catalog
	}
	if err != nil {
		s.reportErrors(err)
	}
}

// maxLoaded limits the variants of a session that is not trusted.
const maxLoaded = 500

func (l Load) do(s *Session) {
	switch {
	case l.Path == "":
		s.ReportError(errors.New("want a file, or <<END and lines up to one that is END"))
	case s.config.NoFiles:
		s.ReportError(errors.New("this program reads no files here: want <<END and lines up to one that is END"))
	case !l.Check:
		s.setOption("VariantPath", l.Path)
	default:
		text, err := readText(l.Path)
		if err != nil {
			s.ReportError(err)
			return
		}
		s.checkVariants(l.Path, text)
	}
}

// continueText adds a line to the text being read, or at its end submits it.
func (s *Session) continueText(line string) {
	h := s.text
	h.lines++
	switch {
	case line == h.End:
		s.text = nil
		s.submit(loadText{h.text.String(), h.Check}, nil, h.text.Len())
	case h.lines > maxTextLines || h.text.Len()+len(line) > maxText:
		s.text = nil
		s.submit(nil, errors.New("the text after << is too long and was not read"), 0)
	default:
		h.text.WriteString(line + "\n")
	}
}

// checkVariants reports the variants of a text and their mistakes.
func (s *Session) checkVariants(name, text string) {
	names, err := CheckVariants(name, text, s.catalog)
	for _, variant := range names {
		s.Write(oneLine("Parsing variant: " + variant))
	}
	if err != nil {
		s.reportErrors(err)
	}
}

// CheckVariants returns the names of the variants that an ini text defines, with and without mistakes,
// and the mistakes: those that rules.Parse finds, and impossible start positions. The error names
// the file as given.
func CheckVariants(file, text string, base *rules.Catalog) (names []string, err error) {
	catalog, err := rules.Parse(file, text, base)
	for _, v := range catalog.Variants()[len(base.Variants()):] {
		if fault := CheckStart(v); fault != nil {
			err = errors.Join(err, catalog.Fault(v, "startFen", fault.Error()))
		}
	}
	return sections(text), err
}

// CheckStart returns why no game of v can begin: the rules do not compile, or the start is no position,
// as when the side to move can take the king. Parse does not see that.
func CheckStart(v *rules.Variant) error {
	_, err := newState(v)
	return err
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
