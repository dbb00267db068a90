package protocol_test

import (
	"strings"
	"testing"

	"tinyhouse/protocol/expect"
)

// FuzzUCI sends arbitrary lines in UCI, see fuzz.
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
	fuzz(f, protocols[0])
}

// FuzzUSI, FuzzUCCI and FuzzXBoard do the same in the other protocols.
func FuzzUSI(f *testing.F) {
	f.Add("usi\nsetoption name USI_Hash value 2\nusinewgame\nposition startpos moves 4c4b\ngo btime 1 wtime 1 byoyomi 1")
	f.Add("position sfen fuwk/3p/P3/KWUF b - 1 moves P*4c 4c4b+\nd\ngo mate 3\ngo byoyomi\ngameover win\nposition sfen\nposition")
	fuzz(f, protocols[1])
}

func FuzzUCCI(f *testing.F) {
	f.Add("ucci\nsetoption hashsize 2\nsetoption newgame\nsetoption usemillisec false\nsetoption name x value y\nsetoption")
	f.Add("position fen fuwk/3p/P3/KWUF[] w - - 0 1 moves a2a3\nbanmoves a1a2\ngo draw time 5 increment 1 opptime 3\ngo depth infinite\ngo time\nprobe")
	fuzz(f, protocols[2])
}

func FuzzXBoard(f *testing.F) {
	f.Add("xboard\nprotover 2\naccepted x\nnew\nlevel 40 5 0\nhard\npost\nusermove e2e4\nping 1\n?\ntime 100\nhint\nd7d5")
	f.Add("variant tinyhouse\nsetboard W~uwk/3p/4/K1UF[2Pf] b - - 3 9\nforce\nF@b2\nundo\nremove\nlift a1\nplayother\ngo\nresult *\ndraw")
	f.Add("analyze\n.\nusermove a2a3\nundo\nnew\nsetboard x\nexit\nst 1\nsd 2\nlevel 0 0:1 nan\nst inf\ntime -1e99\noption a=b\nmemory x\neasy\ncomputer")
	fuzz(f, protocols[len(protocols)-1])
}

// fuzz checks that after any lines a session answers pings and ends without error. It skips lines that write
// files, start a text or quit.
func fuzz(f *testing.F, p wire) {
	f.Fuzz(func(t *testing.T, text string) {
		for line := range strings.Lines(text) {
			lower := strings.NewReplacer("_", " ", "\x00", "").Replace(strings.ToLower(line))
			if strings.Contains(lower, "log file") || strings.Contains(line, "<<") || strings.Contains(lower, "quit") {
				return
			}
		}
		dialog, done := p.start(t)
		dialog.Send(text, p.stop, p.ping)
		if _, err := dialog.Until(p.answer); err != nil {
			t.Fatal(err)
		}
		dialog.Send(p.stop, "quit")
		rest, err := dialog.Rest()
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range rest {
			if p.name != "xboard" && expect.Match("*\t*", line) {
				t.Errorf("a tab in %q", line)
			}
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
