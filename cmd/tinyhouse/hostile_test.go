package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// hostile generates lines that no GUI sends.
type hostile struct{ *rand.Rand }

// The parts of hostile lines.
var (
	hostileWords = []string{
		"uci", "isready2", "ucinewgame", "setoption", "name", "value", "position", "startpos", "fen", "moves", "go", "stop",
		"depth", "nodes", "movetime", "wtime", "btime", "winc", "infinite", "ponder", "searchmoves", "perft", "mate", "ponderhit",
		"d", "flip", "eval", "debug", "on", "register", "load", "check", "compiler", "UCI_Variant", "Hash", "MultiPV", "Threads",
		"tinyhouse", "crazyhouse", "thinchess", "peasants3", "dobutsu", "a1a2", "P@b2", "e2e4", "a3a4w", "0000", "-1", "0", "5",
		"99999999999999999999", "-99999999999999999999", "1e9", "nan", "\x00\x01", "\xff\xfe", "\t", "🂡", "%s%n", "#", "startFen",
	}
	hostileFENs = []string{
		"fuwk/3p/P3/KWUF[] w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1",
		"fuwk/3p/P3/KWUF[PPPPPPPPPPPPPPPPPPPPpppp] b - - 99999 99999", "K3/4/4/3k[QRBN] w - e3 -1 -1", "////////", "[[[]]]", "16/4/4/4",
		"k/r/n/1/1/N/R/K w - - 0 1", "W~f~u~k/p~p~p~p~/4/KKKK w", "gle/1c1/1C1/ELG[] w - - 0 1", "4444444444/4/4/4 w - - 0 1",
	}
)

// line returns the next line. It never starts a log, which would write files.
func (h *hostile) line() string {
	switch h.IntN(20) {
	case 0:
		return "position fen " + hostileFENs[h.IntN(len(hostileFENs))] + " moves " + h.words(3)
	case 1:
		return "position startpos moves " + strings.Repeat("a2a3 d3d2 ", h.IntN(300))
	case 2:
		return "go " + h.words(6)
	case 3:
		return "setoption name " + h.words(2) + " value " + h.words(2)
	case 4:
		return "go depth 3"
	case 5:
		bytes := make([]byte, h.IntN(200))
		for i := range bytes {
			bytes[i] = byte(h.IntN(256))
		}
		return strings.NewReplacer("\n", "", "<<", "").Replace(string(bytes))
	case 6:
		if h.IntN(100) == 0 {
			return strings.Repeat(h.words(4)+" ", 1<<20/10)
		}
		return "go infinite"
	}
	return h.words(8)
}

// words returns up to n words.
func (h *hostile) words(n int) string {
	var b strings.Builder
	for range h.IntN(n + 1) {
		b.WriteString(hostileWords[h.IntN(len(hostileWords))] + " ")
	}
	return b.String()
}

// TestHostileSession sends random lines. The program must answer each isready between them, and search as
// usual afterwards.
func TestHostileSession(t *testing.T) {
	lines := 10000
	if testing.Short() {
		lines = 1000
	}
	h := hostile{rand.New(rand.NewPCG(1, 2))}
	e := start(t)
	for i := range lines {
		e.send(h.line())
		if i%50 == 0 {
			begin := time.Now()
			e.ask("readyok", "isready")
			if took := time.Since(begin); took > 10*time.Second {
				t.Errorf("line %d: readyok after %v", i, took)
			}
		}
	}
	e.send("load <<END", "[x]", "END", "load <<NEVER", strings.Repeat("x", 2<<20), "go perft 40")
	for i := range 20001 {
		e.send(fmt.Sprint("swallowed ", i))
	}
	e.ask("readyok", "stop", "setoption name Threads value 1", "setoption name MultiPV value 1", "setoption name UCI_Variant value crazyhouse", "isready")
	e.send("position fen 6k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1", "go depth 4")
	if said := e.until("bestmove *"); last(said, "info * score mate 1 *") == "" {
		t.Errorf("afterwards: %q", said)
	}
	e.quit()
}
