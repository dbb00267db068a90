package serve

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// publicDay lets caches keep an answer for a day.
const publicDay = "public, max-age=86400"

// game returns the game of a name. An unknown one is 404.
func (s *Server) game(name string) (*lookup.Game, error) {
	g, err := s.Library.Game(name)
	switch {
	case errors.Is(err, rules.ErrMistakes):
		return nil, failure(http.StatusNotFound, "%v", err)
	case err != nil:
		return nil, failure(http.StatusNotFound, "%.80s, see /api/variants", strings.TrimPrefix(err.Error(), "rules: "))
	}
	return g, nil
}

// position returns the position of the parameter fen.
func position(g *board.Game, r *http.Request) (board.Position, error) {
	q, err := query(r)
	if err != nil {
		return board.Position{}, err
	}
	p, err := lookup.Parse(g, q.Get("fen"))
	if err != nil {
		return p, failure(http.StatusBadRequest, "%v", err)
	}
	return p, nil
}

// probe answers with what is known of a position and its moves.
func (s *Server) probe(w http.ResponseWriter, r *http.Request, variant string) error {
	return s.answer(w, r, variant, "probe", func(g *board.Game, p *board.Position) (any, error) {
		return lookup.Probe(s.Library, g, p)
	})
}

// mainline answers with the best play from a position.
func (s *Server) mainline(w http.ResponseWriter, r *http.Request, variant string) error {
	return s.answer(w, r, variant, "mainline", func(g *board.Game, p *board.Position) (any, error) {
		line, err := lookup.Line(s.Library, g, p)
		if errors.Is(err, lookup.ErrUnknown) {
			err = failure(http.StatusNotFound, "%s: %v", notation.FEN(g, p), err)
		}
		return line, err
	})
}

// answer answers a question about a position from the cache or by find.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, variant, question string, find func(*board.Game, *board.Position) (any, error)) error {
	g, err := s.game(variant)
	if err != nil {
		return err
	}
	p, err := position(g.Game, r)
	if err != nil {
		return err
	}
	s.probes.Add(1)
	key := s.tag(question, g.Variant().Name, g.Digest, notation.FEN(g.Game, &p))
	h := w.Header()
	h.Set("ETag", key)
	h.Set("Cache-Control", publicDay)
	if known := sameTag(r, key); known != "" {
		h.Set("ETag", known)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	body := s.answers.get(key)
	if body == nil {
		s.misses.Add(1)
		err := compute(r.Context(), s.work, func() error {
			value, err := find(g.Game, &p)
			if err == nil {
				body, err = encode(value)
			}
			return err
		})
		if err != nil {
			return err
		}
		s.answers.add(key, body)
	}
	h.Set("Content-Type", "application/json")
	write(w, http.StatusOK, body)
	return nil
}

// workWait is how long a request waits for its turn to compute.
const workWait = 10 * time.Second

// compute calls a function when few enough others run: each holds a token of work.
func compute(ctx context.Context, work chan struct{}, do func() error) error {
	limit, cancel := context.WithTimeout(ctx, workWait)
	defer cancel()
	select {
	case work <- struct{}{}:
		defer func() { <-work }()
		return do()
	case <-limit.Done():
		return busy(http.StatusServiceUnavailable, 1, "too many requests at a time")
	}
}

// tag returns the ETag of an answer that depends on the program and on the parts.
func (s *Server) tag(parts ...string) string {
	sum := sha256.Sum256([]byte(s.Version + "\x00" + strings.Join(parts, "\x00")))
	return fmt.Sprintf("\"%x\"", sum[:12])
}

// sameTag returns the tag under which the client has the answer with a tag already, or "". It may have
// the answer with gzip.
func sameTag(r *http.Request, tag string) string {
	for known := range strings.SplitSeq(strings.Join(r.Header.Values("If-None-Match"), ","), ",") {
		switch known = strings.TrimPrefix(strings.TrimSpace(known), "W/"); known {
		case tag, strings.TrimSuffix(tag, `"`) + packedTag:
			return known
		case "*":
			return tag
		}
	}
	return ""
}
