package notation_test

import (
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

func TestSANRoundTrip(t *testing.T) {
	games(t, func(t *testing.T, g *board.Game) {
		walk(t, g, 10, 120, func(p *board.Position, l *board.List) {
			for _, m := range l.All() {
				text := notation.SAN(g, p, m)
				if again, err := notation.ParseSAN(g, p, text); err != nil || again != m {
					t.Fatalf("%s: %s reads as %v, %v", notation.FEN(g, p), text, again, err)
				}
				uci := notation.Move(g, p, m)
				if again, err := notation.ParseAny(g, p, uci); err != nil || again != m {
					t.Fatalf("%s: %s reads as %v, %v", notation.FEN(g, p), uci, again, err)
				}
			}
		})
	})
}

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
		{"dobutsu", "2l/C2/3/2L[] w - - 0 1", "a3a4+", "Ca4=+"},
		{"dobutsu", "2l/+C2/3/2L[] w - - 0 1", "a3b3", "+Cb3"},
		{"peasants1", "1/P/1/1/1/1/p/1 w - - 0 1", "a7a8", "a8"},
		{"thinchess", "1/k/1/1/1/1/1/1/1/1/1/K b - - 0 1", "a11a12", "Ka12"},
	}
	for _, test := range tests {
		g := game(t, test.variant)
		p := position(t, g, test.fen)
		m, err := notation.ParseMove(g, &p, test.uci)
		if err != nil {
			t.Errorf("%s: %v", test.fen, err)
		} else if got := notation.SAN(g, &p, m); got != test.want {
			t.Errorf("%s: %s is %s, want %s", test.fen, test.uci, got, test.want)
		}
	}
}

func TestParseSAN(t *testing.T) {
	const (
		chess    = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
		castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		capture  = "4k3/8/8/4pP2/8/8/8/4K3 w - e6"
		promote  = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
		house    = "w2k/1P2/4/K2W[PW] w - - 0 1"
	)
	tests := []struct{ variant, fen, text, want string }{
		{"chess", chess, "Nf3", "g1f3"},
		{"chess", chess, "Ng1f3", "g1f3"},
		{"chess", chess, "Ng1-f3", "g1f3"},
		{"chess", chess, "Ngf3", "g1f3"},
		{"chess", chess, "N1f3+", "g1f3"},
		{"chess", chess, " Nf3!? ", "g1f3"},
		{"chess", chess, "Pe4", "e2e4"},
		{"chess", chess, "e2e4", "e2e4"},
		{"chess", chess, "e2-e4", "e2e4"},
		{"chess", castling, "0-0", "e1g1"},
		{"chess", castling, "o-o-o", "e1c1"},
		{"chess", castling, "O-O+", "e1g1"},
		{"chess", castling, "0-0-0#", "e1c1"},
		{"chess", castling, "Rxa8", "a1a8"},
		{"chess", castling, "Ra8+", "a1a8"},
		{"chess", capture, "fxe6 e.p.", "f5e6"},
		{"chess", capture, "fe6", "f5e6"},
		{"chess", capture, "f5xe6e.p.", "f5e6"},
		{"chess", promote, "a8=Q", "a7a8q"},
		{"chess", promote, "a8Q", "a7a8q"},
		{"chess", promote, "a8=n+", "a7a8n"},
		{"chess", promote, "a7a8r", "a7a8r"},
		{"tinyhouse", house, "@b2", "P@b2"},
		{"tinyhouse", house, "P@b2", "P@b2"},
		{"tinyhouse", house, "p@b2+", "P@b2"},
		{"tinyhouse", house, "W@d3+", "W@d3"},
		{"tinyhouse", house, "bxa4=W+", "b3a4w"},
		{"tinyhouse", house, "ba4W", "b3a4w"},
		{"tinyhouse", house, "a4=F", "b3a4f"},
		{"dobutsu", "2l/C2/3/2L[] w - - 0 1", "Ca4=+", "a3a4+"},
		{"dobutsu", "2l/C2/3/2L[] w - - 0 1", "Ca4+", "a3a4+"},
		{"dobutsu", "2l/C2/3/2L[] w - - 0 1", "Ca4", "a3a4+"},
		{"dobutsu", "2l/+C2/3/2L[] w - - 0 1", "+Cb3", "a3b3"},
		{"thinchess", "1/k/1/1/1/1/1/1/1/1/1/K b - - 0 1", "Ka11a12", "a11a12"},
	}
	for _, test := range tests {
		g := game(t, test.variant)
		p := position(t, g, test.fen)
		m, err := notation.ParseSAN(g, &p, test.text)
		if err != nil {
			t.Errorf("%s: %v", test.fen, err)
		} else if got := notation.Move(g, &p, m); got != test.want {
			t.Errorf("%s: %s reads as %s, want %s", test.fen, test.text, got, test.want)
		}
	}
}

func TestParseSANErrors(t *testing.T) {
	const (
		knights = "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1"
		promote = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
		house   = "w2k/1P2/4/K2W[PW] w - - 0 1"
	)
	tests := []struct{ variant, fen, text, want string }{
		{"chess", knights, "", `notation: move "": no move: want one like`},
		{"chess", knights, "x", `no move`},
		{"chess", knights, "Nz9", `no move`},
		{"chess", knights, "N12", `no move`},
		{"chess", knights, "Nabb3", `no move`},
		{"chess", knights, "--", `no move`},
		{"chess", knights, "0000", `no move`},
		{"chess", knights, "Zb3", `"Z" is no piece of this game`},
		{"chess", knights, "Nb3", `notation: move "Nb3": ambiguous: Nab3 or Ncb3`},
		{"chess", knights, "N1b3", `ambiguous: Nab3 or Ncb3`},
		{"chess", knights, "Nxb3", `notation: move "Nxb3": not legal here`},
		{"chess", knights, "Nc3", `not legal here`},
		{"chess", knights, "O-O", `not legal here`},
		{"chess", knights, "N@b3", `not legal here`},
		{"chess", promote, "a8", `ambiguous: a8=Q or a8=R or a8=B or a8=N`},
		{"chess", promote, "a8=K", `no piece to promote to: "K"`},
		{"chess", promote, "a8=QQ", `no piece to promote to: "QQ"`},
		{"chess", promote, "a8=P", `not legal here`},
		{"chess", promote, "a8=+", `not legal here`},
		{"tinyhouse", house, "F@b2", `not legal here`},
		{"tinyhouse", house, "@b1", `not legal here`},
		{"tinyhouse", house, "WW@b2", `no move`},
		{"dobutsu", "2l/C2/3/2L[C] w - - 0 1", "@b2", `no move`},
		{"dobutsu", "2l/C2/3/2L[C] w - - 0 1", "a4", `no move`},
		{"chess", knights, strings.Repeat("N", 1<<20), `too long`},
	}
	for _, test := range tests {
		g := game(t, test.variant)
		p := position(t, g, test.fen)
		m, err := notation.ParseSAN(g, &p, test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 200 {
			t.Errorf("%s: %.99q reads as %v, error %.300v, want %s", test.fen, test.text, m, err, test.want)
		}
	}
}
