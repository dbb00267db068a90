package tb

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"golang.org/x/exp/mmap"

	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// Archives: what belongs here is what open tables and open certificates have in common,
// whatever their blocks hold.

// archive is an open file of blocks.
type archive struct {
	source
	closer io.Closer // nil: nothing to close
	cache  *Cache
	game   *board.Game
	ix     *index.Indexer
	hash   [32]byte
	bits   uint32

	offsets []int64 // of each block, and of what comes after the last
	sums    []uint32
	loaded  []atomic.Pointer[block]
	told    atomic.Bool // its damage has been reported
}

// openMap maps the file at path into memory.
func openMap(path string) (*mmap.ReaderAt, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("tb: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("tb: %s: is a folder or device, want a file", path)
	}
	m, err := mmap.Open(path)
	if err != nil {
		return nil, fmt.Errorf("tb: %s: %w", path, err)
	}
	return m, nil
}

// newArchive returns an archive that has yet to be opened; c may be nil.
func newArchive(s source, c *Cache) archive {
	if c == nil {
		c = NewCache(defaultCache)
	}
	return archive{source: s, cache: c}
}

// adopt takes over what the head says, and makes the game of the rules in it.
func (a *archive) adopt(h *head) error {
	if err := a.checkVersion(h); err != nil {
		return err
	}
	a.hash, a.bits = h.hash, h.bits
	g, err := gameOf(h.rules)
	if err != nil {
		return a.fail("its rules cannot be read: %w", err)
	}
	if RulesHash(g) != a.hash {
		return a.fail("its rules are not what this program makes of their text: it must be solved anew")
	}
	a.game, a.ix = g, index.New(g)
	return nil
}

// addBlocks notes where the blocks are, none of which may be longer than most; they must
// fill the file between two offsets.
func (a *archive) addBlocks(blocks []extent, from, to int64, most uint64) error {
	for _, b := range blocks {
		a.offsets = append(a.offsets, from)
		a.sums = append(a.sums, b.sum)
		if uint64(b.length) > most {
			return a.fail("the directory is damaged: a block of %d bytes", b.length)
		}
		from += int64(b.length)
	}
	if from != to {
		return a.fail("the directory is damaged: blocks end at %d, want %d", from, to)
	}
	a.offsets = append(a.offsets, to)
	a.loaded = make([]atomic.Pointer[block], len(blocks))
	return nil
}

// known returns block i if it is in the cache, nil otherwise.
func (a *archive) known(i int) *block {
	b := a.loaded[i].Load()
	if b != nil && !b.used.Load() { // a store that changes nothing would still slow the others down
		b.used.Store(true)
	}
	return b
}

// errChecksum is for blocks that are not what was written.
var errChecksum = errors.New("checksum")

// packed returns the bytes of block i, or errChecksum.
func (a *archive) packed(i int) ([]byte, error) {
	data, err := a.read(a.offsets[i], int(a.offsets[i+1]-a.offsets[i]))
	if err == nil && checksum(data) != a.sums[i] {
		err = errChecksum
	}
	return data, err
}

// close forgets the blocks and closes what was opened.
func (a *archive) close() error {
	a.cache.drop(a)
	if a.closer == nil {
		return nil
	}
	return a.closer.Close()
}
