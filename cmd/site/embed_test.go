package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// embedding is a page of somebody else that uses engine.js as it would use a build of Stockfish.
const embedding = `<!doctype html><title>Embedding</title><link rel="icon" href="data:,"><script>
const heard = [];
let engine;
const send = (...lines) => lines.forEach((line) => engine.postMessage(line));
const wire = (worker) => { engine = worker; engine.onmessage = ({ data }) => heard.push(data); };
const best = () => heard.filter((line) => line.startsWith("bestmove"));
</script>`

// TestEmbedded drives engine.js from pages of other folders and of another origin.
func TestEmbedded(t *testing.T) {
	s := newFileServer(t)
	inner := s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/blog/chess.html" {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Write([]byte(embedding))
			return
		}
		w.Header().Set("Access-Control-Allow-Origin", "*")
		inner.ServeHTTP(w, r)
	})
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte(embedding))
	}))
	t.Cleanup(other.Close)
	site := strings.Replace(s.URL, "127.0.0.1", "localhost", 1) + prefix
	for _, c := range []struct{ name, page, start string }{
		{"same origin", s.URL + "/blog/chess.html", `wire(new Worker("../x/tinyhouse/engine.js"))`},
		{"other origin", other.URL, `wire(new Worker(URL.createObjectURL(new Blob(['importScripts("` + site + `engine.js")'], { type: "text/javascript" })) + "#` + site + `"))`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPage(t, s.URL, 800, 600)
			p.run(chromedp.Navigate(c.page))
			p.eval(c.start)
			p.eval(`send("uci", "isready")`)
			p.wait(`heard.includes("uciok") && heard.includes("readyok") && heard.some((line) => line.startsWith("id name Tinyhouse "))`)
			// A variant of the page's own, after a drop.
			p.eval(`send("load <<EOF", "[duel:tinyhouse]", "startFen = k3/4/4/3K[UWuw] w - - 0 1", "EOF", "setoption name UCI_Variant value duel", "position startpos moves U@a3", "go depth 4")`)
			p.wait(`best().length === 1 && /^bestmove \S+/.test(best()[0]) && best()[0] !== "bestmove (none)"`)
			p.eval(`send("position fen 2k1/P3/4/2K1[] w - - 0 1", "go infinite")`)
			p.wait(`heard.at(-1).startsWith("info ") && best().length === 1`)
			p.eval(`send("stop")`)
			p.wait(`best().length === 2`)
			p.eval(`send("nonsense", "isready")`)
			p.wait(`heard.filter((line) => line === "readyok").length === 2`)
		})
	}
}
