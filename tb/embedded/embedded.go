// Package embedded holds the tables that come with the program: small ones of small games, about
// a megabyte in all. scripts/embed.sh makes them.
package embedded

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"path"
	"sync"

	"tinyhouse/tb/container"
	"tinyhouse/tb/table"
)

// files are the tables, each named after a variant and the material, and a README.
//
//go:embed tables
var files embed.FS

// folder is the folder of the tables.
const folder = "tables"

// source is a table that is not open yet.
type source struct {
	name        string
	r           io.ReaderAt
	size        int64
	rulesDigest [32]byte
}

// sources returns all tables, of which it reads only the first bytes.
var sources = sync.OnceValues(func() (all []source, err error) {
	entries, err := files.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if path.Ext(e.Name()) != table.Ext {
			continue
		}
		s, err := newSource(e.Name())
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
})

// newSource returns the table in a file.
func newSource(name string) (s source, err error) {
	f, err := files.Open(path.Join(folder, name))
	if err != nil {
		return s, err
	}
	info, err := f.Stat()
	if err != nil {
		return s, err
	}
	r, ok := f.(io.ReaderAt)
	if !ok {
		return s, fmt.Errorf("embedded: %s: cannot be read at an offset", name)
	}
	s = source{name: "embedded:" + name, r: r, size: info.Size()}
	s.rulesDigest, err = s.container().RulesDigest(&container.Table)
	return s, err
}

// container returns the bytes of the file.
func (s *source) container() *container.Source { return container.NewSource(s.r, s.size, s.name) }

// Open opens the tables of the games with a rules digest; see tb.Set.More. Tables of another
// version of the numbering have another digest.
func Open(rulesDigest [32]byte, c *container.Cache) ([]*table.File, error) {
	return open(func(s *source) bool { return s.rulesDigest == rulesDigest }, c)
}

// All opens every table.
func All(c *container.Cache) ([]*table.File, error) {
	return open(func(*source) bool { return true }, c)
}

// open opens some tables. The error names those that could not be opened.
func open(want func(*source) bool, c *container.Cache) (opened []*table.File, err error) {
	all, err := sources()
	for i := range all {
		if !want(&all[i]) {
			continue
		}
		t, problem := table.Read(all[i].container(), c)
		if problem != nil {
			err = errors.Join(err, problem)
			continue
		}
		opened = append(opened, t)
	}
	return opened, err
}
