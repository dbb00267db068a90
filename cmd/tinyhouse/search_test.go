package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestSearchControls(t *testing.T) {
	e := start(t)
	if got := e.ask("bestmove *", "position startpos", "go depth 3 searchmoves a2a3"); !strings.HasPrefix(got, "bestmove a2a3") {
		t.Errorf("searchmoves: %s", got)
	}
	e.send("setoption name MultiPV value 3", "go depth 4")
	lines := map[string]bool{}
	said := e.until("bestmove *")
	before := 1 << 30
	for rank := 1; rank <= 3; rank++ {
		line := last(said, fmt.Sprintf("info depth 4 * multipv %d *", rank))
		lines[word(line, "pv")] = true
		value, err := strconv.Atoi(word(line, "cp"))
		if err != nil || value > before {
			t.Errorf("line %d: %q after %d", rank, line, before)
		}
		before = value
	}
	if len(lines) != 3 {
		t.Errorf("three lines begin with %v", lines)
	}
	e.send("setoption name MultiPV value 1", "setoption name UCI_Variant value crazyhouse", "position fen 6k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1", "go mate 2")
	if said := e.until("bestmove *"); said[len(said)-1] != "bestmove R@a8" || last(said, "info * score mate 1 *") == "" {
		t.Errorf("go mate 2: %q", said)
	}
	e.send("position startpos", "go nodes 5000")
	if nodes, _ := strconv.Atoi(word(last(e.until("bestmove *"), "info *"), "nodes")); nodes == 0 || nodes > 6000 {
		t.Errorf("go nodes 5000 visited %d", nodes)
	}
	e.send("go ponder wtime 200 btime 200", "isready")
	e.until("readyok")
	e.ask("bestmove *", "ponderhit")
	e.quit()
}

// TestDeterminism checks that equal searches visit the same nodes, in another process and after
// ucinewgame.
func TestDeterminism(t *testing.T) {
	var first string
	for range 2 {
		e := start(t)
		for range 2 {
			e.send("ucinewgame", "isready", "position startpos", "go nodes 20000")
			got := word(last(e.until("bestmove *"), "info *"), "nodes") + " " + e.ask("bestmove *", "go depth 6")
			if first == "" {
				first = got
			}
			if got != first {
				t.Errorf("%s, then %s", first, got)
			}
		}
		e.quit()
	}
}

// wellFormed matches every line of a search.
var wellFormed = regexp.MustCompile(`^(info depth \d+ (seldepth \d+ multipv \d+ )?score (cp|mate) -?\d+( lowerbound| upperbound)?( wdl \d+ \d+ \d+)?( nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+)?( pv( [A-Z]@[a-p]\d+| [a-p]\d+[a-p]\d+[a-z+]?)+)?|info string [^\t]+|bestmove (\S+)( ponder \S+)?)$`)

// TestTimeAndForm plays some moves of several games with little time: no answer may be late, and
// every line must be well formed.
func TestTimeAndForm(t *testing.T) {
	e := start(t)
	e.send("setoption name UCI_ShowWDL value true")
	for i, clock := range []string{"movetime 10", "wtime 50 btime 50 winc 1 binc 1", "wtime -5 btime -5", "wtime 100", "btime 100 movestogo 1 wtime 100", "movetime 1"} {
		variant := []string{"tinyhouse", "crazyhouse", "chess", "peasants", "dobutsu", "thinchess"}[i]
		e.send("setoption name UCI_Variant value "+variant, "ucinewgame", "isready")
		e.until("readyok")
		moves := ""
		for range many(16) {
			begin := time.Now()
			e.send("position startpos moves"+moves, "go "+clock)
			said := e.until("bestmove *")
			if took := time.Since(begin); took > 100*time.Millisecond+quick {
				t.Errorf("%s: %s: answer after %v", variant, clock, took)
			}
			for _, line := range said {
				if !wellFormed.MatchString(line) {
					t.Errorf("%s: malformed line: %q", variant, line)
				}
			}
			move := word(said[len(said)-1], "bestmove")
			if move == "(none)" {
				break
			}
			if pv := word(last(said, "info * pv *"), "pv"); pv != move {
				t.Errorf("%s: bestmove %s, line %s", variant, move, pv)
			}
			moves += " " + move
		}
	}
	e.quit()
}
