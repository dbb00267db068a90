package match

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/protocol/client"
)

func TestParseControl(t *testing.T) {
	s := time.Second
	for text, want := range map[string]Control{
		"10":         {Base: 10 * s},
		"10+0.1":     {Base: 10 * s, Increment: s / 10},
		"0.3+0.01":   {Base: 300 * time.Millisecond, Increment: 10 * time.Millisecond},
		"40/60+0.6":  {Base: 60 * s, Increment: 600 * time.Millisecond, Moves: 40},
		"40/1:30":    {Base: 90 * s, Moves: 40},
		"1:00.5+1:1": {Base: 60*s + s/2, Increment: 61 * s},
		"inf":        {},
	} {
		if got, err := ParseControl(text); got != want || err != nil {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, bad := range []string{"", "x", "0", "0+1", "-1", "10+", "10+-1", "10+x", "/10", "0/10", "x/10", "-3/10", "1:", ":", "1:x", "NaN", "Inf", "1e99", "10+1e99", "99999999:1"} {
		if got, err := ParseControl(bad); err == nil {
			t.Errorf("%q is %+v", bad, got)
		}
	}
}

func FuzzParseControl(f *testing.F) {
	f.Add("40/1:30+0.6")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseControl(text)
		if err != nil {
			return
		}
		if again, err := ParseControl(c.String()); err != nil || again != c {
			t.Errorf("%q is %+v, written %q: %+v, %v", text, c, c.String(), again, err)
		}
	})
}

// TestClock charges clocks and checks the words after go.
func TestClock(t *testing.T) {
	ms := time.Millisecond
	for _, c := range []struct {
		white, black string
		spent        []time.Duration // by White and Black in turns
		words        string          // for White after that
		over         time.Duration   // of the last move
	}{
		{"10+0.1", "10+0.1", nil, "wtime 10000 btime 10000 winc 100 binc 100", 0},
		{"10", "5", []time.Duration{1000 * ms, 2000 * ms}, "wtime 9000 btime 3000", -3000 * ms},
		{"10", "5", []time.Duration{1000 * ms, 6000 * ms}, "wtime 9000 btime 1", 1000 * ms},
		{"2/10", "5+1", []time.Duration{1000 * ms, 1000 * ms}, "wtime 9000 btime 5000 winc 0 binc 1000 movestogo 1", -4000 * ms},
		{"2/10", "5", []time.Duration{1000 * ms, 1000 * ms, 2000 * ms, 0}, "wtime 17000 btime 4000 movestogo 2", -4000 * ms},
		{"1", "inf", []time.Duration{200 * ms, time.Hour}, "wtime 800 btime 800", 0},
	} {
		var clocks [2]clock
		for i, text := range []string{c.white, c.black} {
			control, err := ParseControl(text)
			if err != nil {
				t.Fatal(err)
			}
			clocks[i] = newClock(control)
		}
		var over time.Duration
		for i, spent := range c.spent {
			over = clocks[i%2].charge(spent)
		}
		if got := goWords(&clocks, 0); got != c.words || over != c.over {
			t.Errorf("%s, %s, %v: %q, over by %v; want %q, %v", c.white, c.black, c.spent, got, over, c.words, c.over)
		}
	}
	for words, c := range map[string]Control{
		"movetime 1500":                 {PerMove: 1500 * ms},
		"movetime 1500 nodes 7":         {PerMove: 1500 * ms, Nodes: 7},
		"depth 3 nodes 9":               {Depth: 3, Nodes: 9},
		"wtime 5000 btime 5000 depth 3": {Base: 5 * time.Second, Depth: 3},
	} {
		clocks := [2]clock{newClock(c), newClock(c)}
		if got := goWords(&clocks, 1); got != words || !c.IsLimited() {
			t.Errorf("%+v: %q, want %q", c, got, words)
		}
	}
	empty := newClock(Control{Base: time.Second})
	if over := empty.charge(time.Second + 5*ms); over != 5*ms || empty.limit() <= 0 || empty.limit() > ms {
		t.Errorf("a clock at nothing: over by %v, then a limit of %v", over, empty.limit())
	}
	perMove := newClock(Control{PerMove: time.Second})
	if over := perMove.charge(1200 * ms); over != 200*ms || perMove.limit() != time.Second {
		t.Errorf("a second a move: over by %v", over)
	}
	if (Control{}).IsLimited() {
		t.Error("no control is a limit")
	}
}

// TestResults checks results and reasons, with the right colours.
func TestResults(t *testing.T) {
	for _, c := range []struct{ variant, fen, moves, result, reason string }{
		{"chess", "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", "1-0", "White mates"},
		{"chess", "startpos", "f2f3 e7e5 g2g4 d8h4", "0-1", "Black mates"},
		{"chess", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "g5g6", "1/2-1/2", "Draw by stalemate"},
		{"chess", "startpos", shuffle + " f6g8", "1/2-1/2", "Draw by 3-fold repetition"},
		{"chess", lateHour, "e1e7", "1/2-1/2", "Draw by fifty moves rule"},
		{"tinyhouse", tinyStale, "d3c3", "0-1", "stalemated player wins"},
		{"dobutsu", "l2/2L/3/3[] w - - 0 1", "c3c4", "1-0", "White reaches the goal"},
		{"dobutsu", "startpos", "b2b3 a4a3 b3b4+", "1-0", "White wins by extinction"},
	} {
		l := at(t, c.variant, c.fen, c.moves)
		o := l.outcome()
		if v := resultByRules(l.game, o, l.pos.Turn()); v.Result != c.result || v.Reason != c.reason || v.Termination != "" || !o.Over() {
			t.Errorf("%s %s: %+v, want %s %s", c.fen, c.moves, v, c.result, c.reason)
		}
	}
	for f, want := range map[fault]Result{
		illegalMove: {"0-1", "White makes an illegal move: e2e5", "illegal move"},
		timeLoss:    {"0-1", "White loses on time", "time forfeit"},
		stall:       {"0-1", "White's connection stalls", "stalled connection"},
		disconnect:  {"0-1", "White disconnects", "abandoned"},
	} {
		if got := forfeit(f, board.White, "e2e5"); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if got := forfeit(timeLoss, board.Black, ""); got.Result != "1-0" || got.Reason != "Black loses on time" {
		t.Errorf("%+v", got)
	}
	// No built-in variant has these results.
	odd := mustCompile("chess")
	for _, c := range []struct {
		o    board.Outcome
		want string
	}{
		{board.Outcome{Reason: board.Checkmate, Result: rules.Win}, "0-1 mated player wins"},
		{board.Outcome{Reason: board.Stalemate, Result: rules.Loss}, "1-0 White stalemates"},
		{board.Outcome{Reason: board.Repetition, Result: rules.Win}, "0-1 Black wins by repetition"},
	} {
		if v := resultByRules(odd, c.o, board.Black); v.Result+" "+v.Reason != c.want {
			t.Errorf("%+v, want %s", v, c.want)
		}
	}
}

// values knows one position.
type values struct {
	key   uint64
	value score.Exact
}

func (v values) Probe(_ *board.Game, p *board.Position) (score.Exact, bool) {
	return v.value, p.Key() == v.key
}

func TestAdjudicateByTable(t *testing.T) {
	for _, c := range []struct {
		fen    string
		value  score.Exact
		result string
	}{
		{"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", score.WinIn(1), "1-0"},
		{"6k1/5ppp/8/8/8/8/8/K3R3 b - - 0 1", score.WinIn(1), "0-1"},
		{"6k1/5ppp/8/8/8/8/8/K3R3 b - - 0 1", score.LossIn(20), "1-0"},
		{"6k1/5ppp/8/8/8/8/8/K3R3 b - - 0 1", score.Exact{}, "1/2-1/2"},
		{"6k1/5ppp/8/8/8/8/8/K3R3 b - - 80 90", score.LossIn(20), "1-0"},
		{"6k1/5ppp/8/8/8/8/8/K3R3 b - - 80 90", score.LossIn(22), ""},
		{"6k1/5ppp/8/8/8/8/8/K3R3 b - - 80 90", score.Exact{}, "1/2-1/2"},
	} {
		l := at(t, "chess", c.fen, "")
		r := referee{Adjudication: Adjudication{Table: values{l.pos.Key(), c.value}}}
		got := ""
		if v := r.adjudicate(l); v != nil {
			got = v.Result
			if v.Termination != "adjudication" || !strings.HasSuffix(v.Reason, "by adjudication: table") {
				t.Errorf("%+v", v)
			}
		}
		if got != c.result {
			t.Errorf("%s, %v: %q, want %q", c.fen, c.value, got, c.result)
		}
		r.Table = values{l.pos.Key() + 1, c.value}
		if v := r.adjudicate(l); v != nil {
			t.Errorf("unknown position: %+v", v)
		}
	}
}

// TestAdjudicateByScore adds the scores of both sides, White first, and checks the end.
func TestAdjudicateByScore(t *testing.T) {
	resign := Adjudication{ResignMoves: 2, ResignScore: 400}
	draw := Adjudication{DrawFrom: 2, DrawMoves: 2, DrawScore: 10}
	for _, c := range []struct {
		rules  Adjudication
		scores string // of the side to move, in turns
		end    int    // plies; 0: never
		result string
	}{
		{resign, "-500 500 -500 500", 3, "0-1"},
		{resign, "500 -500 -500 -500", 4, "1-0"},
		{resign, "-500 500 -399 500 -500 500", 0, ""},
		{resign, "-400 0 M-3 0", 3, "0-1"},
		{resign, "-500 500 x 500 -500 500", 0, ""},
		{draw, "0 10 -10 0 0 0", 4, "1/2-1/2"},
		{draw, "0 10 11 0 0 0 0", 7, "1/2-1/2"},
		{draw, "0 0 0 x 0 0 0 0", 8, "1/2-1/2"},
		{draw, "0 M1 0 0", 0, ""},
		{Adjudication{DrawFrom: 4, DrawMoves: 1, DrawScore: 10}, "0 0 0 0 0 0 0 0", 8, "1/2-1/2"},
		{Adjudication{MaxMoves: 2}, "0 0 0 0 0", 4, "1/2-1/2"},
		{Adjudication{}, "0 0 0 0 0", 0, ""},
	} {
		l := at(t, "chess", "startpos", "")
		r := referee{Adjudication: c.rules}
		var v *Result
		plies := 0
		random := rand.New(rand.NewPCG(1, 1))
		for text := range strings.FieldsSeq(c.scores) {
			var i *info
			switch {
			case text == "x":
			case text[0] == 'M':
				i, _ = parseInfo("info score mate " + text[1:])
			default:
				i, _ = parseInfo("info score cp " + text)
			}
			us := l.pos.Turn()
			l.playRandom(random)
			r.addScore(us, i)
			plies++
			if v = r.adjudicate(l); v != nil {
				break
			}
		}
		switch {
		case c.end == 0 && v != nil, c.end > 0 && (v == nil || plies != c.end || v.Result != c.result):
			t.Errorf("%+v, %s: %+v after %d plies, want %s after %d", c.rules, c.scores, v, plies, c.result, c.end)
		}
	}
}

func TestRandomOpenings(t *testing.T) {
	for _, v := range rules.Builtin().Variants() {
		g := mustCompile(v.Name)
		a, b := &Random{Game: g, Seed: 7, Plies: 6}, &Random{Game: g, Seed: 7, Plies: 6}
		seen := map[uint64]bool{}
		for i := range 30 {
			x, err := a.At(i)
			if err != nil {
				t.Fatal(err)
			}
			b.At((i * 7) % 30) // in another order
			l := newLine(g, x.Start)
			for _, m := range x.Moves {
				if !g.IsLegal(&l.pos, m) {
					t.Fatalf("%s: opening %d is illegal", v.Name, i)
				}
				l.play(m)
			}
			if !l.isQuiet() {
				t.Errorf("%s: opening %d is over or won", v.Name, i)
			}
			if n := len(a.list); seen[l.pos.Key()] != (a.full && i >= n) {
				t.Errorf("%s: opening %d is a repetition: %t; %d are different", v.Name, i, seen[l.pos.Key()], n)
			}
			seen[l.pos.Key()] = true
		}
		for i := range 30 {
			x, _ := a.At(i)
			if y, _ := b.At(i); x.Start != y.Start || !slices.Equal(x.Moves, y.Moves) {
				t.Errorf("%s: opening %d is not repeatable", v.Name, i)
			}
		}
	}
	if first, _ := (&Random{Game: mustCompile("chess"), Seed: 1, Plies: 6}).At(0); len(first.Moves) == 0 {
		t.Error("no moves are played")
	}
}

// half knows half of all positions: won, lost or drawn.
type half struct{}

func (half) Probe(_ *board.Game, p *board.Position) (score.Exact, bool) {
	return score.Exact{Outcome: score.Outcome(p.Key()%3) - 1}, p.Key()>>32%2 == 0
}

// TestOpeningsAreUndecided checks that Table, Undecided and Balanced exclude openings.
func TestOpeningsAreUndecided(t *testing.T) {
	g := mustCompile("tinyhouse")
	for _, undecided := range []bool{false, true} {
		r := &Random{Game: g, Seed: 1, Plies: 6, Table: half{}, Undecided: undecided,
			Balanced: func(p *board.Position, past []uint64) bool { return p.Key()>>40%2 == 0 }}
		draws := 0
		for i := range 40 {
			o, err := r.At(i)
			if err != nil {
				t.Fatal(err)
			}
			l := newLine(g, o.Start)
			for _, m := range o.Moves {
				l.play(m)
			}
			v, known := half{}.Probe(g, &l.pos)
			if known && v.Outcome == score.Draw {
				draws++
			}
			if known && (v.Outcome != score.Draw || undecided) || l.pos.Key()>>40%2 != 0 {
				t.Errorf("opening %d, %s, is %v", i, notation.FEN(g, &l.pos), v)
			}
		}
		if (draws == 0) != undecided {
			t.Errorf("undecided %t: %d draws", undecided, draws)
		}
	}
}

// TestSpelling checks that a drop in the wrong case is played, sent to the opponent in the right case and
// to its own side as written.
func TestSpelling(t *testing.T) {
	g := mustCompile("tinyhouse")
	start, err := notation.ParseFEN(g, "3k/4/4/K3[P] w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	m := &match{Config: &Config{Game: g}, report: &report{}}
	x := newGame(m, 0, Opening{Start: start})
	if v := x.playAnswer(&searchLog{}, 0, client.Answer{Move: "p@b2", Text: "bestmove p@b2"}); v != nil {
		t.Fatal(v)
	}
	if x.sent[0][0] != "p@b2" || x.sent[1][0] != "P@b2" {
		t.Errorf("sent %q", x.sent)
	}
	if v := x.playAnswer(&searchLog{}, 1, client.Answer{Move: "P@b3", Text: "bestmove P@b3"}); v == nil || v.Reason != "Black makes an illegal move: P@b3" || v.Result != notation.WhiteWins {
		t.Errorf("%+v", v)
	}
}

func TestPlainMove(t *testing.T) {
	for move, want := range map[string]string{"": "(none)", "e2e4": "e2e4", "{x}": "(x)", strings.Repeat("é", 15): strings.Repeat("é", 10)} {
		if got := plainMove(move); got != want {
			t.Errorf("%q: %q, want %q", move, got, want)
		}
	}
}
