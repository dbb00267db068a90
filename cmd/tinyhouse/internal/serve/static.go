package serve

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

// site is the files of the site, read once.
type site struct {
	files fs.FS // or nil

	mu   sync.Mutex
	read map[string]*siteFile
	wasm func() *string
}

// siteFile is a file, and the forms of it that were compressed when the site was built.
type siteFile struct {
	plain  []byte
	packed map[string][]byte // by Content-Encoding
	tag    string
}

// packings are the extensions of packed files, the smallest first.
var packings = []struct{ encoding, ext string }{{"br", ".br"}, {"gzip", ".gz"}}

func newSite(files fs.FS) *site {
	s := &site{files: files, read: map[string]*siteFile{}}
	s.wasm = sync.OnceValue(s.hashWasm)
	return s
}

// hashWasm returns the SHA-256 of the first WebAssembly file of the site, or nil.
func (s *site) hashWasm() (sum *string) {
	if s.files == nil {
		return nil
	}
	_ = fs.WalkDir(s.files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".wasm" {
			return err
		}
		b, err := fs.ReadFile(s.files, name)
		if err == nil {
			text := fmt.Sprintf("%x", sha256.Sum256(b))
			sum, err = &text, fs.SkipAll
		}
		return err
	})
	return sum
}

// file returns a file of the site, or nil. Names that the site does not have are not remembered.
func (s *site) file(name string) *siteFile {
	if s.files == nil || !fs.ValidPath(name) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.read[name]; f != nil {
		return f
	}
	info, err := fs.Stat(s.files, name)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f := &siteFile{packed: map[string][]byte{}}
	if f.plain, err = fs.ReadFile(s.files, name); err != nil {
		return nil
	}
	for _, p := range packings {
		if b, err := fs.ReadFile(s.files, name+p.ext); err == nil {
			f.packed[p.encoding] = b
		}
	}
	f.tag = fmt.Sprintf("%x", sha256.Sum256(f.plain))[:24]
	s.read[name] = f
	return f
}

// types are the types of the files of a site: those of the system may be wrong or missing.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm", ".svg": "image/svg+xml",
	".png": "image/png", ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8", ".ini": "text/plain; charset=utf-8",
}

// static answers with a file of the site if the address is one, and reports whether it was. A
// question about a position at / is for the plain page. The files in assets have a hash in their
// names and never change.
func (s *Server) static(w http.ResponseWriter, r *http.Request, e *endpoint) bool {
	if e != nil && e.pattern != "" && e.pattern != "{}" || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		if r.URL.Query().Has("fen") {
			return false
		}
		name = "index.html"
	}
	f := s.site.file(name)
	if f == nil {
		return false
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "assets/") {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	h.Set("Content-Type", "application/octet-stream")
	if t := types[path.Ext(name)]; t != "" {
		h.Set("Content-Type", t)
	}
	h.Add("Vary", "Accept-Encoding")
	body, tag := f.plain, f.tag
	for _, p := range packings {
		if packed := f.packed[p.encoding]; packed != nil && accepts(r, p.encoding) {
			h.Set("Content-Encoding", p.encoding)
			body, tag = packed, tag+p.ext
			break
		}
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	return true
}

// accepts reports whether the client can unpack an encoding.
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			weight = strings.ReplaceAll(weight, " ", "")
			return weight != "q=0" && weight != "q=0.0"
		}
	}
	return false
}
