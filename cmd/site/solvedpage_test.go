package main

import (
	"fmt"
	"strings"
	"testing"
)

// solvedEntry returns the selector of the entry with a file.
func solvedEntry(file string) string { return `#panel-solved details[data-file="` + file + `"]` }

// openSolved opens the panel.
func (p *page) openSolved() {
	p.t.Helper()
	p.click("#tab-solved")
	p.wait(`document.querySelectorAll("#panel-solved details").length > 0`)
}

// TestSolvedPage shows the list, and plays what it says.
func TestSolvedPage(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.open("#v=tinyhouse")
	p.openSolved()
	list := publishedList(t)
	p.expect(`document.querySelector("#solved-count").textContent`, fmt.Sprintf("%d values", len(list)))
	p.expect(`document.querySelectorAll("#panel-solved details.solved").length`, fmt.Sprint(len(list)))
	t.Run("Find", func(t *testing.T) {
		p.t = t
		p.fill("#solved-find", "thinchess draw")
		p.expect(`document.querySelector("#solved-count").textContent`, "2 values")
		p.expect(`[...document.querySelectorAll("#panel-solved details.solved:not([hidden]) summary")].map((e) => e.textContent).join("; ")`, "Thin Chess 1×12 table Draw; Thin Chess 1×8 table Draw")
		p.click(solvedEntry("thinchess.tht") + " summary")
		for _, want := range []string{"95,910,268 positions, 13.3 MB", "tinyhouse solve --variant thinchess --out thinchess.tht", "tinyhouse verify thinchess.tht",
			"6a2a3b6ac467bb6f3a106dd0fd507bd3d2c8695a37bea69b8679d3fa49185592", "This site does not carry the table.", "The longest: Black wins in 44 plies."} {
			p.expect(`document.querySelector('`+solvedEntry("thinchess.tht")+`').textContent.includes(`+fmt.Sprintf("%q", want)+`)`, "true")
		}
	})
	t.Run("Play", func(t *testing.T) {
		p.t = t
		entry := solvedEntry("thinchess8-KNRvKNR.tht")
		p.click(entry + " summary")
		p.click(entry + ` a[data-value="win 11"]`)
		p.expect(fenValue, "k/n/1/1/N/r/R/K w - - 0 1")
		p.expect(shownValue, "Exact: White wins in 11 plies.")
		p.expect(`document.querySelector("#values [data-value]").dataset.value`, "win 11")
		for i := 1; i <= 11; i++ {
			p.click("#best")
			if i < 11 {
				p.wait(fmt.Sprintf(`/White wins in %d pl/.test(%s)`, 11-i, shownValue))
			}
		}
		p.expect(`document.querySelector("#status").textContent.startsWith("1-0: ")`, "true")
		p.open(strings.TrimPrefix(p.eval(`document.querySelector('`+entry+` a[data-value="draw"]')?.getAttribute("href") ?? "#v=thinchess8"`), p.url))
		p.expect(fenValue, "k/r/n/1/1/N/R/K w - - 0 1")
		p.expect(shownValue, "Exact: draw with best play.")
	})
	t.Run("Proof", func(t *testing.T) {
		p.t = t
		p.openSolved()
		entry := solvedEntry("tinyhouse-d1c2.thc")
		p.click(entry + " summary")
		p.expect(`document.querySelector('`+entry+` p').textContent.startsWith("The position proved: Black wins in at most 9 plies.")`, "true")
		p.click(entry + " .buttons button")
		p.expect(`document.querySelector("#panel-proof").hidden`, "false")
		p.expect(fenValue, "fuwk/3p/P1F1/KWU1[] b - - 0 1")
		p.expect(shownValue, "Exact: Black wins in 9 plies.")
	})
	t.Run("All", func(t *testing.T) {
		p.t = t
		p.openSolved()
		testAllShown(p, list)
	})
}

// testAllShown shows every position whose table comes with the page, and reads its value.
func testAllShown(p *page, list []solved) {
	b, err := built()
	if err != nil {
		p.t.Fatal(err)
	}
	shown := 0
	for _, s := range list {
		if b.files["tables/"+s.File] == nil {
			continue
		}
		p.eval(`document.querySelector('` + solvedEntry(s.File) + `').open = true`)
		for _, at := range s.Shown {
			shown++
			link := `document.querySelector('` + solvedEntry(s.File) + ` a[data-value="` + at.Value + `"]')`
			p.wait(link)
			p.eval(link + `.click()`)
			p.expect(fenValue, at.FEN)
			if strings.HasSuffix(at.Value, " 0") { // the game is over
				continue
			}
			want := "Exact: " + at.Says + "."
			if at.Value == "draw" {
				want = "Exact: draw with best play."
			}
			p.expect(shownValue, want)
			if p.t.Failed() {
				p.t.Fatalf("%s: %+v", s.File, at)
			}
			p.expect(`new URL(`+link+`.href).hash === location.hash`, "true")
		}
	}
	if shown < 30 {
		p.t.Errorf("%d positions were shown", shown)
	}
}

// TestSolvedServe shows the list where the server has the tables.
func TestSolvedServe(t *testing.T) {
	p := newPage(t, startServer(t)+"/", 360, 640)
	p.open("#v=tinyhouse")
	p.openSolved()
	p.expect(`document.querySelector("#solved-count").textContent`, fmt.Sprintf("%d values", len(publishedList(t))))
	entry := solvedEntry("peasants2-PPPPvPPPP.tht")
	p.click(entry + " summary")
	p.expect(`document.querySelector('`+entry+` .where').textContent`, "The server has the table.")
	p.click(entry + ` a[data-value="win 16"], ` + entry + ` a[data-value="loss 16"]`)
	p.expect(`/ wins in 16 plies/.test(`+shownValue+`)`, "true")
	p.expect(`document.documentElement.scrollWidth <= 360`, "true")
	p.click("#tab-tables")
	p.expect(`document.querySelectorAll("#panel-tables [data-file]").length`, "34")
	p.expect(`document.querySelector('#panel-tables [data-file="peasants2-PPPPvPPPP.tht"] a').getAttribute("href")`, "api/tables/peasants2-PPPPvPPPP/file")
	p.expect(`document.documentElement.scrollWidth <= 360`, "true")
}
