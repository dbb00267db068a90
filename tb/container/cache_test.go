package container

import (
	"sync"
	"sync/atomic"
	"testing"
)

// forgetful is an owner of blocks, which notes those that have left the cache.
type forgetful struct{ gone map[int]int }

func (f *forgetful) forget(i int) { f.gone[i]++ }

// TestCache adds blocks to a cache: it stays within its limit, keeps those in use before others, and
// tells their owner once of each that has left.
func TestCache(t *testing.T) {
	c := NewCache(100)
	owner := &forgetful{map[int]int{}}
	used := make([]atomic.Bool, 1000)
	for i := range used {
		used[i].Store(i%10 == 0) // in use
		used[0].Store(true)      // always
		c.mu.Lock()
		c.add(entry{owner, i, 10, &used[i]})
		c.mu.Unlock()
		if c.bytes > c.Limit() || len(c.ring) > 10 {
			t.Fatalf("%d bytes in %d blocks", c.bytes, len(c.ring))
		}
	}
	for i, n := range owner.gone {
		if n != 1 {
			t.Errorf("block %d has left %d times", i, n)
		}
	}
	if len(owner.gone)+len(c.ring) != len(used) {
		t.Errorf("%d left, %d are there", len(owner.gone), len(c.ring))
	}
	if owner.gone[0] != 0 {
		t.Error("the block in permanent use has left")
	}
	other := &forgetful{map[int]int{}}
	c.add(entry{other, 5, 10_000, new(atomic.Bool)})
	if len(c.ring) != 1 || c.bytes != 10_000 {
		t.Errorf("a block beyond the limit: %d blocks, %d bytes", len(c.ring), c.bytes)
	}
	c.drop(owner)
	c.drop(other)
	if len(c.ring) != 0 || c.bytes != 0 || other.gone[5] != 1 {
		t.Errorf("%d blocks are left", len(c.ring))
	}
}

// TestCacheConcurrent uses a cache from several goroutines, each with its blocks.
func TestCacheConcurrent(t *testing.T) {
	c := NewCache(500)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			owner := &lockedOwner{}
			for i := range 500 {
				c.mu.Lock()
				c.add(entry{owner, i, 10, new(atomic.Bool)})
				c.mu.Unlock()
			}
			c.drop(owner)
			if owner.gone.Load() != 500 {
				t.Errorf("%d blocks have left, want 500", owner.gone.Load())
			}
		})
	}
	wg.Wait()
	if len(c.ring) != 0 || c.bytes != 0 {
		t.Errorf("%d blocks are left", len(c.ring))
	}
}

// lockedOwner counts the blocks that have left.
type lockedOwner struct{ gone atomic.Int64 }

func (o *lockedOwner) forget(int) { o.gone.Add(1) }
