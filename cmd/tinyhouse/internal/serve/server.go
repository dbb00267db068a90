// Package serve is the HTTP server of the command serve: the table API in the form of
// lila-tablebase, the files of the site, streams of analysis, and UCI over WebSockets. What it
// answers comes from package lookup; this package reads requests, limits them and writes answers.
package serve

import (
	"context"
	"errors"
	"io/fs"
	"log"
	"net"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/cmd/internal/webapi"
	"tinyhouse/cmd/tinyhouse/internal/limits"
)

// Config configures a Server. A limit of zero has the default in its comment.
type Config struct {
	Library *lookup.Library
	Site    fs.FS  // the files of the site; nil: the plain page alone
	Version string // of the program
	Log     *log.Logger

	AllowOrigins []string // origins whose pages may start searches; "*" is any
	Hosts        []string // names of this server beside localhost and addresses

	Rate        float64       // requests a second from each address that is not of this machine; 0: 10, negative: no limit
	MaxSearches int           // searches at a time; 0: 4
	MaxSessions int           // UCI sessions at a time; 0: 8
	MaxConns    int           // connections at a time; 0: 4096
	MaxHash     int           // MiB for each search and session; 0: 64
	MaxThreads  int           // of each search and session; 0: 1
	MaxTime     time.Duration // of a search; 0: 10 minutes
	Receive     time.Duration // for the head and for the body of a request to arrive; 0: 10 seconds
	Idle        time.Duration // after which a silent connection or session ends; 0: 2 and 10 minutes
	KeepAlive   time.Duration // between empty lines of a silent stream; 0: 15 seconds
	Drain       time.Duration // for requests to end when the server stops; 0: 10 seconds
}

// withDefaults returns the configuration with its defaults.
func (c Config) withDefaults() Config {
	for _, limit := range []struct {
		n         *int
		otherwise int
	}{{&c.MaxSearches, 4}, {&c.MaxSessions, 8}, {&c.MaxConns, 4096}, {&c.MaxHash, 64}, {&c.MaxThreads, 1}} {
		if *limit.n == 0 {
			*limit.n = limit.otherwise
		}
	}
	for _, limit := range []struct {
		d         *time.Duration
		otherwise time.Duration
	}{{&c.MaxTime, 10 * time.Minute}, {&c.KeepAlive, 15 * time.Second}, {&c.Receive, 10 * time.Second}, {&c.Drain, 10 * time.Second}} {
		if *limit.d == 0 {
			*limit.d = limit.otherwise
		}
	}
	if c.Rate == 0 {
		c.Rate = 10
	}
	if c.Log == nil {
		c.Log = log.Default()
	}
	return c
}

// Server answers requests. It is an http.Handler, and Serve adds the limits of connections.
type Server struct {
	Config
	endpoints []endpoint
	policy    *policy
	site      *site
	board     *webapi.API
	answers   *cache
	facts     *facts
	clients   *limits.Clients
	work      chan struct{} // holds a token for each request that computes for a short time
	longWork  chan struct{} // holds a token for each other request that computes
	searches  chan struct{} // holds a token for each running search
	sessions  chan struct{} // holds a token for each UCI session

	probes, misses, started atomic.Uint64

	stopping context.Context // ends when the server stops: streams and sessions end with it
	stop     context.CancelFunc
	streams  sync.WaitGroup // sessions, which http.Server does not wait for
}

// New returns a server. An allowed origin that is none is an error.
func New(c Config) (*Server, error) {
	s := &Server{Config: c.withDefaults(), answers: newCache(maxAnswers, maxAnswerBytes)}
	var err error
	if s.policy, err = newPolicy(c.AllowOrigins); err != nil {
		return nil, err
	}
	s.site = newSite(c.Site)
	s.board = webapi.New(s.Library)
	s.board.MaxVariants, s.board.MaxINI, s.board.Certificates = maxVariants, maxBody, s.Library
	s.facts = newFacts(s.Library)
	s.clients = limits.NewClients(s.Rate)
	s.work = make(chan struct{}, 4*runtime.GOMAXPROCS(0))
	s.longWork = make(chan struct{}, 2*runtime.GOMAXPROCS(0))
	s.searches = make(chan struct{}, s.MaxSearches)
	s.sessions = make(chan struct{}, s.MaxSessions)
	s.stopping, s.stop = context.WithCancel(context.Background())
	s.endpoints = s.routes()
	return s, nil
}

// The limits of a connection.
const (
	writeTimeout   = 30 * time.Second // for each write
	idleTimeout    = 2 * time.Minute  // between requests
	maxHeaderBytes = 16 << 10
)

// Serve answers on a listener until ctx ends. Then it stops accepting, ends streams and sessions,
// and waits for the other requests.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	conns := limits.NewConns(s.MaxConns)
	web := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: s.Receive,
		IdleTimeout:       orDefault(s.Idle, idleTimeout),
		MaxHeaderBytes:    maxHeaderBytes,
		ConnState:         conns.Changed,
		ErrorLog:          s.Log,
	}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(l) }()
	select {
	case err := <-failed:
		s.stop()
		return err
	case <-ctx.Done():
	}
	s.stop()
	return s.drain(web, conns)
}

// drain waits until the requests and sessions have ended, those that are too slow up to a limit.
func (s *Server) drain(web *http.Server, conns *limits.Conns) error {
	limit, cancel := context.WithTimeout(context.Background(), s.Drain)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- web.Shutdown(limit) }()
	idle := time.NewTicker(50 * time.Millisecond)
	defer idle.Stop()
	for {
		select {
		case <-idle.C:
			conns.CloseIdle()
			continue
		case err := <-done:
			if errors.Is(err, context.DeadlineExceeded) {
				err = web.Close()
			}
			s.streams.Wait()
			s.facts.close()
			return err
		}
	}
}

// orDefault returns d, or another duration if it is zero.
func orDefault(d, otherwise time.Duration) time.Duration {
	if d == 0 {
		return otherwise
	}
	return d
}
