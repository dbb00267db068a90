package main

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestStatistics runs checks of statistics (19) on the static site and on the server.
func TestStatistics(t *testing.T) {
	for _, home := range []struct {
		name  string
		start func(t *testing.T) string
	}{
		{"site", func(t *testing.T) string { return newFileServer(t).URL + prefix }},
		{"server", func(t *testing.T) string { return startServer(t) + "/" }},
	} {
		t.Run(home.name, func(t *testing.T) {
			p := newPage(t, home.start(t), 1280, 800)
			testHistogram(p)
			testHistogramKeys(p)
			testStatisticsLinks(p)
			testTableChoice(p)
		})
	}
}

// The bars of an outcome as "plies:positions", and the rows of the table.
const (
	winBars  = `[...document.querySelectorAll("#statistics-chart .win")].map((b) => b.dataset.plies + ":" + b.dataset.positions).join(" ")`
	lossBars = `[...document.querySelectorAll("#statistics-chart .loss")].map((b) => b.dataset.plies + ":" + b.dataset.positions).join(" ")`
	winRows  = `[...document.querySelectorAll("#statistics-numbers tbody tr")].map((r) => [...r.cells].map((c) => c.textContent).join(":")).join(" ")`
	marked   = `[...document.querySelectorAll("#statistics-chart [aria-current]")].map((b) => b.className + " " + b.dataset.plies).join()`
	widths   = `[...document.querySelectorAll("#statistics-chart .win .filled")].map((e) => Math.round(e.getBoundingClientRect().width))`
)

// known waits for the value of a new position on the board.
func (p *page) known(before, value string) {
	p.t.Helper()
	p.wait(fenValue + ` !== "` + before + `"`)
	p.eval(`document.querySelector("#values-on").checked || document.querySelector("#values-on").click()`)
	p.expect(`document.querySelector("#value").textContent.replace(/.* (wins in|draw with)/, "$1")`, value)
}

// 19: bars and table have the numbers, a bar leads to a position of its value and is marked.
func testHistogram(p *page) {
	p.start("thinchess8", "")
	p.tab("statistics")
	p.expect(winBars, "1:4308 3:2536 5:1416 7:180 9:16 11:12")
	p.expect(lossBars, "0:6444 2:1912 4:1268 6:324 8:76 10:12")
	p.expect(winRows, "0:0:6,444 1:4,308:0 2:0:1,912 3:2,536:0 4:0:1,268 5:1,416:0 6:0:324 7:180:0 8:0:76 9:16:0 10:0:12 11:12:0")
	p.expect(`document.querySelector("#statistics-summary").textContent`,
		"KNRvKNR: 49,180 positions. The side to move wins 8,468 and loses 10,036; 30,676 are drawn.")
	p.expect(marked, "") // the start is drawn
	for range 3 {
		before := p.eval(fenValue)
		p.click(`#statistics-chart .win[data-plies="11"]`)
		p.known(before, "wins in 11 plies (mate in 6).")
		p.expect(marked, "win 11")
		p.click(`#statistics-chart .loss[data-plies="4"]`)
		p.expect(marked, "loss 4")
	}
	// The widths of 4308 and 1416 are as their logarithms, then as they are.
	p.wait(`Math.abs(` + widths + `[2] / ` + widths + `[0] - Math.log(1417) / Math.log(4309)) < .03`)
	p.click("#statistics-log")
	p.wait(`Math.abs(` + widths + `[2] / ` + widths + `[0] - 1416 / 4308) < .03`)
}

// testHistogramKeys reaches bars by keys, and brings the game back that a position has replaced.
func testHistogramKeys(p *page) {
	p.start("thinchess8", "")
	p.tab("statistics")
	p.move("a3", "a5")
	p.expect(fenValue, "k/r/n/N/1/1/R/K b - - 1 1")
	p.wait(winBars + `.startsWith("1:")`)
	before := p.eval(fenValue)
	p.expect(`document.querySelectorAll("#statistics-chart [tabindex='0']").length`, "1")
	p.eval(`document.querySelector("#statistics-chart [tabindex='0']").focus()`)
	p.keys(kb.End, kb.ArrowUp, kb.Enter)
	p.known(before, "wins in 10 plies (mate in 5).")
	p.expect(`document.activeElement.dataset.plies`, "10")
	p.eval(`[...document.querySelectorAll("#panel-statistics button")].find((b) => b.textContent === "Back to the game before").click()`)
	p.expect(fenValue, before)
	p.expect(`document.querySelectorAll("#moves [data-uci]").length`, "1")
}

// testStatisticsLinks opens positions by the links to long ones and to zugzwangs.
func testStatisticsLinks(p *page) {
	p.start("thinchess8", "")
	p.tab("statistics")
	p.wait(`document.querySelectorAll("#statistics-zugzwangs a").length === 5`)
	p.expect(`document.querySelector("#statistics-links p").textContent`, "Mutual zugzwangs: 78. In 6 of them the side to move loses, whichever it is; "+
		"in 72 one side loses if it is to move, and the other draws.")
	p.expect(`document.querySelector("#statistics-zugzwangs a").textContent`, "r/n/1/1/K/1/1/k, White to move: loses in 4")
	p.click("#statistics-zugzwangs a")
	p.expect(fenValue, "r/n/1/1/K/1/1/k w - - 0 1")
	p.expect(marked, "loss 4")
	for name, mark := range map[string]string{"A longest win: 11 plies": "win 11", "A longest loss: 10 plies": "loss 10", "A draw": ""} {
		before := p.eval(fenValue)
		p.eval(`[...document.querySelectorAll("#statistics-links button")].find((b) => b.textContent === "` + name + `").click()`)
		p.wait(fenValue + ` !== "` + before + `"`)
		p.expect(marked, mark)
	}
}

// testTableChoice looks at another table of a variant, and at a variant without any.
func testTableChoice(p *page) {
	p.start("tinyhouse", "4/4/1K2/3k[UF] w - - 0 1")
	p.tab("statistics")
	p.expect(`document.querySelector("#statistics-table").selectedOptions[0]?.textContent`, "W0U1F1P0 (this position)")
	p.expect(marked, "win 3")
	p.set("#statistics-table", "tinyhouse-W1U0F0P0")
	p.expect(`document.querySelector("#statistics-summary").textContent.slice(0, 9)`, "W1U0F0P0:")
	p.expect(marked, "")
	p.set("#variant", "crazyhouse")
	p.expect(`document.querySelector("#statistics-note").textContent`, "No table of this variant is open.")
	p.expect(`document.querySelector("#statistics-chart").checkVisibility()`, "false")
}

// TestStatisticsOnPhones checks sizes on a small screen, and asks axe.
func TestStatisticsOnPhones(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 320, 640)
	p.start("thinchess8", "")
	p.tab("statistics")
	p.wait(winBars + `.startsWith("1:")`)
	p.click(`#statistics-chart .win[data-plies="7"]`)
	p.expect(marked, "win 7")
	p.expect(`document.documentElement.scrollWidth`, "320")
	script, err := os.ReadFile(axe)
	if err != nil {
		t.Skip("THERE IS NO AXE: run scripts/browser.sh, which fetches it from npm")
	}
	p.eval(`document.querySelectorAll("details").forEach((d) => d.open = true)`)
	p.run(evaluate(string(script)))
	for _, theme := range []string{"light", "dark", "contrast"} {
		p.eval(`document.documentElement.dataset.theme = "` + theme + `"`)
		p.checkWithAxe("statistics, " + theme)
	}
}
