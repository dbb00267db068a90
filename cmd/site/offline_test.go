package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"maps"
	"path"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

const offlineReady = `document.documentElement.dataset.offline === "ready"`

// 22: after the first visit neither the server nor the same browser is needed.
func TestOffline(t *testing.T) {
	s := newFileServer(t)
	profile := t.TempDir()
	p := newPageIn(t, s.URL+prefix, 1280, 800, profile)
	p.open("")
	p.wait(offlineReady)
	p.wait(`document.querySelector(".toast").textContent.startsWith("Ready for use offline")`)
	p.open("")
	p.wait(offlineReady)
	p.expect(`document.querySelectorAll(".toast").length`, "0") // said once
	p.tab("about")
	p.wait(`/^tinyhouse .*: \d+ files, [0-9.]+ MB$/.test(document.querySelector("#caches li").textContent)`)
	p.wait(`document.querySelector("#offline").textContent.startsWith("Ready for use offline")`)
	s.CloseClientConnections()
	s.Close()
	if err := chromedp.Cancel(p.ctx); err != nil {
		t.Fatal(err)
	}

	p = newPageIn(t, s.URL+prefix, 1280, 800, profile)
	p.open("")
	p.expect(`document.querySelectorAll("[data-square] .man").length`, "10")
	p.open("?v=thinchess8&pos=bk,bn,x,x,wn,br,wr,wk:w")
	p.expect(fenValue, "k/n/1/1/N/r/R/K w - - 0 1")
	p.eval(`document.querySelector("#values-on").click()`)
	p.wait(`document.querySelector("#values [data-value]").dataset.value === "win 11"`)
	p.open("#v=tinyhouse")
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
	p.click("#analysis-on")
	p.wait(thinks)
	p.click("#analysis-on")
	p.wait(`document.querySelector("#engine").textContent === "Engine: ready"`)
	p.set("#player-black", "engine")
	p.wait(`document.querySelectorAll("#moves [data-uci]").length === 2`)
}

// reload loads the page of the same address again, and waits for the engine.
func (p *page) reload() {
	p.t.Helper()
	p.eval(`[window.isOld = true, location.reload()]`)
	p.wait(`!window.isOld && document.documentElement.dataset.ready === "engine"`)
}

// newBuild returns the site with another script, another worker and another table, under other names where names
// have digests. Its table is damaged: a page of the old build must not get it.
func newBuild(t *testing.T, old map[string][]byte) map[string][]byte {
	t.Helper()
	b := &builder{root: "../..", noPack: true, files: maps.Clone(old)}
	delete(b.files, "sw.js")
	var renamed []string
	for name, data := range old {
		if base := path.Base(name); strings.HasPrefix(base, "app-") || strings.HasPrefix(base, "engine-") {
			delete(b.files, name)
			marked := append([]byte("globalThis.build = \"B\";"), data...)
			renamed = append(renamed, name, b.addHashed(strings.SplitN(base, "-", 2)[0]+".js", marked))
		}
	}
	r := strings.NewReplacer(renamed...)
	for name, data := range b.files {
		if strings.HasPrefix(name, "assets/app-") || name == "index.html" {
			b.files[name] = []byte(r.Replace(string(data)))
		}
		if strings.HasPrefix(name, "tables/thinchess8-") {
			b.files[name] = []byte("damaged")
		}
	}
	if err := b.addWorker(); err != nil {
		t.Fatal(err)
	}
	return b.files
}

// second returns another tab of the same browser, with the same storage.
func (p *page) second() *page {
	p.t.Helper()
	return preparePage(p.t, p.url, 1280, 800, p.ctx)
}

const (
	prompt   = `document.querySelector("#update").checkVisibility()`
	build    = `String(globalThis.build)`
	onFocus  = `window.dispatchEvent(new Event("focus"))`
	allSites = `caches.keys().then((keys) => { window.sites = keys.filter((key) => key.startsWith("tinyhouse http")).length; })`
)

// 23: a new build waits until the user accepts it, and no page gets files of two builds.
func TestUpdate(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.open("#v=tinyhouse")
	p.wait(offlineReady)
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
	other := p.second()
	other.open("#v=tinyhouse")
	worker := ""
	for name := range s.files {
		if strings.HasPrefix(name, "assets/engine-") {
			worker = name
		}
	}

	after := newBuild(t, s.files)
	s.set(func() { s.files = after })
	p.eval(onFocus)
	p.wait(prompt)
	p.expect(build, "undefined")
	p.expect(fenValue, afterCapture)
	p.click("#update-decline")
	p.expect(prompt, "false")
	p.click("#analysis-on")
	p.wait(thinks)
	p.reload() // a page that is loaded while the new build waits is of the old one, and offers it again
	p.expect(build, "undefined")
	p.expect(fenValue, afterCapture)
	p.wait(prompt)
	p.click("#update-accept")
	p.wait(build + ` === "B" && document.documentElement.dataset.ready === "engine"`)
	p.expect(fenValue, afterCapture)

	// The other page goes on with the old build: its worker, and a table that it has not yet asked for.
	other.expect(build, "undefined")
	other.eval(fmt.Sprintf(`fetch(%q).then((r) => r.text()).then((text) => { window.worker = text.includes('build = "B"'); })`, worker))
	other.wait(`window.worker === false`)
	other.set("#variant", "thinchess8")
	other.fill("#fen", "k/n/1/1/N/r/R/K w - - 0 1")
	other.eval(`document.querySelector("#values-on").checked || document.querySelector("#values-on").click()`)
	other.wait(`document.querySelector("#values [data-value]").dataset.value === "win 11"`)
	other.eval(allSites)
	other.wait(`sites === 2`)

	// Once no page of it is open, the old build is deleted.
	other.run(chromedp.Navigate("about:blank"))
	p.open("")
	p.wait(offlineReady)
	p.wait(`(` + allSites + `, window.sites === 1)`)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.missed) > 0 {
		t.Errorf("not found: %v", s.missed)
	}
}

// 23: who declines keeps the old build, also without the server.
func TestDecline(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.open("")
	p.wait(offlineReady)
	after := newBuild(t, s.files)
	s.set(func() { s.files = after })
	p.eval(onFocus)
	p.wait(prompt)
	p.click("#update-decline")
	s.CloseClientConnections()
	s.Close()
	p.reload()
	p.expect(build, "undefined")
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
}

// TestManifest checks what browsers want of an app that can be installed.
func TestManifest(t *testing.T) {
	b, err := built()
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		ID, Name, Display, Scope string
		ShortName                string `json:"short_name"`
		StartURL                 string `json:"start_url"`
		ThemeColor               string `json:"theme_color"`
		BackgroundColor          string `json:"background_color"`
		Icons                    []struct{ Src, Sizes, Type, Purpose string }
	}
	if err := json.Unmarshal(b.files["manifest.webmanifest"], &m); err != nil {
		t.Fatal(err)
	}
	if m.ID == "" || m.Name == "" || m.ShortName == "" || m.Display != "standalone" || m.ThemeColor == "" || m.BackgroundColor == "" {
		t.Errorf("incomplete: %+v", m)
	}
	for what, address := range map[string]string{"start_url": m.StartURL, "scope": m.Scope} {
		if strings.HasPrefix(address, "/") || strings.Contains(address, ":") || address == "" {
			t.Errorf("%s %q: want a relative address", what, address)
		}
	}
	found := map[string]bool{}
	for _, icon := range m.Icons {
		found[icon.Sizes+" "+icon.Purpose] = true
		data := b.files[icon.Src]
		if data == nil {
			t.Errorf("icon %s is missing", icon.Src)
		}
		if icon.Type != "image/png" {
			continue
		}
		if c, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || fmt.Sprintf("%dx%d", c.Width, c.Height) != icon.Sizes {
			t.Errorf("icon %s: %dx%d, %v, want %s", icon.Src, c.Width, c.Height, err, icon.Sizes)
		}
	}
	for _, want := range []string{"192x192 any", "512x512 any", "512x512 maskable"} {
		if !found[want] && !found[strings.TrimSuffix(want, "any")] {
			t.Errorf("no icon %s among %v", want, found)
		}
	}
}

// TestInstallable asks the browser whether the page can be installed.
func TestInstallable(t *testing.T) {
	s := newFileServer(t)
	p := newPageIn(t, s.URL+prefix, 1280, 800, t.TempDir())
	p.open("")
	p.wait(offlineReady)
	if reasons := p.installProblems(); len(reasons) > 0 {
		t.Errorf("cannot be installed: %v", reasons)
	}
}

// installProblems returns what keeps the browser from installing the page.
func (p *page) installProblems() (problems []string) {
	p.t.Helper()
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		result, err := cdp.Call(ctx, t, cdppage.GetInstallabilityErrors, cdp.Empty{})
		for _, e := range result.InstallabilityErrors {
			problems = append(problems, e.ErrorID)
		}
		return err
	}))
	return problems
}
