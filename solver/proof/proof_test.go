package proof_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/brute"
	"tinyhouse/solver/proof"
	"tinyhouse/solver/retro"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/table"
)

var (
	full    = flag.Bool("full", false, "run the tests that take hours")
	samples = flag.Int("samples", 1000, "positions of each table to solve, with -full")
	tables  = flag.String("tables", "", "folder with tables, or for them, with -full")
)

// options are for small games.
var options = proof.Options{Limits: solver.Limits{Threads: 1, Memory: 1 << 27}}

// prove solves a position, and checks that the certificate proves the same.
func prove(t testing.TB, solver *proof.Solver, g *board.Game, p *board.Position, o proof.Options) (proof.Answer, *certificate.File) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "proof.thc")
	a, err := solver.Solve(context.Background(), p, proof.Value, path, o)
	if err != nil || !a.Exact() {
		t.Fatalf("%s: %+v, %v", notation.FEN(g, p), a, err)
	}
	c, err := certificate.Open(path, container.NewCache(1<<24))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	report, err := verify.Certificate(context.Background(), c, verify.Options{Threads: 1})
	if err != nil || report.Errors != 0 {
		t.Fatalf("%s: %+v, %v", notation.FEN(g, p), report, err)
	}
	value, _ := a.Value()
	if x, ok := report.Root.Exact(); !ok || x != value {
		t.Fatalf("%s: answer %v, certificate %v", notation.FEN(g, p), value, report.Root)
	}
	return a, c
}

// compare solves a position, with a certificate if asked, and compares the value with the right one.
func compare(t testing.TB, solver *proof.Solver, g *board.Game, p *board.Position, want score.Exact, o proof.Options, certify bool) {
	t.Helper()
	var a proof.Answer
	if certify {
		a, _ = prove(t, solver, g, p, o)
		if a.Low == a.High && a.Low != score.Draw && a.Plies < int(want.Plies) {
			t.Errorf("%s: decided in %d plies, which is sooner than %v", notation.FEN(g, p), a.Plies, want)
		}
	} else {
		var err error
		if a, err = solver.Solve(context.Background(), p, proof.Value, "", o); err != nil {
			t.Errorf("%s: %v, want %v", notation.FEN(g, p), err, want)
		}
	}
	if !a.Exact() || a.Low != want.Outcome {
		t.Errorf("%s: from %v to %v, want %v", notation.FEN(g, p), a.Low, a.High, want)
	}
}

// spaces are small state spaces of every kind. Those that take more than 200,000 positions need
// -full.
var spaces = []struct {
	variant, material string
	full              bool
}{
	{"thinchess8", "", false},
	{"tinyhouse", "W1", false},
	{"tinyhouse", "P1", false},
	{"tinyhouse-firstrank", "P1", false},
	{"dobutsu", "L2C2", false},
	{"peasants2", "PPvP", false},
	{"peasants3", "PPvPP", false},
	{"gardner", "KPvK", false},
	{"losalamos", "KRvK", false},
	{"gardner", "KQvK", false},
	{"chess", "KvK", false},
	{"tinyhouse", "W1U1", true},
	{"tinyhouse", "W1P1", true},
	{"chess", "KRvK", true},
	{"chess", "KPvK", true},
	{"losalamos", "KQvKP", true},
	{"gardner", "KPvKP", true},
	{"crazyhouse", "P1", true},
}

// parse is solver.Parse.
func parse(t testing.TB, g *board.Game, text string) solver.Material {
	t.Helper()
	m, err := solver.Parse(g, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestAgainstBrute compares random positions of spaces with brute force.
func TestAgainstBrute(t *testing.T) {
	for _, s := range spaces {
		if s.full && !*full {
			continue
		}
		t.Run(s.variant+s.material, func(t *testing.T) {
			g := enginetest.Game(t, s.variant)
			limit := 200_000
			if s.full {
				limit = 8_000_000
			}
			space, err := brute.New(g, brute.Material(parse(t, g, s.material)), limit)
			if err != nil {
				t.Fatal(err)
			}
			sampleSpace(t, g, space, 4)
		})
	}
}

// sampleSpace compares random positions of a space: half of them with certificates, and half without
// an enumeration, which would soon know all of them.
func sampleSpace(t *testing.T, g *board.Game, space *brute.Space, samples int) {
	t.Helper()
	values, err := space.Solve()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, uint64(space.Len())))
	for n := range min(samples, space.Len()) {
		i := rng.IntN(space.Len())
		o := options
		o.NoEnumeration = n/2%2 == 0
		compare(t, proof.NewSolver(g, o), g, space.At(i), values[i], o, n%2 == 0)
	}
}

// TestRandomVariants solves positions of random games, most of them full of repetitions: of the
// first games that can be solved and whose space has at most 20,000 positions.
func TestRandomVariants(t *testing.T) {
	games := 30
	if testing.Short() {
		games = 10
	}
	for seed := uint64(0); games > 0; seed++ {
		if seed == 500 {
			t.Fatalf("%d games too few of %d are small enough", games, seed)
		}
		g := enginetest.Random(t, seed)
		if solver.Solvable(g) != nil {
			continue
		}
		if space, err := brute.New(g, brute.Material(randomMaterial(t, g, seed)), 20_000); err == nil {
			games--
			t.Run(fmt.Sprint(seed), func(t *testing.T) { sampleSpace(t, g, space, 10) })
		}
	}
}

// randomMaterial returns the material of the start but for random pieces: one to three are left
// beside the kings.
func randomMaterial(t *testing.T, g *board.Game, seed uint64) solver.Material {
	t.Helper()
	m, err := solver.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	for m.Len() > 1+int(seed%3) {
		c, k := rand.New(rand.NewPCG(seed, uint64(m.Len()))).IntN(2), 0
		for m[c][k] == 0 && k < len(m[c])-1 {
			k++
		}
		if m[c][k] == 0 {
			c = 1 - c
			for k = 0; m[c][k] == 0; k++ {
			}
		}
		m[c][k]--
	}
	return m
}

// TestAgainstTables compares random positions with tables: first without certificates, then one in
// ten with them. It needs -full.
func TestAgainstTables(t *testing.T) {
	if !*full {
		t.Skip("takes hours: needs -full")
	}
	for _, s := range []struct{ variant, material string }{
		{"tinyhouse", "W1U1"}, {"tinyhouse", "W1P1"}, {"tinyhouse", "U1F1"}, {"tinyhouse", "W1U1F1"}, {"tinyhouse", "U1F1P1"},
		{"thinchess", ""}, {"chess", "KQvKR"}, {"chess", "KBNvK"}, {"chess", "KBBvK"}, {"chess", "KRvKP"}, {"dobutsu", ""},
	} {
		t.Run(s.variant+s.material, func(t *testing.T) {
			g := enginetest.Game(t, s.variant)
			folder := *tables
			if folder == "" {
				folder = t.TempDir()
			}
			path := filepath.Join(folder, s.variant+s.material+".tht")
			if _, err := os.Stat(path); err != nil {
				if _, err := retro.Solve(context.Background(), g, parse(t, g, s.material), path, retro.Options{Limits: solver.Limits{Threads: 2, Memory: 4 << 30}}); err != nil {
					t.Fatal(err)
				}
			}
			table, err := table.Open(path, container.NewCache(1<<26))
			if err != nil {
				t.Fatal(err)
			}
			defer table.Close()
			sampleTable(t, table, *samples)
		})
	}
}

// sampleTable compares random positions of a table, with one solver: alone, a position with many
// pieces costs as much as a good part of the table.
func sampleTable(t *testing.T, table *table.File, samples int) {
	t.Helper()
	g := table.Game()
	rng := rand.New(rand.NewPCG(2, uint64(samples)))
	o := proof.Options{Limits: solver.Limits{Threads: 1, Memory: int64(min(max(512*table.Numbers(), 1<<27), 16<<30))}}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(o.Memory + 1<<30))
	solver := proof.NewSolver(g, o)
	positions, values := make([]board.Position, 0, samples), make([]score.Exact, 0, samples)
	for len(positions) < samples {
		p, ok := draw(t, table, rng)
		if !ok || g.Outcome(&p, nil).Over() {
			continue
		}
		want, ok, err := table.Probe(&p)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		positions, values = append(positions, p), append(values, want)
	}
	for n := range positions {
		// A test for each, so that one without answer does not end the others.
		t.Run(fmt.Sprint(n), func(t *testing.T) { compare(t, solver, g, &positions[n], values[n], o, false) })
	}
	for n := 0; n < samples; n += 10 {
		t.Run(fmt.Sprint(n, "certified"), func(t *testing.T) { compare(t, solver, g, &positions[n], values[n], o, true) })
	}
}

// draw returns a random position of a table; ok is false if the random number has none.
func draw(t *testing.T, table *table.File, rng *rand.Rand) (p board.Position, ok bool) {
	t.Helper()
	at := rng.Uint64N(table.Numbers())
	for i := range table.Signatures() {
		layout, err := table.Layout(i)
		if err != nil {
			t.Fatal(err)
		}
		if at < layout.Size() {
			return p, layout.Decode(at, &p)
		}
		at -= layout.Size()
	}
	return p, false
}

// TestThreads lets several threads share a proof.
func TestThreads(t *testing.T) {
	for name, fen := range map[string]string{"thinchess8": "", "peasants3": "", "tinyhouse": "1k2/2p1/1P2/KW2[WUF] w - - 0 1"} {
		g := enginetest.Game(t, name)
		p := enginetest.Position(t, g, fen)
		o := options
		o.Threads = 3
		a, _ := prove(t, proof.NewSolver(g, o), g, &p, o)
		one, _ := prove(t, proof.NewSolver(g, options), g, &p, options)
		if a.Low != one.Low {
			t.Errorf("%s: three threads %v, one %v", name, a.Low, one.Low)
		}
	}
}

// TestResume stops a proof again and again by a limit of positions, and continues it.
func TestResume(t *testing.T) {
	g := enginetest.Game(t, "peasants3")
	p := enginetest.Position(t, g, "")
	o := options
	o.Checkpoint = filepath.Join(t.TempDir(), "checkpoint")
	stops := 0
	for ; ; stops++ {
		if stops > 100 {
			t.Fatal("no progress")
		}
		o.Nodes = uint64(3000 * (stops + 1))
		a, err := proof.Solve(context.Background(), g, &p, proof.Value, "", o)
		if err != nil && !errors.Is(err, proof.ErrNodes) {
			t.Fatal(err)
		}
		if a.Exact() {
			if a.Low != score.Draw {
				t.Errorf("%v", a)
			}
			break
		}
	}
	if stops < 2 {
		t.Errorf("stopped %d times only", stops)
	}
	if left, _ := filepath.Glob(o.Checkpoint + "*"); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// TestMatesInCycles makes the certificate of a win whose mates by checks also lead in cycles: the
// shortest ones must be preferred.
func TestMatesInCycles(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	p := enginetest.Position(t, g, "1uwk/Pf1p/4/KWUF[] w - - 1 2")
	o := options
	o.Time = time.Minute // it takes less than a second
	a, _ := prove(t, proof.NewSolver(g, o), g, &p, o)
	if a.Low != score.Win {
		t.Errorf("from %v to %v", a.Low, a.High)
	}
}
