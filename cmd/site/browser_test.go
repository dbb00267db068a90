package main

// The tests in a browser. How to write one:
//
//   - newPage gives a page with storage of its own in the browser that all tests share; newPageIn one in
//     a browser with a profile, for tests that restart the browser or emulate a slow one.
//   - Wait for conditions: p.wait for what needs the engine, p.expect for what the page does at once.
//     Never sleep, and never read a value once that may still change. The machine may be busy: a
//     condition may take many seconds to come true.
//   - A condition must be false before the act that makes it true; otherwise the test goes on too early.
//     Compare with the state before the act where the new one is not known.
//   - p.click and p.move wait until the element is shown and at rest, but not for what the click does.
//   - Limits of time are claims about the app, not about the machine: use quick.
//   - Any error in the console fails the test. Each test must fail once its feature is broken: try it.

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// prefix is the path of the site on the file server of the tests.
const prefix = "/x/tinyhouse/"

// built is the site, built once.
var built = sync.OnceValues(func() (*builder, error) {
	b := &builder{root: "../..", noPack: true}
	return b, b.build()
})

// fileServer is a file server without any knowledge of the site.
type fileServer struct {
	*httptest.Server
	mu     sync.Mutex
	files  map[string][]byte
	hold   chan struct{}                                                  // closed when the module may be sent; nil: at once
	answer func(name string, w http.ResponseWriter, r *http.Request) bool // if set, asked before the files
	missed []string
	sent   map[string]int
}

func newFileServer(t *testing.T) *fileServer {
	t.Helper()
	b, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return serveSite(t, b)
}

// serveSite is newFileServer for a site of the test's own.
func serveSite(t *testing.T, b *builder) *fileServer {
	t.Helper()
	s := &fileServer{files: maps.Clone(b.files), sent: map[string]int{}}
	var err error
	for name, from := range b.large {
		if s.files[name], err = os.ReadFile(from); err != nil {
			t.Fatal(err)
		}
	}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

// count returns how often a file was asked for.
func (s *fileServer) count(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent[name]
}

// set changes what the server does.
func (s *fileServer) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *fileServer) serve(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutPrefix(r.URL.Path, prefix)
	if name == "" {
		name = "index.html"
	}
	s.mu.Lock()
	data, found := s.files[name]
	hold, answer := s.hold, s.answer
	if !ok || !found {
		s.missed = append(s.missed, r.URL.Path)
	}
	s.sent[name]++
	s.mu.Unlock()
	if !ok || !found {
		http.NotFound(w, r)
		return
	}
	if answer != nil && answer(name, w, r) {
		return
	}
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	if path.Ext(name) == ".wasm" && hold != nil {
		<-hold
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

// page is a page in a browser, with storage and caches of its own.
type page struct {
	t    *testing.T
	ctx  context.Context
	url  string
	mu   sync.Mutex
	errs []string // what the console showed

	ignore string // errors with this text are expected; none if empty
}

// How long conditions may take to become true. They are generous, since a busy machine lets all wait:
// a test that passes does not need them, and one that fails may take its time.
const (
	patience       = time.Minute      // of wait, for what the engine does
	expectPatience = 15 * time.Second // of expect, for what the page does at once
	pollEvery      = 20 * time.Millisecond
)

// browserPath returns the browser, or skips the test.
func browserPath(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("tests in a browser take minutes")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("THERE IS NO BROWSER: install Debian's chromium to test the web app")
	return ""
}

// browserOptions are the flags of the browser.
func browserOptions(path, profile string) []chromedp.ExecAllocatorOption {
	return append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.UserDataDir(profile), chromedp.Flag("disable-component-update", true))
}

// shared is the browser that tests share; a test that needs to restart it has one of its own.
var shared struct {
	sync.Once
	ctx  context.Context
	err  error
	stop []func()
}

// TestMain stops the shared browser after the tests.
func TestMain(m *testing.M) {
	code := m.Run()
	for _, stop := range slices.Backward(shared.stop) {
		stop()
	}
	os.Exit(code)
}

// startShared starts the shared browser.
func startShared(path string) {
	profile, err := os.MkdirTemp("", "site-browser")
	if err != nil {
		shared.err = err
		return
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), browserOptions(path, profile)...)
	ctx, stop := chromedp.NewContext(ctx)
	shared.ctx, shared.err = ctx, chromedp.Do(ctx)
	shared.stop = []func(){func() { os.RemoveAll(profile) }, cancel, stop}
}

// newPage opens a page of a size in the shared browser, with storage and caches of its own.
func newPage(t *testing.T, site string, width, height int64) *page {
	t.Helper()
	path := browserPath(t)
	shared.Do(func() { startShared(path) })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return preparePage(t, site, width, height, shared.ctx, chromedp.WithNewBrowserContext())
}

// newPageIn starts a browser of its own with a profile, which keeps what the page stores, and flags.
func newPageIn(t *testing.T, site string, width, height int64, profile string, flags ...chromedp.ExecAllocatorOption) *page {
	t.Helper()
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), append(browserOptions(browserPath(t), profile), flags...)...)
	t.Cleanup(cancel)
	return preparePage(t, site, width, height, ctx)
}

// preparePage opens an empty page.
func preparePage(t *testing.T, site string, width, height int64, browser context.Context, options ...chromedp.ContextOption) *page {
	t.Helper()
	p := &page{t: t, url: site}
	ctx, cancel := chromedp.NewContext(browser, append(options, chromedp.WithListener(p.hear))...)
	p.ctx = ctx
	t.Cleanup(func() {
		p.mu.Lock()
		for _, e := range p.errs {
			if p.ignore == "" || !strings.Contains(e, p.ignore) {
				t.Errorf("console: %s", e)
			}
		}
		p.mu.Unlock()
		cancel()
	})
	p.run(chromedp.EmulateViewport(width, height))
	return p
}

// hear notes errors.
func (p *page) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if thrown := e.ExceptionDetails.Exception; thrown != nil {
			text += " " + thrown.Description
		}
		p.errs = append(p.errs, text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			p.errs = append(p.errs, fmt.Sprintf("%s", e.Args[0].Value))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			p.errs = append(p.errs, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

func (p *page) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// open opens the site with a query or fragment, and waits for the engine.
func (p *page) open(rest string) {
	p.t.Helper()
	p.run(chromedp.Navigate("about:blank"), chromedp.Navigate(p.url+rest))
	p.wait(`document.documentElement.dataset.ready === "engine"`)
}

// evaluate returns the action of running a script.
func evaluate(script string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](script)
}

// value returns the value of an expression as text. It fails while the page is replaced by another.
func (p *page) value(expression string) (string, error) {
	return chromedp.Run(p.ctx, chromedp.Evaluate[string]("String("+expression+")"))
}

// eval is value, and ends the test if there is none.
func (p *page) eval(expression string) string {
	p.t.Helper()
	text, err := p.value(expression)
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return text
}

// wait waits until an expression is true, also while pages are loaded.
func (p *page) wait(expression string) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(pollEvery) {
		got, err := p.value("(() => { try { return !!(" + expression + "); } catch { return false; } })()")
		if got == "true" {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("not true: %s; %v; status %q, engine %q", expression, err, p.eval(status), p.eval(`document.querySelector("#engine")?.textContent`))
		}
	}
}

// expect waits until an expression has a value, also while pages are loaded.
func (p *page) expect(expression, want string) {
	p.t.Helper()
	got, err := "", error(nil)
	for deadline := time.Now().Add(expectPatience); time.Now().Before(deadline); time.Sleep(pollEvery) {
		if got, err = p.value(expression); err == nil && got == want {
			return
		}
	}
	p.t.Errorf("%s: %q, %v, want %q", expression, got, err, want)
}

// middle returns the middle of an element, once it is there and stays in its place.
func (p *page) middle(selector string) (x, y float64) {
	p.t.Helper()
	var before []float64
	for deadline := time.Now().Add(expectPatience); time.Now().Before(deadline); time.Sleep(pollEvery / 4) {
		at, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]float64](fmt.Sprintf(`(() => { const e = document.querySelector(%q);
			if (!e) return [];
			e.scrollIntoView({block: "nearest"});
			const r = e.getBoundingClientRect(); return r.width ? [r.x + r.width / 2, r.y + r.height / 2] : []; })()`, selector)))
		if err != nil {
			p.t.Fatalf("%s: %v", selector, err)
		}
		if len(at) == 2 && slices.Equal(at, before) {
			return at[0], at[1]
		}
		before = at
	}
	p.t.Fatalf("%s: not shown, or it moves", selector)
	return 0, 0
}

// click clicks an element with the mouse.
func (p *page) click(selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	p.run(chromedp.MouseClickXY(x, y))
}

// drag drags with the mouse from an element to a point.
func (p *page) drag(from string, x, y float64) {
	p.t.Helper()
	x0, y0 := p.middle(from)
	p.run(chromedp.MouseEvent(chromedp.MousePressed, x0, y0, chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseMoved, (x0+x)/2, (y0+y)/2, chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseMoved, x, y, chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonLeft))
}

// touchDrag drags with a finger from an element to another, or taps if they are the same.
func (p *page) touchDrag(from, to string) {
	p.t.Helper()
	p.middle(to) // scrolls
	x0, y0 := p.middle(from)
	x, y := p.middle(to)
	p.wait(`!(performance.now() < window.touched + 400)`) // sooner, the browser may take both touches for one gesture
	p.touch(input.DispatchTouchEventTypeTouchStart, x0, y0)
	if from != to {
		p.touch(input.DispatchTouchEventTypeTouchMove, (x0+x)/2, (y0+y)/2)
		p.touch(input.DispatchTouchEventTypeTouchMove, x, y)
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd, x, y)
	p.eval(`window.touched = performance.now()`)
}

// touch sends a touch event.
func (p *page) touch(kind input.DispatchTouchEventType, x, y float64) {
	p.t.Helper()
	e := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
	if kind != input.DispatchTouchEventTypeTouchEnd {
		e.TouchPoints = append(e.TouchPoints, &input.TouchPoint{X: x, Y: y})
	}
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, e)
		return err
	}))
}

// keys presses keys.
func (p *page) keys(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		p.run(chromedp.KeyEvent(key))
	}
}

// square returns the selector of a square.
func square(name string) string { return `[data-square="` + name + `"]` }

// move clicks two squares.
func (p *page) move(from, to string) {
	p.t.Helper()
	p.click(square(from))
	p.click(square(to))
}

// fill puts a text into a box, as if it were pasted, and leaves the box.
func (p *page) fill(selector, text string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.focus(); e.select(); })()`, selector))
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: text})
		return err
	}))
	p.eval(fmt.Sprintf(`document.querySelector(%q).blur()`, selector))
}

// tab shows a panel.
func (p *page) tab(id string) {
	p.t.Helper()
	p.eval(`document.querySelector("#tab-` + id + `").click()`)
}

// set chooses an option of a list.
func (p *page) set(selector, value string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event("change")); })()`, selector, value))
}

const (
	fenValue = `document.querySelector("#fen").value`
	targets  = `[...document.querySelectorAll("[data-target]")].map((e) => e.dataset.square + e.dataset.target[0]).sort().join(" ")`
	status   = `document.querySelector("#status").textContent`
)
