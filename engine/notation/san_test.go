package notation_test

import (
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

func TestSAN(t *testing.T) {
	tests := []struct{ variant, fen, uci, want string }{
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O"},
		{"chess", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "Rxa8+"},
		{"chess", "4k3/8/8/4pP2/8/8/8/4K3 w - e6", "f5e6", "fxe6"},
		{"chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"},
		{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Nab3"},
		{"chess", "4k3/8/8/8/N7/8/N7/4K3 w - - 0 1", "a2c3", "N2c3"},
		{"chess", "8/8/6k1/8/Q2Q4/8/8/Q6K w - - 0 1", "a4d1", "Qa4d1"},
		{"chess", "8/8/6k1/8/Q2Q4/8/8/Q6K w - - 0 1", "a1d1", "Q1d1"},
		{"chess", "8/8/6k1/8/Q2Q4/8/8/Q6K w - - 0 1", "d4d1", "Qdd1"},
		{"chess", "7k/5K2/8/8/8/8/8/R7 w - - 0 1", "a1h1", "Rh1#"},
		{"tinyhouse", "3k/P3/4/K3[P] w - - 0 1", "a3a4w", "a4=W"},
		{"tinyhouse", "2wk/P3/4/K3[P] w - - 0 1", "P@b2", "P@b2"},
		{"tinyhouse", "w2k/1P2/4/K3[P] w - - 0 1", "b3a4u", "bxa4=U"},
		{"tinyhouse", "2wk/P3/4/1K2[F] w - - 0 1", "F@c3", "F@c3+"},
		{"tinyhouse", "k3/4/KW2/4[W] w - - 0 1", "W@b4", "W@b4+"},
		{"dobutsu", "2l/C2/3/2L[] w - - 0 1", "a3a4+", "Ca4=H"},
		{"dobutsu", "2l/+C2/3/2L[] w - - 0 1", "a3b3", "Hb3"},
		{"peasants1", "1/P/1/1/1/1/p/1 w - - 0 1", "a7a8", "a8"},
		{"thinchess", "1/k/1/1/1/1/1/1/1/1/1/K b - - 0 1", "a11a12", "Ka12"},
	}
	for _, test := range tests {
		g := enginetest.Game(t, test.variant)
		p := enginetest.Position(t, g, test.fen)
		m, err := notation.ParseMove(g, &p, test.uci)
		if err != nil {
			t.Errorf("%s: %v", test.fen, err)
		} else if got := notation.SAN(g, &p, m); got != test.want {
			t.Errorf("%s: %s is %s, want %s", test.fen, test.uci, got, test.want)
		}
	}
}

var readableSAN = []moveTest{
	{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Nf3", "g1f3"},
	{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ng1f3", "g1f3"},
	{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ng1-f3", "g1f3"},
	{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ngf3", "g1f3"},
	{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "N1f3+", "g1f3"},
	{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", " Nf3!? ", "g1f3"},
	{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Pe4", "e2e4"},
	{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e2e4"},
	{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2-e4", "e2e4"},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "e1g1"},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "o-o-o", "e1c1"},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O+", "e1g1"},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0#", "e1c1"},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxa8", "a1a8"},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ra8+", "a1a8"},
	{"chess", "4k3/8/8/4pP2/8/8/8/4K3 w - e6", "fxe6 e.p.", "f5e6"},
	{"chess", "4k3/8/8/4pP2/8/8/8/4K3 w - e6", "fe6", "f5e6"},
	{"chess", "4k3/8/8/4pP2/8/8/8/4K3 w - e6", "f5xe6e.p.", "f5e6"},
	{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", "a7a8q"},
	{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q", "a7a8q"},
	{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=n+", "a7a8n"},
	{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", "a7a8r"},
	{"tinyhouse", "w2k/1P2/4/K2W[PW] w - - 0 1", "@b2", "P@b2"},
	{"tinyhouse", "w2k/1P2/4/K2W[PW] w - - 0 1", "P@b2", "P@b2"},
	{"tinyhouse", "w2k/1P2/4/K2W[PW] w - - 0 1", "p@b2+", "P@b2"},
	{"tinyhouse", "w2k/1P2/4/K2W[PW] w - - 0 1", "W@d3+", "W@d3"},
	{"tinyhouse", "w2k/1P2/4/K2W[PW] w - - 0 1", "bxa4=W+", "b3a4w"},
	{"tinyhouse", "w2k/1P2/4/K2W[PW] w - - 0 1", "ba4W", "b3a4w"},
	{"tinyhouse", "w2k/1P2/4/K2W[PW] w - - 0 1", "a4=F", "b3a4f"},
	{"dobutsu", "2l/C2/3/2L[] w - - 0 1", "Ca4=+", "a3a4+"},
	{"dobutsu", "2l/C2/3/2L[] w - - 0 1", "Ca4+", "a3a4+"},
	{"dobutsu", "2l/C2/3/2L[] w - - 0 1", "Ca4", "a3a4+"},
	{"dobutsu", "2l/C2/3/2L[] w - - 0 1", "Ca4=H", "a3a4+"},
	{"dobutsu", "2l/+C2/3/2L[] w - - 0 1", "+Cb3", "a3b3"},
	{"dobutsu", "2l/+C2/3/2L[] w - - 0 1", "Hb3", "a3b3"},
	{"thinchess", "1/k/1/1/1/1/1/1/1/1/1/K b - - 0 1", "Ka11a12", "a11a12"},
}

func TestParseSAN(t *testing.T) { checkMoves(t, readableSAN, notation.ParseSAN) }

var unreadableSAN = []moveTest{
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "", `notation: move "": not a move: want one like`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "x", `not a move`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "Nz9", `not a move`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "N12", `not a move`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "Nabb3", `not a move`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "--", `not a move`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "0000", `not a move`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "Zb3", `"Z" is not a piece of this game`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "Nb3", `notation: move "Nb3": ambiguous: Nab3 or Ncb3`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "N1b3", `ambiguous: Nab3 or Ncb3`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "Nxb3", `notation: move "Nxb3": not legal here`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "Nc3", `not legal here`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "O-O", `not legal here`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "N@b3", `not legal here`},
	{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", `ambiguous: a8=Q or a8=R or a8=B or a8=N`},
	{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", `not a piece to promote to: "K"`},
	{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=QQ", `not a piece to promote to: "QQ"`},
	{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=P", `not legal here`},
	{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=+", `not legal here`},
	{"tinyhouse", "w2k/1P2/4/K2W[PW] w - - 0 1", "F@b2", `not legal here`},
	{"tinyhouse", "w2k/1P2/4/K2W[PW] w - - 0 1", "@b1", `not legal here`},
	{"tinyhouse", "w2k/1P2/4/K2W[PW] w - - 0 1", "WW@b2", `not a move`},
	{"dobutsu", "2l/C2/3/2L[C] w - - 0 1", "@b2", `not a move`},
	{"dobutsu", "2l/C2/3/2L[C] w - - 0 1", "a4", `not a move`},
	{"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", strings.Repeat("N", 1<<20), `too long`},
}

func TestParseSANErrors(t *testing.T) { checkMoveErrors(t, unreadableSAN, notation.ParseSAN) }
