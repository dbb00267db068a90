package main

import (
	"strings"
	"testing"
)

// TestProtocols selects the protocol by the first line and by the command.
func TestProtocols(t *testing.T) {
	for _, test := range []struct{ first, input, want string }{
		{"uci", "isready\n", "uciok\nreadyok\n"},
		{"usi", "isready\nposition startpos moves 4c4b\nd\n", "Fen: fuwk/P2p/4/KWUF[] b - - 0 1\n"},
		{"ucci", "isready\nquit\n", "ucciok\nreadyok\nbye\n"},
		{"ucicyclone", "isready\nstartpos moves a2a3\nd\n", "Fen: fuwk/P2p/4/KWUF[] b - - 0 1\n"},
		{"xboard", "protover 2\nping 3\n", "feature done=1\npong 3\n"},
	} {
		r := finish(t, "# a comment\n\n"+test.first+"\n"+test.input)
		if r.status != 0 || r.err != "" || !strings.Contains(r.out, test.want) {
			t.Errorf("%s: status %d, %s%s", test.first, r.status, r.out, r.err)
		}
		if test.first == "ucicyclone" {
			continue
		}
		r = finish(t, test.first+"\n"+test.input, test.first, "--variant", "tinyhouse")
		if r.status != 0 || !strings.Contains(r.out, test.want) {
			t.Errorf("as a command, %s: status %d, %s%s", test.first, r.status, r.out, r.err)
		}
	}
	if r := finish(t, "usi\nisready\n", "uci"); !strings.Contains(r.out, "usiok\nreadyok\n") {
		t.Errorf("usi after the command uci: %s", r.out)
	}
}

// TestXBoardScript checks that the end of input does not suppress a move.
func TestXBoardScript(t *testing.T) {
	r := finish(t, "xboard\nnew\nvariant tinyhouse\nsd 3\ngo\n")
	if n := strings.Count(r.out, "\nmove "); n != 1 || r.status != 0 {
		t.Errorf("status %d, %s%s", r.status, r.out, r.err)
	}
	r = finish(t, "xboard\nnew\nlevel 0 1:00 0\nusermove e2e4\n")
	if !strings.HasPrefix(r.out, "move ") {
		t.Errorf("on a clock: %s%s", r.out, r.err)
	}
}
