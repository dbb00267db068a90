package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Facts about the board as the user sees it.
const (
	// squares that are not square within a pixel, or outside the window
	crooked = `[...document.querySelectorAll("[data-square]")].filter((e) => { const r = e.getBoundingClientRect();
		return Math.abs(r.width - r.height) > 1 || r.width < 14; }).map((e) => e.dataset.square).join(" ")`
	outside = `[...document.querySelectorAll("[data-square]")].filter((e) => { const r = e.getBoundingClientRect();
		return r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight; }).map((e) => e.dataset.square).join(" ")`
	coordinates = `[...document.querySelectorAll(".coordinate")].map((e) => e.dataset.text).join(" ")`
	cut         = `document.documentElement.scrollWidth > innerWidth`
)

// shapes are boards of all proportions: variants, own ones among them, and their squares in a row from above.
var shapes = []struct{ name, ini, labels string }{
	{"thinchess", "", "12 11 10 9 8 7 6 5 4 3 2 1"},
	{"dobutsu", "", "4 3 2 1 a b c"},
	{"tinyhouse", "", "4 3 2 1 a b c d"},
	{"losalamos", "", "6 5 4 3 2 1 a b c d e f"},
	{"crazyhouse", "", "8 7 6 5 4 3 2 1 a b c d e f g h"},
	{"long", "[long:thinchess]\nmaxFile = 12\nmaxRank = 1\nstartFen = KRNRN2nrnrk w - - 0 1\n", "1 a b c d e f g h i j k l"},
	{"band", "[band:thinchess]\nmaxFile = 16\nmaxRank = 4\nstartFen = 15k/16/16/K15 w - - 0 1\n", "4 3 2 1 a b c d e f g h i j k l m n o p"},
	{"tower", "[tower:thinchess]\nmaxFile = 4\nmaxRank = 16\nstartFen = 3k/4/4/4/4/4/4/4/4/4/4/4/4/4/4/K3 w - - 0 1\n", "16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 a b c d"},
}

// TestLayout shows boards of all shapes on screens of all sizes.
func TestLayout(t *testing.T) {
	s := newFileServer(t)
	for _, screen := range [][2]int64{{1280, 800}, {768, 1024}, {360, 640}, {844, 390}, {320, 480}} {
		p := newPage(t, s.URL+prefix, screen[0], screen[1])
		for _, c := range shapes {
			t.Run(fmt.Sprintf("%s %dx%d", c.name, screen[0], screen[1]), func(t *testing.T) {
				p.t = t
				p.start("tinyhouse", "")
				if c.ini != "" {
					p.loadVariants(c.ini)
				} else {
					p.open("#v=" + c.name)
				}
				p.expect(`document.querySelector("#variant").value`, c.name)
				p.expect(crooked, "")
				if p.eval(`document.querySelector("#table").dataset.sideways`) == "false" {
					p.expect(coordinates, c.labels)
				}
				p.expect(outside, "")
				p.expect(cut, "false")
				p.checkOverlay()
			})
		}
	}
}

// loadVariants adds variants of an ini text and plays the first.
func (p *page) loadVariants(ini string) {
	p.t.Helper()
	p.tab("variants")
	p.eval(`document.querySelector("#ini").value = ` + quote(ini))
	p.eval(`document.querySelector("#ini-load").click()`)
	name, _, _ := strings.Cut(strings.TrimPrefix(ini, "["), ":")
	p.wait(`document.querySelector("#variant").value === "` + name + `"`)
}

// checkOverlay checks that the arrow of a move begins in the middle of its square.
func (p *page) checkOverlay() {
	p.t.Helper()
	p.eval(`document.querySelector("#values-on").checked || document.querySelector("#values-on").click()`)
	p.wait(`document.querySelector("#values [data-uci]")`)
	x, y := p.middle("#values [data-uci]")
	p.run(chromedp.MouseEvent(chromedp.MouseMoved, 1, 1), chromedp.MouseEvent(chromedp.MouseMoved, x, y))
	p.expect(`(() => {
		const line = document.querySelector("#arrows line"), uci = document.querySelector("#values [data-uci]").dataset.uci;
		const r = document.querySelector("[data-square=" + uci.match(/[a-p][0-9]+/)[0] + "]").getBoundingClientRect();
		const at = new DOMPoint(line.x1.baseVal.value, line.y1.baseVal.value).matrixTransform(line.getScreenCTM());
		return Math.abs(at.x - r.x - r.width / 2) < 1.5 && Math.abs(at.y - r.y - r.height / 2) < 1.5;
	})()`, "true")
	p.eval(`document.querySelector("#values-on").click()`)
}

// TestSideways shows a tall board on its side where the window is wide and low.
func TestSideways(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 844, 390)
	p.start("thinchess", "")
	order := `[...document.querySelectorAll("[data-square]")].map((e) => e.dataset.square).join(" ")`
	const lying = "a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12"
	p.expect(order, lying)
	p.expect(coordinates, "1 2 3 4 5 6 7 8 9 10 11 12")
	p.expect(`new Set([...document.querySelectorAll("[data-square]")].map((e) => Math.round(e.getBoundingClientRect().top))).size`, "1")
	p.expect(`document.querySelector("[data-square]").offsetWidth >= 44`, "true")
	p.expect(crooked+" + "+outside, "")
	p.click(square("a5"))
	p.expect(targets, "a7m")
	p.keys(kb.Escape)
	p.eval(`document.querySelector("[data-square=a5]").focus()`)
	p.keys(kb.Enter, kb.ArrowRight, kb.ArrowRight, kb.Enter)
	p.expect(`document.querySelector("#moves button").dataset.uci`, "a5a7")
	p.checkOverlay()
	p.click("#flip")
	p.expect(order, "a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1")
	p.checkOverlay()
	p.eval(`document.querySelector("[data-square=a7]").focus()`)
	p.keys(kb.ArrowLeft)
	p.expect(`document.activeElement.dataset.square`, "a8")
	p.click("#flip")
	p.tab("settings")
	p.set("#set-lie", "upright")
	p.expect(order, "a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1")
	p.set("#set-lie", "auto")
	p.expect(order, lying)
	p.run(chromedp.EmulateViewport(360, 640))
	p.expect(order, "a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1")
}

// 2: the long board of one file on a phone.
func TestOneFile(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 360, 640)
	p.start("thinchess", "")
	p.expect(`document.querySelectorAll("[data-square]").length`, "12")
	p.expect(`new Set([...document.querySelectorAll("[data-square]")].map((e) => e.getBoundingClientRect().left)).size`, "1")
	p.expect(crooked+" + "+outside, "")
	p.expect(coordinates, "12 11 10 9 8 7 6 5 4 3 2 1")
	for _, square := range []string{"a1", "a2", "a3", "a4"} {
		p.click(`[data-square="` + square + `"]`)
		p.expect(targets, "")
	}
	p.click(square("a5"))
	p.expect(targets, "a7m")
	p.click(square("a7"))
	p.expect(`document.querySelector("#moves button").dataset.uci`, "a5a7")
	p.eval(`document.querySelector("#values-on").checked || document.querySelector("#values-on").click()`)
	p.expect(`[...document.querySelectorAll("#values [data-uci]")].map((e) => e.dataset.uci).join(" ")`, "a8a6")
}
