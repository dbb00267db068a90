package lookup_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/tb"
	"tinyhouse/tb/embedded"
)

// library returns the embedded tables and the proofs of the repository.
func library(t testing.TB) *lookup.Library {
	t.Helper()
	set := tb.NewSet(64 << 20)
	if err := set.AddAll(embedded.All); err != nil {
		t.Fatal(err)
	}
	if err := set.Open("../../../tb/proofs"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	return lookup.NewLibrary(rules.Builtin(), set)
}

// position returns a game and a position of it.
func position(t testing.TB, l *lookup.Library, variant, fen string) (*lookup.Game, board.Position) {
	t.Helper()
	g, err := l.Game(variant)
	if err != nil {
		t.Fatal(err)
	}
	p, err := lookup.Parse(g.Game, fen)
	if err != nil {
		t.Fatal(err)
	}
	return g, p
}

// text returns what is known of a position as "win 9 at least rules id", and its flags.
func text(p lookup.Position) string {
	var b strings.Builder
	fmt.Fprint(&b, p.Category, " ", p.Own.Value)
	if p.Own.Plies != nil {
		fmt.Fprint(&b, " ", *p.Own.Plies)
	}
	for _, s := range []*string{p.Own.Bound, p.Own.Source, p.Own.Table} {
		if s != nil {
			fmt.Fprint(&b, " ", *s)
		}
	}
	if p.DTM != nil {
		fmt.Fprint(&b, " dtm ", *p.DTM)
	}
	for name, on := range map[string]bool{" checkmate": p.Checkmate, " stalemate": p.Stalemate, " variant_win": p.VariantWin,
		" variant_loss": p.VariantLoss, " insufficient": p.Insufficient} {
		if on {
			b.WriteString(name)
		}
	}
	return b.String()
}

func TestProbe(t *testing.T) {
	l := library(t)
	for _, c := range []struct {
		variant, fen string
		want         string
		moves        []string // the first moves: "uci san conversion zeroing: text"
	}{
		{"thinchess8", "k/n/1/1/N/r/R/K w - - 0 1", "win win 11 exact table thinchess8-KNRvKNR dtm 11", []string{
			"a2a3 Rxa3 true true: loss loss 10 exact table thinchess8-KNRvKNR dtm -10",
			"a4a6 Na6+ false false: draw draw exact table thinchess8-KNRvKNR dtm 0"}},
		{"tinyhouse", "k1W1/4/1K2/4[]_b_-_-_0_1", "win win 0 exact rules stalemate variant_win", nil},
		{"tinyhouse", "fuwk/3p/P3/KWUF[] w - - 0 1", "unknown unknown", nil},
		{"tinyhouse", "fuwk/3p/P1F1/KWU1[] b - - 1 1", "win win 9 at least certificate tinyhouse-d1c2", []string{
			"b4c2 Uxc2+ true true: loss loss 8 at most certificate tinyhouse-d1c2"}},
		{"crazyhouse", "6k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1", "win win 1 exact rules dtm 1", []string{
			"Q@a8 Q@a8# false true: loss loss 0 exact rules checkmate",
			"Q@b8 Q@b8# false true: loss loss 0 exact rules checkmate"}},
		{"chess", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", "draw draw exact rules dtm 0 insufficient", nil},
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "draw draw exact rules stalemate", nil},
		{"chess", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "draw draw exact rules stalemate", nil},
		{"chess", "R6k/8/6K1/8/8/8/8/8 b - - 0 1", "loss loss 0 exact rules checkmate", nil},
	} {
		g, p := position(t, l, c.variant, c.fen)
		a, err := lookup.Probe(l, g.Game, &p)
		if err != nil {
			t.Fatal(err)
		}
		if got := text(a.Position); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.variant, c.fen, got, c.want)
		}
		for i, want := range c.moves {
			m := a.Moves[i]
			if got := fmt.Sprintf("%s %s %v %v: %s", m.UCI, m.SAN, m.Conversion, m.Zeroing, text(m.Position)); got != want {
				t.Errorf("%s move %d: %s, want %s", c.fen, i, got, want)
			}
		}
	}
}

// TestKeys checks that every key of lila-tablebase is there, in the position and in its moves.
func TestKeys(t *testing.T) {
	l := library(t)
	g, p := position(t, l, "tinyhouse", "startpos")
	a, err := lookup.Probe(l, g.Game, &p)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material", "dtz", "precise_dtz", "dtm", "dtw", "dtc", "category", "tinyhouse"} {
		if n := strings.Count(string(text), `"`+key+`":`); n != 1+len(a.Moves) {
			t.Errorf("%d keys %s, want %d", n, key, 1+len(a.Moves))
		}
	}
}

func TestLine(t *testing.T) {
	l := library(t)
	for _, c := range []struct{ variant, fen, want string }{
		{"thinchess8", "k/n/1/1/N/r/R/K w - - 0 1", "11 w"},
		{"tinyhouse", "fuwk/3p/P1F1/KWU1[] b - - 1 1", "9 b"},
		{"chess", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", "0 -"},
		{"tinyhouse", "k1W1/4/1K2/4[] b - - 0 1", "0 b"},
		{"tinyhouse", "startpos", lookup.ErrUnknown.Error()},
	} {
		g, p := position(t, l, c.variant, c.fen)
		line, err := lookup.Line(l, g.Game, &p)
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(len(line.Moves), " -")
			if line.Winner != nil {
				got = fmt.Sprint(len(line.Moves), " ", *line.Winner)
			}
			if a, err := lookup.Probe(l, g.Game, &p); err != nil || len(line.Moves) > 0 && line.Moves[0].UCI != a.Moves[0].UCI {
				t.Errorf("%s: begins with %v, %v", c.fen, line.Moves[0], err)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.fen, got, c.want)
		}
	}
}

// TestProof follows the longest replies of a proof to the end of the game.
func TestProof(t *testing.T) {
	f := library(t).File("tinyhouse-d1c2").Certificate
	n, err := lookup.Proof(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n.Claim == nil || *n.Claim != "win" || *n.Plies != 9 || n.Move.UCI != "b4c2" || len(n.Replies) == 0 {
		t.Fatalf("root: %+v", n)
	}
	for plies := 9; n.Result == nil; plies -= 2 {
		if *n.Plies > plies {
			t.Fatalf("%s: %d plies, want at most %d", n.FEN, *n.Plies, plies)
		}
		longest := -1
		for i, r := range n.Replies {
			if r.Status != "record" || *r.Plies > plies-2 {
				t.Fatalf("%s: reply %+v", n.FEN, r)
			}
			if longest < 0 || *r.Plies > *n.Replies[longest].Plies {
				longest = i
			}
		}
		p, err := lookup.Parse(f.Game(), n.Replies[longest].FEN)
		if err != nil {
			t.Fatal(err)
		}
		if n, err = lookup.Proof(f, &p); err != nil || n.Claim == nil {
			t.Fatalf("%+v, %v", n, err)
		}
	}
	p, _ := lookup.Parse(f.Game(), "startpos")
	if n, err = lookup.Proof(f, &p); err != nil || n.Claim != nil || len(n.Replies) != 6 || n.Replies[3].Status != "record" {
		t.Errorf("start: %+v, %v", n, err)
	}
}

func TestDraw(t *testing.T) {
	l := library(t)
	for _, c := range []struct {
		id, value string
		plies     int
		want      string
	}{
		{"thinchess8-KNRvKNR", "win", 11, "win 11"}, // twelve of them
		{"thinchess8-KNRvKNR", "draw", -1, "draw"},
		{"thinchess8-KNRvKNR", "win", 12, lookup.ErrNone.Error()},
		{"thinchess8-KNRvKNR", "", 0, "loss 0"},
		{"tinyhouse-W1U0F0P1", "loss", 72, "loss 72"},
		{"peasants2-PPPPvPPPP", "win", 1, "win 1"},
		{"tinyhouse-d1c2", "win", 7, "win 7"},
		{"tinyhouse-d1c2", "loss", -1, lookup.ErrNone.Error()},
	} {
		seen := map[string]bool{}
		for seed := range uint64(8) {
			f := l.File(c.id)
			r, err := lookup.Draw(context.Background(), []*lookup.File{f}, lookup.Wanted{Value: c.value, Plies: c.plies}, seed)
			got := fmt.Sprint(err)
			if err == nil {
				got = r.Value
				if r.Plies != nil {
					got = fmt.Sprint(r.Value, " ", *r.Plies)
				}
				_, p := position(t, l, r.Variant, r.FEN)
				if b, _, err := l.Set().Find(f.Game(), &p); err != nil || f.Table != nil && fmt.Sprint(b.Lower) != got && b.Lower != (score.Exact{}) {
					t.Errorf("%s: %v, %v, want %s", r.FEN, b, err, got)
				}
				again, _ := lookup.Draw(context.Background(), []*lookup.File{f}, lookup.Wanted{Value: c.value, Plies: c.plies}, seed)
				if again.FEN != r.FEN {
					t.Errorf("seed %d gives %s, then %s", seed, r.FEN, again.FEN)
				}
				seen[r.FEN] = true
			}
			if got != c.want {
				t.Errorf("%s %s %d: %s, want %s", c.id, c.value, c.plies, got, c.want)
			}
		}
		if len(seen) == 1 {
			t.Errorf("%s %s %d: eight seeds give one position", c.id, c.value, c.plies)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := lookup.Draw(ctx, l.Files()[:1], lookup.Wanted{Value: "win", Plies: 9999}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestParse(t *testing.T) {
	l := library(t)
	for fen, want := range map[string]string{
		"":                                  "fen is missing",
		strings.Repeat("k", 600):            "600 bytes, want at most 512",
		"fuwk/3p/P3/KWUx[] w - - 0 1":       `"fuwk/3p/P3/KWUx[] w - - 0 1"`,
		"fuwk/3p/P3/2KWUF[] w":              "fen",
		"4/4/4/KkK1[] w - - 0 1":            "king",
		"\xff\xfe":                          "fen",
		"fuwk/3p/P3/KWUF[]_w_-_-_0_1999999": "fen",
	} {
		g, _ := l.Game("tinyhouse")
		if _, err := lookup.Parse(g.Game, fen); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", fen, err, want)
		}
	}
}
