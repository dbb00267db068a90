package serve

import (
	"container/list"
	"sync"
)

// The limits of the answers in memory.
const (
	maxAnswers     = 20_000
	maxAnswerBytes = 32 << 20
)

// cache holds the answers of the last different requests, up to a number and a size.
type cache struct {
	most, bytes int

	mu     sync.Mutex
	known  map[string]*list.Element
	recent *list.List // of *answer, the most recent first
	size   int
}

type answer struct {
	key  string
	body []byte
}

func newCache(most, bytes int) *cache {
	return &cache{most: most, bytes: bytes, known: map[string]*list.Element{}, recent: list.New()}
}

// get returns an answer, which must not be changed, or nil.
func (c *cache) get(key string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.known[key]
	if e == nil {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*answer).body
}

// add adds an answer.
func (c *cache) add(key string, body []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known[key] != nil || len(body) > c.bytes/16 {
		return
	}
	c.known[key] = c.recent.PushFront(&answer{key, body})
	c.size += len(key) + len(body)
	for c.recent.Len() > c.most || c.size > c.bytes {
		oldest := c.recent.Remove(c.recent.Back()).(*answer)
		delete(c.known, oldest.key)
		c.size -= len(oldest.key) + len(oldest.body)
	}
}

// len returns the number of answers.
func (c *cache) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.recent.Len()
}
