package serve_test

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/cmd/tinyhouse/internal/serve"
)

// probesOf returns the addresses of random positions in the tables of a server.
func (r *running) probesOf(n int) []string {
	r.t.Helper()
	var tables []*lookup.File
	for _, f := range r.Library.Files() {
		if f.Table != nil {
			tables = append(tables, f)
		}
	}
	var all []string
	for i := range n {
		p, err := lookup.Draw(context.Background(), tables, lookup.Wanted{Plies: -1}, uint64(i))
		if err != nil {
			r.t.Fatal(err)
		}
		all = append(all, question(p.Variant, p.FEN))
	}
	return all
}

// TestLoad probes with 1,000 clients at a time: a few seconds, a minute with -full. No probe may fail,
// and the memory is bounded.
func TestLoad(t *testing.T) {
	s := start(t, serve.Config{})
	paths := s.probesOf(5000)
	span := 3 * time.Second
	if *full {
		span = time.Minute
	}
	const clients = 1000
	web := &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: clients, DisableCompression: true}}
	defer web.CloseIdleConnections()
	var all sync.WaitGroup
	took := make([][]time.Duration, clients)
	end := time.Now().Add(span)
	for c := range clients {
		all.Go(func() {
			for i := c; time.Now().Before(end); i++ {
				begin := time.Now()
				response, err := web.Get(s.base + paths[i*37%len(paths)])
				if err == nil {
					_, err = io.Copy(io.Discard, response.Body)
					response.Body.Close()
				}
				if err != nil || response.StatusCode != http.StatusOK {
					t.Errorf("%v, %+v", err, response)
					return
				}
				took[c] = append(took[c], time.Since(begin))
			}
		})
	}
	all.Wait()
	times := slices.Concat(took...)
	slices.Sort(times)
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	at := func(permille int) time.Duration { return times[len(times)*permille/1000].Round(time.Microsecond) }
	t.Logf("%d probes by %d clients, %.0f a second: p50 %v, p90 %v, p99 %v, longest %v; heap %d MiB, of the system %d MiB",
		len(times), clients, float64(len(times))/span.Seconds(), at(500), at(900), at(990), times[len(times)-1], m.HeapAlloc>>20, m.Sys>>20)
	if m.HeapAlloc > 300<<20 {
		t.Errorf("heap of %d MiB", m.HeapAlloc>>20)
	}
	if n, bytes := s.Cached(); n == 0 || bytes > serve.MaxAnswerBytes {
		t.Errorf("%d answers of %d bytes in memory", n, bytes)
	}
	if log := s.log.String(); log != "" {
		t.Errorf("log: %.500s", log)
	}
}

// BenchmarkProbe answers probes without a network.
func BenchmarkProbe(b *testing.B) {
	s := start(b, serve.Config{})
	paths := s.probesOf(5000)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r, _ := http.NewRequest("GET", "http://localhost"+paths[i%len(paths)], nil)
		r.RemoteAddr = "127.0.0.1:1"
		s.ServeHTTP(discard{http.Header{}}, r)
	}
}

// discard is a ResponseWriter for nobody.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(b []byte) (int, error) { return len(b), nil }
func (d discard) WriteHeader(int)             {}
