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
	"tinyhouse/engine/score"
	"tinyhouse/tb/index"
)

// Sets: what belongs here finds the table of a position among many, and the certificates.

// Ext is how the names of tables end.
const Ext = ".tht"

// Set is tables and certificates of any games, which share a cache. All its methods but Close may be called
// by any number of goroutines at a time. It serves an engine as its Prober.
type Set struct {
	// OnError, unless nil, is told of the first damage found in each file while probing.
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

// shelf is the files of a set at a time; it does not change but for what it remembers.
type shelf struct {
	tables []*Table
	proofs []*Proof
	groups map[[32]byte]*group
	games  sync.Map // *board.Game to *group, nil where there is none: hashes take long
}

// group is the files of one hash of rules.
type group struct {
	ix     *index.Indexer
	places map[index.Signature]place
	units  int // men on the board and in hand that no position of a table has more of
	proofs []*Proof
	near   []*Proof // those that the cache has room for
}

// recordMemory is about how many bytes a record takes in the cache.
const recordMemory = 16

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

// Open adds the table or certificate at path, whichever the file is; or, if that is a folder,
// every one in it. The error names each file that is not added, and why; the others are.
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
	var tables []*Table
	var proofs []*Proof
	var problems []error
	for _, path := range paths {
		t, f, err := OpenAny(path, s.cache)
		switch {
		case err != nil:
			problems = append(problems, err)
		case t != nil:
			tables = append(tables, t)
		default:
			proofs = append(proofs, f)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(tables, proofs)
	return errors.Join(problems...)
}

// OpenAny opens a file as what its first bytes say it is: of the table and the certificate
// one is nil. See Open and OpenProof.
func OpenAny(path string, c *Cache) (*Table, *Proof, error) {
	m, err := openMap(path)
	if err != nil {
		return nil, nil, err
	}
	size := int64(m.Len())
	if IsProof(m, size) {
		f, err := ReadProof(m, size, path, c)
		if err != nil {
			m.Close()
			return nil, nil, err
		}
		f.closer = m
		return nil, f, nil
	}
	t, err := Read(m, size, path, c)
	if err != nil {
		m.Close()
		return nil, nil, err
	}
	t.closer = m
	return t, nil, nil
}

// list returns the paths of the tables and certificates in a folder, in the order of their
// names.
func list(folder string) ([]string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("tb: %w", err)
	}
	var paths []string
	for _, f := range files {
		if ext := filepath.Ext(f.Name()); ext == Ext || ext == ProofExt {
			paths = append(paths, filepath.Join(folder, f.Name()))
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("tb: %s: no file in this folder ends in %s or %s", folder, Ext, ProofExt)
	}
	return paths, nil
}

// Add adds a table, which the set will close. Where two tables know a position, the one
// added first is asked.
func (s *Set) Add(t *Table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add([]*Table{t}, nil)
}

// AddProof adds a certificate, which the set will close.
func (s *Set) AddProof(f *Proof) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(nil, []*Proof{f})
}

// add adds files; the lock is the caller's.
func (s *Set) add(tables []*Table, proofs []*Proof) {
	now := s.shelf.Load()
	next := &shelf{
		tables: slices.Concat(now.tables, tables),
		proofs: slices.Concat(now.proofs, proofs),
		groups: map[[32]byte]*group{},
	}
	for _, t := range next.tables {
		g := next.group(t.hash)
		g.ix = t.ix
		for i, slice := range t.slices {
			if _, known := g.places[slice]; !known {
				g.places[slice] = place{t, i}
				g.units = max(g.units, slice.Units())
			}
		}
	}
	for _, f := range next.proofs {
		g := next.group(f.hash)
		g.ix = f.ix
		g.proofs = append(g.proofs, f)
		if f.records <= uint64(s.cache.limit)/recordMemory {
			g.near = append(g.near, f)
		}
	}
	s.shelf.Store(next)
}

// group returns the group of a hash, a new one if there is none.
func (s *shelf) group(hash [32]byte) *group {
	g := s.groups[hash]
	if g == nil {
		g = &group{places: map[index.Signature]place{}}
		s.groups[hash] = g
	}
	return g
}

// Tables returns the tables in the order in which they were added; it must not be changed.
func (s *Set) Tables() []*Table { return s.shelf.Load().tables }

// Len returns the number of tables.
func (s *Set) Len() int { return len(s.Tables()) }

// Proofs returns the certificates in the order in which they were added; it must not be
// changed.
func (s *Set) Proofs() []*Proof { return s.shelf.Load().proofs }

// Close closes all files and leaves the set empty. No probe may be under way.
func (s *Set) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.More = nil
	var problems []error
	was := s.shelf.Swap(&shelf{})
	for _, t := range was.tables {
		problems = append(problems, t.Close())
	}
	for _, f := range was.proofs {
		problems = append(problems, f.Close())
	}
	return errors.Join(problems...)
}

// group returns the files of g, or nil.
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
		s.add(more, nil)
	}
}

// Holds reports whether any position of g is in a table or a certificate.
func (s *Set) Holds(g *board.Game) bool { return s.group(g) != nil }

// Digest names what is known of g: other files have another digest, wherever they lie and in
// whatever order they were added. It is empty where nothing is known.
func (s *Set) Digest(g *board.Game) string {
	if !s.Holds(g) {
		return ""
	}
	hash := RulesHash(g)
	now := s.shelf.Load()
	var sums []string
	for _, t := range now.tables {
		if t.hash == hash {
			sums = append(sums, string(t.sum[:]))
		}
	}
	for _, f := range now.proofs {
		if f.hash == hash {
			sums = append(sums, string(f.sum[:]))
		}
	}
	slices.Sort(sums)
	h := sha256.New()
	for _, sum := range slices.Compact(sums) {
		io.WriteString(h, sum)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// Probe returns the exact value of a position of g, if a table knows it, see Table.Probe, or
// the records of certificates leave one outcome; the distance is the most that it can be then.
// What a file has lost by damage is not known.
func (s *Set) Probe(g *board.Game, p *board.Position) (score.Exact, bool) {
	files := s.group(g)
	if files == nil {
		return score.Exact{}, false
	}
	v, ok := s.look(files, p)
	if ok || len(files.proofs) == 0 {
		return v, ok
	}
	return s.bounds(files, p).Exact()
}

// ProbeNode is Probe for those who ask at every node of a search: of certificates it sees wins that
// have a record themselves, and leaves out those too large for the cache, where most probes
// would unpack a block.
func (s *Set) ProbeNode(g *board.Game, p *board.Position) (score.Exact, bool) {
	files := s.group(g)
	if files == nil {
		return score.Exact{}, false
	}
	if v, ok := s.look(files, p); ok {
		return v, true
	}
	for _, f := range files.near {
		_, v, ok, err := f.Probe(p)
		if err != nil {
			s.tell(&f.archive, err)
		}
		if ok && v.Outcome == score.Win {
			return v, true
		}
	}
	return score.Exact{}, false
}

// look returns the value that a table has of a position.
func (s *Set) look(files *group, p *board.Position) (score.Exact, bool) {
	// Most positions of a game have too many men: seen here, it costs a search nothing.
	if p.Occupied().Len()+p.Hand(board.White).Len()+p.Hand(board.Black).Len() > files.units {
		return score.Exact{}, false
	}
	at, ok := files.places[files.ix.SignatureOf(p)]
	if !ok {
		return score.Exact{}, false
	}
	v, ok, err := at.table.probe(at.slice, p)
	if err != nil {
		s.tell(&at.table.archive, err)
	}
	return v, ok
}

// Bounds returns what is known of the value of a position of g: it is between lower and
// upper, see Bounds; a loss in 0 and a win in 0 where nothing is.
func (s *Set) Bounds(g *board.Game, p *board.Position) score.Bounds {
	files := s.group(g)
	if files == nil {
		return score.Unknown
	}
	if v, ok := s.look(files, p); ok {
		return score.Bounds{Lower: v, Upper: v}
	}
	return s.bounds(files, p)
}

// bounds returns what the certificates say together.
func (s *Set) bounds(files *group, p *board.Position) score.Bounds {
	all := score.Unknown
	for _, f := range files.proofs {
		b, err := f.Bounds(p)
		if err != nil {
			s.tell(&f.archive, err)
			continue
		}
		if b.Lower.Compare(all.Lower) > 0 {
			all.Lower = b.Lower
		}
		if b.Upper.Compare(all.Upper) < 0 {
			all.Upper = b.Upper
		}
	}
	return all
}

// tell tells of the first damage in a file.
func (s *Set) tell(a *archive, err error) {
	if s.OnError != nil && a.told.CompareAndSwap(false, true) {
		s.OnError(err)
	}
}
