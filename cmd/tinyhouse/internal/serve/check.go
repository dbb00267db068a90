package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"tinyhouse/cmd/internal/webapi"
)

// The limits of the body of a request, in bytes.
const (
	maxBody  = 64 << 10
	maxRules = 1 << 20 // of a request to the rules, which may hold a game with variations
)

// body returns the body of a request of one of some types, which has at most a number of bytes and must
// arrive in the time that receive has set.
func (s *Server) body(w http.ResponseWriter, r *http.Request, most int64, types ...string) ([]byte, error) {
	given, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	ok := false
	for _, t := range types {
		ok = ok || given == t
	}
	if !ok {
		return nil, failure(http.StatusUnsupportedMediaType, "content type %.60q: want %s", r.Header.Get("Content-Type"), types[0])
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	var long *http.MaxBytesError
	switch {
	case err == nil:
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // writers of tests have none
	case !errors.As(err, &long):
		err = failure(http.StatusBadRequest, "body: %v", err)
	}
	return text, err
}

// maxVariants limits the variants of a text, since each is compiled.
const maxVariants = 50

// check answers with the variants and the mistakes of an ini text.
func (s *Server) check(w http.ResponseWriter, r *http.Request, _ string) error {
	text, err := s.body(w, r, maxBody, "text/plain", "")
	if err != nil {
		return err
	}
	var result webapi.Checked
	err = compute(r.Context(), s.work, func() (err error) {
		if result, err = s.board.Check(string(text)); err != nil {
			err = failure(http.StatusBadRequest, "%v", err)
		}
		return err
	})
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, http.StatusOK, result)
	return nil
}

// partTime limits an answer for which no whole file has to be read.
const partTime = 30 * time.Second

// rules answers what the page asks of the rules where it has no WebAssembly; see package webapi. A request
// that is long, or takes long, costs more than others.
func (s *Server) rules(w http.ResponseWriter, r *http.Request, _ string) error {
	request, err := s.body(w, r, maxRules, "application/json")
	if err != nil {
		return err
	}
	effort := webapi.EffortOf(request)
	if err := s.spend(r, effort.Cost-1+len(request)/maxBody); err != nil { // one is that of the endpoint
		return err
	}
	work, limit := s.work, s.MaxTime
	if effort.Long {
		work = s.longWork
		if !effort.Whole {
			limit = min(limit, partTime)
		}
	}
	ctx, cancel := context.WithTimeout(r.Context(), limit)
	defer cancel()
	var answer []byte
	err = compute(ctx, work, func() error {
		answer = s.board.Answer(ctx, request)
		return nil
	})
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	write(w, http.StatusOK, answer)
	return nil
}

// upload opens the certificate in the body for the requests of the page; see package webapi. As an answer
// to these, a refusal is an object with the reason.
func (s *Server) upload(w http.ResponseWriter, r *http.Request, _ string) error {
	data, err := s.body(w, r, webapi.MaxUpload, "application/octet-stream")
	if err != nil {
		return err
	}
	q, err := query(r)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.MaxTime)
	defer cancel()
	var answer any
	err = compute(ctx, s.longWork, func() error {
		answer, err = s.board.Upload(ctx, fmt.Sprintf("%.80s", q.Get("name")), data)
		if err != nil {
			answer = webapi.Failure{Error: err.Error()}
		}
		return nil
	})
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, http.StatusOK, answer)
	return nil
}
