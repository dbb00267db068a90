package serve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/engine/notation"
	"tinyhouse/tb/index"
)

// tableInfo describes a table or a certificate.
type tableInfo struct {
	ID        string           `json:"id"`
	Name      string           `json:"name"` // of the file
	Kind      string           `json:"kind"` // "table" or "certificate"
	Variant   string           `json:"variant"`
	Material  *string          `json:"material"`  // of a table
	Root      *string          `json:"root"`      // of a certificate
	Positions *uint64          `json:"positions"` // of a table, null before its statistics are known; of a certificate its records
	Bytes     int64            `json:"bytes"`
	Digest    string           `json:"digest"`   // in the footer of the file
	SHA256    *string          `json:"sha256"`   // of the file; in the list null until it is known
	Verified  *bool            `json:"verified"` // null: this server has not checked it
	Longest   *inspect.Longest `json:"longest"`  // null before the statistics are known, or without wins
}

// fileName returns the name of a file without its folder.
func fileName(f *lookup.File) string { return f.ID + filepath.Ext(f.Name()) }

func (s *Server) tableInfo(f *lookup.File) tableInfo {
	known := s.facts.of(f)
	info := tableInfo{ID: f.ID, Name: fileName(f), Kind: f.Kind(), Variant: f.Game().Variant().Name, Bytes: f.Bytes(),
		Digest: fmt.Sprintf("%x", f.Digest()), SHA256: known.sha256, Verified: known.verified, Longest: longestOf(known.stats)}
	if f.Table == nil {
		root, records := f.Certificate.Root(), f.Certificate.Len()
		fen := notation.FEN(f.Game(), &root)
		info.Root, info.Positions = &fen, &records
		return info
	}
	material := f.Table.Material()
	info.Material = &material
	if stats, ok := known.stats.(*inspect.TableStats); ok {
		info.Positions = &stats.All.Positions
	}
	return info
}

// listTables answers with all tables and certificates.
func (s *Server) listTables(w http.ResponseWriter, _ *http.Request, _ string) error {
	s.facts.start()
	all := []tableInfo{}
	for _, f := range s.Library.Files() {
		all = append(all, s.tableInfo(f))
	}
	w.Header().Set("Cache-Control", "no-cache")
	writeJSON(w, http.StatusOK, all)
	return nil
}

// openFile returns the file with an id. An unknown one is 404.
func (s *Server) openFile(id string) (*lookup.File, error) {
	if f := s.Library.File(id); f != nil {
		return f, nil
	}
	return nil, failure(http.StatusNotFound, "table %.80q: not known, see /api/tables", id)
}

// table answers with a table or certificate.
func (s *Server) table(w http.ResponseWriter, r *http.Request, id string) error {
	f, err := s.openFile(id)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.MaxTime)
	defer cancel()
	if err := s.facts.hash(ctx, f); err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-cache")
	writeJSON(w, http.StatusOK, s.tableInfo(f))
	return nil
}

// stats answers with the statistics of a table or certificate.
func (s *Server) stats(w http.ResponseWriter, r *http.Request, id string) error {
	f, err := s.openFile(id)
	if err != nil {
		return err
	}
	if s.unchanged(w, r, "stats", f) {
		return nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.MaxTime)
	defer cancel()
	stats, err := s.facts.stats(ctx, f)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, stats)
	return nil
}

// unchanged sets the ETag of an answer that depends on a file and on parts, and answers 304 if the
// client has it.
func (s *Server) unchanged(w http.ResponseWriter, r *http.Request, question string, f *lookup.File, parts ...string) bool {
	tag := s.tag(append([]string{question, f.ID, fmt.Sprintf("%x", f.Digest())}, parts...)...)
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", publicDay)
	known := sameTag(r, tag)
	if known == "" {
		return false
	}
	w.Header().Set("ETag", known)
	w.WriteHeader(http.StatusNotModified)
	return true
}

// file answers with the bytes of a file, or with the ranges that the client wants.
func (s *Server) file(w http.ResponseWriter, r *http.Request, id string) error {
	f, err := s.openFile(id)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("ETag", fmt.Sprintf(`"%x"`, f.Digest()))
	h.Set("Cache-Control", publicDay)
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", `attachment; filename*=UTF-8''`+url.PathEscape(fileName(f)))
	http.ServeContent(w, r, "", time.Time{}, f.Reader())
	return nil
}

// proof answers with a step of a proof: at the root of the certificate, or at the parameter fen.
func (s *Server) proof(w http.ResponseWriter, r *http.Request, id string) error {
	f, err := s.openFile(id)
	if err != nil {
		return err
	}
	if f.Certificate == nil {
		return failure(http.StatusNotFound, "%.80q is a table, want a certificate", id)
	}
	q, err := query(r)
	if err != nil {
		return err
	}
	p := f.Certificate.Root()
	if q.Has("fen") {
		if p, err = position(f.Game(), r); err != nil {
			return err
		}
	}
	var node *lookup.Node
	err = compute(r.Context(), s.work, func() (err error) {
		node, err = lookup.Proof(f.Certificate, &p)
		return err
	})
	if err != nil || s.unchanged(w, r, "proof", f, node.FEN) {
		return err
	}
	writeJSON(w, http.StatusOK, node)
	return nil
}

// randomTime limits the search for a random position.
const randomTime = 5 * time.Second

// random answers with a position of a value.
func (s *Server) random(w http.ResponseWriter, r *http.Request, _ string) error {
	q, err := query(r)
	if err != nil {
		return err
	}
	files, err := s.filesOf(q)
	if err != nil {
		return err
	}
	wanted, err := wantedOf(q)
	if err != nil {
		return err
	}
	seed := rand.Uint64N(1 << 53) // a number of JavaScript
	w.Header().Set("Cache-Control", "no-store")
	if text := q.Get("seed"); text != "" {
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			return failure(http.StatusBadRequest, "seed %.20q: want a number", text)
		}
		w.Header().Set("Cache-Control", "no-cache")
	}
	ctx, cancel := context.WithTimeout(r.Context(), randomTime)
	defer cancel()
	var found *lookup.Random
	err = compute(ctx, s.longWork, func() (err error) {
		found, err = lookup.Draw(ctx, files, wanted, seed)
		return err
	})
	switch {
	case errors.Is(err, lookup.ErrNone):
		return failure(http.StatusNotFound, "%v", err)
	case errors.Is(err, context.DeadlineExceeded):
		return busy(http.StatusServiceUnavailable, 1, "no such position was found in %v", randomTime)
	case err != nil:
		return err
	}
	writeJSON(w, http.StatusOK, found)
	return nil
}

// wantedOf returns the value of the parameters value and plies.
func wantedOf(q url.Values) (w lookup.Wanted, err error) {
	w = lookup.Wanted{Value: q.Get("value"), Plies: -1}
	if text := q.Get("plies"); text != "" {
		if w.Plies, err = strconv.Atoi(text); err != nil || w.Plies < 0 {
			return w, failure(http.StatusBadRequest, "plies %.20q: want a number", text)
		}
	}
	if err := w.Check(); err != nil {
		return w, failure(http.StatusBadRequest, "%v", err)
	}
	return w, nil
}

// filesOf returns the file of the parameter table, or the tables of the variant v, or its certificates
// if there are none. A file of another variant is 404.
func (s *Server) filesOf(q url.Values) ([]*lookup.File, error) {
	variant, id := q.Get("v"), q.Get("table")
	if variant == "" && id == "" {
		return nil, failure(http.StatusBadRequest, "v is missing: want a variant, or table=ID")
	}
	if id == "" {
		return s.filesOfGame(variant)
	}
	f, err := s.openFile(id)
	if err != nil || variant == "" {
		return []*lookup.File{f}, err
	}
	g, err := s.game(variant)
	if err != nil {
		return nil, err
	}
	if f.RulesDigest() != index.RulesDigest(g.Game) {
		return nil, noTable(variant)
	}
	return []*lookup.File{f}, nil
}

// filesOfGame returns the tables of a variant, or its certificates if it has none.
func (s *Server) filesOfGame(variant string) ([]*lookup.File, error) {
	g, err := s.game(variant)
	if err != nil {
		return nil, err
	}
	all := s.Library.Of(g.Game)
	if len(all) == 0 {
		return nil, noTable(variant)
	}
	if tables := slices.DeleteFunc(slices.Clone(all), func(f *lookup.File) bool { return f.Table == nil }); len(tables) > 0 {
		return tables, nil
	}
	return all, nil
}

func noTable(variant string) error {
	return failure(http.StatusNotFound, "no table of %.40q, see /api/tables", variant)
}
