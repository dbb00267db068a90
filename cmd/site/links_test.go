package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const (
	variant = `document.querySelector("#variant").value`
	notice  = `document.querySelector("#notice").hidden ? "" : document.querySelector("#notice-text").textContent`
	line    = `[...document.querySelectorAll("#moves [data-uci]")].map((b) => b.dataset.uci).join(" ")`
	hash    = `location.hash`
)

// TestLinks tests codes, addresses and the history of the browser.
func TestLinks(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	for _, c := range []struct {
		name string
		test func(p *page)
	}{{"10 code", testCode}, {"11 share", testShare}, {"11 history", testHistory}, {"11 own variant", testShareOwn}, {"damaged", testDamaged}, {"back to my game", testBackToGame}} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			c.test(p)
		})
	}
}

// 10: the code of games on one file.
func testCode(p *page) {
	const code = "bk,br,bn,x,x,wn,wr,wk:w"
	for _, text := range []string{code, "bk/br/bn/x/x/wn/wr/wk:w:-:0:0", " bk,br,bn,x,x,wn,wr,wk:w:-:0:0"} {
		p.start("thinchess8", "k/r/n/1/1/N/1/K w - - 0 1")
		p.fill("#code", text)
		p.expect(fenValue, "k/r/n/1/1/N/R/K w - - 0 1")
		p.expect(`document.querySelector("#code").value`, code)
	}
	p.fill("#code", "bk,br,bn,x,x,wn,wr:w")
	p.wait(`document.querySelector("#text-note").textContent.includes("bk,br,bn,x,x,wn,wr:w")`)
	p.expect(fenValue, "k/r/n/1/1/N/R/K w - - 0 1")
}

// 11: the address of a position shows it in a fresh profile, with all signs that addresses treat otherwise.
func testShare(p *page) {
	for _, c := range [][2]string{
		{"dobutsu", "gl1/1+C1/3/ELG[ce] w - - 0 1"}, {"tinyhouse", "U~1k1/4/4/2K1[PPw] b - - 0 1"}, {"crazyhouse", "6k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1"},
	} {
		p.start(c[0], c[1])
		fen, href := p.eval(fenValue), p.eval("location.href")
		if strings.ContainsAny(p.eval(hash), "[]~ ") {
			p.t.Error(href)
		}
		p.forget()
		p.open(strings.TrimPrefix(href, p.url))
		p.expect(fenValue, fen)
		p.expect(variant, c[0])
		p.expect(`document.querySelectorAll('[data-hand="white"] [data-count]').length > 0`, "true")
	}
	p.open("?v=thinchess&pos=bk,br,bn,br,bn,x,x,x,x,wn,wr,wk:b")
	p.expect(fenValue, "k/r/n/r/n/1/1/1/1/N/R/K b - - 0 1")
	p.click("#reset")
	p.expect(`location.href`, p.url+"#v=thinchess")
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready === "engine"`)
	p.expect(fenValue, "k/r/n/r/n/1/1/N/R/N/R/K w - - 0 1")
}

// reached waits until the game has these moves, and the address and the device keep the last of them.
func (p *page) reached(moves string) {
	p.t.Helper()
	p.expect(line, moves)
	p.wait(`decodeURIComponent(location.hash).includes("m=" + ` + quote(moves) + `.replaceAll(" ", "+"))`)
}

// 11: back and forward walk the positions, also from one game to another, and the page is not loaded anew.
func testHistory(p *page) {
	p.start("tinyhouse", "")
	p.eval(`window.same = true`)
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
	p.move("d4", "d3")
	p.reached("c1d3 d4d3")
	p.eval(`history.back()`)
	p.expect(fenValue, afterCapture)
	p.expect(line, "c1d3 d4d3")
	p.eval(`history.back()`)
	p.expect(fenValue, "fuwk/3p/P3/KWUF[] w - - 0 1")
	p.eval(`history.forward()`)
	p.expect(fenValue, afterCapture)
	p.set("#variant", "dobutsu")
	p.expect(variant, "dobutsu")
	p.eval(`history.back()`)
	p.expect(variant, "tinyhouse")
	p.expect(fenValue, afterCapture)
	p.expect(line, "c1d3 d4d3") // with what was played after it
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready === "engine"`)
	p.expect(fenValue, afterCapture)
	p.expect(line, "c1d3 d4d3")
	p.eval(`window.same = true`)
	p.eval(`location.hash = "#v=thinchess8&m=a3a5"`)
	p.expect(variant, "thinchess8")
	p.expect(line, "a3a5")
	p.eval(`history.back()`)
	p.expect(fenValue, afterCapture)
	p.expect(`window.same`, "true")
}

const duel = "[duel:tinyhouse]\nstartFen = k3/4/4/3K[UWuw] w - - 0 1\n"

// 11: a link carries the variant that its game needs, and no other; it replaces nothing that is kept.
func testShareOwn(p *page) {
	p.start("tinyhouse", "")
	p.loadVariants("[other:tinyhouse]\nstartFen = k3/4/4/3K[UU] w - - 0 1\n")
	p.loadVariants(duel)
	p.loadVariants("[grand:duel]\nstartFen = k3/4/4/3K[UUWWuw] w - - 0 1\n")
	p.click(`[data-hand="white"] [data-man="U"]`)
	p.click(square("b2"))
	p.reached("U@b2")
	p.wait(`location.hash.includes("&i=")`)
	fen, link := p.eval(fenValue), p.eval("location.href")
	p.forget()
	p.open(strings.TrimPrefix(link, p.url))
	p.expect(variant, "grand")
	p.expect(fenValue, fen)
	p.expect(line, "U@b2")
	p.expect(`[...document.querySelectorAll("#variant option")].map((o) => o.value).filter((v) => ["other", "duel", "grand"].includes(v)).join()`, "duel,grand")
	p.expect(notice, "This game comes from the address. Its variant “grand” is not kept on this device.")
	p.click("#notice-keep")
	p.expect(notice, "")
	p.set("#variant", "tinyhouse")
	p.open("#v=tinyhouse")
	p.expect(`[...document.querySelectorAll("#variant option")].map((o) => o.value).filter((v) => ["other", "duel", "grand"].includes(v)).join()`, "duel,grand")
}

// testDamaged opens links that are no links.
func testDamaged(p *page) {
	for _, c := range [][2]string{
		{"#v=nonesuch", "“nonesuch”"}, {"#v=tinyhouse&fen=x/y", "x/y"}, {"#v=tinyhouse&m=c1d3+a9a9", "a9a9"},
		{"#v=duel&i=%00", "“\x00”"}, {"?v=thinchess8&pos=bk,br,bn,x,x,wn,wr:w", "bk,br,bn,x,x,wn,wr:w"},
	} {
		p.start("tinyhouse", "")
		p.move("c1", "d3")
		p.reached("c1d3")
		p.open(c[0])
		p.wait(`(` + notice + `).startsWith("The address names no position. ")`)
		if got := p.eval(notice); !strings.Contains(got, c[1]) {
			p.t.Errorf("%s: %q", c[0], got)
		}
		p.expect(line, "c1d3") // the kept game stays
		p.expect(fenValue, afterCapture)
	}
}

// testBackToGame opens a link, and goes back to the game that was kept.
func testBackToGame(p *page) {
	p.start("tinyhouse", "")
	p.move("c1", "d3")
	p.move("d4", "d3")
	p.reached("c1d3 d4d3")
	p.open("#v=thinchess8&m=a3a5")
	p.expect(line, "a3a5")
	p.expect(notice, "This game comes from the address.")
	p.click("#notice-back")
	p.expect(line, "c1d3 d4d3")
	p.expect(variant, "tinyhouse")
	p.expect(notice, "")
	p.click("#recent summary")
	p.click("#recent-games button")
	p.expect(variant, "thinchess8")
	p.expect(line, "a3a5")
}
