package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

const (
	iniNote = `document.querySelector("#ini-note").textContent`
	ownList = `[...document.querySelectorAll("#own-variants [data-variant]")].map((li) => li.dataset.variant).join(" ")`
)

// 21: a variant of the user's own.
func testOwnVariant(p *page) {
	p.start("tinyhouse", "")
	p.tab("variants")
	load := func(ini string) {
		p.eval(`document.querySelector("#ini").value = ` + quote(ini))
		p.eval(`document.querySelector("#ini-load").click()`)
	}
	load("[duel:tinyhouse]\nnoSuchKey = 1\n")
	p.wait(iniNote + `.startsWith("Line 2, noSuchKey: ")`)
	p.expect(variant, "tinyhouse")
	p.expect(`document.querySelector("#variant [value=duel]") === null`, "true")
	load(duel)
	p.expect(variant, "duel")
	p.expect(iniNote, "")
	p.expect(`document.querySelector('[data-square="a4"]').dataset.man`, "k")
	p.click(`[data-hand="white"] [data-man="U"]`)
	p.click(square("b2"))
	p.expect(`document.querySelector('[data-square="b2"]').dataset.man`, "U")
	p.open("")
	p.expect(variant, "duel")
	p.expect(`document.querySelector('[data-square="b2"]').dataset.man`, "U")
	fen := p.eval(fenValue)
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready === "engine"`)
	p.expect(fenValue, fen)
}

// testVariantList plays, edits, renames and removes variants of which one inherits from another.
func testVariantList(p *page) {
	p.start("tinyhouse", "")
	p.loadVariants(duel)
	p.loadVariants("[grand:duel]\nstartFen = k3/4/4/3K[UUWWuw] w - - 0 1\n")
	p.expect(ownList, "duel grand")
	act := func(name, what string) { p.click(`[data-variant="` + name + `"] [data-act="` + what + `"]`) }
	act("duel", "remove")
	p.expect(iniNote, "“grand” inherits from “duel”. Remove “grand” first.")
	act("duel", "edit")
	p.expect(`document.querySelector("#ini").value`, duel)
	p.fill("#ini", "[match:tinyhouse]\nstartFen = k3/4/4/3K[UU] w - - 0 1\n")
	p.click("#ini-load")
	p.expect(variant, "match")
	p.expect(ownList, "grand match")
	p.expect(fenValue, "k3/4/4/3K[UU] w - - 0 1")
	act("grand", "play") // its parent has another name now
	p.expect(variant, "grand")
	p.fill("#ini", "[grand:match]\nmaxRank = 99\n")
	p.wait(iniNote + `.startsWith("Line 2, maxRank: ")`) // while the user writes
	p.expect(variant, "grand")
	act("grand", "remove")
	p.expect(ownList, "match")
	p.expect(variant, "tinyhouse")
	p.open("")
	p.tab("variants")
	p.expect(ownList, "match")
	p.set("#variant", "dobutsu")
	p.expect(variant, "dobutsu")
	p.click("#ini-copy")
	p.wait(`document.querySelector("#ini").value.startsWith("[my-dobutsu]")`)
	p.click("#ini-load")
	p.expect(variant, "my-dobutsu")
	p.expect(ownList, "match my-dobutsu")
}

// testVariantFile loads a file, whose men nobody drew.
func testVariantFile(p *page) {
	p.start("tinyhouse", "")
	p.tab("variants")
	file := filepath.Join(p.t.TempDir(), "odd.ini")
	if err := os.WriteFile(file, []byte("[odd]\nmaxFile = 4\nmaxRank = 4\nking = k\ncustomPiece1 = z:NW\ncustomPiece2 = y:FA\nstartFen = zk1y/4/4/ZK1Y w - - 0 1\n"), 0o666); err != nil {
		p.t.Fatal(err)
	}
	p.run(chromedp.SetUploadFiles("#ini-file", []string{file}))
	p.expect(variant, "odd")
	p.expect(`[...document.querySelectorAll("[data-square] .letter")].map((e) => e.textContent).join("")`, "ZYZY")
}

// TestVariants tests variants of the user's own.
func TestVariants(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	for _, c := range []struct {
		name string
		test func(p *page)
	}{{"21 own variant", testOwnVariant}, {"list", testVariantList}, {"file", testVariantFile}} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			c.test(p)
		})
	}
}
