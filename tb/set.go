package tb

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/tb/index"
)

// Sets: what belongs here finds the table of a position among many.

// Ext is how the names of tables end.
const Ext = ".tht"

// Set is tables of any games, which share a cache. All its methods but Close may be called
// by any number of goroutines at a time. It serves an engine as its Prober.
type Set struct {
	// OnError, unless nil, is told of the first damage found in each table while probing.
	// It is to be set before the first probe, and may be called by any goroutine.
	OnError func(error)

	// More, unless nil, returns tables that are not opened before somebody asks for their
	// game. It is called once for each hash of rules asked for, by one goroutine at a time,
	// and is to be set before the first probe. Its error goes to OnError.
	More func(hash [32]byte, c *Cache) ([]*Table, error)

	cache *Cache
	mu    sync.Mutex // for those who add
	asked map[[32]byte]bool
	shelf atomic.Pointer[shelf]
}

// shelf is the tables of a set at a time; it does not change but for what it remembers.
type shelf struct {
	tables []*Table
	groups map[[32]byte]*group
	games  sync.Map // *board.Game to *group, nil where there is none: hashes take long
}

// group is the tables of one hash of rules.
type group struct {
	ix     *index.Indexer
	places map[index.Slice]place
	units  int // men on the board and in hand that no position held has more of
}

// place is a slice of a table.
type place struct {
	table *Table
	slice int
}

// NewSet returns a set without tables, with a cache of so many bytes.
func NewSet(cacheBytes int64) *Set {
	s := &Set{cache: NewCache(cacheBytes), asked: map[[32]byte]bool{}}
	s.shelf.Store(&shelf{})
	return s
}

// Open adds the table at path; or, if that is a folder, every table in it. The error names
// each file that is not added, and why; the others are.
func (s *Set) Open(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("tb: %w", err)
	}
	paths := []string{path}
	if info.IsDir() {
		if paths, err = list(path); err != nil {
			return err
		}
	}
	var all []*Table
	var problems []error
	for _, path := range paths {
		t, err := Open(path, s.cache)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		all = append(all, t)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(all)
	return errors.Join(problems...)
}

// list returns the paths of the tables in a folder, in the order of their names.
func list(folder string) ([]string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("tb: %w", err)
	}
	var paths []string
	for _, f := range files {
		if filepath.Ext(f.Name()) == Ext {
			paths = append(paths, filepath.Join(folder, f.Name()))
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("tb: %s: no file in this folder ends in %s", folder, Ext)
	}
	return paths, nil
}

// Add adds a table, which the set will close. Where two tables know a position, the one
// added first is asked.
func (s *Set) Add(t *Table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add([]*Table{t})
}

// add adds tables; the lock is the caller's.
func (s *Set) add(more []*Table) {
	next := &shelf{tables: slices.Concat(s.shelf.Load().tables, more), groups: map[[32]byte]*group{}}
	for _, t := range next.tables {
		g := next.groups[t.hash]
		if g == nil {
			g = &group{ix: t.ix, places: map[index.Slice]place{}}
			next.groups[t.hash] = g
		}
		for i, slice := range t.slices {
			if _, known := g.places[slice]; !known {
				g.places[slice] = place{t, i}
				g.units = max(g.units, slice.Units())
			}
		}
	}
	s.shelf.Store(next)
}

// Tables returns the tables in the order in which they were added; it must not be changed.
func (s *Set) Tables() []*Table { return s.shelf.Load().tables }

// Len returns the number of tables.
func (s *Set) Len() int { return len(s.Tables()) }

// Close closes all tables and leaves the set empty. No probe may be under way.
func (s *Set) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.More = nil
	var problems []error
	for _, t := range s.shelf.Swap(&shelf{}).tables {
		problems = append(problems, t.Close())
	}
	return errors.Join(problems...)
}

// group returns the tables of g, or nil.
func (s *Set) group(g *board.Game) *group {
	if known, ok := s.shelf.Load().games.Load(g); ok {
		return known.(*group)
	}
	hash := RulesHash(g)
	s.ask(hash)
	now := s.shelf.Load()
	found := now.groups[hash]
	now.games.Store(g, found)
	return found
}

// ask adds the tables that More has for a hash, when they are asked for at first.
func (s *Set) ask(hash [32]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.More == nil || s.asked[hash] {
		return
	}
	s.asked[hash] = true
	more, err := s.More(hash, s.cache)
	if err != nil && s.OnError != nil {
		s.OnError(err)
	}
	if len(more) > 0 {
		s.add(more)
	}
}

// Holds reports whether any position of g is in a table.
func (s *Set) Holds(g *board.Game) bool { return s.group(g) != nil }

// Probe returns the exact value of a position of g, if a table knows it; see Table.Probe.
// What a table has lost by damage is not known.
func (s *Set) Probe(g *board.Game, p *board.Position) (score.Exact, bool) {
	tables := s.group(g)
	// Most positions of a game have too many men: seen here, it costs a search nothing.
	if tables == nil || p.Occupied().Len()+p.Hand(board.White).Len()+p.Hand(board.Black).Len() > tables.units {
		return score.Exact{}, false
	}
	at, ok := tables.places[tables.ix.SliceOf(p)]
	if !ok {
		return score.Exact{}, false
	}
	v, ok, err := at.table.probe(at.slice, p)
	if err != nil && s.OnError != nil && at.table.told.CompareAndSwap(false, true) {
		s.OnError(err)
	}
	return v, ok
}
