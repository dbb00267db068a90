package main

import (
	"context"
	"maps"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// hover moves the mouse to an element.
func (p *page) hover(selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	p.run(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
}

const (
	lineTexts    = `[...document.querySelectorAll("#lines .line")].map((r) => r.querySelector("b").textContent + " " + [...r.querySelectorAll("[data-ply]")].map((m) => m.textContent).join(" ")).join("; ")`
	source       = `document.querySelector("#source").textContent`
	firstMoves   = `[...document.querySelectorAll("#lines .line")].map((r) => r.dataset.uci).join(" ")`
	arrowWidths  = `[...document.querySelectorAll("#arrows line")].map((l) => Number(l.getAttribute("stroke-width")))`
	previewShown = `!document.querySelector(".preview").hidden`
)

// TestExactLines checks the lines of a position that tables know: list, arrows and bar have one source; a
// move of a line shows its board and is played by a click.
func TestExactLines(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("thinchess8", "k/n/1/1/N/r/R/K w - - 0 1")
	p.click("#analysis-on")
	p.expect(lineTexts, "+M6 1. Rxa3 Na5 2. Na6+ Ka7 3. Ra4 Na3+ 4. Ka2 Na5 5. Na8 Kxa8 6. Rxa5#; = 1. Na6+ Rxa6 2. Rxa6")
	p.expect(source, "Table")
	p.expect(`document.querySelector("#bar").getAttribute("aria-label")`, "Evaluation: White wins in 11 plies (mate in 6), exact")
	p.expect(`document.querySelector("#bar b").textContent + getComputedStyle(document.querySelector("#bar")).getPropertyValue("--share")`, "+M6100%")
	p.expect(arrowWidths+`.length`, "2")
	p.expect(arrowWidths+`.every((w, i, all) => i === 0 || w < all[i - 1])`, "true")

	fen := p.eval(fenValue)
	p.hover(`#lines .line:first-child [data-ply="2"]`)
	p.wait(previewShown)
	p.expect(`document.querySelectorAll(".preview-board > div").length + " " + document.querySelectorAll(".preview-board .man").length`, "8 5")
	p.expect(fenValue, fen)
	p.hover("#status")
	p.expect(previewShown, "false")
	p.eval(`document.querySelector('#lines [data-ply="0"]').focus()`)
	p.keys(kb.ArrowRight, kb.ArrowRight)
	p.expect(`document.activeElement.textContent`, "2. Na6+")
	p.wait(previewShown)
	p.keys(kb.Enter)
	p.expect(moveList, "1. Rxa3 Na5 2. Na6+")
	p.expect(previewShown, "false")
	p.expect(status, "Black to move, in check.")
	p.click("#undo")
	p.expect(source+` + `+firstMoves+`.split(" ")[0]`, "Tablea4a6")
	p.click("#flip")
	p.expect(`getComputedStyle(document.querySelector("#bar span")).top`, "0px")
	p.click("#flip")
	p.click("#analysis-on")
	p.expect(lineTexts+" + "+source, "")
	p.expect(`document.querySelectorAll("#arrows line").length`, "0")
	p.expect(`document.querySelector("#bar").hidden`, "true")
}

// TestEngineLines checks lines of the search, and that none is shown of another position.
func TestEngineLines(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("tinyhouse", "")
	p.set("#line-count", "5")
	p.click("#analysis-on")
	p.wait(`document.querySelectorAll("#lines .line").length === 5 && /^Engine, depth \d/.test(` + source + `)`)
	p.expect(`[...document.querySelectorAll("#lines .line b")].every((b) => /^([+−]?\d+\.\d\d|[+−]M\d+)$/.test(b.textContent))`, "true")
	p.expect(`[...document.querySelectorAll('#lines [data-ply="0"]')].every((m) => /^1\. [KWUFP]?[a-d]?x?@?[a-d]\d/.test(m.textContent))`, "true")
	p.eval(`(() => {
		window.wrong = [];
		const squares = { W: 1, b: -1 };
		const look = () => {
			const number = document.querySelector('#lines [data-ply="0"]')?.textContent.split(" ")[0];
			const legal = [...document.querySelectorAll("#moves button")].length % 2 === 0 ? /\d\.$/ : /…$/;
			if (number && !legal.test(number)) wrong.push(number);
			if (!number && document.querySelectorAll("#arrows line, #arrows .drop").length) wrong.push("arrows without lines");
			requestAnimationFrame(look);
		};
		look();
	})()`)
	for _, m := range [][2]string{{"c1", "d3"}, {"d4", "d3"}} {
		before := p.eval(fenValue)
		p.move(m[0], m[1])
		p.wait(fenValue + ` !== "` + before + `" && document.querySelectorAll("#lines .line").length === 5`)
	}
	p.expect(`wrong.join("; ")`, "")
	p.set("#line-count", "1")
	p.wait(`document.querySelectorAll("#lines .line").length === 1`)

	// Drops are ghosts; two on one square are both named.
	p.start("crazyhouse", "3n2k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1")
	p.set("#line-count", "5")
	p.click("#analysis-on")
	p.wait(firstMoves + `.includes("Q@e8") && ` + firstMoves + `.includes("R@e8")`)
	p.expect(source, "Rules")
	p.expect(`[...document.querySelectorAll("#arrows .drop")].map((d) => d.querySelector(".man") && d.querySelector(".letters").textContent).join()`, "QR")
}

// 17: a side that may repeat the position for the third time is not lost.
func TestRepetitionScore(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
	p.readText("Rb1 Kd8 Ra1 Ke8 Rb1 Kd8 Ra1")
	p.expect(moveList, "1. Rb1 Kd8 2. Ra1 Ke8 (2×) 3. Rb1 (2×) Kd8 (2×) 4. Ra1 (2×)")
	p.eval(`[...document.querySelectorAll("#moves button")].at(-1).click()`)
	p.set("#line-count", "1")
	p.click("#analysis-on")
	p.wait(lineTexts + `.startsWith("0.00 4… Ke8")`)
	p.click("#undo")
	p.expect(shownMove, "Kd8 (2×)")
	p.wait(lineTexts + `.startsWith("+M")`) // and White does not have to repeat
}

// TestDrawing draws arrows and marks by all means.
func TestDrawing(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("tinyhouse", "")
	drag := func(from, to string, button chromedp.MouseOption, modifiers ...chromedp.Modifier) {
		x0, y0 := p.middle(square(from))
		x, y := p.middle(square(to))
		held := chromedp.ButtonModifiers(modifiers...)
		p.run(chromedp.MouseEvent(chromedp.MousePressed, x0, y0, button, held), chromedp.MouseEvent(chromedp.MouseMoved, x, y, button, held),
			chromedp.MouseEvent(chromedp.MouseReleased, x, y, button, held))
	}
	const drawn = `[...document.querySelectorAll("#arrows g")].map((g) => g.getAttribute("class") + " " + (g.querySelector("line") ? "arrow" : "ring")).join("; ")`
	p.wait(offlineReady) // the browser may lose a drag while it is busy with the first visit
	for range 5 {
		drag("a1", "b3", chromedp.ButtonRight)
		time.Sleep(200 * time.Millisecond)
		if p.eval(drawn) != "" {
			break
		}
	}
	p.expect(drawn, "green arrow")
	drag("c1", "d3", chromedp.ButtonRight, chromedp.ModifierShift)
	drag("c1", "c2", chromedp.ButtonLeft, chromedp.ModifierShift)
	drag("b2", "b2", chromedp.ButtonRight, chromedp.ModifierAlt)
	drag("b4", "b4", chromedp.ButtonRight, chromedp.ModifierAlt, chromedp.ModifierShift)
	p.expect(drawn, "green arrow; red arrow; green arrow; blue ring; yellow ring")
	p.expect(targets+" + "+moveList, "") // nothing was selected or played
	drag("c1", "c2", chromedp.ButtonRight)
	p.expect(drawn, "green arrow; red arrow; blue ring; yellow ring")

	// They belong to the position, and are kept in PGN.
	p.keys("f") // the board may be turned
	p.keys("f")
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready === "engine"`)
	p.expect(`document.querySelectorAll("#arrows g").length`, "4")
	p.eval(`document.querySelector("#write").click()`)
	p.wait(`document.querySelector("#pgn").value.includes("{[%csl Bb2,Yb4] [%cal Ga1b3,Rc1d3]}")`)
	p.click("#typed")
	p.keys("c", "1", "d", "3", kb.Enter)
	p.expect(moveList, "1. Uxd3")
	p.expect(drawn, "")
	p.click("#undo")
	p.expect(`document.querySelectorAll("#arrows g").length`, "4")
	p.click(square("a3"))
	p.expect(drawn, "")

	// A finger does not draw, unless the button is on; then Enter draws, too.
	p.touchDrag(square("a1"), square("b3"))
	p.expect(drawn, "")
	p.click("#draw")
	p.touchDrag(square("a1"), square("b3"))
	p.expect(drawn, "green arrow")
	p.eval(`document.querySelector('[data-square="a1"]').focus()`)
	p.keys(kb.Enter, kb.ArrowUp, kb.Enter)
	p.expect(drawn, "green arrow; green arrow")
	p.expect(`document.querySelector("#live").textContent.trim()`, "Arrow from a1 to a2, green")
	p.click("#draw-clear")
	p.expect(drawn, "")
	p.click("#draw")
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
}

// TestHeldSpace holds space (13): the best line is played to its end, without a request, and the list of
// values is at no time that of another position.
func TestHeldSpace(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("thinchess8", "k/n/1/1/N/r/R/K w - - 0 1")
	p.click("#values-on")
	p.expect(`document.querySelector("#values [data-value]").dataset.value`, "win 11")
	p.eval(`(() => {
		window.seen = [];
		const look = () => {
			const moves = document.querySelectorAll("#moves button").length;
			const list = [...document.querySelectorAll("#values [data-value]")].map((b) => b.dataset.value);
			const text = moves + ": " + (list[0] ?? "");
			if (list.length && seen.at(-1) !== text) seen.push(text);
			requestAnimationFrame(look);
		};
		look();
	})()`)
	p.wait(`document.documentElement.dataset.offline === "ready"`)
	s.mu.Lock()
	before := maps.Clone(s.sent)
	s.mu.Unlock()
	for i, deadline := 0, time.Now().Add(patience); time.Now().Before(deadline) && !strings.HasPrefix(p.eval(status), "1-0"); i++ {
		time.Sleep(pollEvery) // the keyboard repeats no faster
		repeats := i > 0
		e := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: " ", Code: "Space", Text: " ", WindowsVirtualKeyCode: 32, AutoRepeat: &repeats}
		p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, e)
			return err
		}))
	}
	p.expect(status, "1-0: White mates.")
	p.expect(`document.querySelectorAll("#moves button").length`, "11")
	s.mu.Lock()
	for name, n := range s.sent {
		if n > before[name] && name != "sw.js" { // which the browser itself looks for
			t.Errorf("%s was requested", name)
		}
	}
	s.mu.Unlock()
	for _, seen := range strings.Split(p.eval(`seen.join("; ")`), "; ") {
		ply, value, _ := strings.Cut(seen, ": ")
		n, _ := strconv.Atoi(ply)
		want := "win " + strconv.Itoa(11-n)
		if n%2 == 1 {
			want = "loss " + strconv.Itoa(11-n)
		}
		if value != want {
			t.Errorf("after %d plies the first value was %s, want %s", n, value, want)
		}
	}
	p.keys(kb.Home)
	p.expect(fenValue, "k/n/1/1/N/r/R/K w - - 0 1")
	p.hover("#values [data-uci]")
	p.expect(`document.querySelectorAll("#arrows line").length`, "1")
	p.hover("#status")
	p.expect(`document.querySelectorAll("#arrows line").length`, "0")
	p.click("#reset")
	p.fill("#fen", "k/n/1/1/N/r/R/K w - - 0 1")
	p.expect(`document.querySelector("#values [data-value]").dataset.value`, "win 11")
	p.shiftKey(" ")
	p.expect(moveList, "1. Rxa3")
}
