package serve

import (
	"fmt"
	"net/http"
	"runtime/debug"
)

// monitor answers with counters, in the line protocol of InfluxDB as lila-tablebase's.
func (s *Server) monitor(w http.ResponseWriter, _ *http.Request, _ string) error {
	w.Header().Set("Cache-Control", "no-store")
	writeText(w, http.StatusOK, fmt.Sprintf("tinyhouse cache=%du,cache_miss=%du,probes=%du,searches=%du",
		s.answers.len(), s.misses.Load(), s.probes.Load(), s.started.Load()))
	return nil
}

// health answers 200 while the server takes requests; call answers 503 when it is stopping.
func (s *Server) health(w http.ResponseWriter, _ *http.Request, _ string) error {
	w.Header().Set("Cache-Control", "no-store")
	writeText(w, http.StatusOK, "ok")
	return nil
}

// build describes the program.
type build struct {
	Version  string  `json:"version"`
	Go       string  `json:"go"`
	Revision *string `json:"revision"` // of the sources; null if the binary does not say
	Wasm     *string `json:"wasm"`     // SHA-256 of the engine in the page; null if the site has none
}

// version answers with the build of the program.
func (s *Server) version(w http.ResponseWriter, _ *http.Request, _ string) error {
	b := build{Version: s.Version, Wasm: s.site.wasm()}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.Go = info.GoVersion
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				b.Revision = &setting.Value
			}
		}
	}
	w.Header().Set("Cache-Control", "no-cache")
	writeJSON(w, http.StatusOK, b)
	return nil
}
