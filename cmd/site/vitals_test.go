package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var vitals = flag.Bool("vitals", false, "print what a first visit transfers")

// webVitals is where npm installs the library; see scripts/browser.sh.
const webVitals = "../../web/node_modules/web-vitals/dist/web-vitals.iife.js"

// measure collects the vitals and the tasks of the main thread, in milliseconds. Where the library is, its figures count.
const measure = `
window.figures = { LCP: 0, INP: 0, CLS: 0 };
window.tasks = [];
window.shifts = [];
const observe = (type, see) => new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true, durationThreshold: 16 });
observe("longtask", (e) => tasks.push(Math.round(e.duration)));
observe("layout-shift", (e) => e.hadRecentInput || shifts.push(e.value.toFixed(3) + " by " + e.sources.map(({ node }) => (node?.id && "#" + node.id) || node?.className || node?.nodeName).join(", ")));
if (window.webVitals) {
	for (const name of ["LCP", "INP", "CLS"]) webVitals["on" + name](({ value }) => (figures[name] = value), { reportAllChanges: true, durationThreshold: 16 });
} else {
	observe("largest-contentful-paint", (e) => (figures.LCP = e.startTime));
	observe("layout-shift", (e) => e.hadRecentInput || (figures.CLS += e.value));
	observe("event", (e) => e.interactionId && (figures.INP = Math.max(figures.INP, e.duration)));
}`

// limit is what a figure may be at most.
type limit struct {
	name string
	most float64
	unit string
}

// budget is the limits of the vitals.
var budget = []limit{{"LCP", 2500, "ms"}, {"INP", 200, "ms"}, {"CLS", 0.1, ""}, {"longest task while the engine runs", 50, "ms"}}

// TestVitals measures a first visit with moves, panels and analysis on a slow processor. With the flag -vitals the times
// count, too, and each figure is the best of several visits: see quick.
func TestVitals(t *testing.T) {
	browserPath(t)
	library, err := os.ReadFile(webVitals)
	if err != nil {
		t.Log("web-vitals is not there: the browser's own observers measure instead")
	}
	best := map[string]float64{}
	var s *fileServer
	share := 1.0
	rounds := 1
	if *vitals {
		rounds = quickRounds
	}
	for range rounds {
		s = newFileServer(t)
		t.Run("visit", func(t *testing.T) { // its browser ends with it
			for name, value := range visitSlowly(t, s, string(library)) {
				if old, ok := best[name]; !ok || value < old {
					best[name] = value
				}
			}
		})
		if !slices.ContainsFunc(budget, func(b limit) bool { return best[b.name] > b.most }) {
			break
		}
		share = min(share, processorShare())
	}
	if *vitals {
		printTransfers(t, s)
	}
	for _, b := range budget {
		text := fmt.Sprintf("%s: %.4g %s, want at most %g", b.name, best[b.name], b.unit, b.most)
		switch {
		case best[b.name] <= b.most:
			t.Log(text)
		case b.unit == "ms" && !*vitals:
			t.Log("NOT CHECKED, see scripts/vitals.sh: " + text)
		case b.unit == "ms" && share < 0.7:
			t.Log("NOT CHECKED, the machine is busy: " + text)
		default:
			t.Error(text)
		}
	}
}

// visitSlowly returns the vitals of a visit.
func visitSlowly(t *testing.T, s *fileServer, library string) map[string]float64 {
	p := newPageIn(t, s.URL+prefix, 412, 915, t.TempDir())
	p.run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := cdp.Call(ctx, target, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 4}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, target, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: library + measure})
		return err
	}))
	p.run(chromedp.Navigate(p.url))
	p.wait(`document.documentElement.dataset.ready === "engine"`)
	p.wait(offlineReady)
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
	p.click("#undo")
	p.click("#flip")
	p.click("#flip")
	p.eval(`[window.before = tasks.length]`)
	p.click("#analysis-on")
	p.wait(thinks)
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
	p.wait(`(/depth (\d+)/.exec(document.querySelector("#source").textContent) ?? [])[1] > 6`)
	p.click("#analysis-on")
	p.wait(`document.querySelector("#engine").textContent === "Engine: ready"`)
	var figures map[string]float64
	if err := json.Unmarshal([]byte(p.eval(`JSON.stringify({ ...figures, "longest task while the engine runs": Math.max(0, ...tasks.slice(before)) })`)), &figures); err != nil {
		t.Fatal(err)
	}
	if *vitals {
		t.Logf("a visit: %v; tasks above 50 ms: %s; layout shifts: %s", figures, p.eval(`tasks.join(", ")`), p.eval(`shifts.join("; ")`))
	}
	return figures
}

// printTransfers prints what a visit has asked for.
func printTransfers(t *testing.T, s *fileServer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	offline, packed := 0, 0
	for _, name := range (&builder{files: s.files}).paths() {
		size := gzipped(s.files[name])
		switch {
		case s.sent[name] == 0:
		case strings.HasPrefix(name, "assets/") || name == "index.html":
			t.Logf("%-36s %9d bytes, gzip %9d", name, len(s.files[name]), size)
		default:
			offline, packed = offline+len(s.files[name]), packed+size
		}
	}
	t.Logf("%-36s %9d bytes, gzip %9d", "for use offline, icons and tables", offline, packed)
}

// testTasks checks that the main thread has no long task while the engine thinks (15).
func testTasks(p *page) {
	p.eval(`(() => { window.tasks = []; new PerformanceObserver((list) => list.getEntries().forEach((e) => tasks.push(e.duration))).observe({ type: "longtask" }); })()`)
	quick(p.t, "the longest task of the main thread while the engine thinks", 50*time.Millisecond, func() time.Duration {
		p.eval(`[window.tasks = [], window.until = performance.now() + 2000]`)
		for p.eval(`performance.now() < until`) == "true" {
			p.click(square("c1"))
			p.click(square("c1"))
		}
		return p.milliseconds(`Math.max(0, ...tasks)`)
	})
}
