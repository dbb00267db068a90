package protocol_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/rules"
	"tinyhouse/protocol"
	"tinyhouse/protocol/protocoltest"
)

// Lines of random sessions. %m stands for a move, %v for a variant, %w for a word, %f for a FEN and %b
// for random bytes.
var (
	randomUCI = []string{
		"position startpos moves %m %m %m", "position fen %f moves %m", "position %w %w", "go %w %w %w %w", "go infinite", "go depth 3",
		"go nodes 300", "go perft 2", "go ponder movetime 5", "ponderhit", "setoption name %w value %w", "setoption name UCI_Variant value %v",
		"setoption %w", "ucinewgame", "stop", "d", "eval", "flip", "debug %w", "check %w", "compiler", "%w %w %w", "%b", "%b",
	}
	randomXBoard = []string{
		"new", "variant %v", "variant %v", "force", "go", "go", "playother", "%m", "usermove %m", "usermove %m", "?", "?", "undo", "remove",
		"analyze", "exit", ".", "hint", "draw", "hard", "easy", "post", "nopost", "computer", "level 40 0:01 0", "level 0 0:02 0.01", "st 0.01",
		"sd 4", "time 10", "otim 10", "result 1-0 {why not}", "lift a2", "lift P@", "put a3", "setboard %f", "memory 1", "cores 1",
		"option MultiPV=2", "option MultiPV=1", "protover 2", "bk", "rating 1 2", "%w", "%b", "",
	}
	randomMoves = []string{"a2a3", "d3d2", "e2e4", "e7e5", "g1f3", "e1g1", "e1e2", "P@b3", "a3a4w", "0000", "Nf3", "h1h8", "e8d8", "b4c2", "d7d8q"}
	randomWords = []string{
		"name", "value", "startpos", "fen", "moves", "depth", "nodes", "movetime", "wtime", "btime", "winc", "infinite", "ponder", "searchmoves",
		"perft", "mate", "UCI_Variant", "Hash", "MultiPV", "Threads", "tinyhouse", "a1a2", "-1", "0", "5", "99999999999999999999",
		"-99999999999999999999", "1e9", "nan", "\x00\x01", "\xff\xfe", "\t", "🂡", "%s%n", "#", "startFen",
	}
	randomFENs = []string{
		"fuwk/3p/P3/KWUF[] w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"fuwk/3p/P3/KWUF[PPPPPPPPPPPPPPPPPPPPpppp] b - - 99999 99999", "K3/4/4/3k[QRBN] w - e3 -1 -1", "////////", "[[[]]]", "16/4/4/4",
		"k/r/n/1/1/N/R/K w - - 0 1", "W~f~u~k/p~p~p~p~/4/KKKK w", "gle/1c1/1C1/ELG[] w - - 0 1", "4444444444/4/4/4 w - - 0 1",
	}
)

// fill replaces the placeholders of a line.
func fill(r *rand.Rand, line string) string {
	for i, choices := range [][]string{randomMoves, rules.Builtin().Names(), randomWords, randomFENs} {
		mark := "%" + "mvwf"[i:i+1]
		for strings.Contains(line, mark) {
			line = strings.Replace(line, mark, strings.ReplaceAll(choices[r.IntN(len(choices))], "%", ""), 1)
		}
	}
	for strings.Contains(line, "%b") {
		bytes := make([]byte, r.IntN(200))
		for i := range bytes {
			bytes[i] = byte(r.IntN(256))
		}
		line = strings.Replace(line, "%b", strings.NewReplacer("\n", "", "<<", "", "%", "").Replace(string(bytes)), 1)
	}
	return line
}

// TestRandomLines sends random lines to the real engine in every protocol. It must answer each ping once
// and in order.
func TestRandomLines(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 40
	}
	for _, p := range protocols {
		t.Run(p.name, func(t *testing.T) {
			lines, stop := randomUCI, "stop"
			if p.name == "xboard" {
				lines, stop = randomXBoard, "?"
			}
			dialog, done := protocoltest.Serve(t, protocol.Config{
				Backend: protocoltest.Engine(t), Dialects: map[string]protocol.Dialect{p.name: p.dialect()}, Dialect: p.name,
				Catalog: rules.Builtin(), Variant: rules.Default, MaxHash: 16,
			})
			dialog.Timeout = 20 * time.Second
			r := rand.New(rand.NewPCG(5, 6))
			for round := range rounds {
				var sent []string
				for range 1 + r.IntN(12) {
					sent = append(sent, fill(r, lines[r.IntN(len(lines))]))
				}
				dialog.Send(sent...)
				dialog.Send(stop)
				for _, ping := range []string{"1", "2"} {
					ask, answer := p.ping, p.answer
					if p.name == "xboard" {
						ask, answer = fmt.Sprint("ping ", round, ping), fmt.Sprint("pong ", round, ping)
					}
					dialog.Send(ask)
					if said, err := dialog.Until(answer); err != nil {
						t.Fatalf("after %q: %q, %v", sent, said, err)
					}
				}
			}
			dialog.Send(stop, "quit")
			if rest, err := dialog.Rest(); err != nil || strings.Contains(strings.Join(rest, "\n"), p.answer[:4]) {
				t.Errorf("after quit: %q, %v", rest, err)
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}
