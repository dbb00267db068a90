package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// markup is what must be shown as it is, wherever it comes from. File names cannot have a slash.
const markup = `<img src=x onerror=stop()>`

// checkPlain checks that the page shows a text of somebody else's, and has made no element of it.
func (p *page) checkPlain(selector string) {
	p.t.Helper()
	p.wait(`[...document.querySelectorAll(` + quote(selector) + `)].some((e) => (e.textContent + (e.value ?? "")).includes("<img"))`) // messages shorten what they quote
	p.expect(`document.querySelectorAll("img, [onerror]").length`, "0")
}

// TestMarkup gives the page texts with markup: the names, comments and tags of games, names of files, variants, addresses.
// Each is refused or shown as text. The errors that the policy of the page would cause fail the test as well.
func TestMarkup(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.start("tinyhouse", "")

	game := `[Event "` + markup + `"]` + "\n" + `[White "` + markup + `"]` + "\n\n1. Uxd3 {" + markup + " [%cal Ga1" + markup + "]} Kxd3 *\n\n"
	p.readText(game + game)
	p.checkPlain("#games button")
	p.eval(`document.querySelector("#games button").click()`)
	p.checkPlain("#moves .comment")
	p.eval(`document.querySelector("#moves button").click()`)
	p.checkPlain("#comment")
	p.readText("1. " + markup)
	p.checkPlain("#text-note")
	p.fill("#fen", markup)
	p.checkPlain("#text-note")
	p.fill("#typed", markup)
	p.eval(`document.querySelector("#type").requestSubmit()`)
	p.checkPlain("#typed-note")

	p.tab("variants")
	for _, ini := range []string{
		"[" + markup + "]\nmaxFile = 4\n", "[odd:" + markup + "]\n", "[odd:tinyhouse]\n" + markup + " = 1\n", "[odd:tinyhouse]\nstartFen = " + markup + "\n",
		"[odd:tinyhouse]\ncustomPiece1 = <:W\n", "[odd:tinyhouse]\npieceToCharTable = " + markup + "\n",
	} {
		p.eval(`[document.querySelector("#ini-note").textContent = "", document.querySelector("#ini").value = ` + quote(ini) + `]`)
		p.eval(`document.querySelector("#ini-load").click()`)
		p.wait(iniNote + ` !== ""`)
		p.expect(`document.querySelectorAll("img, [onerror]").length`, "0")
		p.expect(variant, "tinyhouse")
	}

	for ending, shown := range map[string]string{".tht": "#panel-tables .problem", ".thc": "#proof-note", ".zip": "#trouble"} {
		file := filepath.Join(t.TempDir(), markup+ending)
		if err := os.WriteFile(file, []byte(markup), 0o666); err != nil {
			t.Fatal(err)
		}
		p.drop(file)
		p.checkPlain(shown)
	}
	p.tab("settings")
	p.upload("#backup-file", markup+".json", "1")
	p.checkPlain("#backup-note")

	for _, rest := range []string{"#v=tinyhouse&fen=" + markup, "#v=" + markup, "#v=tinyhouse&m=" + markup, "?pos=" + markup} {
		p.open(strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20").Replace(rest))
		p.wait(notice + ` !== ""`)
		p.expect(`document.querySelectorAll("img, [onerror]").length`, "0")
		p.run(chromedp.Navigate("about:blank"))
	}
}
