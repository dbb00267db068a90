package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestServe runs checks on the server of the program, whose page has no module (25).
func TestServe(t *testing.T) {
	p := newPage(t, startServer(t)+"/", 1280, 800)
	for _, c := range []struct {
		name string
		test func(p *page)
	}{
		{"3 capture into the hand", testCapture}, {"4 ways to move", testWays}, {"5 drop", testDrop}, {"6 promotion", testPromotion},
		{"7 rules in words", testStalemate}, {"12 values", testValues}, {"21 own variant", testOwnVariant},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			c.test(p)
		})
	}
	p.t = t
	p.start("tinyhouse", "")
	p.click("#analysis-on")
	p.wait(`document.querySelectorAll("#lines .line").length === 3`)
}

// TestServedVariants checks that the page knows the variants of the server.
func TestServedVariants(t *testing.T) {
	file := filepath.Join(t.TempDir(), "own.ini")
	if err := os.WriteFile(file, []byte(duel), 0o666); err != nil {
		t.Fatal(err)
	}
	p := newPage(t, startServer(t, "--variants", file)+"/", 1280, 800)
	p.start("tinyhouse", "")
	p.set("#variant", "duel")
	p.expect(`document.querySelector('[data-square="a4"]').dataset.man`, "k")
	p.click(`[data-hand="white"] [data-man="U"]`)
	p.click(square("b2"))
	p.expect(`document.querySelector('[data-square="b2"]').dataset.man`, "U")
	fen := p.eval(fenValue)
	p.eval(`location.reload()`) // the address and the kept game name the variant
	p.wait(`performance.getEntriesByType("navigation")[0].type === "reload" && document.documentElement.dataset.ready === "engine"`)
	p.expect(`document.querySelector("#variant").value`, "duel")
	p.expect(fenValue, fen)
	p.click("#analysis-on")
	p.wait(`document.querySelectorAll("#lines .line").length > 0`)
}

// startServer starts the program's server and returns its address.
func startServer(t *testing.T, flags ...string) string {
	t.Helper()
	browserPath(t)
	program := filepath.Join(t.TempDir(), "tinyhouse")
	if out, err := exec.Command("go", "build", "-o", program, "../tinyhouse").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(program, append([]string{"serve", "--listen", "127.0.0.1:0"}, flags...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok {
		t.Fatalf("%q, %v", line, err)
	}
	return address
}
