package tb

import "sync"

// Cache holds unpacked blocks of any number of files, up to a number of bytes. Finding a
// block takes no lock: each file points to those of its blocks that are here. The lock is
// for those that come and go, each of which costs a hundred times more anyway.
type Cache struct {
	mu    sync.Mutex
	limit int64
	bytes int64
	ring  []held
	hand  int // of the clock: who is looked at next
}

// held is a block in the cache, and where the file points to it.
type held struct {
	from  *archive
	at    int
	block *block
}

// defaultCache is the size of the cache of a table that is given none.
const defaultCache = 16 << 20

// NewCache returns a cache of so many bytes; it keeps the last block whatever its size.
func NewCache(bytes int64) *Cache { return &Cache{limit: bytes} }

// keep makes b block i of a known, unless another goroutine was faster; it returns the one
// that is known.
func (c *Cache) keep(a *archive, i int, b *block) *block {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := a.loaded[i].Load(); known != nil {
		return known
	}
	c.bytes += b.bytes()
	for c.bytes > c.limit && len(c.ring) > 0 {
		c.evict()
	}
	c.ring = append(c.ring, held{a, i, b})
	a.loaded[i].Store(b)
	return b
}

// evict removes a block that was not used since the hand last passed it. Blocks that others
// use all the time could keep it going, so the second round takes any.
func (c *Cache) evict() {
	for range len(c.ring) {
		if c.hand >= len(c.ring) {
			c.hand = 0
		}
		if !c.ring[c.hand].block.used.Swap(false) {
			break
		}
		c.hand++
	}
	c.remove(min(c.hand, len(c.ring)-1))
}

// remove takes entry i out of the ring.
func (c *Cache) remove(i int) {
	h, last := c.ring[i], len(c.ring)-1
	h.from.loaded[h.at].Store(nil)
	c.bytes -= h.block.bytes()
	c.ring[i] = c.ring[last]
	c.ring[last] = held{}
	c.ring = c.ring[:last]
}

// drop removes the blocks of a.
func (c *Cache) drop(a *archive) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(c.ring) - 1; i >= 0; i-- {
		if c.ring[i].from == a {
			c.remove(i)
		}
	}
}
