package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/cmd/internal/webapi"
	"tinyhouse/engine/rules"
	"tinyhouse/tb"
	"tinyhouse/tb/embedded"
)

// The tests of this file are named by what they check; the numbers in their comments are those of
// docs/web.md.

// TestBoards runs checks that need nothing but a page with the engine.
func TestBoards(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	for _, c := range []struct {
		name string
		test func(p *page)
	}{
		{"3 capture into the hand", testCapture}, {"4 ways to move", testWays}, {"5 drop", testDrop}, {"6 promotion", testPromotion},
		{"7 rules in words", testStalemate}, {"8 tree", testTree},
		{"12 values", testValues}, {"13 best line", testBestLine}, {"14 random values", testRandomValues},
		{"play", testPlay}, {"buttons", testButtons},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			c.test(p)
		})
	}
	p.t = t
	if len(s.missed) > 0 {
		t.Errorf("not found: %v", s.missed)
	}
}

const afterCapture = "fuwk/3U/P3/KW1F[P] b - - 0 1"

// start opens a variant at a position, or at its start.
func (p *page) start(variant, fen string) {
	p.t.Helper()
	p.forget()
	p.open("#v=" + variant + "&fen=" + strings.NewReplacer(" ", "_", "+", "%2B", "[", "%5B", "]", "%5D", "~", "%7E").Replace(fen))
}

// forget empties the storage of the page, if there is a page, which keeps nothing from then on: it is about to be left,
// and might save its game again.
func (p *page) forget() {
	p.t.Helper()
	p.eval(`location.protocol === "about:" || (localStorage.clear(), (Storage.prototype.setItem = () => {}), true)`)
}

// 3: targets of a man, and a captured piece in the hand.
func testCapture(p *page) {
	p.start("tinyhouse", "")
	p.click(square("c1"))
	p.expect(targets, "b3m d3c")
	p.click(square("d3"))
	p.expect(fenValue, afterCapture)
	p.expect(`document.querySelector('[data-hand="white"] [data-man="P"]').dataset.count`, "1")
}

// 4: the same move by drag, touch, keys and typing; a drag off the board changes nothing.
func testWays(p *page) {
	for name, move := range map[string]func(){
		"mouse": func() {
			x, y := p.middle(square("d3"))
			p.drag(square("c1"), x, y)
		},
		"touch": func() { p.touchDrag(square("c1"), square("d3")) },
		"taps": func() {
			p.touchDrag(square("c1"), square("c1"))
			p.touchDrag(square("d3"), square("d3"))
		},
		"keys": func() {
			p.eval(`document.querySelector('[tabindex="0"][data-square]').focus()`)
			p.keys(kb.ArrowRight, kb.ArrowRight, kb.Enter, kb.ArrowUp, kb.ArrowUp, kb.ArrowRight, kb.Enter)
		},
		"SAN": func() { p.click("#typed"); p.keys("U", "x", "d", "3", kb.Enter) },
		"UCI": func() { p.click("#typed"); p.keys("c", "1", "d", "3", kb.Enter) },
	} {
		p.start("tinyhouse", "")
		move()
		p.expect(fenValue, afterCapture)
		if p.t.Failed() {
			p.t.Fatal(name)
		}
	}
	p.start("tinyhouse", "")
	p.drag(square("c1"), 20, 700)
	p.expect(fenValue, "fuwk/3p/P3/KWUF[] w - - 0 1")
	p.expect(targets, "")
}

// 5: drops, with targets on empty squares only, and mate.
func testDrop(p *page) {
	p.start("crazyhouse", "6k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1")
	p.click(`[data-hand="white"] [data-man="Q"]`)
	p.expect(`document.querySelectorAll("[data-target=move]").length`, "59")
	p.expect(`document.querySelectorAll('[data-target]:not([data-man=""])').length`, "0")
	p.click(`[data-hand="white"] [data-man="R"]`)
	p.click(square("a8"))
	p.expect(status, "1-0: White mates.")
	p.expect(`document.querySelector("#live").textContent`, "White: R@a8#. 1-0: White mates.")
	p.expect(`document.querySelector('[data-hand="white"] [data-man="R"]').dataset.count`, "0")
}

// 6: the menu of promotions.
func testPromotion(p *page) {
	p.start("tinyhouse", "2k1/P3/4/2K1[] w - - 0 1")
	p.move("a3", "a4")
	p.expect(`[...document.querySelectorAll(".promotion button")].map((b) => b.dataset.promotion).sort().join("")`, "fuw")
	p.keys(kb.Escape)
	p.expect(`document.querySelector(".promotion") === null`, "true")
	p.expect(fenValue, "2k1/P3/4/2K1[] w - - 0 1")
	p.move("a3", "a4")
	p.wait(`document.querySelector(".promotion")`)
	p.keys("u")
	p.expect(fenValue, "U~1k1/4/4/2K1[] b - - 0 1")
	p.expect(`document.querySelector('[data-square="a4"] .former') !== null`, "true")
}

// 7: the end in words, of a position and of a game.
func testStalemate(p *page) {
	p.start("tinyhouse", "k1W1/4/1K2/4[] b - - 0 1")
	p.expect(status, "0-1, stalemate: the stalemated player wins.")
	p.click(square("a4"))
	p.expect(targets, "")
	p.start("tinyhouse", "k3/2W1/1K2/4[] w - - 0 1")
	p.move("c3", "c4")
	p.expect(status, "0-1, stalemate: the stalemated player wins.")
	p.click("#undo")
	p.expect(status, "White to move.")
}

// 8: variations, redo, and PGN there and back, also with Black to move first.
func testTree(p *page) {
	const tree = `[...document.querySelectorAll("#moves button")].map((b) => b.dataset.uci).join(" ")`
	for _, start := range []string{"", afterCapture} {
		p.start("tinyhouse", start)
		for range 5 {
			before := p.eval(fenValue)
			p.eval(`document.querySelector("#values-on").checked || document.querySelector("#values-on").click()`)
			p.eval(`document.querySelector("#values [data-uci]").click()`)
			p.wait(fenValue + ` !== "` + before + `"`)
		}
		main := p.eval(tree)
		p.click("#undo")
		p.click("#undo")
		at := p.eval(fenValue)
		p.eval(`[...document.querySelectorAll("#values [data-uci]")].at(-1).click()`)
		p.wait(fenValue + ` !== "` + at + `"`)
		if variation := p.eval(`document.querySelector(".variation button").dataset.uci`); strings.Contains(main, variation) {
			p.t.Errorf("variation %s in %s", variation, main)
		}
		there := p.eval(fenValue)
		p.click("#undo")
		p.click("#redo")
		p.expect(fenValue, there)
		all := p.eval(tree)
		p.run(chromedp.Reload())
		p.wait(`document.documentElement.dataset.ready === "engine"`)
		p.expect(tree, all)
		p.expect(fenValue, there)
		p.eval(`document.querySelector("#write").click()`)
		p.wait(`document.querySelector("#pgn").value`)
		pgn := p.eval(`document.querySelector("#pgn").value`)
		p.start("tinyhouse", "")
		p.eval(`document.querySelector("#pgn").value = ` + quote(pgn))
		p.eval(`document.querySelector("#read").click()`)
		p.expect(tree, all)
	}
}

// 12: exact values of all moves, also after a move.
func testValues(p *page) {
	p.start("thinchess8", "k/n/1/1/N/r/R/K w - - 0 1")
	p.eval(`document.querySelector("#values-on").checked || document.querySelector("#values-on").click()`)
	const list = `[...document.querySelectorAll("#values [data-uci]")].map((b) => b.closest(".group").querySelector("h3").textContent + ": " + b.textContent + " (" + b.dataset.value + ")").join("; ")`
	p.expect(list, "Winning: Rxa3 wins in 11 (win 11); Drawing: Na6+ draw (draw)")
	p.move("a2", "a3")
	p.wait(`document.querySelector("#values [data-value]").dataset.value.startsWith("loss")`)
	p.expect(`document.querySelector("#value").textContent`, "Exact: White wins in 10 plies (mate in 5).")
}

// 13: space plays the best moves to the end.
func testBestLine(p *page) {
	p.start("thinchess8", "k/n/1/1/N/r/R/K w - - 0 1")
	p.eval(`document.querySelector("#values-on").checked || document.querySelector("#values-on").click()`)
	p.expect(`document.querySelector("#values [data-value]").dataset.value`, "win 11")
	for range 11 {
		before := p.eval(fenValue)
		p.eval(`document.activeElement.blur()`)
		p.keys(" ")
		p.wait(fenValue + ` !== "` + before + `"`)
	}
	p.expect(status, "1-0: White mates.")
}

// 14: the values of all moves of 200 random positions are those that tables have outside the browser.
func testRandomValues(p *page) {
	set := tb.NewSet(1 << 24)
	set.More = embedded.Open
	defer set.Close()
	api, random := webapi.New(lookup.NewLibrary(rules.Builtin(), set)), rand.New(rand.NewPCG(1, 2))
	const list = `[...document.querySelectorAll("#values [data-uci]")].map((b) => b.dataset.uci + " " + b.dataset.value).sort().join("\n")`
	for _, start := range [][2]string{
		{"thinchess8", ""}, {"tinyhouse", "k3/1W~2/K3/1w2[] w - - 0 1"}, {"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}, {"gardner", "4k/5/5/1P3/K4 w - - 0 1"},
	} {
		p.start(start[0], start[1])
		p.eval(`document.querySelector("#values-on").checked || document.querySelector("#values-on").click()`)
		at := start[1]
		for range 50 {
			want, err := api.Position(&webapi.Request{Variant: start[0], Text: at})
			if err != nil {
				p.t.Fatal(err)
			}
			var lines []string
			for _, m := range want.Moves {
				lines = append(lines, m.UCI+" "+m.Value)
			}
			slices.Sort(lines)
			p.fill("#fen", want.FEN)
			p.expect(fenValue, want.FEN)
			p.expect(list, strings.Join(lines, "\n"))
			if at = start[1]; len(want.Moves) > 0 {
				next, err := api.Position(&webapi.Request{Variant: start[0], Text: want.FEN, Moves: []string{want.Moves[random.IntN(len(want.Moves))].UCI}})
				if err != nil {
					p.t.Fatal(err)
				}
				at = next.FEN
			}
		}
	}
}

// testPlay plays against the engine.
func testPlay(p *page) {
	p.start("tinyhouse", "")
	p.set("#player-black", "engine")
	p.set("#level", "1")
	const played = `document.querySelectorAll("#moves button").length`
	p.move("c1", "d3")
	p.expect(played, "2")
	p.wait(status + `.startsWith("White to move")`)
	p.click("#undo")
	p.expect(fenValue, "fuwk/3p/P3/KWUF[] w - - 0 1")
	p.click("#reset")
	p.expect(played, "0")
	p.set("#player-white", "engine")
	p.wait(played + " >= 4")
	p.set("#player-white", "human")
	p.set("#player-black", "human")
}

// testButtons uses the buttons that no other test does.
func testButtons(p *page) {
	p.start("thinchess8", "k/n/1/1/N/r/R/K w - - 0 1")
	p.click("#solve")
	p.expect(status, "White wins in 11 plies (mate in 6), by Rxa3.")
	p.click("#best")
	p.expect(`document.querySelector("#moves button").dataset.uci`, "a2a3")
	p.click("#undo")
	p.click("#swap-side")
	p.expect(fenValue, "k/n/1/1/N/r/R/K b - - 0 1")
	p.click("#flip")
	p.expect(`document.querySelector("[data-square]").dataset.square`, "a1")
	p.click("#flip")
	p.start("chess", "")
	p.click("#swap-side")
	p.expect(fenValue, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")
	p.start("tinyhouse", "")
	p.click("#best")
	p.wait(`document.querySelectorAll("#moves button").length === 1`)
}

// quote returns text as a JavaScript string.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
