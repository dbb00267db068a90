// Package lookup answers questions about solved positions from tables and certificates: the value
// of a position and of its moves, main lines, steps of proofs, positions of a given value. The
// answers are values ready for JSON, in the form of lila-tablebase where it has one. The package
// knows nothing of HTTP.
package lookup

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/tb"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// Finding is what is known of a position.
type Finding struct {
	Bounds score.Bounds
	Source string // "rules", "table", "certificate", or "" if nothing is known
	File   string // the id of the table or certificate, or ""
}

// Finder finds what files know of the positions of a game. Any number of goroutines may ask.
type Finder interface {
	Find(g *board.Game, p *board.Position) (Finding, error)
}

// File is an open table or certificate.
type File struct {
	ID string
	*container.File
	Table       *table.File       // nil: a certificate
	Certificate *certificate.File // nil: a table
}

// Library is the games of a catalog and a set of files. It is a Finder. All its methods may be
// called by any number of goroutines.
type Library struct {
	*Surveyor
	set   *tb.Set
	files []*File
	byID  map[string]*File
	ids   map[*container.File]string

	catalog *rules.Catalog
	games   map[*rules.Variant]func() (*Game, error)
}

// Game is a compiled game of a library.
type Game struct {
	*board.Game
	Digest string // of what is known of the game; see tb.Set.Digest
}

// NewLibrary returns the library of the files that are open in set now.
func NewLibrary(catalog *rules.Catalog, set *tb.Set) *Library {
	l := &Library{Surveyor: newSurveyor(), set: set, catalog: catalog, byID: map[string]*File{}, ids: map[*container.File]string{}, games: map[*rules.Variant]func() (*Game, error){}}
	for _, t := range set.Tables() {
		l.add(&File{File: t.File, Table: t})
	}
	for _, f := range set.Certificates() {
		l.add(&File{File: f.File, Certificate: f})
	}
	for _, v := range catalog.Variants() {
		l.games[v] = sync.OnceValues(func() (*Game, error) {
			g, err := board.Compile(v)
			if err != nil {
				return nil, err
			}
			return &Game{g, set.Digest(g)}, nil
		})
	}
	return l
}

// Current returns the library of the files that are open in the set now, with the surveys of l: l itself
// if the files are the same.
func (l *Library) Current() *Library {
	open := len(l.set.Tables()) + len(l.set.Certificates())
	for _, t := range l.set.Tables() {
		if l.ids[t.File] == "" {
			open = -1
		}
	}
	for _, f := range l.set.Certificates() {
		if l.ids[f.File] == "" {
			open = -1
		}
	}
	if open == len(l.files) {
		return l
	}
	now := NewLibrary(l.catalog, l.set)
	now.Surveyor = l.Surveyor
	now.forget(l.set.Tables())
	return now
}

// add adds a file under its name without folder and extension, and a number if that is taken.
func (l *Library) add(f *File) {
	name := filepath.Base(f.Name())
	name = name[strings.LastIndexByte(name, ':')+1:] // embedded tables have a prefix
	name = strings.TrimSuffix(name, path.Ext(name))
	f.ID = name
	for n := 2; l.byID[f.ID] != nil; n++ {
		f.ID = fmt.Sprint(name, "-", n)
	}
	l.files = append(l.files, f)
	l.byID[f.ID], l.ids[f.File] = f, f.ID
}

// Catalog returns the variants of the library.
func (l *Library) Catalog() *rules.Catalog { return l.catalog }

// Set returns the files as engines probe them.
func (l *Library) Set() *tb.Set { return l.set }

// Files returns all files, the tables first. The caller must not change it.
func (l *Library) Files() []*File { return l.files }

// Of returns the files of a game: those of its rules, under any name.
func (l *Library) Of(g *board.Game) []*File {
	var same []*File
	digest := index.RulesDigest(g)
	for _, f := range l.files {
		if f.RulesDigest() == digest {
			same = append(same, f)
		}
	}
	return same
}

// File returns the file with an id, or nil.
func (l *Library) File(id string) *File { return l.byID[id] }

// Certificate returns the certificate with an id, or nil.
func (l *Library) Certificate(id string) *certificate.File {
	if f := l.byID[id]; f != nil {
		return f.Certificate
	}
	return nil
}

// CertificateIDs returns the ids of all certificates.
func (l *Library) CertificateIDs() (ids []string) {
	for _, f := range l.files {
		if f.Certificate != nil {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

// Game returns the game of a name or an alias.
func (l *Library) Game(name string) (*Game, error) {
	v, err := l.catalog.Get(name)
	if err != nil {
		return nil, err
	}
	return l.games[v]()
}

// Find returns what the files know of a position, and damage as an error.
func (l *Library) Find(g *board.Game, p *board.Position) (Finding, error) {
	b, from, err := l.set.Find(g, p)
	if err != nil || from == nil {
		return Finding{Bounds: score.Unknown}, err
	}
	return Finding{Bounds: b, Source: from.Kind(), File: l.ids[from]}, nil
}

// MaxFEN limits the text of a position, in bytes.
const MaxFEN = 512

// Parse returns the position that a text from an address describes: blanks may be underscores.
func Parse(g *board.Game, text string) (board.Position, error) {
	switch {
	case text == "":
		return board.Position{}, errors.New("fen is missing: want the position, with _ or %20 for blanks")
	case len(text) > MaxFEN:
		return board.Position{}, fmt.Errorf("fen %.40q...: %d bytes, want at most %d", text, len(text), MaxFEN)
	}
	p, err := notation.ParsePosition(g, strings.ReplaceAll(text, "_", " "))
	if err != nil {
		err = errors.New(strings.TrimPrefix(err.Error(), "notation: "))
	}
	return p, err
}
