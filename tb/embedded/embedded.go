// Package embedded is the tables that come with the program: small ones of small games, a
// megabyte in all. scripts/embed.sh makes them; what belongs here only hands them out.
package embedded

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"sync"

	"tinyhouse/tb"
)

// files are the tables, each named after a variant and the material, and a note to readers.
//
//go:embed tables
var files embed.FS

// folder is where they are.
const folder = "tables"

// table is a file that was not opened yet.
type table struct {
	name string
	r    io.ReaderAt
	size int64
	hash [32]byte
}

// tables returns what is there, by looking at the first bytes of each.
var tables = sync.OnceValues(func() ([]table, error) {
	entries, err := files.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var all []table
	for _, e := range entries {
		if path.Ext(e.Name()) != tb.Ext {
			continue
		}
		t, err := look(e.Name())
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
})

// look returns the table of a file.
func look(name string) (t table, err error) {
	f, err := files.Open(path.Join(folder, name))
	if err != nil {
		return t, err
	}
	info, err := f.Stat()
	if err != nil {
		return t, err
	}
	r, ok := f.(io.ReaderAt)
	if !ok {
		return t, fmt.Errorf("embedded: %s: cannot be read at an offset", name)
	}
	t = table{name: "embedded:" + name, r: r, size: info.Size()}
	t.hash, err = tb.HashOf(r, t.size, t.name)
	return t, err
}

// Names returns the names of all files, which Open gives to the tables.
func Names() ([]string, error) {
	all, err := tables()
	var names []string
	for _, t := range all {
		names = append(names, t.name)
	}
	return names, err
}

// Open opens the tables of games with a RulesHash, with a cache for what is unpacked; see
// tb.Set.More. A table of another version of the numbering has another hash, and so is not
// found rather than read wrongly.
func Open(hash [32]byte, c *tb.Cache) ([]*tb.Table, error) {
	return open(func(t *table) bool { return t.hash == hash }, c)
}

// All opens every table.
func All(c *tb.Cache) ([]*tb.Table, error) {
	return open(func(*table) bool { return true }, c)
}

// open opens the tables that are wanted; the error names those that could not be.
func open(want func(*table) bool, c *tb.Cache) ([]*tb.Table, error) {
	all, err := tables()
	problems := []error{err}
	var opened []*tb.Table
	for _, t := range slices.Clone(all) {
		if !want(&t) {
			continue
		}
		o, err := tb.Read(t.r, t.size, t.name, c)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		opened = append(opened, o)
	}
	return opened, errors.Join(problems...)
}
