package main

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// count notes what the live region says, but for the message about offline use, whose time is not known.
const count = `(() => { window.said = []; new MutationObserver(() => {
		const { textContent } = document.querySelector("#live");
		if (!textContent.startsWith("Ready for use offline")) said.push(textContent);
	}).observe(document.querySelector("#live"), { childList: true, characterData: true, subtree: true }); })()`

// label returns the script that reads the name of a square.
func label(name string) string {
	return `document.querySelector('` + square(name) + `').getAttribute("aria-label")`
}

// TestKeys uses the page by keys, and listens to what it says.
func TestKeys(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	for _, c := range []struct {
		name string
		test func(p *page)
	}{
		{"live region", testSaidOnce}, {"names of squares", testNames}, {"questions", testQuestions}, {"help", testHelp}, {"walk", testWalk},
		{"promotion", testPromotionKeys}, {"flipped board", testFlippedWays}, {"sounds", testSounds}, {"drags", testDragRules},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			c.test(p)
		})
	}
	p.t = t
}

// testSaidOnce makes moves by keys: each is said once, with check and result (24).
func testSaidOnce(p *page) {
	p.start("tinyhouse", "k3/2W1/1K2/4[] w - - 0 1")
	p.showValues()
	p.eval(count)
	p.eval(`document.querySelector('[tabindex="0"][data-square]').focus()`)
	p.keys(kb.ArrowUp, kb.ArrowUp, kb.ArrowRight, kb.ArrowRight, kb.Enter, kb.ArrowUp, kb.Enter)
	const all = "White: Wc4. 0-1, stalemate: the stalemated player wins."
	p.expect(`said.join("|")`, all)
	p.expect(status, "0-1, stalemate: the stalemated player wins.")
	p.keys("f", "f") // neither turning the board nor the values of tables says it again
	p.expect(`said.join("|")`, all)
	p.start("tinyhouse", "")
	p.eval(count)
	p.set("#level", "1")
	p.set("#player-black", "engine")
	p.move("c1", "d3")
	p.expect(played, "2")
	p.wait(`said.length >= 2`)
	p.expect(`said.length + said[0]`, "2White: Uxd3. Black to move.")
	p.players("human", "human")
}

// testNames looks at the labels of squares.
func testNames(p *page) {
	p.start("thinchess8", "k/n/1/1/N/r/R/K w - - 0 1")
	p.expect(label("a4"), "a4, white knight, 1 move")
	p.showValues()
	p.expect(label("a4"), "a4, white knight, 1 move, draw")
	p.expect(label("a2"), "a2, white rook, 1 move, wins in 11")
	p.expect(label("a8"), "a8, black king")
	p.expect(label("a6"), "a6")
	p.click(square("a2"))
	p.expect(label("a3"), "a3, black rook, can be captured, wins in 11")
	p.start("tinyhouse", "U~1k1/4/4/2K1[] b - - 0 1")
	p.expect(label("a4"), "a4, white horse, a former pawn")
	p.expect(label("c4"), "c4, black king, 4 moves")
}

// testQuestions asks by keys what is on the board.
func testQuestions(p *page) {
	p.start("tinyhouse", "2k1/2U~1/P2w/2K1[PPU] w - - 0 1")
	p.eval(count)
	p.eval(`document.querySelector('[tabindex="0"][data-square]').focus()`)
	ask := func(want string, keys ...string) {
		p.t.Helper()
		p.keys(keys...)
		p.expect(`document.querySelector("#live").textContent.trim()`, want)
	}
	ask("White's hand: 2 pawns, 1 horse.", "9")
	ask("Black's hand is empty.", "0")
	ask("No move yet.", "l")
	ask("a1", "o")
	p.keys(kb.ArrowUp)
	ask("a2, white pawn, 1 move", "o")
	ask("1 move: a3.", "m")
	ask("Which piece?", "p")
	ask("White wazir: none. Black wazir: d2.", "w")
	ask("White horse: none. Black horse: none. White horse, a former pawn: c3.", "p", "u")
	ask("No piece has the letter Q. There are K, P, W, U, F.", "p", "q")
	n := p.eval(`said.length`)
	p.keys("o")
	p.keys("o") // the same again is said again
	p.wait(`said.length === ` + n + ` + 2`)
	p.keys(kb.Enter, kb.ArrowUp, kb.Enter)
	p.expect(live, "White: a3. Black to move.")
	ask("White: a3.", "l")
	p.expect(`document.querySelector("#analysis-on").checked`, "false")
	// After a click, l is the key of the analysis.
	p.click(square("b1"))
	p.keys("l")
	p.expect(`document.querySelector("#analysis-on").checked`, "true")
	p.keys("l")
	p.expect(`document.querySelector("#analysis-on").checked`, "false")
	p.start("thinchess8", "")
	p.eval(`document.querySelector('[tabindex="0"][data-square]').focus()`)
	ask("This game has no hands.", "9")
	// No key does anything while a text box has the focus.
	fen := p.eval(fenValue)
	p.click("#typed")
	p.keys("f", "l", "e", "?", " ", kb.ArrowLeft)
	p.expect(`document.querySelector("#typed").value`, "fle? ")
	p.expect(`document.querySelector("#help") === null`, "true")
	p.expect(fenValue, fen)
}

// testHelp opens the help: the focus stays in it, and comes back.
func testHelp(p *page) {
	p.start("tinyhouse", "")
	p.eval(`document.querySelector("[data-square=c1]").focus()`)
	p.keys("?")
	p.expect(`document.querySelector("#help").open`, "true")
	for range 3 {
		p.keys(kb.Tab)
		p.expect(`document.activeElement === document.body || document.activeElement.closest("#help") !== null`, "true")
	}
	p.keys("f") // no key reaches the page
	p.expect(`document.documentElement.dataset.flipped`, "false")
	p.keys(kb.Escape)
	p.expect(`document.querySelector("#help").open`, "false")
	p.expect(`document.activeElement.dataset.square`, "c1")
	p.click("#help-open")
	p.expect(`document.querySelector("#help").open`, "true")
	p.run(chromedp.MouseClickXY(5, 5))
	p.expect(`document.querySelector("#help").open`, "false")
}

// testWalk holds the space bar: it walks the best line to the end (13).
func testWalk(p *page) {
	p.start("thinchess8", "k/n/1/1/N/r/R/K w - - 0 1")
	p.showValues()
	p.expect(`document.querySelector("#values [data-value]").dataset.value`, "win 11")
	p.eval(`document.activeElement.blur()`)
	p.eval(`(() => { const press = (repeat) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", repeat, bubbles: true, cancelable: true }));
		press(false); window.held = setInterval(() => press(true), 30); })()`)
	p.expect(status, "1-0: White mates.")
	p.eval(`clearInterval(held)`)
	p.expect(played, "11")
}

// testPromotionKeys uses the menu of promotions by keys, and leaves it in all ways (6).
func testPromotionKeys(p *page) {
	const fen = "2k1/P3/4/2K1[] w - - 0 1"
	const open = `document.querySelector(".promotion") !== null`
	p.start("tinyhouse", fen)
	for _, flipped := range []string{"false", "true"} {
		p.expect(`document.documentElement.dataset.flipped`, flipped)
		p.move("a3", "a4")
		p.wait(open)
		p.run(chromedp.MouseClickXY(2, 2))
		p.expect(open, "false")
		p.move("a3", "a4")
		p.wait(open)
		p.keys(kb.Escape)
		p.expect(open, "false")
		p.expect(fenValue, fen)
		p.expect(played, "0")
		p.move("c1", "c2") // the board still works
		p.expect(played, "1")
		p.start("tinyhouse", fen)
		p.click("#flip")
	}
	p.move("a3", "a4")
	p.wait(open)
	first := p.eval(`document.activeElement.getAttribute("aria-label")`)
	p.keys(kb.ArrowRight)
	p.wait(`document.activeElement.getAttribute("aria-label") !== ` + quote(first))
	chosen := p.eval(`document.activeElement.dataset.promotion`)
	p.keys(kb.Enter)
	p.expect(fenValue, strings.ToUpper(chosen)+"~1k1/4/4/2K1[] b - - 0 1")
	p.expect(label("a4"), "a4, "+p.eval(`document.querySelector("#moves button") && `+label("a4")+`.split(", ")[1]`)+", a former pawn")
	// A man that may stay as it is.
	p.start("tinyhouse", "")
	p.tab("variants")
	p.eval(`document.querySelector("#ini").value = ` + quote("[lazy:tinyhouse]\nmandatoryPawnPromotion = false\nstartFen = 2k1/P3/4/2K1[] w - - 0 1\n"))
	p.eval(`document.querySelector("#ini-load").click()`)
	p.expect(`document.querySelector("#variant").value`, "lazy")
	p.expect(fenValue, fen)
	p.move("a3", "a4")
	p.wait(open)
	p.expect(`[...document.querySelectorAll(".promotion button")].map((b) => b.title).sort().join()`,
		"stays white pawn,white ferz, a former pawn,white horse, a former pawn,white wazir, a former pawn")
	p.keys("=")
	p.expect(fenValue, "P1k1/4/4/2K1[] b - - 0 1")
}

// testFlippedWays makes the same move in all ways on a board that is turned (4).
func testFlippedWays(p *page) {
	for name, move := range map[string]func(){
		"click": func() { p.move("c1", "d3") },
		"mouse": func() {
			x, y := p.middle(square("d3"))
			p.drag(square("c1"), x, y)
		},
		"touch": func() { p.touchDrag(square("c1"), square("d3")) },
		"keys": func() {
			p.eval(`document.querySelector("[data-square=a1]").focus()`)
			p.keys(kb.ArrowLeft, kb.ArrowLeft, kb.Enter, kb.ArrowDown, kb.ArrowDown, kb.ArrowLeft, kb.Enter)
		},
		"typed": func() { p.click("#typed"); p.keys("U", "x", "d", "3", kb.Enter) },
	} {
		p.start("tinyhouse", "")
		p.click("#flip")
		p.expect(`document.querySelector("[data-square]").dataset.square`, "d1")
		move()
		if p.expect(fenValue, afterCapture); p.t.Failed() {
			p.t.Fatal(name)
		}
	}
	p.start("crazyhouse", "6k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1")
	p.click("#flip")
	p.drag(`[data-hand="white"] [data-man="R"]`, p.x(square("a8")), p.y(square("a8")))
	p.expect(status, "1-0: White mates.")
}

func (p *page) x(selector string) float64 { x, _ := p.middle(selector); return x }
func (p *page) y(selector string) float64 { _, y := p.middle(selector); return y }

// fingers sends a touch event with fingers at points.
func (p *page) fingers(kind input.DispatchTouchEventType, points ...float64) {
	p.t.Helper()
	e := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
	for i := 0; i < len(points); i += 2 {
		id := float64(i)
		e.TouchPoints = append(e.TouchPoints, &input.TouchPoint{X: points[i], Y: points[i+1], ID: &id})
	}
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, e)
		return err
	}))
}

// testDragRules: a drag begins after 3 pixels, and a second finger ends it.
func testDragRules(p *page) {
	const lifted, ghost = `document.querySelectorAll(".lifted").length`, `document.querySelectorAll(".ghost").length`
	p.start("tinyhouse", "")
	x, y := p.middle(square("c1"))
	p.run(chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonLeft), chromedp.MouseEvent(chromedp.MouseMoved, x+2, y+2, chromedp.ButtonLeft))
	p.expect(lifted, "0")
	p.run(chromedp.MouseEvent(chromedp.MouseMoved, x+4, y, chromedp.ButtonLeft))
	p.expect(lifted+`+`+ghost, "2")
	p.expect(targets, "b3m d3c")
	p.run(chromedp.MouseEvent(chromedp.MouseMoved, 2, 2, chromedp.ButtonLeft), chromedp.MouseEvent(chromedp.MouseReleased, 2, 2, chromedp.ButtonLeft))
	p.expect(lifted+`+`+ghost, "0")
	toX, toY := p.middle(square("d3"))
	p.fingers(input.DispatchTouchEventTypeTouchStart, x, y)
	p.fingers(input.DispatchTouchEventTypeTouchMove, toX, toY)
	p.expect(ghost, "1")
	otherX, otherY := p.middle(square("a1"))
	p.fingers(input.DispatchTouchEventTypeTouchStart, toX, toY, otherX, otherY)
	p.expect(ghost, "0")
	p.fingers(input.DispatchTouchEventTypeTouchEnd)
	p.expect(fenValue, "fuwk/3p/P3/KWUF[] w - - 0 1")
	p.expect(targets, "")
}

// TestTouch uses a phone: empty squares scroll the page and men do not, and what a finger hits is large enough.
func TestTouch(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 360, 640)
	p.run(chromedp.EmulateViewport(360, 640, chromedp.EmulateMobile),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
			return err
		}))
	p.open("#v=tinyhouse")
	swipe := func(from string) {
		x, y := p.middle(square(from))
		p.fingers(input.DispatchTouchEventTypeTouchStart, x, y)
		for dy := 20.0; dy <= 120; dy += 20 {
			p.fingers(input.DispatchTouchEventTypeTouchMove, x, y-dy)
		}
		p.fingers(input.DispatchTouchEventTypeTouchEnd)
	}
	swipe("b1")
	p.expect(`scrollY`, "0")
	p.expect(`document.querySelectorAll(".ghost").length`, "0")
	swipe("b2")
	p.wait(`scrollY > 50`)
	p.expect(`getComputedStyle(document.querySelector("[data-square=b2]")).touchAction`, "manipulation")
	p.eval(`scrollTo(0, 0)`)
	p.expect(`matchMedia("(pointer: coarse)").matches`, "true")
	const small = `[...document.querySelectorAll("button, select, input, [data-square]")].filter((e) => e.offsetParent)
		.map((e) => (e.type === "checkbox" ? e.closest("label") : e)).filter((e) => { const r = e.getBoundingClientRect(); return r.height < 43.9 || (r.width < 43.9 && !e.closest("#moves")); })
		.map((e) => e.outerHTML.slice(0, 80)).join("\n")`
	p.expect(small, "")
	p.tab("settings")
	p.expect(small, "")
}

// testSounds counts notes: none before the first gesture, none when they are off.
func testSounds(p *page) {
	p.start("tinyhouse", "")
	p.eval(`(() => { window.notes = 0; window.shakes = 0; const start = OscillatorNode.prototype.start;
		AudioScheduledSourceNode.prototype.start = function (...a) { notes++; return start.apply(this, a); };
		navigator.vibrate = () => { shakes++; return true; }; })()`)
	p.eval(`document.querySelector("#best").click()`) // no gesture of a user
	p.expect(played, "1")
	p.expect(`notes + " " + shakes`, "0 0")
	p.anyMove()
	p.expect(`notes`, "0")
	p.click("#undo")
	p.click("#redo")
	p.wait(`notes > 0`)
	p.expect(`shakes`, "0")
	p.touchDrag(square("a1"), square("a1"))
	p.click("#undo")
	p.click("#redo")
	p.wait(`shakes > 0`)
	p.toggle("sound")
	p.toggle("haptics")
	p.eval(`void (notes = shakes = 0)`)
	p.click("#undo")
	p.click("#redo")
	p.expect(played, "2")
	p.expect(`notes + " " + shakes`, "0 0")
	p.toggle("sound")
	p.toggle("haptics")
	p.set("#set-volume", "25")
	p.click("#undo")
	p.click("#redo")
	p.wait(`notes > 0`)
}

// TestPlayOnServer plays on the server of the program, whose page has no module (25).
func TestPlayOnServer(t *testing.T) {
	p := newPage(t, startServer(t)+"/", 1280, 800)
	for _, c := range []struct {
		name string
		test func(p *page)
	}{
		{"live region", testSaidOnce}, {"questions", testQuestions}, {"walk", testWalk}, {"promotion", testPromotionKeys},
		{"flipped board", testFlippedWays}, {"resign", testResign}, {"kept players", testKeptPlayers}, {"clock", testClockOnServer}, {"early taps", testEarlyTaps},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			c.test(p)
		})
	}
	p.t = t
}

// testEarlyTaps plays a move with taps that come before the rules have answered for the position.
func testEarlyTaps(p *page) {
	p.start("tinyhouse", "")
	p.eval(`(() => { const ask = window.fetch; window.asked = 0;
		window.fetch = (...args) => { window.asked++; return new Promise((go) => setTimeout(go, 400)).then(() => ask(...args)); }; })()`)
	p.move("c1", "d3")
	p.move("d4", "d3")
	p.expect(played, "2")
	p.expect(fenValue, "fuw1/3k/P3/KW1F[Pu] w - - 0 2")
	p.wait(`window.asked > 1`)
}

// testClockOnServer plays a move with a clock.
func testClockOnServer(p *page) {
	p.clock("5", "3")
	p.set("#level", "1")
	p.set("#player-black", "engine")
	p.move("c1", "d3")
	p.expect(played, "2")
	p.expect(`document.querySelector("#clock-white").dataset.state`, "running")
	p.wait(clockBlack + ` !== "5:00"`)
	p.players("human", "human")
}
