package main

import (
	"os"
	"testing"
	"time"
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
