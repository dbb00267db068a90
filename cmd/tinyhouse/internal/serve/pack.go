package serve

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// minPacked is the size from which answers are compressed, in bytes: a shorter one fits into a packet.
const minPacked = 1 << 10

// packers are writers of gzip for reuse: each has tables of many kilobytes.
var packers = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // no error: the level is one
	return w
}}

// packed returns a body with gzip, and says so in the headers.
func packed(h http.Header, body []byte) []byte {
	var b bytes.Buffer
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	w.Write(body) // a buffer takes all
	w.Close()
	if b.Len() >= len(body) {
		return body
	}
	h.Set("Content-Encoding", "gzip")
	if tag := h.Get("ETag"); tag != "" {
		h.Set("ETag", strings.TrimSuffix(tag, `"`)+packedTag)
	}
	return b.Bytes()
}

// packedTag is the end of the ETag of an answer with gzip: a strong one is of bytes, not of values.
const packedTag = `.gz"`
