package protocol

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine"
)

// OptionKind is the type of an option's values.
type OptionKind uint8

// The kinds of options.
const (
	Button OptionKind = iota // no value
	Toggle                   // "true" or "false"
	Number                   // from Min to Max
	Choice                   // one of Values
	Text                     // any text
)

// Option is a setting of a session.
type Option struct {
	Name     string
	Kind     OptionKind
	Default  string
	Min, Max int
	Values   []string
	set      func(s *Session, value string) error // value is a result of parse
	files    bool                                 // it names files, or has no meaning without them
}

// settings are the values of the options but the variant.
type settings struct {
	engine.Options
	tablePath  string
	tableCache int
	nets       []namedNet // of EvalFile
}

// options returns the options. The list of variants can change.
func (s *Session) options() []Option {
	all := s.allOptions()
	if s.config.NoFiles {
		all = slices.DeleteFunc(all, func(o Option) bool { return o.files })
	}
	return all
}

// allOptions returns the options, with those that name files.
func (s *Session) allOptions() []Option {
	d := engine.DefaultOptions()
	return []Option{
		{Name: "Debug Log File", Kind: Text, set: (*Session).setLog, files: true},
		number("Threads", d.Threads, engine.MinThreads, s.maxThreads(), func(o *engine.Options, n int) { o.Threads = n }),
		number("Hash", d.Hash, engine.MinHash, s.maxHash(), func(o *engine.Options, n int) { o.Hash = n }),
		{Name: "Clear Hash", Kind: Button, set: (*Session).clearHash},
		toggle("Ponder", nil),
		number("MultiPV", d.MultiPV, engine.MinMultiPV, engine.MaxMultiPV, func(o *engine.Options, n int) { o.MultiPV = n }),
		number("Move Overhead", ms(d.MoveOverhead), ms(engine.MinOverhead), ms(engine.MaxOverhead),
			func(o *engine.Options, n int) { o.MoveOverhead = time.Duration(n) * time.Millisecond }),
		{Name: "UCI_Variant", Kind: Choice, Default: s.config.Variant, Values: s.variants(), set: (*Session).SetVariant},
		toggle("UCI_AnalyseMode", nil),
		toggle("UCI_LimitStrength", func(o *engine.Options, on bool) { o.LimitStrength = on }),
		number("UCI_Elo", d.Elo, engine.MinElo, engine.MaxElo, func(o *engine.Options, n int) { o.Elo = n }),
		toggle("UCI_ShowWDL", showWDL),
		toggle("ShowWDL", showWDL), // for GUIs that keep UCI_ options to themselves
		{Name: "VariantPath", Kind: Text, set: (*Session).setVariantPath, files: true},
		{Name: "EvalFile", Kind: Text, set: (*Session).setEvalFile, files: true},
		{Name: "TablebasePath", Kind: Text, set: (*Session).setTablePath, files: true},
		{Name: "TBPath", Kind: Text, set: (*Session).setTablePath, files: true}, // as some tools call it
		{Name: "TablebaseCache", Kind: Number, Default: strconv.Itoa(defaultCache), Min: 1, Max: 1 << 16, set: (*Session).setTableCache, files: true},
	}
}

// number returns an option for a number of the engine's.
func number(name string, value, low, high int, set func(*engine.Options, int)) Option {
	return Option{Name: name, Kind: Number, Default: strconv.Itoa(value), Min: low, Max: high,
		set: func(s *Session, text string) error {
			n, err := strconv.Atoi(text)
			if err == nil {
				set(&s.settings.Options, n)
				s.pending.options = true
			}
			return err
		}}
}

// toggle returns an option for a switch of the engine's; set is nil if GUIs expect the option and the
// engine does not need it.
func toggle(name string, set func(*engine.Options, bool)) Option {
	return Option{Name: name, Kind: Toggle, Default: "false",
		set: func(s *Session, text string) error {
			if set != nil {
				set(&s.settings.Options, text == "true")
				s.pending.options = true
			}
			return nil
		}}
}

func showWDL(o *engine.Options, on bool) { o.ShowWDL = on }

func ms(d time.Duration) int { return int(d / time.Millisecond) }

// maxHash returns the largest hash table to offer, in MiB.
func (s *Session) maxHash() int {
	if s.config.MaxHash > 0 {
		return max(engine.DefaultOptions().Hash, min(s.config.MaxHash, engine.MaxHash))
	}
	return engine.MaxHash
}

// maxThreads returns the largest number of threads to offer.
func (s *Session) maxThreads() int {
	if s.config.MaxThreads > 0 {
		return min(s.config.MaxThreads, engine.MaxThreads)
	}
	return engine.MaxThreads
}

// variants returns the names of the variants in alphabetical order.
func (s *Session) variants() []string {
	names := s.catalog.Names()
	slices.Sort(names)
	return names
}

// setOption sets an option, or reports why it cannot.
func (s *Session) setOption(name, value string) {
	for _, o := range s.options() {
		if !strings.EqualFold(o.Name, name) {
			continue
		}
		value, note, err := o.parse(value)
		if note != "" {
			s.note(note)
		}
		if err == nil {
			err = o.set(s, value)
		}
		if err != nil {
			s.ReportError(err)
		}
		s.sync()
		return
	}
	s.Write(oneLine(s.dialect.Unknown("option", name)))
}

// parse returns the value in the form that set expects. It clamps a number out of range, and says so
// in the note. It leaves the values of a Choice to set.
func (o *Option) parse(value string) (parsed, note string, err error) {
	switch o.Kind {
	case Toggle:
		switch lower := strings.ToLower(value); lower {
		case "true", "false":
			return lower, "", nil
		case "1", "0": // as in XBoard
			return strconv.FormatBool(lower == "1"), "", nil
		}
		return "", "", fmt.Errorf("%s: %.40q: want true or false", o.Name, value)
	case Number:
		n, err := strconv.Atoi(value)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return "", "", fmt.Errorf("%s: %.40q: want a number from %d to %d", o.Name, value, o.Min, o.Max)
		}
		near := strconv.Itoa(min(max(n, o.Min), o.Max))
		if n < o.Min || n > o.Max {
			note = fmt.Sprintf("%s %.40s is out of range %d to %d: set to %s", o.Name, value, o.Min, o.Max, near)
		}
		return near, note, nil
	case Text:
		if value == "<empty>" {
			return "", "", nil
		}
	}
	return value, "", nil
}
