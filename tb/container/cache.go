package container

import (
	"sync"
	"sync/atomic"
)

// Cache holds unpacked blocks of any number of files, up to a number of bytes. Reading a block
// takes no lock: each file points to its cached blocks. The lock is for adding and removing
// blocks, which takes a hundred times longer anyway. Blocks leave by the clock algorithm.
type Cache struct {
	mu    sync.Mutex
	limit int64
	bytes int64
	ring  []entry
	hand  int // the next entry to look at
}

// entry is a block in the cache.
type entry struct {
	owner interface{ forget(i int) }
	at    int // which of its blocks
	bytes int64
	used  *atomic.Bool // since the hand last passed
}

// defaultCache is the size of the cache of a file that is given none.
const defaultCache = 16 << 20

// NewCache returns a cache of a number of bytes. It keeps the last block whatever its size.
func NewCache(bytes int64) *Cache { return &Cache{limit: bytes} }

// Limit returns the number of bytes that the cache may take.
func (c *Cache) Limit() int64 { return c.limit }

// add adds a block in place of others. The caller holds the lock.
func (c *Cache) add(e entry) {
	c.bytes += e.bytes
	for c.bytes > c.limit && len(c.ring) > 0 {
		c.evict()
	}
	c.ring = append(c.ring, e)
}

// evict removes the first block that was not used since the hand last passed it. Blocks that
// are in permanent use could keep the hand going, so its second round removes any.
func (c *Cache) evict() {
	for range len(c.ring) {
		if c.hand >= len(c.ring) {
			c.hand = 0
		}
		if !c.ring[c.hand].used.Swap(false) {
			break
		}
		c.hand++
	}
	c.remove(min(c.hand, len(c.ring)-1))
}

// remove removes entry i of the ring.
func (c *Cache) remove(i int) {
	e, last := c.ring[i], len(c.ring)-1
	e.owner.forget(e.at)
	c.bytes -= e.bytes
	c.ring[i] = c.ring[last]
	c.ring[last] = entry{}
	c.ring = c.ring[:last]
}

// drop removes all blocks of an owner.
func (c *Cache) drop(owner interface{ forget(i int) }) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(c.ring) - 1; i >= 0; i-- {
		if c.ring[i].owner == owner {
			c.remove(i)
		}
	}
}
