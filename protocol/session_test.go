package protocol_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/protocol"
)

// play plays a transcript on a fake backend.
func play(t *testing.T, transcript string) *fake {
	t.Helper()
	dialog, f, done := session(t, nil)
	if err := dialog.Play(transcript); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	return f
}

const info = "< info depth 1 seldepth 1 multipv 1 score cp 12 nodes 3 nps 3000 hashfull 0 tbhits 0 time 1 pv a1b2\n"

func TestSearch(t *testing.T) {
	for name, transcript := range map[string]string{
		"finite":          "> go depth 1\n" + info + "< bestmove a1b2",
		"stop":            "> go infinite\n" + info + "> isready\n< readyok\n> stop\n< bestmove a1b2\n> stop\n> isready\n< readyok",
		"go stops go":     "> go infinite\n" + info + "> go depth 1\n< bestmove a1b2\n" + info + "< bestmove a1b2",
		"perft stops go":  "> go infinite\n" + info + "> go perft 0\n< bestmove a1b2\n<\n< Nodes searched: 1\n<",
		"end of input":    "> go infinite\n" + info + "< ...\n",
		"quit":            "> go infinite\n" + info + "> quit\n< bestmove a1b2",
		"ponderhit":       "> go ponder wtime 100\n" + info + "> isready\n< readyok\n> ponderhit\n< bestmove a1b2\n> ponderhit",
		"no legal choice": "> go searchmoves 0000\n< info string ERROR: go: searchmoves: *\n< bestmove (none)",
		"refused":         "> position fen x\n< info string ERROR: position: *\n> go depth 1\n< info string ERROR: go: the last position was refused\n< bestmove (none)\n> position startpos\n> go depth 1\n" + info + "< bestmove a1b2",
		"refused before":  "> position fen x\n< info string ERROR: position: *\n> setoption name UCI_Variant value tinyhouse\n< info string variant *\n> go depth 1\n" + info + "< bestmove a1b2",
		"not understood":  "> go depth x\n< info string ERROR: go: depth \"x\": want a number\n< bestmove (none)",
		"unknown word":    "> go swiftly depth 1\n< info string ERROR: go: unknown word \"swiftly\"\n" + info + "< bestmove a1b2",
		"eval":            "> eval\n< Total evaluation: 0.00\n> go infinite\n" + info + "> eval\n< info string ERROR: eval: *\n< ...",
		"wdl":             "> setoption name showwdl value true\n> go depth 1\n< info * wdl 100 800 100 nodes *\n< bestmove a1b2",
	} {
		t.Run(name, func(t *testing.T) { play(t, transcript) })
	}
}

func TestLimits(t *testing.T) {
	f := play(t, "> go wtime -5 winc 3 binc 99999999999999999999 movestogo 7 depth 999999999999 nodes 0 searchmoves a2a3 b1b2 mate 2 movetime 50\n> stop\n< ...")
	l := f.limits
	ms := time.Millisecond
	if !l.Timed || l.Time != [2]time.Duration{-5 * ms, -5 * ms} || l.Inc[0] != 3*ms || l.Inc[1] != 1<<40*ms ||
		l.MovesToGo != 7 || l.Depth != 1<<20 || l.Nodes != 1 || l.Mate != 2 || l.MoveTime != 50*ms || len(l.SearchMoves) != 2 || l.Infinite || l.Ponder {
		t.Errorf("limits %+v", l)
	}
}

// TestSettingsWait checks that settings during an infinite search take effect after it.
func TestSettingsWait(t *testing.T) {
	f := play(t, "> go infinite\n"+info+"> setoption name Hash value 33\n> setoption name Clear Hash\n> ucinewgame\n> setoption name UCI_Variant value standard\n"+
		"< info string variant standard files 8 ranks 8 *\n> position startpos moves e2e4\n> isready\n< readyok\n> stop\n< bestmove a1b2\n> go depth 1\n< info * pv *\n< bestmove *")
	want := []string{"game", "set", "go", "options", "game", "newgame", "clearhash", "set", "go"}
	if got := f.called(); !slices.Equal(got, want) || f.options.Hash != 33 || len(f.history) != 1 {
		t.Errorf("calls %q hash %d history %d, want %q, 33, 1", got, f.options.Hash, len(f.history), want)
	}
}

func TestPerftStops(t *testing.T) {
	dialog, _, done := session(t, nil)
	dialog.Send("go perft 30", "isready", "stop", "isready")
	if said, err := dialog.Until("info string perft stopped*"); err != nil || said[0] != "readyok" {
		t.Fatal(said, err)
	}
	dialog.Close()
	if rest, err := dialog.Rest(); err != nil || !slices.Equal(rest, []string{"readyok"}) {
		t.Error(rest, err)
	}
	<-done
}

func TestDetect(t *testing.T) {
	play(t, "> # a comment\n>\n> usi\n< Unknown command: usi\n> isready\n< readyok")
	play(t, "> uci\n< id name Fake\n< id author nobody\n<\n< option *\n< ...\n< uciok\n> uci\n< ...\n< uciok")
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write("a good one.ini", "[corner:chess]\nmaxRank = 8\n")
	bad := write("bad.ini", "[corner2:chess]\nmaxRank = 8\n[broken:chess]\nwazr = w\n")
	play(t, "> load "+good+"\n> setoption name UCI_Variant value corner\n< info string variant corner *\n"+
		"> check "+bad+"\n< Parsing variant: corner2\n< Parsing variant: broken\n< info string ERROR: *bad.ini:4: *wazr*\n"+
		"> setoption name VariantPath value "+bad+"\n< info string ERROR: *bad.ini:4: *\n"+
		"> setoption name UCI_Variant value corner2\n< info string variant corner2 *\n"+
		"> setoption name UCI_Variant value corner\n< info string ERROR: unknown variant corner\n"+
		"> load "+dir+"\n< info string ERROR: cannot open * not a regular file\n"+
		"> load <<END\n> [here:chess]\n> maxRank = 8\n> END\n> setoption name UCI_Variant value here\n< info string variant here *\n"+
		"> check <<EOF\n> [x\n> EOF\n< Parsing variant: x\n< info string ERROR: *\n> load\n< info string ERROR: *\n> check nothing\n< info string ERROR: cannot open \"nothing\": *\n")

	log := write("log.txt", "kept\n")
	play(t, "> setoption name Debug Log File value "+log+"\n> isready\n< readyok\n> setoption name Debug Log File value\n> isready\n< readyok")
	if text, _ := os.ReadFile(log); string(text) != "kept\n>> isready\n<< readyok\n>> setoption name Debug Log File value\n" {
		t.Errorf("log %q", text)
	}
	play(t, "> setoption name Debug Log File value "+dir+"\n< info string ERROR: cannot log to *")
}

// tables is a TableProvider that opens nothing.
type tables struct{}

func (tables) Open(paths []string, cache int) (engine.Prober, []string) {
	if len(paths) == 0 {
		return nil, nil // as at the beginning
	}
	return nil, []string{strings.Join(paths, " and ") + " not opened"}
}

func (tables) Unused(g *board.Game) []string {
	if g.Variant().Name == "chess" {
		return []string{"a is for others than chess"}
	}
	return nil
}

func (tables) Troubles() []string { return []string{"a is damaged"} }

func TestTables(t *testing.T) {
	play(t, "> setoption name TablebasePath value a\n< info string no table could be opened at \"a\": *")
	dialog, f, done := session(t, func(c *protocol.Config) { c.Tables = tables{} })
	list := string(os.PathListSeparator)
	if err := dialog.Play("> setoption name TablebasePath value a" + list + "b\n< info string a and b not opened\n> setoption name UCI_Variant value chess\n< info string variant chess *\n< info string a is for others than chess\n" +
		"> setoption name TablebasePath value a\n< info string a not opened\n< info string a is for others than chess\n> go depth 1\n< info depth *\n< info string a is damaged\n< bestmove *"); err != nil {
		t.Error(err)
	}
	<-done
	if got := f.called(); !slices.Equal(got, []string{"game", "prober", "prober", "game", "prober", "set", "go"}) {
		t.Errorf("calls %q", got)
	}
}

func TestBench(t *testing.T) {
	dialog, _, done := session(t, func(c *protocol.Config) {
		c.Bench = func(_ context.Context, report func(variant, fen string, nodes uint64)) (uint64, time.Duration) {
			report("v", "f", 7)
			return 7, time.Second
		}
	})
	if err := dialog.Play("> bench\n< v: f: 7 nodes\n< 7 nodes 7 nps\n< Nodes searched: 7\n< Nodes/second: 7"); err != nil {
		t.Error(err)
	}
	<-done
}
