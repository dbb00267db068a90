package protocol_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tinyhouse/protocol"
	"tinyhouse/protocol/protocoltest"
	"tinyhouse/protocol/uci"
)

// TestLimitedSearchHoldsItsTurn sends a batch in one piece: the second search, its position and the
// option wait for the end of the first; isready does not, and neither does the end of input cut anything.
func TestLimitedSearchHoldsItsTurn(t *testing.T) {
	dialog, f, done := session(t, nil)
	dialog.Send("go depth 30")
	dialog.Until("info *")
	dialog.Send("setoption name Hash value 33", "position startpos moves a2a3", "go depth 30", "position startpos moves a2a3 d3d2", "isready")
	dialog.Close()
	if said, err := dialog.Until("readyok"); err != nil || len(said) != 1 {
		t.Fatal(said, err)
	}
	if got, want := f.called(), []string{"game", "set", "go"}; !slices.Equal(got, want) {
		t.Errorf("while the first search runs: calls %q, want %q", got, want)
	}
	f.hit <- struct{}{}
	if said, err := dialog.Until("info depth *"); err != nil {
		t.Fatal(said, err)
	}
	if got, want := f.called(), []string{"game", "set", "go", "options", "set", "go"}; !slices.Equal(got, want) || len(f.history) != 1 {
		t.Errorf("calls %q, %d earlier positions; want %q, 1", got, len(f.history), want)
	}
	select {
	case err := <-done:
		t.Fatal("the end of input cuts the second search:", err)
	case <-time.After(50 * time.Millisecond):
	}
	f.hit <- struct{}{}
	if rest, err := dialog.Rest(); err != nil || len(rest) != 1 {
		t.Error(rest, err)
	}
	<-done
}

// TestCutLimitedSearch gives the two commands that cut a limited search, each its own reach: stop ends
// every search before it, quit the last one only.
func TestCutLimitedSearch(t *testing.T) {
	for name, transcript := range map[string]string{
		"stop":                  "> go depth 30\n" + info + "> position startpos moves a2a3\n> stop\n< bestmove a1b2\n> go depth 1\n< info * pv *\n< bestmove *",
		"stop ends all before":  "> go depth 30\n" + info + "> go depth 30\n> go infinite\n> stop\n< bestmove a1b2\n" + info + "< bestmove a1b2\n" + info + "< bestmove a1b2\n> isready\n< readyok",
		"quit":                  "> go depth 30\n" + info + "> position startpos\n> quit\n< bestmove a1b2",
		"stop, then quit":       "> go depth 30\n" + info + "> go depth 30\n> stop\n> quit\n< bestmove a1b2\n" + info + "< bestmove a1b2",
		"after a ponderhit":     "> go ponder depth 30\n" + info + "> position startpos\n> go depth 1\n< bestmove a1b2\n" + info + "< bestmove a1b2",
		"clocks give way":       "> go wtime 100 btime 100 infinite\n" + info + "> go depth 1\n< bestmove a1b2\n" + info + "< bestmove a1b2",
		"quit after a count":    "> go perft 5\n> quit\n< ...\n< Nodes searched: 16021\n<",
		"end after a count":     "> go perft 5\n< ...\n< Nodes searched: 16021\n<",
		"perft waits for perft": "> go perft 4\n> go perft 1\n> quit\n< ...\n< Nodes searched: 1855\n<\n< ...\n< Nodes searched: 6\n<",
	} {
		t.Run(name, func(t *testing.T) { play(t, transcript) })
	}
	dialog, f, done := session(t, nil)
	dialog.Send("go depth 30")
	dialog.Until("info *")
	dialog.Send("go depth 30", "quit", "go depth 30", "isready")
	if _, err := dialog.Until("readyok"); err != nil {
		t.Fatal(err)
	}
	f.hit <- struct{}{}
	rest, err := dialog.Rest()
	if err != nil || len(rest) != 3 {
		t.Errorf("quit behind a second search: %q, %v", rest, err)
	}
	<-done
}

// TestHereDocumentWaits has commands in a text between << and its end, which are none.
func TestHereDocumentWaits(t *testing.T) {
	play(t, "> go depth 30\n"+info+"> load <<END\n> [here:chess]\n> stop\n> quit\n> isready\n> END\n> setoption name UCI_Variant value here\n"+
		"> isready\n< readyok\n> stop\n< bestmove a1b2\n< info string ERROR: *\"stop\"*\n< ...\n< info string ERROR: unknown variant here")
}

// TestWaitingIsBounded fills the queue: the session stops reading, and loses no line.
func TestWaitingIsBounded(t *testing.T) {
	dialog, f, done := session(t, nil)
	dialog.Send("go depth 30")
	dialog.Until("info *")
	sent := make(chan bool)
	const lines = 2000
	go func() {
		for range lines {
			dialog.Send("xyzzy " + string(make([]byte, 1<<14)) + "x")
		}
		close(sent)
	}()
	select {
	case <-sent:
		t.Errorf("%d MiB are kept", lines<<14>>20)
	case <-time.After(500 * time.Millisecond):
	}
	f.hit <- struct{}{}
	for range lines {
		if _, err := dialog.Until("Unknown command: *"); err != nil {
			t.Fatal(err)
		}
	}
	<-sent
	dialog.Close()
	<-done
}

// TestPerftKeepsItsPosition counts while the position changes: every count is that of the position
// before it.
func TestPerftKeepsItsPosition(t *testing.T) {
	for range 20 {
		dialog, _, done := session(t, func(c *protocol.Config) { c.Variant = "thinchess" })
		transcript := "> position startpos\n> go perft 1\n> position startpos moves a5a7\n> go perft 1\n" +
			"< a5a7: 1\n<\n< Nodes searched: 1\n<\n< a8a6: 1\n<\n< Nodes searched: 1\n<"
		if err := dialog.Play(transcript); err != nil {
			t.Fatal(err)
		}
		<-done
	}
}

// TestBatch pipes many equal searches into the real engine: each answer is as full as the first.
func TestBatch(t *testing.T) {
	searches, nodes := 250, 60000
	if testing.Short() {
		searches, nodes = 40, 20000
	}
	dialog, done := protocoltest.Start(t, "uci", uci.Dialect{}, protocoltest.Engine(t))
	dialog.Timeout = time.Minute
	go func() {
		for range searches {
			dialog.Send("ucinewgame", "position startpos moves a2a3 d3d2", fmt.Sprint("go nodes ", nodes))
		}
		dialog.Close()
	}()
	first := 0
	for i := range searches {
		said, err := dialog.Until("bestmove *")
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(said[len(said)-2], " nodes ")
		n, _ := strconv.Atoi(strings.Fields(text)[0])
		if first = max(first, n); n < nodes/2 || n != first {
			t.Errorf("search %d: %d nodes in the last line, %d in others", i, n, first)
		}
	}
	<-done
}
