package serve_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"tinyhouse/cmd/tinyhouse/internal/serve"
)

// TestUpload opens a certificate of the client and asks about it as the page does.
func TestUpload(t *testing.T) {
	s := start(t, serve.Config{})
	data, err := os.ReadFile("../../../../tb/proofs/tinyhouse-d1c2.thc")
	if err != nil {
		t.Fatal(err)
	}
	const octets = "application/octet-stream"
	send := func(body, kind, want string, status int) string {
		t.Helper()
		a := s.do("POST", "/api/proof?name=mine.thc", body, "Content-Type", kind)
		if a.StatusCode != status || !strings.Contains(a.body, want) {
			t.Fatalf("%s %s, want %d %s", a.Status, a.body, status, want)
		}
		return a.body
	}
	answer := send(string(data), octets, `"claim":{"value":"win","plies":9`, http.StatusOK)
	_, rest, _ := strings.Cut(answer, `"id":"`)
	id, _, _ := strings.Cut(rest, `"`)
	if want := fmt.Sprintf("sha256:%x", sha256.Sum256(data)); id != want {
		t.Errorf("id %s, want %s, so that no other file has it", id, want)
	}
	for request, want := range map[string]string{
		`{"op":"position","text":"fuwk/3p/P1F1/KWU1 b","certificate":"` + id + `"}`:  `"value":"win 9"`,
		`{"op":"proof","text":"fuwk/3p/P1F1/KWU1 b","certificate":"` + id + `"}`:     `"move":{"uci":"b4c2"`,
		`{"op":"proof","text":"fuwk/3p/P1F1/KWU1 b","certificate":"tinyhouse-d1c2"}`: `"move":{"uci":"b4c2"`,
		`{"op":"verify","certificate":"` + id + `"}`:                                 `"errors":0`,
		`{"op":"certificates"}`:                                   `"id":"tinyhouse-a1b2-c4c3"`,
		`{"op":"certificate","certificate":"thinchess8-KNRvKNR"}`: `not open`,
	} {
		if a := s.do("POST", "/api/rules", request, "Content-Type", "application/json"); a.StatusCode != http.StatusOK || !strings.Contains(a.body, want) {
			t.Errorf("%s: %s %s, want %s", request, a.Status, a.body, want)
		}
	}
	data[500] ^= 1
	send(string(data), octets, `{"error":"tb: mine.thc: `, http.StatusOK)
	send("no certificate", octets, `is not a certificate`, http.StatusOK)
	send(strings.Repeat("x", 5<<20), octets, "want at most 4194304 bytes", http.StatusRequestEntityTooLarge)
	send("", "text/plain", octets, http.StatusUnsupportedMediaType)
	if a := s.do("POST", "/api/proof", "", "Content-Type", octets, "Sec-Fetch-Site", "cross-site"); a.StatusCode != http.StatusForbidden {
		t.Error(a.Status)
	}
}
