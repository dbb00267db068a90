// Package tb answers from any number of open tables and certificates together, of any games. A
// Set is the tablebase.Prober of engines and solvers.
package tb

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"tinyhouse/engine/board"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// Set is open tables and certificates of any games, which share a cache. All its methods except
// Close may be called by any number of goroutines at a time.
type Set struct {
	// OnError, unless nil, is called with the first error of each file while probing: the file
	// is damaged, was changed, or cannot be read. After it the file is not asked any more, and
	// probes go on with the others. Set it before the first probe. Any goroutine may call it.
	OnError func(error)

	// More, unless nil, returns further tables of a game when its first position is asked for.
	// It is called once for each rules digest, by one goroutine at a time; its error goes to
	// OnError. Set it before the first probe.
	More func(rulesDigest [32]byte, c *container.Cache) ([]*table.File, error)

	cache    *container.Cache
	mu       sync.Mutex // held while files are added
	asked    map[[32]byte]bool
	more     map[*container.File]bool // tables from More
	retired  map[*container.File]bool // after an error: still open, but not asked
	snapshot atomic.Pointer[snapshot]
}

// snapshot is the files of a set at one time. It is immutable, except for what it caches.
type snapshot struct {
	tables       []*table.File
	certificates []*certificate.File
	groups       map[[32]byte]*group
	games        sync.Map // *board.Game to *group, nil if there is none: digests take long
}

// group is the files of one rules digest.
type group struct {
	ix           *index.Indexer
	signatures   index.List // of the tables
	places       []place    // of each
	maxUnits     int        // pieces on the board and in hand in any signature of the tables
	certificates []*certificate.File
	cacheable    []*certificate.File // those that the cache has room for
}

// recordMemory is about how many bytes a record takes in the cache.
const recordMemory = 16

// place is a signature of a table.
type place struct {
	table     *table.File
	signature uint32
}

// NewSet returns an empty set with a cache of a number of bytes.
func NewSet(cacheBytes int64) *Set {
	s := &Set{cache: container.NewCache(cacheBytes), asked: map[[32]byte]bool{},
		more: map[*container.File]bool{}, retired: map[*container.File]bool{}}
	s.snapshot.Store(&snapshot{})
	return s
}

// Open adds the table or certificate at path or, if that is a folder, all in it. The error names
// each file that cannot be added, and why; the others are added.
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
	var tables []*table.File
	var certificates []*certificate.File
	var problems []error
	for _, path := range paths {
		t, f, err := OpenFile(path, s.cache, s.cache)
		switch {
		case err != nil:
			problems = append(problems, err)
		case t != nil:
			tables = append(tables, t)
		default:
			certificates = append(certificates, f)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(tables, certificates)
	return errors.Join(problems...)
}

// OpenFile opens a table or a certificate, as the first bytes of the file say, each with a cache of
// its own, and returns nil for the other. See table.Open and certificate.Open.
func OpenFile(path string, tables, certificates *container.Cache) (t *table.File, f *certificate.File, err error) {
	src, err := container.OpenSource(path)
	if err != nil {
		return nil, nil, err
	}
	if t, f, err = readSource(src, tables, certificates); err != nil {
		src.Close()
	}
	return t, f, err
}

// readSource returns the table or the certificate in a source, and nil for the other.
func readSource(src *container.Source, tables, certificates *container.Cache) (t *table.File, f *certificate.File, err error) {
	if src.Is(&container.Certificate) {
		f, err = certificate.Read(src, certificates)
		return nil, f, err
	}
	t, err = table.Read(src, tables)
	return t, nil, err
}

// list returns the paths of the tables and certificates in a folder, ordered by name.
func list(folder string) ([]string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("tb: %w", err)
	}
	var paths []string
	for _, f := range files {
		if ext := filepath.Ext(f.Name()); ext == table.Ext || ext == certificate.Ext {
			paths = append(paths, filepath.Join(folder, f.Name()))
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("tb: %s: no file in this folder ends in %s or %s", folder, table.Ext, certificate.Ext)
	}
	return paths, nil
}

// Add adds a table, which the set will close. Of two tables with a position, the one added first
// is probed.
func (s *Set) Add(t *table.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add([]*table.File{t}, nil)
}

// Read adds the table or certificate in a source, which the set will close, and returns it.
func (s *Set) Read(src *container.Source) (*container.File, error) {
	t, f, err := readSource(src, s.cache, s.cache)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f != nil {
		s.add(nil, []*certificate.File{f})
		return f.File, nil
	}
	s.add([]*table.File{t}, nil)
	return t.File, nil
}

// Remove closes the tables and certificates with a name and takes them out of the set. It reports
// whether there were any. No probe may be running.
func (s *Set) Remove(name string) (found bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, left := s.snapshot.Load(), &snapshot{}
	var problems []error
	for _, t := range now.tables {
		if t.Name() != name {
			left.tables = append(left.tables, t)
			continue
		}
		found, problems = true, append(problems, t.Close())
	}
	for _, f := range now.certificates {
		if f.Name() != name {
			left.certificates = append(left.certificates, f)
			continue
		}
		found, problems = true, append(problems, f.Close())
	}
	s.snapshot.Store(left)
	s.add(nil, nil)
	return found, errors.Join(problems...)
}

// AddAll adds the tables that open opens, which share the cache of the set. It adds them also if open
// returns an error.
func (s *Set) AddAll(open func(*container.Cache) ([]*table.File, error)) error {
	tables, err := open(s.cache)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(tables, nil)
	return err
}

// add adds files. The caller holds the lock.
func (s *Set) add(tables []*table.File, certificates []*certificate.File) {
	now := s.snapshot.Load()
	next := &snapshot{
		tables:       slices.Concat(now.tables, tables),
		certificates: slices.Concat(now.certificates, certificates),
		groups:       map[[32]byte]*group{},
	}
	for _, t := range next.tables {
		if s.retired[t.File] {
			continue
		}
		g := next.group(t.File)
		g.signatures.Grow(len(t.Signatures()))
		for i, signature := range t.Signatures() {
			if _, added := g.signatures.Add(signature); added {
				g.places = append(g.places, place{t, uint32(i)})
				g.maxUnits = max(g.maxUnits, signature.Units())
			}
		}
	}
	for _, f := range next.certificates {
		if s.retired[f.File] {
			continue
		}
		g := next.group(f.File)
		g.certificates = append(g.certificates, f)
		if f.Len() <= uint64(s.cache.Limit())/recordMemory {
			g.cacheable = append(g.cacheable, f)
		}
	}
	s.snapshot.Store(next)
}

// group returns the group of a file, a new one if there is none.
func (s *snapshot) group(f *container.File) *group {
	g := s.groups[f.RulesDigest()]
	if g == nil {
		g = &group{ix: f.Indexer()}
		s.groups[f.RulesDigest()] = g
	}
	return g
}

// Tables returns the tables in the order in which they were added. The caller must not change it.
func (s *Set) Tables() []*table.File { return s.snapshot.Load().tables }

// Certificates returns the certificates in the order in which they were added. The caller must
// not change it.
func (s *Set) Certificates() []*certificate.File { return s.snapshot.Load().certificates }

// Close closes all files and leaves the set empty. No probe may be running.
func (s *Set) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.More = nil
	var problems []error
	was := s.snapshot.Swap(&snapshot{})
	for _, t := range was.tables {
		problems = append(problems, t.Close())
	}
	for _, f := range was.certificates {
		problems = append(problems, f.Close())
	}
	return errors.Join(problems...)
}

// group returns the files of g, or nil.
func (s *Set) group(g *board.Game) *group {
	if known, ok := s.snapshot.Load().games.Load(g); ok {
		return known.(*group)
	}
	digest := index.RulesDigest(g)
	s.loadMore(digest)
	now := s.snapshot.Load()
	found := now.groups[digest]
	now.games.Store(g, found)
	return found
}

// loadMore adds the tables that More has for a rules digest, once.
func (s *Set) loadMore(digest [32]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.More == nil || s.asked[digest] {
		return
	}
	s.asked[digest] = true
	more, err := s.More(digest, s.cache)
	if err != nil && s.OnError != nil {
		s.OnError(err)
	}
	for _, t := range more {
		s.more[t.File] = true
	}
	if len(more) > 0 {
		s.add(more, nil)
	}
}

// Unused returns a sentence about each file that is not used in g because its rules differ. It
// leaves out tables from More.
func (s *Set) Unused(g *board.Game) (notes []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rules, name := index.RulesDigest(g), g.Variant().Name
	for _, f := range s.snapshot.Load().files() {
		if f.RulesDigest() == rules || s.more[f] {
			continue
		}
		other := f.Game().Variant().Name
		if other == name {
			other = "another version of it"
		}
		notes = append(notes, fmt.Sprintf("%s %s: not used: other rules than %s, the %[1]s is for %[4]s", f.Kind(), f.Name(), name, other))
	}
	return notes
}

// Digest identifies what the files knew of g when they were opened: it depends on their contents
// alone, not on their places or order, and stays the same when one of them cannot be read any more.
// It is empty where nothing was known.
func (s *Set) Digest(g *board.Game) string {
	s.group(g) // loads more
	rules := index.RulesDigest(g)
	now := s.snapshot.Load()
	var sums []string
	for _, f := range now.files() {
		if sum := f.Digest(); f.RulesDigest() == rules {
			sums = append(sums, string(sum[:]))
		}
	}
	if len(sums) == 0 {
		return ""
	}
	slices.Sort(sums)
	h := sha256.New()
	for _, sum := range slices.Compact(sums) {
		io.WriteString(h, sum)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// files returns all files, the tables first.
func (s *snapshot) files() (all []*container.File) {
	for _, t := range s.tables {
		all = append(all, t.File)
	}
	for _, f := range s.certificates {
		all = append(all, f.File)
	}
	return all
}
