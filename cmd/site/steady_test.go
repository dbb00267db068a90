package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestSteadyLists looks at the page between a move and the answer of the rules: the lists have no content, and keep
// their heights, so that nothing below them moves.
func TestSteadyLists(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("tinyhouse", "")
	p.showValues()
	p.click("#analysis-on")
	p.wait(`document.querySelectorAll("#lines .line").length === 3`)
	if got := p.eval(`(() => {
		const heights = () => ["#value", "#values", "#lines"].map((id) => document.querySelector(id).offsetHeight).join();
		const before = heights();
		document.querySelector("#values [data-uci]").click();
		const rows = document.querySelectorAll("#values [data-uci], #lines .line").length;
		return before === heights() && !before.startsWith("0") ? rows : before + " " + heights();
	})()`); got != "0" {
		t.Error(got)
	}
	p.wait(`document.querySelectorAll("#lines .line").length === 3`)
	p.expect(`document.querySelector("#lines").style.minHeight`, "")
	p.click("#analysis-on")
	p.expect(`document.querySelector("#lines").offsetHeight`, "0")
}

// TestHiddenWindow hides the window: the analysis rests, with its lines, and goes on when the user is back. It also goes
// on after the speed of the engine was measured.
func TestHiddenWindow(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("tinyhouse", "")
	const (
		engine   = `document.querySelector("#engine").textContent`
		thinking = "Engine: thinking"
	)
	p.click("#analysis-on")
	p.wait(thinks)
	p.eval(`Object.defineProperty(document, "hidden", { configurable: true, get: () => true })`)
	p.eval(`document.dispatchEvent(new Event("visibilitychange"))`)
	p.expect(engine, "Engine: ready")
	p.expect(`document.querySelectorAll("#lines .line").length > 0`, "true")
	p.eval(`delete document.hidden`)
	p.eval(`document.dispatchEvent(new Event("visibilitychange"))`)
	p.expect(engine, thinking)
	p.tab("about")
	p.eval(`document.querySelector("#measure").click()`)
	p.wait(`document.querySelector("#speed").textContent.includes("thousand nodes a second")`)
	p.expect(engine, thinking)
	p.wait(thinks)
}

// TestDrops drags a text into a box, which the page leaves to the browser, and drops a file that nothing reads.
func TestDrops(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("tinyhouse", "")
	p.eval(`document.querySelector("#pgn").closest("details").open = true`)
	x, y := p.middle("#pgn")
	for _, kind := range []input.DispatchDragEventType{"dragEnter", "dragOver", "drop"} {
		p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: x, Y: y,
				Data: &input.DragData{Items: []*input.DragDataItem{{MimeType: "text/plain", Data: "1. Uxd3"}}, DragOperationsMask: 1}})
			return err
		}))
	}
	p.expect(`document.querySelector("#pgn").value`, "1. Uxd3")
	file := filepath.Join(t.TempDir(), "games.zip")
	if err := os.WriteFile(file, []byte("PK"), 0o666); err != nil {
		t.Fatal(err)
	}
	p.drop(file)
	p.wait(trouble + `.startsWith("“games.zip”: want a file of games (.pgn, .txt)")`)
	if href := p.eval("location.href"); !strings.HasPrefix(href, p.url) {
		t.Error(href)
	}
}
