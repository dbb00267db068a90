package main

import (
	"os"
	"strings"
	"testing"
)

// 22: the tab About names the caches with their sizes, and what the page is; it measures the engine.
func TestAbout(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 360, 640)
	p.open("#v=tinyhouse")
	p.wait(`document.documentElement.dataset.offline === "ready"`)
	p.click("#tab-about")
	p.expect(`document.querySelector("#panel-about b").textContent`, "Tinyhouse "+version)
	p.expect(`document.querySelector("#offline").textContent.startsWith("Ready for use offline:")`, "true")
	p.eval(`caches.keys().then((names) => { window.cacheNames = names.join(); })`)
	p.wait(`window.cacheNames`)
	const caches = `[...document.querySelectorAll("#caches li")].map((e) => /^(.*): [1-9][0-9]+ files, [1-9][0-9.]* MB$/.exec(e.textContent)?.[1])`
	p.expect(caches+`.join() === window.cacheNames`, "true")
	p.expect(`/^Games and settings: [1-9][0-9]* (bytes|kB)$/.test(document.querySelector("#kept li").textContent)`, "true")
	p.expect(`document.documentElement.scrollWidth <= 360`, "true")
	p.eval(`fetch("docs/licences.txt").then((r) => r.text()).then((text) => { window.licences = text; })`)
	p.wait(`["MIT License", "klauspost/compress", "The Go Authors"].every((words) => window.licences?.includes(words))`)
	p.eval(`Promise.all([...document.querySelectorAll("#panel-about a")].map((a) => fetch(a.href))).then((all) => { window.fetched = all.every((r) => r.ok) && all.length; })`)
	p.wait(`window.fetched > 10`)
	p.click("#measure")
	p.wait(`/^[1-9][0-9,]* thousand nodes a second in this browser\./.test(document.querySelector("#speed").textContent)`)
	p.expect(`document.querySelector("#measure").disabled`, "false")
}

// TestSpeedClaim checks that the page has the ratio of docs/web.md.
func TestSpeedClaim(t *testing.T) {
	page, err := os.ReadFile("../../web/src/about/speed.ts")
	if err != nil {
		t.Fatal(err)
	}
	docs, err := os.ReadFile("../../docs/web.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "const ofNative = ")
	ratio, _, _ := strings.Cut(rest, ";")
	flat := strings.Join(strings.Fields(string(docs)), " ")
	if !ok || !strings.Contains(flat, "the module searches "+ratio+" times as many nodes a second as the native program") {
		t.Errorf("docs/web.md does not have the ratio %q", ratio)
	}
}

// TestAccessLists checks the long lists with axe on a phone, in all themes.
func TestAccessLists(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 360, 640)
	script, err := os.ReadFile(axe)
	if err != nil {
		t.Skip("THERE IS NO AXE: run npm --prefix web install --no-save axe-core to check the page with it")
	}
	p.open("#v=thinchess8")
	p.run(evaluate(string(script)))
	for _, tab := range []string{"solved", "tables", "about"} {
		p.click("#tab-" + tab)
		if tab == "solved" {
			p.wait(`document.querySelectorAll("#panel-solved details").length > 0`)
			p.eval(`[...document.querySelectorAll("#panel-solved details")].slice(0, 14).forEach((d) => d.open = true)`)
		}
		for _, theme := range []string{"light", "dark", "contrast"} {
			p.eval(`document.documentElement.dataset.theme = "` + theme + `"`)
			p.checkWithAxe(tab + ", " + theme)
		}
		p.expect(`document.documentElement.scrollWidth <= 360`, "true")
	}
}
