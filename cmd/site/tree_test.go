package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// moveList is the moves as the list has them, each variation in parentheses.
const moveList = `(() => {
	const text = (box) => [...box.children].filter((e) => !e.matches(".comment")).map((e) => e.matches(".variation") ? "(" + text(e) + ")" : e.textContent).join(" ");
	return text(document.querySelector("#moves"));
})()`

const shownMove = `document.querySelector("#moves [aria-current]")?.textContent ?? ""`

// press clicks the button with a text.
func (p *page) press(box, text string) {
	p.t.Helper()
	const find = `[...document.querySelectorAll(%s)].find((b) => b.textContent === %s)`
	button := fmt.Sprintf(find, quote(box+" button"), quote(text))
	p.wait(button + ` && !` + button + `.disabled && !` + button + `.hidden`)
	p.eval(button + `.click()`)
}

// readText reads a text in the box for games.
func (p *page) readText(text string) {
	p.t.Helper()
	p.eval(`(() => { document.querySelector("#pgn").value = ` + quote(text) + `; document.querySelector("#read").click(); })()`)
}

// rightClick clicks an element with the right button.
func (p *page) rightClick(selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	p.run(chromedp.MouseClickXY(x, y, chromedp.ButtonRight))
}

// shiftKey presses a key with shift.
func (p *page) shiftKey(key string) {
	p.t.Helper()
	p.run(chromedp.KeyEvent(key, chromedp.KeyModifiers(chromedp.ModifierShift)))
}

const branched = "1. Ud3 Kxd3 (1... Kc3 2. Uc1) (1... Wc3) 2. P@b3"

// TestTreeEdit changes a game: order of variations, deletion, glyphs, comments, by buttons, menu and keys.
func TestTreeEdit(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("tinyhouse", "")
	p.readText(branched)
	const whole = "1. Uxd3 Kxd3 (1… Kc3 2. Uc1) (1… Wc3) 2. P@b3"
	p.expect(moveList, whole)
	p.expect(shownMove, "")
	p.eval(`document.querySelector("#annotate").open = true`)

	// The keys walk between variations, also from inside of one; redo stays in the one that was shown last.
	p.keys(kb.ArrowRight, kb.ArrowRight)
	p.expect(shownMove, "Kxd3")
	p.shiftKey(kb.ArrowRight)
	p.expect(shownMove, "1… Kc3")
	p.keys(kb.ArrowRight)
	p.expect(shownMove, "2. Uc1")
	p.shiftKey(kb.ArrowRight)
	p.expect(shownMove, "1… Wc3")
	p.shiftKey(kb.ArrowRight)
	p.expect(shownMove, "Kxd3")
	p.shiftKey(kb.ArrowLeft)
	p.expect(shownMove, "1… Wc3")
	p.keys(kb.ArrowLeft, kb.ArrowRight)
	p.expect(shownMove, "1… Wc3")

	p.press("#annotate", "Promote variation")
	p.expect(moveList, "1. Uxd3 Kxd3 (1… Wc3) (1… Kc3 2. Uc1) 2. P@b3")
	p.press("#annotate", "Promote variation")
	p.expect(moveList, "1. Uxd3 Wc3 (1… Kxd3 2. P@b3) (1… Kc3 2. Uc1)")
	p.expect(`[...document.querySelectorAll("#annotate button")].filter((b) => b.disabled && !b.hidden).map((b) => b.textContent).join()`, "Promote variation,Make main line")
	p.eval(`[...document.querySelectorAll("#moves button")].find((b) => b.textContent === "2. P@b3").click()`)
	p.press("#annotate", "Make main line")
	p.expect(moveList, "1. Uxd3 Kxd3 (1… Wc3) (1… Kc3 2. Uc1) 2. P@b3")

	// The menu, by the right button and by the key for it.
	p.rightClick(`#moves .variation:nth-of-type(2) button`)
	p.wait(`document.querySelector("dialog.menu")?.open`)
	p.press(".menu", "Delete from here")
	p.expect(moveList, "1. Uxd3 Kxd3 (1… Wc3) 2. P@b3")
	p.expect(shownMove, "1. Uxd3")
	p.press("#annotate", "Restore what was deleted")
	p.expect(moveList, "1. Uxd3 Kxd3 (1… Wc3) (1… Kc3 2. Uc1) 2. P@b3")
	p.expect(shownMove, "1… Kc3")
	p.eval(`document.querySelector("#moves [aria-current]").focus()`)
	p.keys(kb.Delete)
	p.expect(moveList, "1. Uxd3 Kxd3 (1… Wc3) 2. P@b3")
	p.expect(`document.activeElement.textContent`, "1. Uxd3") // and the focus is not lost
	p.eval(`document.querySelector("#moves [aria-current]").dispatchEvent(new MouseEvent("contextmenu", {bubbles: true, cancelable: true}))`)
	p.wait(`document.querySelector("dialog.menu")?.open`)
	p.keys(kb.ArrowDown, kb.Enter)
	p.expect(moveList, "1. Uxd3? Kxd3 (1… Wc3) 2. P@b3")
	p.expect(`document.querySelector("dialog.menu") === null`, "true")

}

// TestTreeNotes writes glyphs, which replace each other, and comments, which are kept.
func TestTreeNotes(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("tinyhouse", "")
	p.readText("1. Ud3 Kxd3 (1... Wc3) 2. P@b3")
	p.eval(`document.querySelector("#annotate").open = true`)
	p.expect(moveList, "1. Uxd3 Kxd3 (1… Wc3) 2. P@b3")
	p.keys(kb.ArrowRight)
	p.press("#annotate", "!!")
	p.expect(shownMove, "1. Uxd3!!")
	p.press("#annotate", "!!")
	p.expect(shownMove, "1. Uxd3")
	p.press("#annotate", "!?")
	p.fill("#comment", "takes {the} pawn")
	p.expect(`document.querySelector("#moves .comment").textContent`, "takes {the} pawn")
	p.click("#undo")
	p.expect(`document.querySelector("#comment").value`, "")
	p.fill("#comment", "before the first move")
	p.expect(`[...document.querySelectorAll("#moves .comment")].map((c) => c.textContent).join("; ")`, "before the first move; takes {the} pawn")
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready === "engine"`)
	p.expect(moveList, "1. Uxd3!? 1… Kxd3 (1… Wc3) 2. P@b3")
	p.eval(`document.querySelector("#write").click()`)
	p.wait(`document.querySelector("#pgn").value`)
	for _, want := range []string{"{before the first move} 1. Uxd3 $5 {takes", "(the) pawn} 1... Kxd3 (1... Wc3) 2. P@b3 *"} {
		if pgn := strings.Join(strings.Fields(p.eval(`document.querySelector("#pgn").value`)), " "); !strings.Contains(pgn, want) {
			t.Errorf("%s: want %s", pgn, want)
		}
	}
	p.click("#reset")
	p.expect(moveList, "")
	p.move("c1", "d3")
	p.expect(moveList, "1. Uxd3")

}

// TestTreeGrows compares the list that grew move by move with the one that is written at once.
func TestTreeGrows(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("tinyhouse", "3k/4/4/K3[] b - - 0 1")
	p.eval(`document.querySelector("#annotate").open = true`)
	for _, step := range []string{"d4d3", "a1a2", "d3d4", "undo", "d3c3", "a2a1", "c3c4", "undo", "undo", "undo", "undo", "undo", "d4c4", "a1b1", "!", "c4d4"} {
		if step == "undo" {
			before := p.eval(fenValue)
			p.click("#undo")
			p.wait(fenValue + ` !== "` + before + `"`)
			continue
		} else if step == "!" {
			p.press("#annotate", "!")
			continue
		}
		before := p.eval(fenValue)
		p.move(step[:2], step[2:])
		p.wait(fenValue + ` !== "` + before + `" && document.querySelector("#moves [aria-current]")?.dataset.uci === "` + step + `"`)
	}
	grown := p.eval(moveList)
	if want := "1… Kd3 (1… Kc4 2. Kb1! Kd4) 2. Ka2 Kd4 (2… Kc3 3. Ka1 Kc4)"; grown != want {
		t.Errorf("%s, want %s", grown, want)
	}
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready === "engine"`)
	p.expect(moveList, grown)
}

// TestTreeValues checks what the list says of moves that lost something, and repetitions of a game that was read.
func TestTreeValues(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("thinchess8", "k/n/1/1/N/r/R/K w - - 0 1")
	p.eval(`document.querySelector("#values-on").click()`)
	p.expect(`document.querySelector("#values [data-value]").dataset.value`, "win 11") // the tables are there
	p.readText("1. Rxa3 (1. Na6+ Rxa6) Na5")
	const plain = "1. Rxa3 (1. Na6+ Rxa6) 1… Na5"
	p.expect(`[...document.querySelectorAll("#moves .loss")].map((e) => e.parentElement.dataset.uci + e.textContent).join("; ")`, "a4a6 ▼ win to draw")
	p.eval(`document.querySelector("#values-on").click()`)
	p.expect(moveList, plain)
	p.start("chess", "k7/8/8/8/8/6K1/7P/8 w - - 0 1")
	p.eval(`document.querySelector("#values-on").click()`)
	p.wait(`document.querySelector("#values .win [data-value]")`)
	slower := p.eval(`[...document.querySelectorAll("#values .win [data-value]")].at(-1).dataset.value`)
	best := p.eval(`document.querySelector("#values .win [data-value]").dataset.value`)
	if slower == best {
		t.Fatal(best)
	}
	p.eval(`[...document.querySelectorAll("#values .win [data-value]")].at(-1).click()`)
	plies := func(value string) int { n, _ := strconv.Atoi(strings.TrimPrefix(value, "win ")); return n }
	p.expect(`document.querySelector("#moves .loss").textContent`, fmt.Sprintf(" ▼ slower by %d plies", plies(slower)-plies(best)))

	p.start("tinyhouse", "3k/4/4/K3[] b - - 0 1")
	p.readText("Kd3 Ka2 Kd4 Ka1 Kd3 Ka2 (Kb1) Kd4")
	p.expect(moveList, "1… Kd3 2. Ka2 Kd4 3. Ka1 (2×) Kd3 (2×) 4. Ka2 (2×) (4. Kb1) 4… Kd4 (2×)")
}

// TestTreeSize reads a game of 1,000 moves, which the page shows as fast as others.
func TestTreeSize(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("tinyhouse", "3k/4/4/K3[] w - - 0 1")
	p.readText(strings.Repeat("Ka2 Kd3 (Kc3 Kb1) Ka1 Kd4 ", 333))
	p.wait(`document.querySelectorAll("#moves button").length === 1998`)
	p.keys(kb.ArrowDown)
	p.wait(status + `.includes("fold repetition")`)
	p.click("#undo")
	p.wait(shownMove[:len(shownMove)-len(` ?? ""`)] + `.startsWith("666. Ka1")`)
	took := func(act string) func() time.Duration {
		return func() time.Duration {
			ms, err := strconv.ParseFloat(p.eval(`(() => { const t = performance.now(); `+act+`; document.body.offsetHeight; return performance.now() - t; })()`), 64)
			if err != nil {
				t.Fatal(err)
			}
			return time.Duration(ms * 1e6)
		}
	}
	quick(t, "undo in a game of 1,998 moves", 50*time.Millisecond, took(`document.querySelector("#undo").click()`))
	quick(t, "a glyph in a game of 1,998 moves", 50*time.Millisecond, took(`document.querySelector(".glyph").click()`))
	p.eval(`document.querySelector('.glyph[aria-pressed="true"]') || document.querySelector(".glyph").click()`) // the rounds switch it on and off
	p.expect(shownMove, "Kd3! (333×)")
	p.expect(`[...document.querySelectorAll("#moves button")].filter((b) => b.tabIndex === 0).length`, "1")
}

const twoGames = `[Event "First"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. Ud3 {a [comment]
[Event "of two lines"]} Kxd3 1-0

[Event "Second"]
[Variant "Thinchess8"]
[SetUp "1"]
[FEN "k/n/1/1/N/r/R/K w - - 0 1"]

1. Rxa3 *
`

// TestGameFiles opens and drops files, writes parts of a game, and reads texts that are wrong.
func TestGameFiles(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("tinyhouse", "")
	file := filepath.Join(t.TempDir(), "two.pgn")
	if err := os.WriteFile(file, []byte(twoGames), 0o666); err != nil {
		t.Fatal(err)
	}
	p.eval(`document.querySelector("#pgn").closest("details").open = true`)
	p.run(chromedp.SetUploadFiles("#pgn-file", []string{file}))
	const games = `[...document.querySelectorAll("#games button")].map((b) => b.textContent).join("; ")`
	const both = "1. Ann – Bob, First, 1-0; 2. Second, Thinchess8"
	p.expect(games, both)
	p.press("#games", "2. Second, Thinchess8")
	p.expect(moveList, "1. Rxa3")
	p.expect(`document.querySelector("#variant").value`, "thinchess8")
	p.set("#variant", "tinyhouse")
	p.expect(`document.querySelector("#variant").value`, "tinyhouse")
	p.press("#games", "1. Ann – Bob, First, 1-0")
	p.expect(moveList, "1. Uxd3 1… Kxd3")

	// What is written: the tags, the whole game, or the line to a move.
	p.eval(`document.querySelector("#write").click()`)
	p.wait(`document.querySelector("#pgn").value`)
	if pgn := p.eval(`document.querySelector("#pgn").value`); !strings.Contains(pgn, `[White "Ann"]`) || !strings.Contains(pgn, `[Result "1-0"]`) || !strings.HasSuffix(pgn, "1... Kxd3 1-0\n") {
		t.Error(pgn)
	}
	p.readText(branched)
	p.expect(moveList, "1. Uxd3 Kxd3 (1… Kc3 2. Uc1) (1… Wc3) 2. P@b3")
	p.eval(`(() => {
		window.copied = [];
		window.saved = [];
		navigator.clipboard.writeText = async (text) => { copied.push(text); };
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); return make(blob); };
		HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };
	})()`)
	p.eval(`[...document.querySelectorAll("#moves button")].find((b) => b.textContent === "2. Uc1").click()`)
	p.expect(shownMove, "2. Uc1")
	p.wait(fenValue + `.endsWith("1 b - - 2 2") || ` + fenValue + `.includes(" b ")`)
	p.press("#copies", "Copy FEN")
	p.press("#copies", "Copy moves")
	p.wait(`copied.length === 2`)
	p.expect(`copied[0] === `+fenValue, "true")
	p.expect(`copied[1]`, "c1d3 d4c3 d3c1")
	p.press("#copies", "Copy PGN")
	p.wait(`copied.length === 3`)
	p.expect(`copied[2].includes("(1... Kc3 2. Uc1) (1... Wc3) 2. P@b3 *")`, "true")
	p.set("#extent", "line")
	p.press("#copies", "Copy PGN")
	p.wait(`copied.length === 4`)
	p.expect(`copied[3].endsWith("\n1. Uxd3 Kc3 2. Uc1 *\n")`, "true")
	p.press("#copies", "Download PGN")
	p.wait(`saved.length === 2`)
	p.expect(`saved.includes("tinyhouse.pgn") && saved.includes(copied[3])`, "true")

	p.dropOn("#moves", file)
	p.expect(games, both)
	p.readText("1. Ud3 Kxd3 2. Qh9")
	p.wait(`document.querySelector("#text-note").textContent.includes("Qh9")`)
	p.expect(games, "")
	p.readText("1. Ud3 (1. Uxd3 Kxd3")
	p.wait(`document.querySelector("#text-note").textContent.includes("(1. Uxd3 Kxd3")`)
	p.expect(moveList, "1. Uxd3 Kxd3 (1… Kc3 2. Uc1) (1… Wc3) 2. P@b3")
}

// dropOn drops files from outside of the browser on an element.
func (p *page) dropOn(selector string, files ...string) {
	p.t.Helper()
	x, y := p.middle(selector)
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		e := input.DispatchDragEventParams{Type: kind, X: x, Y: y, Data: &input.DragData{Items: []*input.DragDataItem{}, Files: files, DragOperationsMask: 1}}
		p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchDragEvent, e)
			return err
		}))
	}
}

// TestForgivingFEN fills the box with FENs that lack something.
func TestForgivingFEN(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	for _, c := range [][3]string{
		{"tinyhouse", "fuwk/3U/P3/KW1F", "fuwk/3U/P3/KW1F[] w - - 0 1"},
		{"tinyhouse", "  fuwk/3U/P3/KW1F[P]_b  ", "fuwk/3U/P3/KW1F[P] b - - 0 1"},
		{"tinyhouse", "fuwk/3U/P3/KW1F[P] b 3 4", "fuwk/3U/P3/KW1F[P] b - - 3 4"},
		{"thinchess8", "k/n/1/1/N/r/R/K w", "k/n/1/1/N/r/R/K w - - 0 1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"},
	} {
		p.start(c[0], "")
		p.fill("#fen", c[1])
		p.expect(fenValue, c[2])
		p.expect(`document.querySelector("#text-note").textContent`, "")
		p.fill("#fen", "K/x z/Q")
		p.wait(`/K\/x|"x/.test(document.querySelector("#text-note").textContent)`)
		p.expect(`document.querySelector('[data-man="K"]') !== null`, "true")
	}
}
