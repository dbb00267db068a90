package serve

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/rs/cors"
)

// policy is who may use what from pages of other origins.
type policy struct {
	open, closed *cors.Cors
	forgery      *http.CrossOriginProtection
	any          bool
}

// newPolicy returns the policy for origins that may use closed endpoints.
func newPolicy(origins []string) (*policy, error) {
	p := &policy{forgery: http.NewCrossOriginProtection(), any: slices.Contains(origins, "*")}
	for _, o := range origins {
		if o == "*" {
			continue
		}
		if err := p.forgery.AddTrustedOrigin(o); err != nil {
			return nil, fmt.Errorf("origin %.60q: want a scheme and a host, such as https://example.org, or *", o)
		}
	}
	exposed := []string{"ETag", "Retry-After", "Content-Range", "Content-Length"}
	p.open = cors.New(cors.Options{AllowedOrigins: []string{"*"}, AllowedMethods: []string{"GET", "HEAD"},
		AllowedHeaders: []string{"*"}, ExposedHeaders: exposed, AllowPrivateNetwork: true, MaxAge: 86400})
	p.closed = cors.New(cors.Options{AllowOriginFunc: func(o string) bool { return p.any || slices.Contains(origins, o) },
		AllowedMethods: []string{"GET", "POST"}, AllowedHeaders: []string{"Content-Type"}, ExposedHeaders: exposed})
	return p, nil
}

// ServeHTTP answers a request: it checks the host, applies CORS and the limits, and calls the
// endpoint.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w = newPatient(w, accepts(r, "gzip"))
	defer s.recover(w, r)
	s.receive(w, r)
	secure(w.Header())
	if !s.knownHost(r.Host) {
		fail(w, r, failure(http.StatusForbidden, "host %.60q: this server has other names, see --host", r.Host))
		return
	}
	e, arg := s.find(r.URL.Path)
	if s.static(w, r, e) {
		return
	}
	if e == nil {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		fail(w, r, failure(http.StatusNotFound, "%.80q: no such address", r.URL.Path))
		return
	}
	shared := s.policy.open
	if e.closed {
		shared = s.policy.closed
	} else if r.Header.Get("Origin") == "" {
		w.Header().Set("Access-Control-Allow-Origin", "*")
	}
	shared.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.call(w, r, e, arg); err != nil {
			fail(w, r, s.report(r, err))
		}
	})).ServeHTTP(w, r)
}

// receive limits the time in which the body of a request arrives, also one that is left unread, which
// net/http reads for the sake of the next request.
func (s *Server) receive(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.Receive)) // writers of tests have none
	}
}

// call calls an endpoint if the method, the origin and the limits allow it.
func (s *Server) call(w http.ResponseWriter, r *http.Request, e *endpoint, arg string) error {
	if r.Method != e.method && (r.Method != http.MethodHead || e.method != http.MethodGet) {
		w.Header().Set("Allow", allowed(e))
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return nil
		}
		return failure(http.StatusMethodNotAllowed, "method %.20q: want %s", r.Method, allowed(e))
	}
	if e.closed && !s.policy.any {
		if err := s.policy.forgery.Check(r); err != nil {
			return failure(http.StatusForbidden, "origin %.60q: its pages may not use this server, see --allow-origin", r.Header.Get("Origin"))
		}
	}
	if err := s.spend(r, e.cost); err != nil {
		return err
	}
	if s.stopping.Err() != nil {
		return busy(http.StatusServiceUnavailable, 5, "the server is stopping")
	}
	return e.handle(w, r, arg)
}

// spend takes a cost from what the address of a request has left, or returns an error.
func (s *Server) spend(r *http.Request, cost int) error {
	if wait := s.clients.Spend(r.RemoteAddr, cost); wait > 0 {
		return busy(http.StatusTooManyRequests, int(wait/time.Second)+1, "too many requests from this address: try again in %v", wait.Round(time.Millisecond))
	}
	return nil
}

func allowed(e *endpoint) string {
	if e.method == http.MethodGet {
		return "GET, HEAD, OPTIONS"
	}
	return e.method + ", OPTIONS"
}

// secure sets the headers that all answers have.
func secure(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'; object-src 'none'")
	h.Set("Referrer-Policy", "no-referrer")
}

// knownHost reports whether a Host header names this server: an address, localhost, or a name that it
// was given. A page that has its own name resolve to this machine has none of them.
func (s *Server) knownHost(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return name == "localhost" || slices.ContainsFunc(s.Hosts, func(h string) bool { return strings.EqualFold(h, name) })
}

// recover answers a request whose handler has panicked.
func (s *Server) recover(w http.ResponseWriter, r *http.Request) {
	cause := recover()
	if cause == nil {
		return
	}
	if cause == http.ErrAbortHandler {
		panic(cause)
	}
	s.Log.Printf("panic: %v, answering %.200q\n%s", cause, r.URL.RequestURI(), debug.Stack())
	fail(w, r, failure(http.StatusInternalServerError, "the server has failed to answer this request"))
}

// report logs an error that is the server's own, and returns it without the folders of files.
func (s *Server) report(r *http.Request, err error) error {
	e := asHTTP(err)
	if e.status != http.StatusInternalServerError {
		return e
	}
	if r.Context().Err() == nil {
		s.Log.Printf("%.200q: %v", r.URL.RequestURI(), err)
	}
	public := *e
	for _, f := range s.Library.Files() {
		public.detail = strings.ReplaceAll(public.detail, f.Name(), fileName(f))
	}
	return &public
}

// patient is a ResponseWriter that waits for a slow client up to writeTimeout for each write.
type patient struct {
	http.ResponseWriter
	control *http.ResponseController
	packs   bool // the client can unpack gzip
}

func newPatient(w http.ResponseWriter, packs bool) *patient {
	p := &patient{w, http.NewResponseController(w), packs}
	p.wait()
	return p
}

// wait gives the next write its time. Writers of tests have no deadlines.
func (p *patient) wait() { _ = p.control.SetWriteDeadline(time.Now().Add(writeTimeout)) }

// Write writes a part of the body.
func (p *patient) Write(b []byte) (int, error) {
	p.wait()
	return p.ResponseWriter.Write(b)
}

// Unwrap returns the writer below, for http.ResponseController.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }
