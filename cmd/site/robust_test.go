package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// newFragileServer is a file server whose workers crash and hang on demand.
func newFragileServer(t *testing.T) *fileServer {
	s := newFileServer(t)
	for name, data := range s.files {
		if strings.HasPrefix(name, "assets/engine") {
			s.files[name] = append([]byte(`(() => {
				let handle;
				Object.defineProperty(self, "onmessage", { set(f) { handle = f; } });
				addEventListener("message", (event) => {
					if (event.data === "test crash") throw new Error("crashed by the test");
					if (event.data === "test hang") for (;;);
					handle(event);
				});
			})();
`), data...)
		}
	}
	return s
}

// openWatched opens a page that notes its workers: the rules, and then the engines. The rest of the
// address is as of open.
func (p *page) openWatched(rest string) {
	p.t.Helper()
	p.run(chromedp.Navigate("about:blank"), chromedp.Navigate(p.url+rest))
	p.eval(`(() => {
		window.rules = [];
		window.engines = [];
		const Original = Worker;
		window.Worker = class extends Original {
			postMessage(message) {
				if (message.module) (message.role === "rules" ? rules : engines).push(this);
				super.postMessage(message);
			}
		};
	})()`)
	p.wait(`document.documentElement.dataset.ready === "engine" && rules.length === 1`)
}

const (
	trouble  = `document.querySelector("#trouble span").textContent`
	thinks   = `/^Engine, depth [1-9]/.test(document.querySelector("#source").textContent) && document.querySelectorAll("#lines .line").length > 0`
	isKing   = `document.querySelector('[data-square="d3"]').dataset.man === "k"`
	isBefore = `document.querySelector('[data-square="d4"]').dataset.man === "k"`
)

// 16: an engine that is gone, or hangs, is replaced without another download of the module. The page says
// so, the analysis goes on, and the game is as it was.
func TestRestart(t *testing.T) {
	s := newFragileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.openWatched("")
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
	p.click("#analysis-on")
	p.wait(thinks)
	loads := s.count(moduleName(s))

	for _, end := range []struct{ how, reason string }{{"crash", "crashed by the test"}, {"hang", "it did not answer"}} {
		p.eval(`window.before = engines.length`)
		p.eval(fmt.Sprintf(`engines.at(-1).postMessage("test %s")`, end.how))
		p.wait(`engines.length > before`)
		p.wait(fmt.Sprintf(`%s.includes(%q)`, trouble, "The engine was restarted: ") + ` && ` + fmt.Sprintf(`%s.includes(%q)`, trouble, end.reason))
		p.wait(`!document.querySelector("#trouble").checkVisibility() || document.querySelector("#retry").hidden`)
		p.wait(thinks)
		p.expect(fenValue, afterCapture)
	}
	// A hanging engine does not delay the next search.
	p.eval(`[window.before = engines.length, engines.at(-1).postMessage("test hang")]`)
	p.wait(isBefore)
	p.move("d4", "d3")
	p.wait(isKing)
	p.wait(`engines.length > before`)
	p.wait(thinks)
	p.click("#analysis-on")
	p.wait(`document.querySelector("#engine").textContent === "Engine: ready"`)

	// An idle engine that is gone starts again with the next search.
	p.eval(`[window.before = engines.length, engines.at(-1).postMessage("test crash")]`)
	p.wait(`/^Engine: stopped .*crashed by the test/.test(document.querySelector("#engine").textContent)`)
	p.expect(`engines.length - before`, "0")
	p.click("#best")
	p.wait(`engines.length > before && document.querySelector("#engine").textContent === "Engine: ready"`)
	if again := s.count(moduleName(s)); again != loads {
		t.Errorf("the module was sent %d times, want %d", again, loads)
	}
}

// An engine that fails again and again is left alone until the user wants it; board and rules work.
func TestFailedEngine(t *testing.T) {
	s := newFragileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.openWatched("")
	p.eval(`(() => {
		window.broken = true;
		const post = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (message) {
			post.call(this, broken && String(message).startsWith("go ") ? "test crash" : message);
		};
	})()`)
	p.click("#analysis-on")
	p.wait(`document.querySelector("#engine").textContent.startsWith("Engine: failed (")`)
	p.wait(trouble + `.startsWith("The engine has failed: ") && !document.querySelector("#retry").hidden`)
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
	p.wait(`document.querySelector("#engine").textContent.startsWith("Engine: failed (")`)
	p.eval(`window.broken = false`)
	p.click("#retry")
	p.wait(thinks)
	p.expect(`document.querySelector("#retry").hidden`, "true")
}

// Rules that are gone, or hang, are replaced with their tables, and answer what they were asked.
func TestRulesRestart(t *testing.T) {
	s := newFragileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.openWatched("#v=thinchess8&fen=k/n/1/1/N/r/R/K_w_-_-_0_1")
	p.eval(`document.querySelector("#values-on").checked || document.querySelector("#values-on").click()`)
	const first = `document.querySelector("#values [data-value]").dataset.value`
	p.wait(first + ` === "win 11"`)
	loads := s.count(moduleName(s))
	for i, how := range []string{"crash", "hang"} {
		p.eval(fmt.Sprintf(`rules.at(-1).postMessage("test %s")`, how))
		p.click(fmt.Sprintf(`#values [data-uci="%s"]`, []string{"a2a3", "a7a5"}[i]))
		p.wait(fmt.Sprintf(`rules.length === %d`, i+2))
		p.wait(trouble + `.startsWith("The rules were restarted: ")`)
		p.wait(first + fmt.Sprintf(` === "%s"`, []string{"loss 10", "win 9"}[i])) // from the tables, which it has again
	}
	if again := s.count(moduleName(s)); again != loads {
		t.Errorf("the module was sent %d times, want %d", again, loads)
	}
	// A question that ends two workers is refused, and the page goes on.
	p.eval(`(() => {
		const post = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (message) {
			post.call(this, message.request?.includes("deadly") ? "test crash" : message);
		};
	})()`)
	p.fill("#fen", "deadly")
	p.wait(`document.querySelector("#text-note").textContent.startsWith("The rules have ended twice at this question")`)
	p.fill("#fen", "k/n/1/1/N/r/R/K w - - 0 1")
	p.wait(first + ` === "win 11"`)
}

// The page says how much of the engine has come, and tries again if it could not be loaded.
func TestLoading(t *testing.T) {
	s := newFileServer(t)
	half, module := make(chan struct{}), moduleName(s)
	s.answer = func(name string, w http.ResponseWriter, _ *http.Request) bool {
		if name != module {
			return false
		}
		data := s.files[name]
		w.Header().Set("Content-Type", "application/wasm")
		w.Write(data[:len(data)/2])
		w.(http.Flusher).Flush()
		<-half
		w.Write(data[len(data)/2:])
		return true
	}
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.run(chromedp.Navigate(p.url))
	p.wait(`/^Loading the engine: [45]\d %$/.test(document.querySelector("#engine").textContent)`)
	close(half)
	p.wait(`document.documentElement.dataset.ready === "engine"`)

	s.set(func() {
		s.answer = func(name string, w http.ResponseWriter, _ *http.Request) bool {
			if name == module {
				http.Error(w, "the test wants it so", http.StatusServiceUnavailable)
			}
			return name == module
		}
	})
	p = newPage(t, s.URL+prefix, 1280, 800)
	p.ignore = "503"
	p.run(chromedp.Navigate(p.url))
	p.wait(trouble + `.startsWith("The engine could not be loaded: ") && ` + trouble + `.includes("503")`)
	p.click(square("c1")) // the first moves are part of the page
	p.expect(targets, "b3m d3c")
	s.set(func() { s.answer = nil })
	p.click("#retry")
	p.wait(`document.documentElement.dataset.ready === "engine"`)
	p.expect(`document.querySelector("#trouble").checkVisibility()`, "false")
}

// An engine without memory gets half the hash table.
func TestMemory(t *testing.T) {
	s := newFileServer(t)
	p := newPageIn(t, s.URL+prefix, 1280, 800, t.TempDir(), chromedp.Flag("js-flags", "--wasm-max-mem-pages=2000")) // of 64 KiB
	p.open("")
	p.tab("settings")
	p.set(`#set-hash`, "256")
	p.click("#analysis-on")
	p.wait(trouble + `.includes("out of memory, now with a hash table of 128 MiB")`)
	p.wait(thinks)
}
