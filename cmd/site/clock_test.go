package main

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"
)

// module returns a script that makes the exports of a source file a global variable.
func module(t *testing.T, entry, name string) string {
	t.Helper()
	dir, err := filepath.Abs("../../web")
	if err != nil {
		t.Fatal(err)
	}
	r := api.Build(api.BuildOptions{AbsWorkingDir: dir, EntryPoints: []string{entry}, Bundle: true, Format: api.FormatIIFE, GlobalName: name})
	if len(r.Errors) > 0 {
		t.Fatal(r.Errors)
	}
	return string(r.OutputFiles[0].Contents)
}

// TestClockLogic checks the clock without page and timers.
func TestClockLogic(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 400, 400)
	p.run(chromedp.Navigate("about:blank"), evaluate(module(t, "src/clock/clock.ts", "T")))
	const fresh = `const c = new T.Clock({ minutes: { w: 1, b: 2 }, increment: { w: 3, b: 0 } });`
	for _, test := range []struct{ name, script, want string }{
		{"full", fresh + `return [c.remaining("w", 5), c.remaining("b", 5), c.started, c.running]`, "60000,120000,false,"},
		{"the first move is free", fresh + `c.press("w", 1000); return [c.remaining("w", 9000), c.remaining("b", 9000), c.running, c.started]`, "60000,112000,b,true"},
		{"increment", fresh + `c.press("w", 0); c.press("b", 1000); c.press("w", 11000); return [c.remaining("w", 11000), c.remaining("b", 11000)]`, "53000,119000"},
		{"pause", fresh + `c.press("w", 0); c.pause(2000); const at = c.remaining("b", 90000); c.press("b", 100000); return [at, c.running, c.remaining("b", 100000), c.remaining("w", 101000)]`, "118000,w,118000,59000"},
		{"no increment for a move while paused", fresh + `c.press("w", 0); c.press("b", 0); c.pause(0); c.press("w", 0); return c.remaining("w", 0)`, "60000"},
		{"flag", fresh + `c.press("w", 0); c.press("b", 0); return [c.check(59999), c.check(60000), c.running, c.remaining("w", 70000)]`, ",w,,0"},
		{"flag is final", fresh + `c.press("w", 0); c.press("b", 0); c.press("w", 60000); c.run("b", 60001); c.press("b", 60002); c.pause(60003); return [c.flagged, c.running, c.remaining("w", 60004), c.remaining("b", 99999)]`, "w,,0,120000"},
		{"kept", fresh + `c.press("w", 0); const d = T.Clock.restore({ minutes: { w: 1, b: 2 }, increment: { w: 3, b: 0 } }, { w: 1234, b: 5678 }, true); return [d.running, d.started, d.remaining("w", 1e9), d.remaining("b", 1e9)]`, ",true,1234,5678"},
		{"text", `return [0, 1, 9650, 19999, 20000, 59001, 60000, 299000, 3600000, 5025000].map(T.timeText)`, "0.0,0.1,9.7,20.0,0:20,1:00,1:00,4:59,1:00:00,1:23:45"},
		{"sleep", `let s = 0, d = 1000; const now = T.wakefulClock(() => s, () => d); const all = [now()]; s += 500; d += 500; all.push(now()); d += 60000; s += 100; all.push(now()); s += 50; d += 50; all.push(now()); return all`, "0,500,60500,60550"},
		{"calendar set back", `let s = 0, d = 1e6; const now = T.wakefulClock(() => s, () => d); s += 100; d -= 5e5; const one = now(); s += 100; d += 100; return [one, now()]`, "100,200"},
	} {
		if got := p.eval(`(() => { ` + test.script + ` })()`); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// warp lets the test move the clocks of the page: steady is added to both, slept to the calendar alone.
const warp = `window.steady = 0; window.slept = 0;
	{ const now = performance.now.bind(performance), date = Date.now;
	performance.now = () => now() + steady; Date.now = () => date() + steady + slept; }`

const (
	clockWhite = `document.querySelector("#clock-white").textContent`
	clockBlack = `document.querySelector("#clock-black").textContent`
)

// TestClock plays with a clock.
func TestClock(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: warp})
		return err
	}))
	for _, c := range []struct {
		name string
		test func(p *page)
	}{{"two people", testClockOfTwo}, {"flag", testFlag}, {"sleep", testSleep}, {"engine", testClockOfEngine}, {"odds", testClockOdds}} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			c.test(p)
		})
	}
	p.t = t
}

// clock starts a game with a clock.
func (p *page) clock(minutes, increment string) {
	p.t.Helper()
	p.start("tinyhouse", "")
	p.eval(`document.querySelector("#clock-on").checked || document.querySelector("#clock-on").click()`)
	p.set("#clock-minutes", minutes)
	p.set("#clock-increment", increment)
}

// testClockOfTwo runs, pauses and keeps a clock.
func testClockOfTwo(p *page) {
	p.start("tinyhouse", "")
	p.expect(`document.querySelector("#clock-white").hidden`, "true")
	p.clock("5", "3")
	p.expect(clockWhite+` + " " + `+clockBlack, "5:00 5:00")
	p.eval(`void (steady += 60000)`) // no time runs before the first move
	p.move("c1", "d3")
	p.expect(`document.querySelector("#clock-black").dataset.state`, "running")
	p.eval(`void (steady += 61000)`)
	p.wait(clockBlack + `.startsWith("3:5")`)
	p.expect(clockWhite, "5:00")
	p.move("d4", "d3")
	p.expect(`document.querySelector("#clock-white").dataset.state`, "running")
	p.wait(clockBlack + `.startsWith("4:0") || ` + clockBlack + `.startsWith("3:5")`)
	p.eval(`void (steady += 120000)`)
	p.wait(clockWhite + `.startsWith("2:5")`)
	// Undo, analysis and the editor stop it, a move goes on.
	stopped := func(what string) {
		p.t.Helper()
		p.expect(`document.querySelector("#clock-toggle").textContent`, "Start clock")
		before := p.eval(clockWhite + ` + ` + clockBlack)
		p.eval(`void (steady += 50000)`)
		p.eval(`document.dispatchEvent(new Event("visibilitychange"))`)
		if after := p.eval(clockWhite + ` + ` + clockBlack); after != before {
			p.t.Errorf("%s: %s becomes %s", what, before, after)
		}
	}
	p.click("#undo")
	stopped("undo")
	p.click("#clock-toggle")
	p.expect(`document.querySelector("#clock-toggle").textContent`, "Pause clock")
	p.expect(`document.querySelector("#clock-black").dataset.state`, "running")
	p.click("#clock-toggle")
	stopped("pause")
	p.click("#clock-toggle")
	p.click("#analysis-on")
	stopped("analysis")
	p.click("#analysis-on")
	p.click("#clock-toggle")
	p.click("#editor")
	stopped("editor")
	p.click("#editor")
	p.anyMove()
	p.expect(`document.querySelector("#clock-toggle").textContent`, "Pause clock")
	// It turns with the board.
	p.expect(`document.querySelector("#clock-white").getBoundingClientRect().y > document.querySelector("#clock-black").getBoundingClientRect().y`, "true")
	p.click("#flip")
	p.expect(`document.querySelector("#clock-white").getBoundingClientRect().y < document.querySelector("#clock-black").getBoundingClientRect().y`, "true")
	p.click("#flip")
	// It is kept, and paused.
	p.click("#clock-toggle")
	times := p.eval(clockWhite + ` + ` + clockBlack)
	p.open("")
	p.expect(clockWhite+` + `+clockBlack, times)
	p.expect(`document.querySelector("#clock-toggle").textContent`, "Start clock")
	p.click("#reset")
	p.expect(clockWhite+` + " " + `+clockBlack, "5:00 5:00")
	p.eval(`document.querySelector("#clock-on").click()`)
	p.expect(`document.querySelector("#clock-white").hidden`, "true")
}

// testFlag lets the time run out: the game is over for good.
func testFlag(p *page) {
	const lost = "1-0: White wins on time. The side whose time is up loses, whatever men are left."
	p.clock("1", "0")
	p.move("c1", "d3")
	p.expect(`document.querySelector("#clock-black").dataset.state`, "running")
	p.eval(`void (steady += 31000)`)
	p.expect(live, "Black: 30 seconds left.")
	p.eval(`void (steady += 20000)`)
	p.expect(live, "Black: 10 seconds left.")
	p.eval(`void (steady += 10000)`)
	p.expect(status, lost)
	p.expect(live, lost)
	p.expect(clockBlack, "0.0")
	p.expect(`document.querySelector("#clock-black").dataset.state`, "flagged")
	p.click(square("d4"))
	p.expect(targets, "")
	p.expect(`document.querySelector("#clock-toggle").disabled`, "true")
	p.open("")
	p.expect(status, lost)
	p.click("#undo")
	p.expect(status, "White to move.")
	p.move("c1", "b3") // another line, without a clock
	p.expect(played, "2")
	p.expect(`document.querySelectorAll("[data-state=running]").length`, "0")
	p.click("#redo")
	p.click("#undo")
	p.click("#moves [data-uci=c1d3]")
	p.expect(status, lost)
	// A move that comes too late is not played, even if no timer has run since.
	p.clock("1", "0")
	p.move("c1", "d3")
	p.expect(`document.querySelector("#clock-black").dataset.state`, "running")
	p.expect(status, "Black to move.")
	p.click(square("d4"))
	p.expect(targets, "c3m d3c")
	p.eval(`(() => { steady += 60000; const e = document.querySelector("[data-square=d3]"); const r = e.getBoundingClientRect();
		for (const type of ["pointerdown", "pointerup"]) e.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: r.x + 9, clientY: r.y + 9 })); })()`)
	p.expect(status, lost)
	p.expect(played, "1")
}

// testSleep lets the device sleep: its steady clock stands still.
func testSleep(p *page) {
	p.clock("5", "0")
	p.move("c1", "d3")
	p.expect(`document.querySelector("#clock-black").dataset.state`, "running")
	p.eval(`void (slept += 120000)`)
	p.wait(clockBlack + `.startsWith("2:5")`)
	p.eval(`void (slept -= 3600000)`) // the user sets the calendar back
	p.wait(clockBlack + `.startsWith("2:5")`)
	p.expect(clockWhite, "5:00")
}

// testClockOfEngine plays with a clock against the engine, which gets the times, and waits while the clock does.
func testClockOfEngine(p *page) {
	p.clock("2", "1")
	p.eval(spy)
	p.set("#player-black", "engine")
	p.set("#level", "1")
	p.move("c1", "d3")
	p.expect(played, "2")
	p.expect(`/^go wtime 120000 btime 1(19|20)\d\d\d winc 1000 binc 1000$/.test(sent.filter((m) => String(m).startsWith("go ")).at(-1))`, "true")
	p.expect(`document.querySelector("#clock-white").dataset.state`, "running")
	p.click("#undo")
	p.expect(`document.querySelectorAll("[data-state=running]").length`, "0")
	p.eval(`void (window.slow = true)`)
	p.move("c1", "b3")
	p.expect(`document.querySelector("#move-now").textContent`, "Move now")
	p.open("")
	p.expect(`document.querySelector("#clock-toggle").textContent`, "Start clock")
	p.expect(`document.querySelector("#move-now").textContent`, "Let it move")
	p.expect(played, "3")
	p.click("#clock-toggle")
	p.expect(played, "4")
	p.expect(`document.querySelector("#clock-white").dataset.state`, "running")
	p.players("human", "human")
}

// testClockOdds gives the sides different times.
func testClockOdds(p *page) {
	p.clock("5", "0")
	p.eval(`document.querySelector("#clock-odds").click()`)
	p.set("#clock-minutes-black", "0.5")
	p.expect(clockWhite+` + " " + `+clockBlack, "5:00 0:30")
	p.set("#clock-minutes", "-3") // as good as the least
	p.expect(`document.querySelector("#clock-minutes").value`, "0.1")
	p.expect(clockWhite, "6.0")
	p.set("#clock-minutes", "")
	p.expect(`document.querySelector("#clock-minutes").value`, "0.1")
}
