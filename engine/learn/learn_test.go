package learn

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/learn/samples"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
)

// generate returns the file of samples that settings give.
func generate(t testing.TB, s Settings, path string, want, threads int) []byte {
	t.Helper()
	w, err := samples.Continue(path, s.Game)
	if err != nil {
		t.Fatal(err)
	}
	if err := Generate(t.Context(), s, w, want, threads, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return enginetest.ReadFile(t, path)
}

// chunks returns the number of chunks in a file.
func chunks(t testing.TB, s Settings, path string) int {
	t.Helper()
	w, err := samples.Continue(path, s.Game)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.Chunks()
}

// TestGenerate checks that the samples are the same for any number of threads, also when the file grows in
// steps, and that the seed and the net make a difference.
func TestGenerate(t *testing.T) {
	dir := t.TempDir()
	s := Settings{Game: enginetest.Game(t, "tinyhouse"), Nodes: 30, Seed: 1}
	one := generate(t, s, filepath.Join(dir, "1"), 1500, 1)
	generate(t, s, filepath.Join(dir, "3"), 200, 3)
	if three := generate(t, s, filepath.Join(dir, "3"), 1500, 3); !bytes.Equal(one, three) {
		t.Error("three threads make other samples than one")
	}
	if few := generate(t, s, filepath.Join(dir, "few"), 1, 3); !bytes.HasPrefix(one, few) || chunks(t, s, filepath.Join(dir, "few")) != MinChunks {
		t.Errorf("%d bytes of few samples, of more %d", len(few), len(one))
	}
	s.Seed = 2
	if other := generate(t, s, filepath.Join(dir, "2"), 1500, 2); bytes.Equal(one, other) {
		t.Error("two seeds make the same samples")
	}
	s.Seed, s.Net = 1, enginetest.Net(t, s.Game, 32, 1)
	if other := generate(t, s, filepath.Join(dir, "net"), 1500, 2); bytes.Equal(one, other) {
		t.Error("a net makes the same samples")
	}
}

// TestSamples checks that the samples of every variant are quiet positions with values, and that games are
// won, lost and drawn.
func TestSamples(t *testing.T) {
	results := map[rules.Result]int{}
	for _, g := range enginetest.Games(t) {
		if testing.Short() && g.Geometry().Squares() > 36 {
			continue
		}
		p, err := newPlayer(Settings{Game: g, Nodes: 40, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		all, err := p.chunk(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			results[s.Result]++
			if err := g.Check(&s.Position); err != nil || g.InCheck(&s.Position) || g.Decided(&s.Position).Over() {
				t.Errorf("%s %s: a sample, %v", g.Variant().Name, notation.FEN(g, &s.Position), err)
			}
			if s.Position.Clock() != 0 || s.Position.Fullmove() != 1 {
				t.Errorf("%s: the counters are %d, %d", g.Variant().Name, s.Position.Clock(), s.Position.Fullmove())
			}
		}
	}
	if results[rules.Win] == 0 || results[rules.Draw] == 0 || results[rules.Loss] == 0 {
		t.Errorf("results %v", results)
	}
}

// TestIsQuiet checks which best moves keep a position from being a sample.
func TestIsQuiet(t *testing.T) {
	for _, c := range []struct {
		variant, fen, move string
		want               bool
	}{
		{"chess", "4k3/8/8/3p4/8/3R4/8/4K3 w - - 0 1", "d3d5", false},
		{"chess", "4k3/8/8/3p4/8/3R4/8/4K3 w - - 0 1", "d3d4", true},
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", false},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5e6", true},
		{"chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", false},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", true},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "Q@d4", true},
	} {
		g := enginetest.Game(t, c.variant)
		p := player{Settings: Settings{Game: g}, pos: enginetest.Position(t, g, c.fen)}
		m, err := notation.ParseMove(g, &p.pos, c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.isQuiet(m); got != c.want {
			t.Errorf("%s %s: quiet %v, want %v", c.fen, c.move, got, c.want)
		}
	}
}

// TestResults checks that a result is set for each side.
func TestResults(t *testing.T) {
	g := enginetest.Game(t, "gardner")
	white := samples.Sample{Position: enginetest.Position(t, g, "")}
	black := white
	g.NullMove(&black.Position, &white.Position)
	all := []samples.Sample{white, black}
	setResults(all, board.Black, rules.Win)
	if all[0].Result != rules.Loss || all[1].Result != rules.Win {
		t.Errorf("Black has won: %d for White, %d for Black", all[0].Result, all[1].Result)
	}
}

// TestDecided checks which values decide a game: for White and for Black, in plies in turn.
func TestDecided(t *testing.T) {
	ahead := 0
	for i, c := range []struct {
		turn board.Color
		v    score.Value
		want int
	}{
		{board.White, won, 1}, {board.Black, -won, 2}, {board.White, won + 1, 3}, {board.White, won - 1, 0}, {board.Black, -won, 1},
		{board.Black, won, -1}, {board.White, -won, -2}, {board.White, won, 1}, {board.White, -won + 1, 0}, {board.White, -won, -1},
	} {
		if ahead = countAhead(ahead, c.turn, c.v); ahead != c.want {
			t.Fatalf("ply %d: ahead for %d plies, want %d", i, ahead, c.want)
		}
	}
	if resultOf(won) != rules.Win || resultOf(-won) != rules.Loss {
		t.Error("the result of a value")
	}
}

// TestDecisions checks the results of games that are won for White from the beginning, whoever moves first.
func TestDecisions(t *testing.T) {
	g := enginetest.Game(t, "chess")
	for _, fen := range []string{"8/8/8/4k3/8/8/8/R3K2R w - - 0 1", "8/8/8/4k3/8/8/8/R3K2R b - - 0 1"} {
		p, err := newPlayer(Settings{Game: g, Nodes: 300, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		p.rng = rand.New(rand.NewPCG(1, 1))
		var all []samples.Sample
		for range 5 {
			p.pos, p.keys = enginetest.Position(t, g, fen), nil
			if all, err = p.play(t.Context(), all); err != nil {
				t.Fatal(err)
			}
		}
		if len(all) < 5 {
			t.Errorf("%s: %d samples", fen, len(all))
		}
		for _, s := range all {
			if (s.Result == rules.Win) != (s.Position.Turn() == board.White) || s.Result == rules.Draw || (s.Score > 0) != (s.Result == rules.Win) {
				t.Errorf("%s: score %d, result %d", notation.FEN(g, &s.Position), s.Score, s.Result)
			}
		}
	}
}

// TestOpenings checks that neither side is far ahead in openings, and that they differ.
func TestOpenings(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	p, err := newPlayer(Settings{Game: g, Nodes: 300, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint64]bool{}
	for i := range uint64(40) {
		p.rng = rand.New(rand.NewPCG(2, i))
		p.engine.NewGame()
		if err := p.open(t.Context()); err != nil {
			t.Fatal(err)
		}
		seen[p.pos.Key()] = true
		if _, v, err := p.search(t.Context()); err != nil || v.IsDecisive() || v > 2*maxOpening || v < -2*maxOpening {
			t.Errorf("%s: value %d, error %v", notation.FEN(g, &p.pos), v, err)
		}
	}
	if len(seen) < 35 {
		t.Errorf("%d different openings of 40", len(seen))
	}
}

// TestRepetition checks that the repetition of a position ends a game in a draw.
func TestRepetition(t *testing.T) {
	g := enginetest.Game(t, "chess")
	p := player{Settings: Settings{Game: g}, pos: enginetest.Position(t, g, "")}
	for i, text := range []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"} {
		if p.over() {
			t.Fatalf("the game is over after %d plies", i)
		}
		m, err := notation.ParseMove(g, &p.pos, text)
		if err != nil {
			t.Fatal(err)
		}
		p.apply(m)
	}
	if result, ok := p.result(8); !ok || result != rules.Draw || !p.over() {
		t.Errorf("the position stands for the third time: result %d, %v", result, ok)
	}
	if result, ok := (&player{Settings: p.Settings, pos: p.pos}).result(longest); !ok || result != rules.Draw {
		t.Errorf("after %d plies: result %d, %v", longest, result, ok)
	}
}

// oracle is a prober that knows every position of a game of a file or two: the result is a win for White.
type oracle struct{ game *board.Game }

func (o oracle) Holds(g *board.Game) bool { return g == o.game }

func (o oracle) Probe(_ *board.Game, p *board.Position) (score.Exact, bool) {
	if p.Turn() == board.White {
		return score.WinIn(11), true
	}
	return score.LossIn(10), true
}

func (o oracle) ProbeNode(g *board.Game, p *board.Position) (score.Exact, bool) { return o.Probe(g, p) }

func (o oracle) Bounds(g *board.Game, p *board.Position) score.Bounds {
	x, _ := o.Probe(g, p)
	return score.Bounds{Lower: x, Upper: x}
}

// TestTables checks that a position that a table knows is a sample with its exact value, and ends the game.
func TestTables(t *testing.T) {
	g := enginetest.Game(t, "gardner")
	p, err := newPlayer(Settings{Game: g, Prober: oracle{g}, Nodes: 10, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	all, err := p.chunk(t.Context(), 0)
	if err != nil || len(all) == 0 || len(all) > chunkGames {
		t.Fatalf("%d samples, error %v", len(all), err)
	}
	for _, s := range all {
		want := rules.Win
		if s.Position.Turn() == board.Black {
			want = rules.Loss
		}
		if s.Result != want || s.Score != won*int16(want) {
			t.Errorf("%s: score %d, result %d", notation.FEN(g, &s.Position), s.Score, s.Result)
		}
	}
}

// TestNoPositions checks that a game without samples ends with an error: it is over after a move or two.
func TestNoPositions(t *testing.T) {
	const short = "[short]\nmaxRank = 4\nmaxFile = 2\nking = k\nwazir = w\nstartFen = k1/2/2/KW w - - 0 1\ncastling = false\nnMoveRule = 0\nextinctionValue = loss\nextinctionPieceTypes = w\n"
	g := enginetest.Custom(t, short, "short")
	w, err := samples.Continue(filepath.Join(t.TempDir(), "a"), g)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := Generate(t.Context(), Settings{Game: g, Nodes: 5, Seed: 1}, w, 100, 2, nil); !errors.Is(err, ErrNoPositions) {
		t.Errorf("got error %v after %d samples", err, w.Samples())
	}
}

// TestStop checks that a cancelled generation ends without an error and keeps whole chunks.
func TestStop(t *testing.T) {
	g := enginetest.Game(t, "gardner")
	path := filepath.Join(t.TempDir(), "a")
	w, err := samples.Continue(path, g)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := Generate(ctx, Settings{Game: g, Nodes: 20, Seed: 1}, w, 1<<30, 2, cancel); err != nil {
		t.Error(err)
	}
	if w.Chunks() == 0 || w.Samples() == 0 {
		t.Errorf("%d chunks, %d samples", w.Chunks(), w.Samples())
	}
	w.Close()
}
