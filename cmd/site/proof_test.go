package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const (
	proofs    = "../../tb/proofs/"
	d1c2      = "tinyhouse-d1c2.thc"
	claim     = `(document.querySelector("#proof-claim")?.textContent ?? "")`
	stepLine  = `(document.querySelector("#proof-step")?.textContent ?? "")`
	proofNote = `document.querySelector("#proof-note").textContent`
	trail     = `[...document.querySelectorAll(".trail button")].map((e) => e.textContent).join(" ")`
	nodeText  = `document.querySelector("#proof-result").textContent`
	allText   = `document.querySelector("#verify-result").textContent`

	// settled is whether the step of the shown position is there: the list of its moves grows no more.
	settled = `!document.querySelector("#proof-next").disabled`

	// The rows of the proof, and those of the exact values, as "move value" in the order of the moves.
	proofRows = `[...document.querySelectorAll(".steps [data-uci]")].map((e) => e.dataset.uci + " " + e.dataset.value).sort().join(", ")`
	valueRows = `[...document.querySelectorAll("#values [data-uci]")].map((e) => e.dataset.uci + " " + e.dataset.value).sort().join(", ")`
)

// 18: a certificate is opened, browsed and verified; a damaged one is refused.
func TestProof(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.open("#v=tinyhouse")
	if name := "proofs/" + d1c2; s.sent[name] != 0 {
		t.Errorf("%s was fetched before it was asked for", name)
	}
	p.click("#values-on")
	testProof(p)
	t.Run("Access", func(t *testing.T) { testProofAccess(t, p) })
	t.Run("Damaged", func(t *testing.T) { testDamagedProof(t, p) })
	t.Run("Other", func(t *testing.T) { testOtherPositions(t, p) })
	t.Run("Cancel", func(t *testing.T) { testCancelVerify(t, p) })
	t.Run("Close", func(t *testing.T) { testCloseProof(t, p) })
}

// TestServedProof does the same with the certificates of a server, and with one that the page sends to it.
func TestServedProof(t *testing.T) {
	p := newPage(t, startServer(t, "--tb", proofs+d1c2)+"/", 1280, 800)
	p.open("#v=tinyhouse")
	p.click("#values-on")
	testProof(p)
	t.Run("Damaged", func(t *testing.T) { testDamagedProof(t, p) })
	t.Run("Own", func(t *testing.T) {
		p.t = t
		p.run(chromedp.SetUploadFiles("#proof-file", []string{proofPath(t, "tinyhouse-c1d3-a4b3.thc")}))
		p.wait(claim + ` === "White wins, 25 plies or fewer."`)
		p.wait(`document.querySelector("#value").textContent.startsWith("Exact: White wins in 25 plies")`)
		p.wait(settled)
		p.click("#verify-all")
		p.wait(allText + `.startsWith("Verified: all of ")`)
		p.click("#proof-close")
		p.expect(`document.querySelector("#value").textContent`, noValue)
	})
}

// proofPath returns the path of a certificate of the repository.
func proofPath(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(proofs + name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// rowsOf returns the rows of the moves of a list, one of which has another value than the rest.
func rowsOf(moves, move, value, rest string) string {
	var rows []string
	for m := range strings.FieldsSeq(moves) {
		if m == move {
			rows = append(rows, m+" "+value)
		} else {
			rows = append(rows, m+" "+rest)
		}
	}
	return strings.Join(rows, ", ")
}

// testProof opens the certificate that the site carries and walks it.
func testProof(p *page) {
	p.t.Helper()
	p.click("#tab-proof")
	p.wait(`[...document.querySelector("#proof-choice").options].some((o) => o.value === "tinyhouse-d1c2")`)
	p.set("#proof-choice", "tinyhouse-d1c2")
	p.click("#proof-open")
	p.wait(claim + ` !== ""`)
	p.expect(claim, "Black wins, 9 plies or fewer.")
	p.expect(fenValue, "fuwk/3p/P1F1/KWU1[] b - - 0 1")
	p.expect(`document.querySelector("#proof-digest").textContent`, "da6cfe4890fbebfb8777b3982b524f9437e767314f0314feb0379c2da912b3ec")
	p.expect(`document.querySelector("#proof-name + p + p").textContent.startsWith("23 records of tinyhouse, 891 bytes.")`, "true")
	p.expect(stepLine, "Black to move: the certificate claims a win in 9 plies or fewer, by Uxc2+.")
	moves := p.eval(`[...document.querySelectorAll(".steps [data-uci]")].map((e) => e.dataset.uci).sort().join(" ")`)
	if n := len(strings.Fields(moves)); n != 7 || !strings.Contains(moves, "b4c2") {
		p.t.Errorf("%d moves: %s", n, moves)
	}
	want := rowsOf(moves, "b4c2", "win 9", "unknown")
	p.wait(fmt.Sprintf(`%s === %q`, valueRows, want))
	p.expect(proofRows, want)
	p.expect(`document.querySelector(".steps [data-uci=b4c2]").textContent`, "Uxc2+ wins in 9, claimed")
	p.expect(`document.querySelector("#values [data-uci=b4c2]").textContent`, "Uxc2+ wins in 9")
	p.click("#verify-node")
	p.wait(nodeText + ` === "Verified: Uxc2+ is legal and has 2 replies: 2 with a record of a quicker win."`)

	p.click(".steps [data-uci=b4c2]")
	p.expect(trail, "Root Uxc2+")
	p.wait(settled)
	p.expect(stepLine, "White to move: every reply is answered.")
	p.expect(`document.querySelectorAll(".steps [data-uci]").length`, "2")
	p.expect(`[...document.querySelectorAll(".steps [data-uci]")].every((e) => e.dataset.status === "record" && Number(e.dataset.plies) <= 7)`, "true")
	p.expect(`document.querySelector(".steps [data-plies='7']").textContent`, "Wb2 Black wins in 7 plies or fewer, in the certificate, hardest")
	p.wait(fmt.Sprintf(`%s === %q`, valueRows, "a1b2 loss 2, b1b2 loss 8"))
	p.expect(nodeText, "")
	p.click("#verify-node")
	p.wait(nodeText + `.startsWith("There is no record of this position, where White answers. Of 2 moves, 2 lead to a record, 0 end")`)

	for plies := 1; p.eval(status+`.includes("to move")`) == "true"; plies++ { // the longest replies, one by one
		if plies > 9 {
			p.t.Fatal("the game goes on after 9 plies")
		}
		shown := strconv.Quote(p.eval(fenValue))
		p.wait(settled)
		p.click("#proof-next")
		p.wait(fenValue + ` !== ` + shown + ` && ` + stepLine + `.length > 1`)
	}
	p.expect(status, "0-1: Black mates.")
	p.expect(stepLine, "The game is over: checkmate.")
	p.expect(`document.querySelectorAll(".trail li").length`, "10")
	p.expect(`document.querySelector("#proof-next").disabled`, "true")

	p.click("#proof-root") // and at once
	p.expect(trail, "Root")
	p.wait(settled)
	p.click("#proof-end")
	p.wait(status + ` === "0-1: Black mates." && document.querySelectorAll(".trail li").length === 10`)
	p.click(".trail li:nth-child(2) button")
	p.expect(`document.querySelectorAll(".trail li").length`, "2")

	p.wait(settled)
	p.click("#verify-all")
	p.wait(allText + `.startsWith("Verified: all of 23 records, in ")`)
	p.expect(allText+`.endsWith(" s. So Black wins, 9 plies or fewer.")`, "true")
}

// testProofAccess walks with keys, and looks at the panel with axe and on a phone.
func testProofAccess(t *testing.T, p *page) {
	p.t = t
	p.click("#proof-root")
	p.wait(settled + ` && document.querySelector(".steps [data-uci=b4c2]")`)
	p.eval(`document.querySelector(".steps [data-uci=b4c2]").focus()`)
	p.keys("\r")
	p.expect(trail, "Root Uxc2+")
	p.eval(`document.querySelector("#proof-next").focus()`)
	p.wait(settled)
	p.keys("\r")
	p.expect(`document.querySelectorAll(".trail li").length`, "3")
	p.expect(`document.activeElement.id`, "proof-next")
	p.run(chromedp.EmulateViewport(320, 640))
	p.expect(`document.documentElement.scrollWidth <= 320`, "true")
	if script, err := os.ReadFile(axe); err == nil {
		p.run(evaluate(string(script)))
		p.checkWithAxe("proof")
	} else {
		t.Log("THERE IS NO AXE: run scripts/browser.sh, which fetches it from npm")
	}
	p.run(chromedp.EmulateViewport(1280, 800))
}

// testDamagedProof opens damaged files, which leave the open one as it is.
func testDamagedProof(t *testing.T, p *page) {
	p.t = t
	good, err := os.ReadFile(proofs + d1c2)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for i, want := range map[int]string{
		3:               "is not a",
		30:              "damaged",
		300:             "the header or the directory is damaged (checksum)",
		len(good) / 2:   "damaged",
		len(good) - 100: "damaged",
		len(good) - 1:   "cut short or damaged: the end mark is missing",
	} {
		bad := bytes.Clone(good)
		bad[i] ^= 1
		name := fmt.Sprintf("flipped-%d.thc", i)
		if err := os.WriteFile(filepath.Join(folder, name), bad, 0o666); err != nil {
			t.Fatal(err)
		}
		p.run(chromedp.SetUploadFiles("#proof-file", []string{filepath.Join(folder, name)}))
		p.wait(proofNote + `.startsWith("` + name + ` was not opened: ")`)
		if got := p.eval(proofNote); !strings.Contains(got, want) {
			t.Errorf("byte %d: %q, want %q", i, got, want)
		}
		p.expect(claim, "Black wins, 9 plies or fewer.")
	}
	p.click("#proof-root") // it is still open
	p.wait(fmt.Sprintf(`/\bb4c2 win 9\b/.test(%s)`, valueRows))
}

// testOtherPositions leaves the certificate and its variant, and comes back.
func testOtherPositions(t *testing.T, p *page) {
	p.t = t
	p.click(".steps [data-status=other]")
	p.wait(stepLine + ` === "This position is outside the certificate."`)
	p.expect(`document.querySelector("#proof-next").disabled`, "true")
	p.set("#variant", "thinchess")
	p.wait(stepLine + ` === "The board shows thinchess; the certificate is of tinyhouse."`)
	p.expect(trail, "")
	p.click("#proof-root")
	p.wait(fmt.Sprintf(`%s === "Root" && /\bb4c2 win 9\b/.test(%s)`, trail, valueRows))
	p.drop(proofPath(t, "tinyhouse-a1b2-d3d2.thc"))
	p.wait(claim + ` === "White wins, 49 plies or fewer." || ` + claim + ` === "Black wins, 49 plies or fewer."`)
	p.expect(`document.querySelector("#proof-name").textContent`, "tinyhouse-a1b2-d3d2.thc")
	p.wait(settled)
	p.click("#proof-end")
	p.wait(status + `.includes("mate")`)
	if n, _ := strconv.Atoi(p.eval(`document.querySelectorAll(".trail li").length`)); n < 20 || n > 50 {
		t.Errorf("%d positions to the end", n)
	}
}

// testCancelVerify verifies a large certificate: the page answers while it does, and Cancel ends it.
func testCancelVerify(t *testing.T, p *page) {
	p.t = t
	p.set("#proof-choice", "tinyhouse-a1b2-c4c3")
	p.click("#proof-open")
	p.wait(`document.querySelector("#proof-name").textContent === "tinyhouse-a1b2-c4c3.thc" && !document.querySelector("#proof-next").disabled`)
	p.eval(`(() => { // from where the last part was checked, and from where when the worker was ended
		const { postMessage, terminate } = Worker.prototype;
		Worker.prototype.postMessage = function (message) {
			if (message.request?.includes('"op":"verify"')) window.lastPart = JSON.parse(message.request).from;
			postMessage.call(this, message);
		};
		Worker.prototype.terminate = function () { window.lastChecked = window.lastPart; terminate.call(this); };
	})()`)
	p.click("#verify-all")
	p.wait(`document.querySelector("#verify-progress").value > 0`)
	p.expect(`document.querySelector("#verify-progress").max`, "1132939")
	p.click("#proof-next")
	p.wait(`document.querySelectorAll(".trail li").length === 2`)
	p.expect(`document.querySelector("#verify-progress").hidden`, "false")
	p.click("#verify-cancel")
	p.expect(allText, "Cancelled.")
	p.expect(`document.querySelector("#verify-progress").hidden`, "true")
	p.expect(`document.querySelector("#verify-all").hidden`, "false")
	p.wait(`window.lastChecked > 0`)
	p.expect(`window.lastChecked <= document.querySelector("#verify-progress").value`, "true")
}

// testCloseProof closes the certificate, and with it the values that it brought.
func testCloseProof(t *testing.T, p *page) {
	p.t = t
	p.wait(`document.querySelector("#value").textContent.startsWith("Exact: ")`)
	p.click("#proof-close")
	p.expect(`document.querySelector("#value").textContent`, noValue)
	p.expect(`document.querySelectorAll(".proof").length`, "0")
}
