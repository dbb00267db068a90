package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const (
	played = `document.querySelectorAll("#moves button").length`
	live   = `document.querySelector("#live").textContent`
	// spy notes what is sent to the workers. A slow engine thinks until it is stopped.
	spy = `(() => { window.sent = []; window.slow = false; const post = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (message) { sent.push(message);
			post.call(this, slow && String(message).startsWith("go ") ? "go infinite" : message); }; })()`
)

// showValues shows the exact values.
func (p *page) showValues() {
	p.t.Helper()
	p.eval(`document.querySelector("#values-on").checked || document.querySelector("#values-on").click()`)
}

// anyMove plays the first move of the list of values.
func (p *page) anyMove() {
	p.t.Helper()
	before := p.eval(fenValue)
	p.showValues()
	p.eval(`document.querySelector("#values [data-uci]").click()`)
	p.wait(fenValue + ` !== "` + before + `"`)
}

// players chooses who plays.
func (p *page) players(white, black string) {
	p.t.Helper()
	p.set("#player-white", white)
	p.set("#player-black", black)
}

// TestPlaying plays against the engine, between two people, and to ends that are not of the rules.
func TestPlaying(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	for _, c := range []struct {
		name string
		test func(p *page)
	}{
		{"levels", testLevels}, {"undo", testUndoAgainstEngine}, {"engine plays White", testEngineFirst}, {"kept players", testKeptPlayers},
		{"resign", testResign}, {"turned board", testTurnedBoard}, {"slides", testSlides}, {"held button", testHeldUndo},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			c.test(p)
		})
	}
	p.t = t
}

// testLevels looks at what the engine is told at each level.
func testLevels(p *page) {
	p.start("thinchess8", "")
	p.eval(spy)
	p.set("#player-black", "engine")
	elo := map[string]string{"1": "500", "4": "1400", "8": "2850"}
	for _, level := range []string{"1", "4", "8"} {
		p.click("#reset")
		p.set("#level", level)
		p.eval(`void (sent.length = 0)`)
		p.move("a3", "a5")
		p.expect(played, "2")
		all := p.eval(`sent.filter((m) => typeof m === "string").join("\n")`)
		for _, line := range []string{"setoption name UCI_Elo value " + elo[level], "go movetime 700"} {
			if !strings.Contains(all, line) {
				p.t.Errorf("level %s: no line %q in:\n%s", level, line, all)
			}
		}
	}
	p.eval(`void (sent.length = 0)`)
	p.start("thinchess8", "k/n/1/1/N/r/R/K w - - 0 1")
	p.eval(spy)
	p.showValues()
	p.expect(`document.querySelector("#values [data-value]").dataset.value`, "win 11")
	p.set("#level", "perfect")
	p.set("#player-white", "engine")
	p.expect(played, "1")
	p.expect(`document.querySelector("#moves button").dataset.uci`, "a2a3")
	p.expect(`document.querySelector("#level-note").textContent`, "Tables know this position.")
	p.expect(`sent.filter((m) => typeof m === "string" && m.startsWith("go")).length`, "0")
	p.players("human", "human")
	p.start("tinyhouse", "")
	p.set("#level", "perfect")
	p.expect(`document.querySelector("#level-note").textContent`, "No table knows this position: the engine plays at full strength.")
}

// testUndoAgainstEngine takes moves back while the engine thinks, and after it has moved.
func testUndoAgainstEngine(p *page) {
	p.start("tinyhouse", "")
	p.set("#level", "1")
	start := p.eval(fenValue)
	p.eval(spy)
	p.eval(`void (window.slow = true)`)
	p.set("#player-black", "engine")
	for range 3 {
		p.move("c1", "d3")
		p.expect(`document.querySelector("#move-now").textContent`, "Move now")
		p.click("#undo")
		p.expect(fenValue, start)
		p.expect(`document.querySelector("#engine").textContent`, "Engine: ready")
		p.expect(played, "1")
	}
	p.eval(`void (window.slow = false)`)
	p.move("c1", "d3")
	p.expect(played, "2")
	p.expect(`document.querySelector("#undo").disabled`, "false")
	p.click("#undo")
	p.expect(fenValue, start)
	p.expect(`document.querySelector("#undo").disabled`, "true")
	p.eval(`void (window.slow = true)`)
	p.move("c1", "b3") // the engine answers at once when asked
	p.expect(`document.querySelector("#move-now").textContent`, "Move now")
	p.click("#move-now")
	p.expect(played, "4")
}

// testEngineFirst lets the engine play White: undo goes back to the user's turn.
func testEngineFirst(p *page) {
	p.start("tinyhouse", "")
	p.set("#level", "1")
	p.set("#player-white", "engine")
	p.expect(played, "1")
	p.wait(status + `.startsWith("Black to move")`)
	after := p.eval(fenValue)
	p.anyMove()
	p.expect(played, "3")
	p.click("#undo")
	p.expect(fenValue, after)
	p.expect(played, "3")
	p.players("human", "human")
}

// testKeptPlayers reloads the page: against the user the engine goes on, with itself it waits, and so in a game of an address.
func testKeptPlayers(p *page) {
	p.start("tinyhouse", "")
	p.set("#level", "2")
	p.set("#player-black", "engine")
	p.move("c1", "d3")
	p.wait(played + " >= 1")
	p.open("")
	p.expect(`["player-white", "player-black", "level"].map((id) => document.querySelector("#" + id).value).join()`, "human,engine,2")
	p.expect(played, "2")
	p.set("#player-white", "engine")
	p.wait(played + " >= 4")
	p.open("")
	n := p.eval(played)
	p.expect(`document.querySelector("#move-now").textContent`, "Let it move")
	p.expect(`document.querySelector("#engine").textContent`, "Engine: ready")
	p.expect(played, n)
	p.click("#move-now")
	p.wait(played + " > " + n + " + 2")
	p.set("#player-white", "human")
	p.open("#v=tinyhouse&m=c1b3")
	p.expect(`document.querySelector("#move-now").disabled`, "false")
	p.expect(`document.querySelector("#move-now").textContent`, "Let it move")
	p.expect(played, "1")
	p.click("#move-now")
	p.expect(played, "2")
	p.players("human", "human")
}

// testResign resigns: the game is over at its last position only, also after a reload.
func testResign(p *page) {
	p.start("tinyhouse", "")
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
	p.click("#resign")
	p.expect(`document.querySelector("#resign").textContent`, "Resign: sure?")
	p.expect(status, "Black to move.")
	p.click("#resign")
	p.expect(status, "1-0: Black resigns, White wins.")
	p.expect(live, "1-0: Black resigns, White wins.")
	p.expect(`document.querySelector("#resign").disabled`, "true")
	p.click(square("d4"))
	p.expect(targets, "")
	p.eval(`document.activeElement.blur()`)
	p.keys(" ")
	p.open("")
	p.expect(status, "1-0: Black resigns, White wins.")
	p.expect(played, "1")
	p.click("#undo")
	p.expect(status, "White to move.")
	p.move("c1", "b3")
	p.expect(played, "2")
	p.click("#reset")
	p.expect(`document.querySelector("#resign").disabled`, "false")
	p.expect(status, "White to move.")
}

// testTurnedBoard plays between two people on one device.
func testTurnedBoard(p *page) {
	const lowest = `[...document.querySelectorAll("[data-square]")].at(-1).dataset.square`
	p.start("tinyhouse", "")
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
	p.expect(lowest, "d1")
	p.click("#undo")
	p.toggle("turnBoard")
	p.move("c1", "d3")
	p.expect(lowest, "a4")
	p.expect(`document.querySelector("[data-hand=black]").getBoundingClientRect().y > document.querySelector("[data-hand=white]").getBoundingClientRect().y`, "true")
	p.move("d4", "d3")
	p.expect(lowest, "d1")
	p.toggle("turnBoard")
}

// testSlides counts animations: of moves by click, key and engine, but not of drags, nor if the user wants none.
func testSlides(p *page) {
	p.start("tinyhouse", "")
	p.eval(`(() => { window.slides = []; const original = Element.prototype.animate;
		Element.prototype.animate = function (...a) { slides.push(this.closest("[data-square]").dataset.square); return original.apply(this, a); }; })()`)
	p.move("c1", "d3")
	p.expect(`slides.join()`, "d3")
	p.click("#undo")
	p.expect(`slides.join()`, "d3,c1")
	x, y := p.middle(square("d3"))
	p.drag(square("c1"), x, y)
	p.expect(fenValue, afterCapture)
	p.expect(`slides.join()`, "d3,c1")
	p.media("prefers-reduced-motion", "reduce")
	p.click("#undo")
	p.expect(fenValue, "fuwk/3p/P3/KWUF[] w - - 0 1")
	p.expect(`slides.join()`, "d3,c1")
	p.media()
	p.toggle("animation")
	p.click("#redo")
	p.expect(fenValue, afterCapture)
	p.expect(`slides.join()`, "d3,c1")
	p.toggle("animation")
	p.click("#undo")
	p.expect(`slides.join()`, "d3,c1,c1")
}

// testHeldUndo holds the button: it repeats.
func testHeldUndo(p *page) {
	p.start("tinyhouse", "")
	for range 4 {
		p.anyMove()
	}
	p.wait(played + " === 4")
	x, y := p.middle("#undo")
	p.run(chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonLeft))
	p.wait(`document.querySelector("#undo").disabled`)
	p.run(chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonLeft))
	p.expect(status, "White to move.")
	p.anyMove() // and stops at the start, where the button cannot be released
	p.eval(`window.moved = performance.now()`)
	p.wait(`performance.now() > moved + 500`)
	p.expect(`document.querySelector("#undo").disabled`, "false")
}
