package main

import (
	"compress/gzip"
	"io"
	"path"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// maxFirst is the budget of what a first visit loads before the module, compressed, in bytes.
const maxFirst = 90_000

// 1: the board is there before the module, within the budget.
func TestFirstVisit(t *testing.T) {
	s := newFileServer(t)
	s.hold = make(chan struct{})
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.run(chromedp.Navigate(p.url))
	p.wait(`document.querySelectorAll("[data-square] .man").length === 10`)
	p.click(square("c1"))
	p.expect(targets, "b3m d3c")
	p.expect(`crossOriginIsolated`, "false")
	p.click(square("d3"))
	p.expect(`document.querySelector("#status").textContent`, "Uxd3 is shown once the rules have loaded.")
	p.expect(`document.documentElement.dataset.ready`, "undefined")
	close(s.hold)
	p.wait(`document.documentElement.dataset.ready === "engine"`)
	p.expect(fenValue, afterCapture)
	p.expect(`document.querySelector("#status").textContent`, "Black to move.")
	first := 0
	for name := range s.sent {
		switch path.Ext(name) {
		case ".html", ".js", ".css":
			first += gzipped(s.files[name])
		}
	}
	t.Logf("first visit without the module: %d bytes with gzip", first)
	if first > maxFirst {
		t.Errorf("first visit: %d bytes, want at most %d", first, maxFirst)
	}
}

// gzipped returns the size of data with gzip.
func gzipped(data []byte) int {
	var n counter
	w, _ := gzip.NewWriterLevel(&n, gzip.BestCompression)
	w.Write(data)
	w.Close()
	return int(n)
}

// counter counts the bytes written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

var _ io.Writer = (*counter)(nil)

// 2: the longest board on a small phone.
func TestColumn(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 360, 640)
	p.open("#v=thinchess")
	p.expect(`document.querySelectorAll("[data-square]").length`, "12")
	p.expect(`[...document.querySelectorAll("[data-square]")].every((e) => {
		const r = e.getBoundingClientRect();
		return Math.abs(r.width - r.height) < 1 && r.left >= 0 && r.right <= 360 && r.top >= 0 && r.bottom <= 640;
	})`, "true")
	p.expect(`[...document.querySelectorAll(".coordinate")].map((e) => e.dataset.text).join(" ")`, "12 11 10 9 8 7 6 5 4 3 2 1")
	p.click(square("a5"))
	p.expect(targets, "a7m")
	p.click(square("a7"))
	p.expect(`document.querySelector("[data-square=a7]").dataset.man`, "N")
	p.click(square("a8"))
	p.expect(targets, "a6m")
}

// milliseconds returns the value of an expression as a duration.
func (p *page) milliseconds(expression string) time.Duration {
	p.t.Helper()
	n, err := strconv.ParseFloat(p.eval(expression), 64)
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return time.Duration(n * float64(time.Millisecond))
}

// 15: lines and arrows come soon, the depth grows, and the page answers while the engine thinks.
func TestAnalysis(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.open("#v=tinyhouse")
	quick(t, "three lines with arrows", 2*time.Second, func() time.Duration {
		p.eval(`(() => {
			window.came = 0;
			const begin = performance.now();
			const look = () => {
				const isThere = document.querySelectorAll("#lines .line").length === 3 && document.querySelectorAll("#arrows line").length >= 3;
				if (isThere) came = performance.now() - begin;
				else requestAnimationFrame(look);
			};
			document.querySelector("#analysis-on").checked && document.querySelector("#analysis-on").click();
			document.querySelector("#analysis-on").click();
			look();
		})()`)
		p.wait(`came > 0`)
		return p.milliseconds(`came`)
	})
	const depth = `Number((/depth (\d+)/.exec(document.querySelector("#source").textContent) ?? [])[1] ?? 0)`
	p.eval(`[window.before = ` + depth + `]`)
	p.wait(depth + ` > before`)
	quick(t, "targets of a selected man while the engine thinks", 100*time.Millisecond, func() time.Duration {
		p.eval(`(() => {
			window.shown = 0;
			let begin = 0;
			addEventListener("pointerdown", () => (begin = performance.now()), { capture: true, once: true });
			const look = () => {
				if (begin && document.querySelector("[data-target]")) shown = performance.now() - begin;
				else requestAnimationFrame(look);
			};
			look();
		})()`)
		p.click(square("c1"))
		p.wait(`shown > 0`)
		p.expect(targets, "b3m d3c")
		p.click(square("c1"))
		p.expect(targets, "")
		return p.milliseconds(`shown`)
	})
	testTasks(p)
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
	p.wait(`document.querySelectorAll("#lines .line").length === 3`)
	p.click("#analysis-on")
	p.wait(`document.querySelector("#engine").textContent === "Engine: ready"`)
}

// 17: the engine gets the game from its start, so that repetition counts; the list marks repetitions.
func TestRepetition(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.run(chromedp.Navigate(p.url))
	p.eval(`(() => {
		window.sent = [];
		const post = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (message) { sent.push(message); post.call(this, message); };
	})()`)
	p.wait(`document.documentElement.dataset.ready === "engine"`)
	const fen = "3k/4/4/K3[] w - - 0 1"
	p.fill("#fen", fen)
	p.expect(`document.querySelector("[data-square=c1]").dataset.man`, "")
	for range 2 {
		for _, m := range [][2]string{{"a1", "a2"}, {"d4", "d3"}, {"a2", "a1"}, {"d3", "d4"}} {
			before := p.eval(fenValue)
			p.move(m[0], m[1])
			p.wait(fenValue + ` !== "` + before + `"`)
		}
	}
	p.expect(status, "1/2-1/2: Draw by 3-fold repetition.")
	p.expect(`[...document.querySelectorAll("#moves button")].at(-5).textContent`, "Kd4 (2×)")
	p.click("#undo")
	p.click("#analysis-on")
	p.wait(`sent.includes("position fen ` + fen + ` moves a1a2 d4d3 a2a1 d3d4 a1a2 d4d3 a2a1")`)
}

// moduleName returns the name of the module.
func moduleName(s *fileServer) string {
	for name := range s.files {
		if path.Ext(name) == ".wasm" {
			return name
		}
	}
	return ""
}

// TestStop checks engine.js as a worker of another page: stop is answered within 200 ms, ten times (15).
func TestStop(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 800, 600)
	p.open("")
	p.eval(`(() => {
		window.engine = new Worker("engine.js");
		for (const line of ["uci", "position startpos", "isready"]) engine.postMessage(line);
		window.round = () => {
			window.times = [];
			let sent = 0;
			const search = () => {
				engine.postMessage("go infinite");
				setTimeout(() => { sent = performance.now(); engine.postMessage("stop"); }, 300);
			};
			engine.onmessage = ({ data }) => {
				if (!data.startsWith("bestmove")) return;
				times.push(performance.now() - sent);
				if (times.length < 10) search();
			};
			search();
		};
	})()`)
	quick(t, "the slowest of ten answers to stop", 200*time.Millisecond, func() time.Duration {
		p.eval(`round()`)
		p.wait(`times.length === 10`)
		return p.milliseconds(`Math.max(...times)`)
	})
}
