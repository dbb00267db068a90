package main

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// axe is where npm installs the checker of accessibility; see docs/web.md.
const axe = "../../web/node_modules/axe-core/axe.min.js"

// 24: names, contrasts and sizes that people need who see, hear or point otherwise.
func TestAccess(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 320, 640)
	for _, variant := range []string{"tinyhouse", "thinchess", "crazyhouse"} {
		p.open("#v=" + variant)
		p.expect(`document.documentElement.scrollWidth <= 320`, "true")
		p.expect(`[...document.querySelectorAll("[data-square], [data-hand] button")].every((e) => e.ariaLabel)`, "true")
		p.expect(`document.querySelectorAll('#board [tabindex="0"]').length`, "1")
	}
	script, err := os.ReadFile(axe)
	if err != nil {
		t.Skip("THERE IS NO AXE: run scripts/browser.sh, which fetches it from npm")
	}
	for _, variant := range []string{"tinyhouse", "thinchess8", "dobutsu"} {
		p.open("#v=" + variant)
		p.eval(`(() => { document.querySelectorAll("details").forEach((d) => d.open = true);
			document.querySelector("#values-on").checked || document.querySelector("#values-on").click();
			document.querySelector("#analysis-on").click(); })()`)
		p.wait(`document.querySelectorAll("#lines .line").length > 0`)
		p.run(evaluate(string(script)))
		for _, theme := range []string{"light", "dark", "contrast"} {
			p.tab("settings")
			p.set("#theme", theme)
			p.checkWithAxe(variant + ", " + theme)
		}
		p.eval(`document.querySelector("#analysis-on").click()`)
		p.click("#editor")
		p.checkWithAxe(variant + ", editor")
		p.click("#editor")
	}
}

// checkWithAxe reports the serious faults that axe finds.
func (p *page) checkWithAxe(what string) {
	p.t.Helper()
	p.eval(`(() => { window.faults = undefined; axe.run().then(({ violations }) => {
		window.faults = violations.filter(({ impact }) => impact === "serious" || impact === "critical")
			.map(({ id, nodes }) => id + ": " + nodes.map(({ html, any }) => html + " " + (any[0]?.message ?? "")).slice(0, 3).join(" | ")).join("\n");
	}); })()`)
	time.Sleep(50 * time.Millisecond)
	p.wait(`window.faults !== undefined`)
	if faults := p.eval(`window.faults`); faults != "" {
		p.t.Errorf("%s:\n%s", what, faults)
	}
}

// panels are the panels behind the tabs, each with a condition that is true once it shows all it has.
var panels = []struct{ id, ready string }{
	{"solved", `document.querySelectorAll("details.solved").length > 100`},
	{"tables", `document.querySelectorAll("#panel-tables .file").length > 3`},
	{"proof", `document.querySelector("#proof-choice").options.length > 0`},
	{"statistics", `document.querySelectorAll("#statistics-numbers tr").length > 2`},
	{"puzzles", `document.querySelector("#puzzle-length").max > 0`},
	{"variants", `document.querySelector("#ini")`},
	{"settings", `document.querySelector("#theme")`},
	{"about", `document.querySelectorAll("#panel-about li").length > 3`},
}

const (
	// beyond are controls and texts that reach over the edge of the window, and not in a box that scrolls.
	beyond = `[...document.querySelectorAll("main *, header *, footer *, dialog[open] *")].filter((e) => { const r = e.getBoundingClientRect();
		return r.width > 0 && e.checkVisibility() && !e.closest("#tabs, svg, .unseen") && (r.left < -1 || r.right > document.documentElement.clientWidth + 1); }).map((e) => e.outerHTML.slice(0, 80)).join("\n")`
	// small are controls that are too small for a finger: a box has its label, too.
	small = `[...document.querySelectorAll("#tab-panels :is(button, select, summary, input:not([type=file]), a), #tabs button, header :is(select, button)")].filter((e) => {
		const r = (e.closest("label") ?? e).getBoundingClientRect(); return r.height > 0 && e.checkVisibility() && r.height < 43.5; }).map((e) => e.outerHTML.slice(0, 80)).join("\n")`
)

// touchScreen makes the page one of a phone.
func (p *page) touchScreen(width, height int64) {
	p.run(chromedp.EmulateViewport(width, height, chromedp.EmulateMobile), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
		return err
	}))
}

// TestAccessPanels looks at every panel with axe in all themes, and at its size on a narrow phone and at 200 %.
func TestAccessPanels(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 320, 640)
	p.touchScreen(320, 640)
	script, err := os.ReadFile(axe)
	if err != nil {
		t.Log("THERE IS NO AXE: run scripts/browser.sh, which fetches it from npm")
	}
	for _, variant := range []string{"tinyhouse", "crazyhouse"} {
		p.open("#v=" + variant)
		p.tab("settings")
		p.run(evaluate(string(script)))
		for _, panel := range panels {
			if variant == "crazyhouse" && (panel.id == "tables" || panel.id == "statistics" || panel.id == "puzzles") {
				continue // the page brings nothing for it
			}
			p.tab(panel.id)
			p.wait(panel.ready)
			p.eval(`document.querySelectorAll("#tab-panels section:not([hidden]) details").forEach((d, i) => (d.open = d.className !== "solved" || i < 4))`)
			p.expect(beyond, "")
			p.expect(small, "")
			for _, theme := range []string{"light", "dark", "contrast"} {
				p.set("#theme", theme)
				if err == nil {
					p.checkWithAxe(variant + ", " + panel.id + ", " + theme)
				}
			}
			p.touchScreen(640, 400)
			p.expect(beyond, "")
			p.touchScreen(320, 640)
		}
	}
	p.set("#theme", "system")
}

// TestTabOrder walks through the page by the tab key: it reaches every control once, in the order of the page, and shows where it is.
func TestTabOrder(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.open("#v=tinyhouse")
	for _, panel := range panels[4:] {
		p.tab(panel.id)
		p.wait(panel.ready)
		p.eval(`document.activeElement.blur()`)
		p.eval(`window.scrollTo(0, 0)`)
		p.eval(`(window.walk = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter((e) => e.tabIndex >= 0 && !e.disabled && e.checkVisibility())).length`)
		p.eval(`(document.body.tabIndex = -1, document.body.focus())`)
		p.expect(`window.walk.length > 20`, "true")
		p.eval(`window.at = 0`)
		for p.eval(`window.at < window.walk.length`) == "true" {
			p.keys(kb.Tab)
			if got := p.eval(`document.activeElement === window.walk[window.at] && getComputedStyle(document.activeElement).outlineStyle !== "none"`); got != "true" {
				t.Fatalf("%s: after %s of the tab key the focus is on %s, want %s with an outline", panel.id, p.eval(`window.at + 1`),
					p.eval(`document.activeElement.outerHTML.slice(0, 120)`), p.eval(`window.walk[window.at].outerHTML.slice(0, 120)`))
			}
			p.eval(`window.at++`)
		}
		p.eval(`document.body.removeAttribute("tabindex")`)
	}
	for _, end := range []string{kb.Escape, kb.Enter} { // the focus is on Close
		p.eval(`document.querySelector("#help-open").focus()`)
		p.keys(kb.Enter)
		p.expect(`document.querySelector("#help").open && document.activeElement.textContent`, "Close")
		p.keys(end)
		p.expect(`document.activeElement.id`, "help-open")
	}
}

// TestContrast computes the contrast of texts that axe does not see, and of all pairs of colours that texts have, in every theme.
func TestContrast(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.open("#v=tinyhouse")
	const poor = `(() => {
		const style = getComputedStyle(document.documentElement), paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
		const light = (name) => { paint.fillStyle = style.getPropertyValue("--" + name); paint.fillRect(0, 0, 1, 1);
			const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map((c) => (c /= 255) <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
			return .2126 * r + .7152 * g + .0722 * b; };
		return ["coordinate/light", "coordinate/dark", "ink/badge", "win/badge", "loss/badge", "ink/page", "ink/panel", "ink/control", "soft/page", "soft/panel", "soft/control",
			"warn/panel", "win/panel", "loss/panel", "accent/panel", "on-accent/accent", "on-selected/selected"].filter((pair) => {
			const [a, b] = pair.split("/").map(light); return (Math.max(a, b) + .05) / (Math.min(a, b) + .05) < 4.5; }).join(" ");
	})()`
	p.tab("settings")
	for _, system := range []string{"light", "dark"} {
		p.media("prefers-color-scheme", system)
		for _, theme := range []string{"light", "dark", "contrast", "system"} {
			p.set("#theme", theme)
			for _, squares := range []string{"grey", "wood", "green", "blue"} {
				p.set("#set-squares", squares)
				p.expect(`document.documentElement.dataset.squares`, squares)
				p.expect(fmt.Sprintf(`%q + %s`, system+" "+theme+" "+squares+": ", poor), system+" "+theme+" "+squares+": ")
			}
		}
	}
	p.media()
}
