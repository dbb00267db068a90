package main

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const (
	men     = `[...document.querySelectorAll("[data-square]")].filter((e) => e.dataset.man).map((e) => e.dataset.man + e.dataset.square).sort().join(" ")`
	problem = `document.querySelector("#editor-problem").textContent`
	cannot  = `document.querySelector("#editor-done").disabled`
	turn    = `document.querySelector("#editor-turn").value`
)

// inHand returns the expression of how many pieces a hand has.
func inHand(side, letter string) string {
	return `document.querySelector('[data-hand="` + side + `"] [data-man="` + letter + `"]').dataset.count`
}

// tap taps an element with a finger.
func (p *page) tap(selector string) {
	p.t.Helper()
	p.touchDrag(selector, selector)
}

// edit opens the editor on a position.
func (p *page) edit(variant, fen string) {
	p.t.Helper()
	p.start(variant, fen)
	p.tap("#editor")
	p.expect(`document.querySelector("#editor-panel").hidden`, "false")
}

func tool(man string) string { return `#palette [data-palette="` + man + `"]` }

// 9: the editor, by touch only.
func testEditor(p *page) {
	p.edit("thinchess8", "")
	p.tap(tool("R"))
	p.tap(square("a4"))
	p.expect(`document.querySelector('[data-square="a4"]').dataset.man`, "R")
	p.tap(square("a5"))
	p.expect(men, "Ka1 Na3 Ra2 Ra4 Ra5 ka8 na6 ra7")
	p.tap(square("a5"))
	p.touchDrag(square("a1"), "header h1") // the king leaves the board
	p.expect(problem, "Each side needs exactly one king.")
	p.expect(cannot, "true")
	p.tap(tool("K"))
	p.tap(square("a1"))
	p.expect(cannot, "false")
	p.expect(turn, "w")
	p.tap("#editor-done")
	p.expect(fenValue, "k/r/n/1/R/N/R/K w - - 0 1")

	p.edit("tinyhouse", "")
	p.tap(tool("P"))
	p.tap(`[data-hand="black"] [data-man="P"]`)
	p.expect(inHand("black", "P"), "1")
	p.tap("#editor-swap")
	p.expect(turn, "b")
	p.expect(inHand("white", "P"), "1")
	p.tap("#editor-done")
	p.expect(fenValue, "kwuf/p3/3P/FUWK[P] b - - 0 1")

	p.edit("tinyhouse", "4/1k2/4/K3[] w - - 0 1")
	p.touchDrag(square("a1"), square("a2"))
	p.expect(problem, "The side not to move is in check.")
	p.expect(cannot, "true")
	p.expect(turn, "w")
	p.tap("#editor-leave")
	p.expect(fenValue, "4/1k2/4/K3[] w - - 0 1")
}

// testEditorDrags drags between palette, board and hands. No drag flips the turn.
func testEditorDrags(p *page) {
	p.edit("tinyhouse", "3k/4/4/KW2[PPu] b - - 4 9")
	p.touchDrag(square("b1"), `[data-hand="black"]`)
	p.expect(inHand("black", "W"), "1")
	p.touchDrag(`[data-hand="white"] [data-man="P"]`, square("c2"))
	p.expect(inHand("white", "P"), "1")
	p.touchDrag(`[data-hand="black"] [data-man="U"]`, square("b3"))
	p.touchDrag(tool("f"), square("c3"))
	p.touchDrag(tool("F"), `[data-hand="white"]`)
	p.touchDrag(square("a1"), square("a2"))
	p.expect(men, "Ka2 Pc2 fc3 kd4 ub3")
	p.expect(inHand("white", "F"), "1")
	p.touchDrag(`[data-hand="white"] [data-man="F"]`, "header h1")
	p.expect(inHand("white", "F"), "0")
	p.touchDrag(square("a2"), `[data-hand="white"]`) // no hand takes a king
	p.expect(men, "Ka2 Pc2 fc3 kd4 ub3")
	p.tap(tool("*"))
	p.tap(square("c3"))
	p.tap(square("d1"))
	p.tap(square("c2"))
	p.tap(`[data-hand="black"] [data-man="U"]`)
	p.expect(men, "Ka2 fd1 kd4 ub3")
	p.expect(inHand("black", "P"), "1")
	p.expect(turn, "b")
	p.expect(fenValue, "3k/1u2/K3/3f[Pwp] b - - 4 9")
	p.tap("#undo")
	p.expect(fenValue, "3k/1u2/K1P1/3f[Pw] b - - 4 9")
	p.tap("#redo")
	p.tap("#editor-done")
	p.expect(`document.querySelector("#editor-panel").hidden`, "true")
	p.expect(fenValue, "3k/1u2/K3/3f[Pwp] b - - 4 9")
}

// testEditorTools uses the tools that change the whole position.
func testEditorTools(p *page) {
	p.edit("tinyhouse", "3k/4/1P2/K3[u] w - - 0 1")
	p.tap("#editor-mirror")
	p.expect(fenValue, "k3/4/2P1/3K[u] w - - 0 1")
	p.expect(`document.querySelector("#editor-right").disabled + " " + document.querySelector("#editor-up").disabled`, "true true")
	p.tap("#editor-mirror")
	p.tap(square("d4"))
	p.tap(square("c4"))
	p.tap("#editor-right")
	p.expect(fenValue, "3k/4/2P1/1K2[u] w - - 0 1")
	p.tap("#editor-left")
	p.expect(fenValue, "2k1/4/1P2/K3[u] w - - 0 1")
	p.tap("#editor-fill-w")
	p.expect(fenValue, "2k1/4/1P2/K3[WWUFFPu] w - - 0 1")
	p.tap("#editor-fill-b") // nothing is missing any more
	p.expect(fenValue, "2k1/4/1P2/K3[WWUFFPu] w - - 0 1")
	p.tap("#editor-former")
	p.tap(tool("W~"))
	p.tap(square("d2"))
	p.expect(`document.querySelector('[data-square="d2"]').dataset.man`, "W~")
	p.touchDrag(square("d2"), `[data-hand="black"]`)
	p.expect(inHand("black", "P"), "1")
	p.tap("#editor-former")
	p.set("#editor-turn", "b")
	p.expect(fenValue, "2k1/4/1P2/K3[WWUFFPup] b - - 0 1")
	p.tap("#editor-clear")
	p.expect(men, "")
	p.expect(cannot, "true")
	p.tap("#editor-start")
	p.expect(fenValue, "fuwk/3p/P3/KWUF[] w - - 0 1")

	p.edit("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	p.tap(tool(""))
	p.tap(square("h1"))
	p.expect(fenValue, "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1")
	p.expect(`document.querySelector("#editor-castle-K").disabled`, "true")
	p.tap("#editor-castle-q")
	p.expect(fenValue, "r3k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1")
	p.tap(tool("R"))
	p.tap(square("h1"))
	p.expect(fenValue, "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1")
	p.tap("#editor-leave")
	p.expect(fenValue, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
}

// testEditorKeys edits without a pointer, and goes back to a game with moves.
func testEditorKeys(p *page) {
	p.start("tinyhouse", "")
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
	p.tap("#editor")
	p.eval(`document.querySelector("[data-square=a1]").focus()`)
	p.keys(kb.Delete, kb.ArrowRight, kb.ArrowUp, "W", "~")
	p.expect(men, "Fd1 Pa2 Ud3 Wb1 W~b2 fa4 kd4 ub4 wc4")
	p.expect(`document.querySelector("#live").textContent`, "b2: white wazir, a former pawn.")
	p.keys("~", "k")
	p.expect(men, "Fd1 Pa2 Ud3 Wb1 fa4 kb2 kd4 ub4 wc4")
	p.eval(`document.querySelector('[data-hand="white"] [data-man="U"]').focus()`)
	p.keys("+", "+", "-")
	p.expect(inHand("white", "U"), "1")
	p.eval(`document.querySelector('#palette [data-palette="K"]').focus()`)
	p.keys(kb.Enter)
	p.eval(`document.querySelector("[data-square=a1]").focus()`)
	p.keys(" ")
	p.expect(`document.querySelector("[data-square=a1]").dataset.man`, "K")
	p.expect(`document.querySelectorAll("#moves button").length`, "1")
	p.expect(fenValue, "fuwk/3U/Pk2/KW1F[PU] b - - 0 1")
	p.click("#editor-leave")
	p.expect(fenValue, afterCapture)
	p.click("#undo")
	p.expect(fenValue, "fuwk/3p/P3/KWUF[] w - - 0 1")
	p.set("#player-black", "engine") // which waits while the user edits
	p.move("c1", "d3")
	p.click("#editor")
	p.expect(turn, "b")
	p.click("#editor-leave")
	p.wait(`document.querySelectorAll("#moves button").length === 2`)
	p.set("#player-black", "human")
}

// TestEditor tests the editor.
func TestEditor(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 360, 640)
	for _, c := range []struct {
		name string
		test func(p *page)
	}{{"9 by touch", testEditor}, {"drags", testEditorDrags}, {"tools", testEditorTools}, {"keys", testEditorKeys}} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			c.test(p)
		})
	}
}
