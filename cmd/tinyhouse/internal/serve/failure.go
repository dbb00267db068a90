package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// httpError is an error with its status.
type httpError struct {
	status int
	detail string
	retry  int // seconds after which to try again, or 0
}

func (e *httpError) Error() string { return e.detail }

func failure(status int, format string, args ...any) error {
	return &httpError{status: status, detail: fmt.Sprintf(format, args...)}
}

// busy is the answer of a server without room for the request.
func busy(status, retry int, format string, args ...any) error {
	return &httpError{status, fmt.Sprintf(format, args...), retry}
}

// asHTTP returns err with its status; that of other errors is 500.
func asHTTP(err error) *httpError {
	var e *httpError
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &long):
		return &httpError{status: http.StatusRequestEntityTooLarge, detail: fmt.Sprintf("body: want at most %d bytes", long.Limit)}
	}
	return &httpError{status: http.StatusInternalServerError, detail: err.Error()}
}

// fail writes an error: an object under /api, else text as lila-tablebase has it.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	e := asHTTP(err)
	h := w.Header()
	h.Del("ETag")
	h.Set("Cache-Control", "no-store")
	if e.retry > 0 {
		h.Set("Retry-After", strconv.Itoa(e.retry))
	}
	detail := strings.ToValidUTF8(e.detail, "\uFFFD")
	if strings.HasPrefix(r.URL.Path, "/api/") {
		writeJSON(w, e.status, map[string]string{"error": strings.ToLower(http.StatusText(e.status)), "detail": detail})
		return
	}
	writeText(w, e.status, detail)
}

func writeText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	write(w, status, []byte(text+"\n"))
}

// writeJSON writes a value. It escapes nothing for HTML, since the type forbids browsers to take it
// for a page.
func writeJSON(w http.ResponseWriter, status int, value any) {
	b, err := encode(value)
	if err != nil {
		status, b = http.StatusInternalServerError, []byte(`{"error":"internal server error"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	write(w, status, b)
}

func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return b.Bytes(), err
}

// write writes an answer, with gzip if that is shorter and the client can unpack it.
func write(w http.ResponseWriter, status int, body []byte) {
	if len(body) >= minPacked {
		w.Header().Add("Vary", "Accept-Encoding")
		if p, ok := w.(*patient); ok && p.packs {
			body = packed(w.Header(), body)
		}
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body)
}
