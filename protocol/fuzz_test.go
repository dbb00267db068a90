package protocol_test

import (
	"strings"
	"testing"

	"tinyhouse/protocol/talk"
	"tinyhouse/protocol/uci"
)

// FuzzUCI says that after any lines a session is alive, answers isready, and ends well.
// Lines that write files or swallow those that follow are kept out.
func FuzzUCI(f *testing.F) {
	for _, seed := range []string{
		"uci\nsetoption name Hash value 2\nucinewgame",
		"position startpos moves a2a3 d3d2\nd\nflip\ngo depth 3 wtime -1 searchmoves a2a3 b1b2",
		"setoption name UCI_Variant value crazyhouse\nposition fen 6k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1\ngo mate 2\nstop",
		"go infinite\nponderhit\ngo ponder\nponderhit\neval\ngo perft 9\ncompiler\ndebug on\nregister",
		"setoption name VariantPath value x:y\ncheck z\nload z\n\x00\xff\r\n\t",
		"position fen W~uwk/3p/4/K1UF[2Pf] b - - 3 9 moves F@b2\nd",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for line := range strings.Lines(text) {
			if lower := strings.ToLower(line); strings.Contains(lower, "log file") || strings.Contains(line, "<<") || strings.HasPrefix(strings.TrimSpace(lower), "quit") {
				return
			}
		}
		conversation, _, done := session(t, nil)
		conversation.Send(text, "isready")
		if _, err := conversation.Until("readyok"); err != nil {
			t.Fatal(err)
		}
		conversation.Send("stop", "quit")
		said, err := conversation.Rest()
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range said {
			if talk.Match("*\t*", line) {
				t.Errorf("a tab in %q", line)
			}
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// FuzzParse says that no line makes the parser panic.
func FuzzParse(f *testing.F) {
	f.Add("go depth 3 searchmoves")
	f.Add("setoption name a value")
	f.Add("load <<")
	f.Fuzz(func(t *testing.T, line string) {
		uci.Dialect{}.Parse(line)
	})
}
