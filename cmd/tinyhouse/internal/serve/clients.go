package serve

import (
	"container/list"
	"math"
	"net/netip"
	"runtime"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxClients limits the addresses that are remembered; the one that has been silent longest goes first.
const maxClients = 10_000

// clients limits the requests of each address. Those of this machine are free.
type clients struct {
	rate rate.Limit

	mu     sync.Mutex
	known  map[netip.Prefix]*list.Element
	recent *list.List // of *client, the most recent first
}

type client struct {
	address netip.Prefix
	bucket  *rate.Limiter
}

func newClients(perSecond float64) *clients {
	return &clients{rate: rate.Limit(perSecond), known: map[netip.Prefix]*list.Element{}, recent: list.New()}
}

// spend takes the cost of a request from the bucket of an address, or returns how long to wait for it.
func (c *clients) spend(remote string, cost int) time.Duration {
	from, err := netip.ParseAddrPort(remote)
	if cost == 0 || c.rate < 0 || err == nil && from.Addr().Unmap().IsLoopback() {
		return 0
	}
	now := time.Now()
	reservation := c.bucket(from.Addr().Unmap()).ReserveN(now, cost)
	wait := reservation.DelayFrom(now)
	if wait > 0 {
		reservation.CancelAt(now)
	}
	return wait
}

// bucket returns the bucket of an address. Addresses of IPv6 share one for each network of 64 bits,
// which one client may own.
func (c *clients) bucket(a netip.Addr) *rate.Limiter {
	bits := 64
	if a.Is4() {
		bits = 32
	}
	address, _ := a.WithZone("").Prefix(bits) // the zero Prefix of an invalid address is a client, too
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.known[address]; e != nil {
		c.recent.MoveToFront(e)
		return e.Value.(*client).bucket
	}
	if c.recent.Len() >= maxClients {
		oldest := c.recent.Remove(c.recent.Back()).(*client)
		delete(c.known, oldest.address)
	}
	// Room for the dearest request, and for the assets of a page.
	bucket := rate.NewLimiter(c.rate, max(20, int(math.Ceil(2*float64(c.rate)))))
	c.known[address] = c.recent.PushFront(&client{address, bucket})
	return bucket
}

// maxWork is how many requests compute at a time. The others wait.
func maxWork() int { return 4 * runtime.GOMAXPROCS(0) }
