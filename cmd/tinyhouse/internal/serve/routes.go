package serve

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// endpoint is a kind of address.
type endpoint struct {
	pattern string // its segments, {} for any text
	method  string // GET includes HEAD
	cost    int    // in requests of the rate limit; 0: free
	closed  bool   // pages of other origins may use it only if they are allowed
	handle  func(w http.ResponseWriter, r *http.Request, arg string) error
}

// routes returns all endpoints; the first that matches answers.
func (s *Server) routes() []endpoint {
	return []endpoint{
		{"", "GET", 1, false, s.home},
		{"monitor", "GET", 0, false, s.monitor},
		{"healthz", "GET", 0, false, s.health},
		{"api/version", "GET", 0, false, s.version},
		{"api/variants", "GET", 1, false, s.listVariants},
		{"api/variants/{}", "GET", 1, false, s.variant},
		{"api/tables", "GET", 1, false, s.listTables},
		{"api/tables/{}", "GET", 1, false, s.table},
		{"api/tables/{}/stats", "GET", 10, false, s.stats},
		{"api/tables/{}/file", "GET", 1, false, s.file},
		{"api/proof", "POST", 10, true, s.upload},
		{"api/proof/{}", "GET", 1, false, s.proof},
		{"api/random", "GET", 5, false, s.random},
		{"api/analyse", "POST", 10, true, s.analyse},
		{"api/check", "POST", 5, true, s.check},
		{"api/rules", "POST", 1, true, s.rules},
		{"api/uci", "GET", 10, true, s.uci},
		{"tablebase/{}", "GET", 1, false, s.probe},
		{"tablebase/{}/mainline", "GET", 10, false, s.mainline},
		{"{}", "GET", 1, false, s.probe},
		{"{}/mainline", "GET", 10, false, s.mainline},
	}
}

// find returns the endpoint of a path and the text that its {} stands for, or nil.
func (s *Server) find(path string) (e *endpoint, arg string) {
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i := range s.endpoints {
		e := &s.endpoints[i]
		if arg, ok := match(strings.Split(e.pattern, "/"), segments); ok && !(e.pattern == "{}" && slices.Contains(reserved, arg)) {
			return e, arg
		}
	}
	return nil, ""
}

// reserved are names that no variant has.
var reserved = []string{"api", "assets", "tablebase", "monitor"}

func match(pattern, segments []string) (arg string, ok bool) {
	if len(pattern) != len(segments) {
		return "", false
	}
	for i, p := range pattern {
		switch {
		case p == "{}" && segments[i] != "":
			arg = segments[i]
		case p != segments[i]:
			return "", false
		}
	}
	return arg, true
}

// query returns the parameters of an address. Unlike URL.Query it refuses malformed ones.
func query(r *http.Request) (url.Values, error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, failure(http.StatusBadRequest, "query %.60q: %v", r.URL.RawQuery, err)
	}
	return q, nil
}
