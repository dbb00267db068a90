package main

import (
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tinyhouse/cmd/internal/webapi"
)

// probed is a move in the output of probe: UCI, SAN and value.
var probed = regexp.MustCompile(`(?m)^  (\S+) +(\S+) +(win \d+|loss \d+|draw|unknown)$`)

// 14: what the page says of the moves of 200 random positions is what the command probe prints.
func TestProbe(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	program := filepath.Join(t.TempDir(), "tinyhouse")
	if out, err := exec.Command("go", "build", "-o", program, "../tinyhouse").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	api, random := webapi.New(nil), rand.New(rand.NewPCG(3, 4))
	words := strings.NewReplacer("win ", "wins in ", "loss ", "loses in ")
	const list = `[...document.querySelectorAll("#values [data-uci]")].map((b) => b.dataset.uci + " " + b.textContent).sort().join("\n")`
	for _, c := range [][3]string{
		{"thinchess8", "thinchess8-KNRvKNR", "k/n/1/1/N/r/R/K w - - 0 1"}, {"tinyhouse", "tinyhouse-W1U0F0P1", "k3/1W~2/K3/1w2[] w - - 0 1"},
		{"chess", "chess-KPvK", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}, {"gardner", "gardner-KPvK", "4k/5/5/1P3/K4 w - - 0 1"},
	} {
		p.start(c[0], c[2])
		p.eval(`document.querySelector("#values-on").click()`)
		at := c[2]
		for range 50 {
			out, err := exec.Command(program, "probe", filepath.Join("../../tb/embedded/tables", c[1]+".tht"), "--variant", c[0], "--fen", at).CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %s", at, out)
			}
			var want []string
			moves := probed.FindAllStringSubmatch(string(out), -1)
			for _, m := range moves {
				want = append(want, m[1]+" "+m[2]+" "+words.Replace(m[3]))
			}
			slices.Sort(want)
			p.fill("#fen", at)
			p.expect(fenValue, at)
			p.expect(list, strings.Join(want, "\n"))
			if at = c[2]; len(moves) > 0 {
				next, err := api.Position(&webapi.Request{Variant: c[0], Text: p.eval(fenValue), Moves: []string{moves[random.IntN(len(moves))][1]}})
				if err != nil {
					t.Fatal(err)
				}
				at = next.FEN
			}
		}
	}
}
