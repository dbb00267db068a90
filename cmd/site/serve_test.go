package main

import (
	"bufio"
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
	p.wait(`document.querySelectorAll("#lines button").length === 3`)
}

// startServer starts the program's server and returns its address.
func startServer(t *testing.T) string {
	t.Helper()
	browserPath(t)
	program := filepath.Join(t.TempDir(), "tinyhouse")
	if out, err := exec.Command("go", "build", "-o", program, "../tinyhouse").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(program, "serve", "--listen", "127.0.0.1:0")
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
