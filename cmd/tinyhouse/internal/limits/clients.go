package limits

import (
	"container/list"
	"math"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// MaxClients limits the addresses that are remembered; the one that has been silent longest goes first.
const MaxClients = 10_000

// Clients limits the requests of each address. Those of this machine are free.
type Clients struct {
	rate rate.Limit

	mu     sync.Mutex
	known  map[netip.Prefix]*list.Element
	recent *list.List // of *client, the most recent first
}

type client struct {
	address netip.Prefix
	bucket  *rate.Limiter
}

// NewClients returns a limit of requests a second for each address, each of which costs one or more; less
// than 0 is no limit.
func NewClients(perSecond float64) *Clients {
	return &Clients{rate: rate.Limit(perSecond), known: map[netip.Prefix]*list.Element{}, recent: list.New()}
}

// Spend takes the cost of a request from the bucket of an address, or returns how long to wait for it.
func (c *Clients) Spend(remote string, cost int) time.Duration {
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
func (c *Clients) bucket(a netip.Addr) *rate.Limiter {
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
	if c.recent.Len() >= MaxClients {
		oldest := c.recent.Remove(c.recent.Back()).(*client)
		delete(c.known, oldest.address)
	}
	// Room for the dearest request, and for the assets of a page.
	bucket := rate.NewLimiter(c.rate, max(20, int(math.Ceil(2*float64(c.rate)))))
	c.known[address] = c.recent.PushFront(&client{address, bucket})
	return bucket
}

// Len returns the number of remembered addresses.
func (c *Clients) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.recent.Len()
}
