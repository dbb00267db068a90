package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/cmd/internal/webapi"
	"tinyhouse/engine/rules"
	"tinyhouse/tb"
	"tinyhouse/tb/embedded"
)

// What the panel says.
const (
	puzzleNote  = `document.querySelector("#puzzle-note").textContent`
	puzzlePhase = `document.querySelector("#panel-puzzles").dataset.phase`
	puzzleFEN   = `document.querySelector("#panel-puzzles").dataset.fen`
	puzzleScore = `document.querySelector("#puzzle-score").textContent`
)

// tablesAPI answers for the tests what the values of moves are.
func tablesAPI(t *testing.T) *webapi.API {
	t.Helper()
	set := tb.NewSet(64 << 20)
	if err := set.AddAll(embedded.All); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	return webapi.New(lookup.NewLibrary(rules.Builtin(), set))
}

// TestPuzzles runs checks of puzzles (20) on the static site and on the server, which set the same ones.
func TestPuzzles(t *testing.T) {
	api := tablesAPI(t)
	var sets [][]string
	for _, home := range []struct {
		name  string
		start func(t *testing.T) string
	}{
		{"site", func(t *testing.T) string { return newFileServer(t).URL + prefix }},
		{"server", func(t *testing.T) string { return startServer(t) + "/" }},
	} {
		t.Run(home.name, func(t *testing.T) {
			p := newPage(t, home.start(t), 1280, 800)
			p.media("prefers-reduced-motion", "reduce")
			sets = append(sets, testTen(p, api))
			testMisses(p, api)
			testHints(p)
			testAside(p)
		})
	}
	if len(sets) == 2 && !slices.Equal(sets[0], sets[1]) {
		t.Errorf("the site sets %q, the server %q", sets[0], sets[1])
	}
}

// puzzles opens the panel with a seed and a length.
func (p *page) puzzles(variant, seed string, plies int) {
	p.t.Helper()
	p.start(variant, "")
	p.tab("puzzles")
	p.fill("#puzzle-seed", seed)
	p.wait(`document.querySelector("#puzzle-length").max > 0`)
	p.length(plies)
}

// length moves the slider to a length.
func (p *page) length(plies int) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`(() => { const e = document.querySelector("#puzzle-length");
		for (let i = 0; i <= e.max; i++) { e.value = i; e.dispatchEvent(new Event("input"));
			if (document.querySelector("#puzzle-length-text").textContent.startsWith("%d pl")) return true; } })()`, plies))
}

// nextPuzzle sets the next puzzle and returns it.
func (p *page) nextPuzzle() string {
	p.t.Helper()
	before := p.eval(puzzleFEN)
	p.click("#puzzle-next")
	p.wait(puzzleFEN + ` !== "` + before + `" && ` + puzzleFEN + ` === ` + fenValue)
	return p.eval(puzzleFEN)
}

// position returns the position on the board, once so many plies were played and it is the user's turn.
func (p *page) position(api *webapi.API, variant string, plies int) *webapi.Position {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelectorAll("#moves [data-uci]").length === %d && %s.split(" ")[1] === %s.split(" ")[1]`, plies, fenValue, puzzleFEN))
	at, err := api.Position(&webapi.Request{Variant: variant, Text: p.eval(fenValue)})
	if err != nil {
		p.t.Fatal(err)
	}
	return at
}

// play types a move.
func (p *page) play(uci string) {
	p.t.Helper()
	before := p.eval(fenValue)
	p.fill("#typed", uci)
	p.eval(`document.querySelector("#type").requestSubmit()`)
	p.wait(fenValue + ` !== "` + before + `"`)
}

// 20: seed 1 gives the same ten puzzles on each run, each with one winning move; the table's own line solves them.
func testTen(p *page, api *webapi.API) []string {
	p.t.Helper()
	var first []string
	for run := range 2 {
		p.puzzles("thinchess8", "1", 5)
		var all []string
		for number := range 10 {
			all = append(all, p.nextPuzzle())
			p.expect(puzzleNote, fmt.Sprintf("Puzzle %d: %s to move wins in 5 plies (mate in 3).", number+1,
				map[bool]string{true: "White", false: "Black"}[strings.Contains(all[number], " w ")]))
			p.expect(status+" === "+puzzleNote, "true")
			p.expect(`document.querySelector("#values").checkVisibility() || document.querySelector("#value").checkVisibility()`, "false")
			if run == 0 {
				p.solve(api, "thinchess8", 5)
				p.expect(puzzleScore, fmt.Sprintf("Streak: %d, best: %d", number+1, number+1))
			}
		}
		if run == 0 {
			first = all
			p.open("")
			p.expect(puzzleScore, "Streak: 10, best: 10") // kept on the device
		} else if !slices.Equal(first, all) {
			p.t.Errorf("seed 1 gives %q, then %q", first, all)
		}
	}
	p.expect(puzzleScore, "Streak: 0, best: 0") // the second run skips
	p.puzzles("thinchess8", "2", 5)
	if fen := p.nextPuzzle(); fen == first[0] {
		p.t.Errorf("seed 2 begins with %s as seed 1", fen)
	}
	return first
}

// solve plays the best moves of a puzzle; the page plays the longest defence.
func (p *page) solve(api *webapi.API, variant string, plies int) {
	p.t.Helper()
	for left := plies; left > 0; left -= 2 {
		at := p.position(api, variant, plies-left)
		wins, best := 0, ""
		for _, m := range at.Moves {
			if strings.HasPrefix(m.Value, "win") {
				wins++
			}
			if m.Value == at.Value {
				best = m.UCI
			}
		}
		if at.Value != fmt.Sprint("win ", left) || left == plies && wins != 1 {
			p.t.Fatalf("%s: %s, %d winning moves", at.FEN, at.Value, wins)
		}
		p.play(best)
	}
	p.expect(puzzlePhase, "solved")
	p.expect(puzzleNote, fmt.Sprintf("Solved: a win in %d plies (mate in %d).", plies, (plies+1)/2))
}

// testMisses plays a slower win and a miss: both are taken back, and only the miss ends the streak.
func testMisses(p *page, api *webapi.API) {
	p.puzzles("tinyhouse", "1", 9)
	slow, missed := false, false
	for tries := 0; !(slow && missed) && tries < 40; tries++ {
		p.nextPuzzle()
		for left := 9; left > 0; left -= 2 {
			at := p.position(api, "tinyhouse", 9-left)
			best := ""
			for _, m := range at.Moves {
				switch {
				case m.Value == at.Value:
					best = m.UCI
				case strings.HasPrefix(m.Value, "win") && !slow:
					slow = true
					p.tryWrong(at, m, fmt.Sprintf("%s wins, but in %s: there is a win in %d. Try again.", m.SAN, m.Value[4:], left))
				case m.Value == "draw" && slow && !missed:
					missed = true
					p.tryWrong(at, m, m.SAN+" is a miss: it only draws. Try again.")
					p.expect(`document.querySelector("#puzzle-streak").textContent`, "0")
				}
			}
			p.play(best)
		}
		p.expect(puzzlePhase, "solved")
	}
	if !slow || !missed {
		p.t.Errorf("no slower win (%v) or no miss (%v) in 40 puzzles", slow, missed)
	}
	p.expect(`document.querySelector("#puzzle-streak").textContent`, "0")
}

// tryWrong plays a wrong move, which is taken back.
func (p *page) tryWrong(at *webapi.Position, m webapi.Move, want string) {
	p.t.Helper()
	p.fill("#typed", m.UCI)
	p.eval(`document.querySelector("#type").requestSubmit()`)
	p.expect(puzzleNote, want)
	p.expect(fenValue, at.FEN)
	p.expect(puzzlePhase, "solving")
}

// testHints asks for all hints, the last of which plays the line.
func testHints(p *page) {
	p.puzzles("thinchess8", "1", 11)
	p.nextPuzzle()
	p.expect(`document.querySelector("#panel-puzzles").dataset.number`, "1")
	fen := p.eval(puzzleFEN)
	if fen != "K/N/1/1/n/R/r/k b - - 0 1" {
		p.t.Fatalf("puzzle 1 of seed 1 is %s", fen)
	}
	for _, hint := range []struct{ button, note string }{
		{"Hint: the piece", "Move the black rook on a2."},
		{"Hint: the square", "Move the black rook on a2 to a3."},
		{"Hint: the move", "The move is Rxa3."},
	} {
		p.expect(`document.querySelector("#puzzle-hint").textContent`, hint.button)
		p.click("#puzzle-hint")
		p.expect(puzzleNote, hint.note)
	}
	p.expect(`document.querySelectorAll("#arrows > *").length > 0`, "true")
	p.expect(`document.querySelector("#puzzle-hint").textContent`, "Hint: the line")
	p.click("#puzzle-hint")
	p.expect(puzzlePhase, "shown")
	p.expect(`document.querySelectorAll("#moves [data-uci]").length`, "11")
	p.expect(status, "0-1: Black mates.")
}

// testAside checks that the game of the user is back after a puzzle, also after the page was loaded anew, and that
// keys and buttons do not tell the solution.
func testAside(p *page) {
	p.puzzles("thinchess8", "1", 5)
	p.click("#values-on")
	p.move("a3", "a5")
	p.expect(fenValue, "k/r/n/N/1/1/R/K b - - 1 1")
	link := p.eval(`location.hash`)
	fen := p.nextPuzzle()
	p.expect(`["best", "solve", "reset", "values-on", "analysis-on", "editor"].every((id) => document.getElementById(id).disabled)`, "true")
	p.eval(`document.querySelector("[data-square]").focus()`)
	p.keys(" ", "e", "l")
	p.expect(fenValue, fen)
	p.expect(`document.querySelector("#values").checkVisibility()`, "false")
	p.expect(`document.querySelectorAll("[data-badge]").length`, "0")
	p.expect(`location.hash`, link)
	p.click("#puzzle-leave")
	p.expect(fenValue, "k/r/n/N/1/1/R/K b - - 1 1")
	p.expect(`document.querySelectorAll("#moves [data-uci]").length`, "1")
	p.expect(`document.querySelector("#values").checkVisibility()`, "true")
	p.expect(`document.querySelector("#best").disabled`, "false")
	p.nextPuzzle()
	p.tab("settings")
	p.expect(fenValue, "k/r/n/N/1/1/R/K b - - 1 1")
	p.tab("puzzles")
	p.nextPuzzle()
	p.open("") // as after a crash
	p.expect(fenValue, "k/r/n/N/1/1/R/K b - - 1 1")
	p.tab("puzzles")
	p.wait(`!document.querySelector("#puzzle-next").disabled`)
	p.nextPuzzle()
	p.set("#variant", "tinyhouse") // another game takes the board
	p.expect(puzzlePhase, "idle")
	p.expect(`document.querySelector("#best").disabled`, "false")
	p.click("#panel-puzzles button:not([id])")
	p.expect(fenValue, "k/r/n/N/1/1/R/K b - - 1 1")
	p.click("#values-on")
}

// TestPuzzlesOnPhones solves a puzzle by touch on a small screen, and asks axe.
func TestPuzzlesOnPhones(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 320, 640)
	p.puzzles("thinchess8", "1", 3)
	p.nextPuzzle()
	p.expect(`document.documentElement.scrollWidth`, "320")
	api := tablesAPI(t)
	at := p.position(api, "thinchess8", 0)
	for _, m := range at.Moves {
		if m.Value == "win 3" {
			p.touchDrag(square(m.From), square(m.From))
			p.expect(`document.querySelector('[data-square="`+m.To+`"]').dataset.target !== undefined`, "true")
			p.touchDrag(square(m.To), square(m.To))
			p.wait(puzzleNote + `.startsWith("` + m.SAN + ` is right")`)
		}
	}
	script, err := os.ReadFile(axe)
	if err != nil {
		t.Skip("THERE IS NO AXE: run scripts/browser.sh, which fetches it from npm")
	}
	p.run(evaluate(string(script)))
	for _, theme := range []string{"light", "dark", "contrast"} {
		p.eval(`document.documentElement.dataset.theme = "` + theme + `"`)
		p.checkWithAxe("puzzles, " + theme)
	}
}
