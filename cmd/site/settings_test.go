package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// media sets media features of the browser, name by name; none resets all.
func (p *page) media(features ...string) {
	p.t.Helper()
	e := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{}}
	for i := 0; i < len(features); i += 2 {
		e.Features = append(e.Features, &emulation.MediaFeature{Name: features[i], Value: features[i+1]})
	}
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, e)
		return err
	}))
}

// upload chooses a file with a text.
func (p *page) upload(selector, name, text string) {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		p.t.Fatal(err)
	}
	p.run(chromedp.SetUploadFiles(selector, []string{file}))
}

// TestSettings changes settings and looks at what they do.
func TestSettings(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	for _, c := range []struct {
		name string
		test func(p *page)
	}{{"board", testBoardSettings}, {"units", testUnits}, {"themes", testThemes}, {"forced colours", testForcedColours}, {"hash", testHash}, {"backup", testBackup}} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			c.test(p)
		})
	}
	p.t = t
}

// toggle clicks a check box of the settings.
func (p *page) toggle(name string) {
	p.t.Helper()
	p.tab("settings")
	p.eval(`document.querySelector("#set-` + name + `").click()`)
}

// content returns the script that reads what a pseudo-element shows.
func content(selector, pseudo string) string {
	return `(() => { const s = getComputedStyle(document.querySelector('` + selector + `'), "` + pseudo + `"); return s.display === "none" ? "none" : s.content; })()`
}

func testBoardSettings(p *page) {
	p.start("thinchess8", "k/n/1/1/N/r/R/K w - - 0 1")
	p.showValues()
	p.expect(`document.querySelector("#values [data-value]").dataset.value`, "win 11")
	p.click(square("a2"))
	p.expect(content("[data-square=a3]", "::after"), `"▲11"`)
	p.expect(content("[data-square=a3]", "::before"), `""`)
	p.expect(content(".coordinate", "::before"), `"8"`)
	p.expect(`document.querySelector("[data-square=a2] .letter") === null`, "true")
	for _, name := range []string{"badges", "dots", "coordinates", "letters"} {
		p.toggle(name)
	}
	p.click(square("a2"))
	p.click(square("a2"))
	for range 2 { // the second time after a reload
		p.expect(targets, "a3c")
		p.expect(content("[data-square=a3]", "::after"), "none")
		p.expect(content("[data-square=a3]", "::before"), "none")
		p.expect(`getComputedStyle(document.querySelector(".coordinate")).display`, "none")
		p.expect(`document.querySelector("[data-square=a2] .letter").textContent`, "R")
		p.open("")
		p.click(square("a2"))
	}
	for _, name := range []string{"badges", "dots", "coordinates", "letters"} {
		p.toggle(name)
	}
	p.expect(`document.querySelector("[data-square=a2] .letter") === null`, "true")
	grey := p.eval(`getComputedStyle(document.querySelector("[data-square=a8]")).backgroundColor`)
	for _, name := range []string{"wood", "green", "blue"} {
		p.set("#set-squares", name)
		p.wait(`getComputedStyle(document.querySelector("[data-square=a8]")).backgroundColor !== "` + grey + `"`)
	}
	// Values of other types are not taken.
	p.eval(`localStorage.setItem("tinyhouse.settings", JSON.stringify({ version: 1, data: { volume: "loud", dots: 0, theme: 7, squares: "wood" } }))`)
	p.open("")
	p.expect(`["theme", "dots", "squares"].map((name) => document.documentElement.dataset[name]).join()`, "system,true,wood")
}

// testUnits counts in moves: all texts change, the hooks of other programs do not.
func testUnits(p *page) {
	p.start("thinchess8", "k/n/1/1/N/r/R/K w - - 0 1")
	p.showValues()
	p.click(square("a2"))
	p.expect(`document.querySelector("#value").textContent`, "Exact: White wins in 11 plies (mate in 6).")
	p.tab("settings")
	p.set("#set-units", "moves")
	p.expect(`document.querySelector("#value").textContent`, "Exact: White wins in 6 moves (11 plies).")
	p.expect(`document.querySelector("#values [data-uci]").textContent`, "Rxa3 wins in 6 moves")
	p.expect(`document.querySelector("#values [data-uci]").dataset.value`, "win 11")
	p.click(square("a2"))
	p.click(square("a2"))
	p.expect(`document.querySelector("[data-square=a3]").dataset.badge`, "▲#6")
	p.wait(`document.querySelector("[data-square=a3]").ariaLabel.endsWith("wins in 6 moves")`)
	p.click("#solve")
	p.expect(status, "White wins in 6 moves (11 plies), by Rxa3.")
	p.set("#set-units", "plies")
	p.expect(`document.querySelector("#values [data-uci]").textContent`, "Rxa3 wins in 11")
}

const pageColour = `getComputedStyle(document.documentElement).backgroundColor`

func testThemes(p *page) {
	const light, dark, white, black = "rgb(244, 245, 247)", "rgb(23, 27, 33)", "rgb(255, 255, 255)", "rgb(0, 0, 0)"
	p.start("tinyhouse", "")
	p.tab("settings")
	for _, c := range []struct {
		theme, scheme, contrast string
		want                    string
	}{
		{"system", "light", "no-preference", light}, {"system", "dark", "no-preference", dark},
		{"system", "light", "more", white}, {"system", "dark", "more", black},
		{"light", "dark", "more", light}, {"dark", "light", "more", dark},
		{"contrast", "light", "no-preference", white}, {"contrast", "dark", "no-preference", black},
	} {
		p.media("prefers-color-scheme", c.scheme, "prefers-contrast", c.contrast)
		p.set("#theme", c.theme)
		if p.expect(pageColour, c.want); p.t.Failed() {
			p.t.Fatal(c)
		}
	}
	p.set("#theme", "system")
	p.media()
}

// testForcedColours looks at the groups of values where the system allows but a few colours (12).
func testForcedColours(p *page) {
	p.start("tinyhouse", "k3/1W~2/K3/1w2[] w - - 0 1")
	p.media("forced-colors", "active")
	p.showValues()
	p.wait(`document.querySelectorAll("#values .group").length > 1`)
	p.expect(`matchMedia("(forced-colors: active)").matches`, "true")
	const groups = `[...document.querySelectorAll("#values .group")]`
	for _, cue := range []string{`getComputedStyle(g).borderLeftStyle`, `getComputedStyle(g.querySelector("h3"), "::before").content`, `g.querySelector("h3").textContent`} {
		p.expect(`new Set(`+groups+`.map((g) => `+cue+`)).size === `+groups+`.length`, "true")
	}
	p.wait(`getComputedStyle(document.querySelector(".man.white .body")).fill !== getComputedStyle(document.querySelector(".man.black .body")).fill`)
	p.media()
}

// testHash looks at the options that the engine gets.
func testHash(p *page) {
	p.start("tinyhouse", "")
	p.eval(spy)
	search := func(want string) {
		p.click("#analysis-on")
		p.wait(`sent.includes("setoption name Hash value ` + want + `")`)
		p.wait(`document.querySelectorAll("#lines .line").length > 0`)
		p.click("#analysis-on")
		p.wait(`document.querySelector("#engine").textContent === "Engine: ready"`)
	}
	search("16")
	p.tab("settings")
	p.set("#set-hash", "64")
	search("64")
}

// testBackup writes all that is kept, forgets it, and reads it again; wrong files change nothing.
func testBackup(p *page) {
	p.start("tinyhouse", "")
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
	p.tab("settings")
	p.set("#set-squares", "wood")
	p.eval(`(() => { URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return "#"; }; HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; }; })()`)
	p.click("#backup-save")
	p.wait(`window.saved`)
	p.expect(`savedAs`, "tinyhouse-backup.json")
	saved := p.eval(`saved`)
	p.start("thinchess8", "")
	p.tab("settings")
	kept := p.eval(`JSON.stringify(localStorage)`)
	for _, c := range []struct{ text, want string }{
		{"", "“”: want a backup, which is JSON."},
		{"1. e4", "“1. e4”: want a backup, which is JSON."},
		{`{"a":1}`, `“{"a":1}”: want the format “tinyhouse backup”.`},
		{`{"format":"tinyhouse backup","version":2,"kept":{}}`, "Version “2”: want 1."},
		{`{"format":"tinyhouse backup","version":1,"kept":{"settings":7}}`, "settings “7”: want version and data."},
		{`{"format":"tinyhouse backup","version":1,"kept":{"settings":{"version":1,"data":[]}}}`, "The settings “[]”: want names and values."},
		{`{"format":"tinyhouse backup","version":1,"kept":{"game":{"version":1,"data":{"ini":"","at":0,"game":{"variant":"chess","start":"x","nodes":[{"parent":3}]}}}}}`,
			`The node 0 of the game “{"parent":3}”: want an earlier parent, uci and san.`},
		{`{"format":"tinyhouse backup","version":1,"kept":{"clock":{"version":1,"data":{"left":{"w":1},"moves":[]}}}}`, `The clock “{"left":{"w":1},"moves":[]}”: want the times left and the moves.`},
		{`{"format":"tinyhouse backup","version":1,"kept":{"ending":{"version":1,"data":{"moves":[1]}}}}`, `The end of the game “{"moves":[1]}”: want moves, result and reason.`},
		{`{"format":"tinyhouse backup","version":1,"kept":{"recent":{"version":1,"data":{"a":1}}}}`, `The recent games “{"a":1}”: want a list.`},
		{`{"format":"tinyhouse backup","version":1,"kept":{"recent":{"version":1,"data":[{"ini":7}]}}}`, `The game “{"ini":7}”: want ini and game.`},
		{`{"format":"tinyhouse backup","version":1,"kept":{"variants":{"version":1,"data":[7]}}}`, `The variants “[7]”: want a text.`},
		{`{"format":"tinyhouse backup","version":1,"kept":{"puzzles":{"version":1,"data":{"numbers":null}}}}`, `The puzzles “{"numbers":null}”: want numbers.`},
		{`{"format":"tinyhouse backup","version":1,"kept":{"game":{"version":1,"data":{"ini":"","at":0,"game":{"variant":"tinyhouse","start":"fuwk/3p/P3/KWUF[] w - - 0 1","nodes":[{"parent":0,"uci":"","san":""},{"parent":0,"uci":"a1d4","san":"Kd4"}]}}}}}`, `notation: move "a1d4": not legal here`},
	} {
		p.upload("#backup-file", "wrong.json", c.text)
		p.expect(`document.querySelector("#backup-note").textContent`, "wrong.json was refused, nothing has changed. "+c.want)
		p.expect(`JSON.stringify(localStorage)`, kept)
	}
	p.eval(`window.before = true`)
	p.upload("#backup-file", "good.json", saved)
	p.wait(`!window.before && document.documentElement.dataset.ready === "engine"`)
	p.expect(fenValue, afterCapture)
	p.expect(`document.documentElement.dataset.squares`, "wood")
	p.click("#undo")
	p.expect(fenValue, "fuwk/3p/P3/KWUF[] w - - 0 1")
}

// TestAccessOfSettings lets axe look at colours of squares, clocks, the help and the menu of promotions (24).
func TestAccessOfSettings(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 360, 640)
	script, err := os.ReadFile(axe)
	if err != nil {
		t.Skip("THERE IS NO AXE: run scripts/browser.sh, which fetches it from npm")
	}
	p.start("tinyhouse", "2k1/P3/4/2K1[PU] w - - 0 1")
	p.run(evaluate(string(script)))
	p.eval(`document.querySelector("#clock-on").click()`)
	p.move("c1", "c2")
	p.expect(`document.querySelector("#clock-black").dataset.state`, "running")
	p.tab("settings")
	for _, scheme := range []string{"light", "dark"} {
		for _, more := range []string{"no-preference", "more"} {
			p.media("prefers-color-scheme", scheme, "prefers-contrast", more)
			for _, squares := range []string{"grey", "wood", "green", "blue"} {
				p.set("#set-squares", squares)
				p.checkWithAxe(scheme + ", " + more + ", " + squares)
			}
			p.eval(`document.activeElement.blur()`)
			p.keys("?")
			p.expect(`document.querySelector("#help").open`, "true")
			p.checkWithAxe(scheme + ", " + more + ", help")
			p.expect(`(() => { const r = document.querySelector("#help").getBoundingClientRect(); return r.left >= 0 && r.right <= 360 && r.top >= 0 && r.bottom <= 640; })()`, "true")
			p.keys(kb.Escape)
		}
	}
	p.media()
	p.click("#undo")
	p.move("a3", "a4")
	p.wait(`document.querySelector(".promotion")`)
	p.checkWithAxe("menu of promotions")
}
