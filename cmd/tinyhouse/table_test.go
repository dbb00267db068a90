package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/table"
)

// solvedTables holds the files of solveTable, by flags.
var solvedTables = map[string][]byte{}

// solveTable runs solve, once for each set of flags, and opens a copy of the table.
func solveTable(t testing.TB, args ...string) *table.File {
	t.Helper()
	path, key := filepath.Join(t.TempDir(), "table.tht"), strings.Join(args, " ")
	if solvedTables[key] == nil {
		solvedTables[key] = solved(t, path, append(args, "--threads", "2")...)
	} else if err := os.WriteFile(path, solvedTables[key], 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := table.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	return table
}

// sampleOf returns random positions of a table in which the game goes on.
func sampleOf(t testing.TB, table *table.File, n int) []board.Position {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var all []board.Position
	for len(all) < n {
		layout, err := table.Layout(rng.IntN(len(table.Signatures())))
		if err != nil {
			t.Fatal(err)
		}
		var p board.Position
		if layout.Decode(rng.Uint64N(layout.Size()), &p) && !table.Game().Outcome(&p, nil).Over() {
			all = append(all, p)
		}
	}
	return all
}

// player is an engine with a table.
type player struct {
	*partner
	table *table.File
	game  *board.Game
}

func newPlayer(t testing.TB, table *table.File, args ...string) *player {
	t.Helper()
	e := start(t, args...)
	e.send("setoption name UCI_Variant value "+table.Game().Variant().Name, "setoption name TablebasePath value "+table.Name())
	if got := e.ask("info string table *"); !strings.Contains(got, table.Material()) {
		t.Errorf("%s", got)
	}
	return &player{e, table, table.Game()}
}

// think returns the output of a search, and the move.
func (e *player) think(p *board.Position, limit string) (said []string, m board.Move) {
	e.t.Helper()
	e.send("position fen "+notation.FEN(e.game, p), "go "+limit)
	said = e.until("bestmove *")
	m, err := notation.ParseMove(e.game, p, word(said[len(said)-1], "bestmove"))
	if err != nil {
		e.t.Fatalf("%s: %v", notation.FEN(e.game, p), err)
	}
	return said, m
}

// value returns the value of a position.
func (e *player) value(p *board.Position) score.Exact {
	e.t.Helper()
	v, err := inspect.Value(e.table, p)
	if err != nil {
		e.t.Fatal(err)
	}
	return v
}

// checkLine checks that the moves of an info line end the game.
func (e *player) checkLine(p board.Position, line string) {
	e.t.Helper()
	_, pv, _ := strings.Cut(line, " pv ")
	moves := strings.Fields(pv)
	for i, text := range moves {
		m, err := notation.ParseMove(e.game, &p, text)
		if err != nil {
			e.t.Fatalf("%s: %v", line, err)
		}
		e.game.Apply(&p, &p, m)
		if over := e.game.Outcome(&p, nil).Over(); over != (i+1 == len(moves)) && word(line, "cp") != "0" {
			e.t.Errorf("%s: over after %d moves: %v", line, i+1, over)
		}
	}
}

// scoreText returns an exact value as UCI has it.
func scoreText(v score.Exact) string {
	if v.Outcome == score.Draw {
		return "cp 0"
	}
	return fmt.Sprint("mate ", v.Value().MateMoves())
}

// smallTables are the flags of small tables: with and without drops, kings, and symmetry.
var smallTables = [][]string{
	{"--variant", "thinchess8"},
	{"--variant", "tinyhouse", "--units", "U1P1"},
	{"--variant", "losalamos", "--material", "KQvKR"},
	{"--variant", "peasants3", "--material", "PPvPP"},
	{"--variant", "dobutsu", "--units", "L2G1C1"},
}

// TestTablePlay searches positions of tables: the engine knows the value at once, with the whole line,
// and plays a move that keeps it.
func TestTablePlay(t *testing.T) {
	for _, args := range smallTables {
		t.Run(strings.Join(args[1:], ""), func(t *testing.T) {
			e := newPlayer(t, solveTable(t, args...))
			for _, p := range sampleOf(t, e.table, 200) {
				e.checkValue(&p)
			}
			e.checkLines()
			e.quit()
		})
	}
}

// checkValue searches a position of the table: the engine reports the value and the whole line, and
// plays a move that keeps the value.
func (e *player) checkValue(p *board.Position) {
	e.t.Helper()
	want := e.value(p)
	said, m := e.think(p, "depth 1")
	info := last(said, "info depth *")
	hits, _ := strconv.Atoi(word(info, "tbhits"))
	if !strings.Contains(info, " score "+scoreText(want)+" ") || hits < 1 || word(info, "pv") != word(last(said, "bestmove *"), "bestmove") {
		e.t.Errorf("%s is %v: %q", notation.FEN(e.game, p), want, said)
	}
	if _, pv, _ := strings.Cut(info, " pv "); want.Outcome != score.Draw && len(strings.Fields(pv)) != int(want.Plies) {
		e.t.Errorf("%s is %v: %s", notation.FEN(e.game, p), want, info)
	}
	e.checkLine(*p, info)
	var next board.Position
	e.game.Apply(&next, p, m)
	if got := e.value(&next).Prev(); got != want {
		e.t.Errorf("%s is %v, after %s %v", notation.FEN(e.game, p), want, notation.Move(e.game, p, m), got)
	}
}

// checkLines searches with all lines: they are sorted, with the values of the table.
func (e *player) checkLines() {
	e.t.Helper()
	e.send("setoption name MultiPV value 256")
	for _, p := range sampleOf(e.t, e.table, 20) {
		said, _ := e.think(&p, "depth 1")
		before := score.WinIn(0)
		for rank := 1; rank <= e.game.Count(&p); rank++ {
			info := last(said, fmt.Sprintf("info * multipv %d *", rank))
			m, err := notation.ParseMove(e.game, &p, word(info, "pv"))
			if err != nil {
				e.t.Fatal(err)
			}
			var next board.Position
			e.game.Apply(&next, &p, m)
			v := e.value(&next).Prev()
			if !strings.Contains(info, " score "+scoreText(v)+" ") || v.Compare(before) > 0 {
				e.t.Errorf("%s: %s after %v, want %v", notation.FEN(e.game, &p), info, before, v)
			}
			e.checkLine(p, info)
			before = v
		}
	}
}

// TestBringsHome plays won positions against every defence: the game is over after at most the plies
// of the table.
func TestBringsHome(t *testing.T) {
	for _, args := range smallTables[:3] {
		t.Run(strings.Join(args[1:], ""), func(t *testing.T) {
			e := newPlayer(t, solveTable(t, args...))
			asked := map[board.Position]board.Position{}
			for _, p := range sampleOf(t, e.table, 300) {
				if v := e.value(&p); v.Outcome == score.Win && len(asked) < many(1500) {
					e.bringHome(p, int(v.Plies), asked)
				}
			}
			if len(asked) < 50 {
				t.Errorf("only %d positions asked", len(asked))
			}
			e.quit()
		})
	}
}

// bringHome lets the engine play p for the side to move, with plies left, and tries all replies. Asked
// maps positions to those after the engine's move.
func (e *player) bringHome(p board.Position, plies int, asked map[board.Position]board.Position) {
	e.t.Helper()
	next, known := asked[p]
	if !known {
		_, m := e.think(&p, "depth 1")
		e.game.Apply(&next, &p, m)
		asked[p] = next
	}
	if o := e.game.Outcome(&next, nil); o.Over() {
		if o.Result >= 0 {
			e.t.Errorf("%s: not won", notation.FEN(e.game, &next))
		}
		return
	}
	if plies <= 1 {
		e.t.Errorf("%s: not over", notation.FEN(e.game, &next))
		return
	}
	var l board.List
	e.game.Moves(&next, &l)
	for _, m := range l.All() {
		if known && len(asked) > many(1500) {
			return // long enough
		}
		var after board.Position
		e.game.Apply(&after, &next, m)
		if o := e.game.Outcome(&after, nil); o.Over() {
			if o.Result <= 0 {
				e.t.Errorf("%s: the defender won", notation.FEN(e.game, &after))
			}
			continue
		}
		e.bringHome(withoutCounters(e, &after), plies-2, asked)
	}
}

// withoutCounters returns p with the counters of a new game.
func withoutCounters(e *player, p *board.Position) board.Position {
	fields := strings.Fields(notation.FEN(e.game, p))
	q, err := notation.ParseFEN(e.game, strings.Join(append(fields[:len(fields)-2], "0", "1"), " "))
	if err != nil {
		e.t.Fatal(err)
	}
	return q
}

// TestTableBelowRoot searches a position that is not in the table and has moves that lead into it.
func TestTableBelowRoot(t *testing.T) {
	e := newPlayer(t, solveTable(t, "--variant", "losalamos", "--material", "KQvKR"))
	p, err := notation.ParseFEN(e.game, "k5/1r4/6/2n3/1Q4/K5 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	said, _ := e.think(&p, "depth 4")
	if hits, _ := strconv.Atoi(word(last(said, "info depth *"), "tbhits")); hits < 1 {
		t.Errorf("%q", said)
	}
	// The table does not serve another game, and serves the first one again.
	const known = "position fen k5/1r4/6/6/1Q4/K5 w - - 0 1"
	if info := e.search("setoption name UCI_Variant value tinyhouse", "position startpos", "go depth 3"); word(info, "tbhits") != "0" {
		t.Errorf("%s", info)
	}
	if info := e.search("setoption name UCI_Variant value losalamos", known, "go depth 1"); word(info, "tbhits") == "0" {
		t.Errorf("%s", info)
	}
	e.send("setoption name TablebasePath value /nowhere at all")
	if got := e.ask("info string *"); !strings.Contains(got, "/nowhere at all") {
		t.Errorf("%s", got)
	}
	if info := e.search(known, "go depth 1"); word(info, "nodes") == "0" { // without a search
		t.Errorf("%s", info)
	}
	e.quit()
}

// TestTableCommands runs verify, stats and probe on a table, and checks errors of the command line.
func TestTableCommands(t *testing.T) {
	table := solveTable(t, "--variant", "thinchess8", "--json")
	path := table.Name()
	if r := finish(t, "", "verify", path); r.status != 0 || !strings.HasSuffix(r.out, "verified: 49180 positions, 0 errors\n") {
		t.Errorf("verify: %+v", r)
	}
	if r := finish(t, "", "verify", "--sample", "100", "--json", path); r.status != 0 || !strings.Contains(r.out, `"errors":0`) {
		t.Errorf("verify: %+v", r)
	}
	one, two := finish(t, "", "stats", "--signatures", "--threads", "1", path), finish(t, "", "stats", "--signatures", "--threads", "3", path)
	if one.status != 0 || one.out != two.out || !strings.Contains(one.out, "longest: 11 k/n/1/1/N/r/R/K w - - 0 1 win\n") {
		t.Errorf("stats: %+v, %+v", one, two)
	}
	var stats inspect.TableStats
	r := finish(t, "", "stats", "--json", path)
	if err := json.Unmarshal([]byte(r.out), &stats); err != nil || stats.All.Positions != 49180 || len(stats.Longest.Line) != 11 || stats.Signatures != nil {
		t.Errorf("stats: %v %+v", err, r)
	}
	for fen, want := range map[string]score.Exact{"k/n/1/1/N/r/R/K w - - 0 1": score.WinIn(11), "k/r/n/1/1/N/R/K w - - 0 1": {}, "k/1/1/1/1/1/1/K w - - 0 1": {}} {
		var probe inspect.TableProbe
		r = finish(t, "", "probe", "--json", path, "--fen", fen)
		if err := json.Unmarshal([]byte(r.out), &probe); err != nil || !strings.HasPrefix(r.out, `{"variant":"thinchess8","fen":"`+fen+`","value":"`+solver.ValueOf(want).Value+`"`) || strings.Contains(r.out, "Exact") {
			t.Fatalf("probe: %v %+v", err, r)
		}
		if best := probe.Moves[0]; best.Value.Value != probe.Value.Value || best.Step != probe.Line[0] || want.Outcome != score.Draw && len(probe.Line) != int(want.Plies) {
			t.Errorf("probe: %+v", r)
		}
		if r = finish(t, "", "probe", path, "--fen", fen); !strings.HasSuffix(r.out, "\nvalue: "+want.String()+"\n") {
			t.Errorf("probe: %+v", r)
		}
	}
	for args, says := range map[string]string{
		"probe " + path + " --fen k/n/n/n/N/r/R/K":                                     "not in the table",
		"probe " + path + " --fen k/k/n/n/N/r/R/K":                                     "king",
		"probe ../../tb/embedded/tables/chess-KPvK.tht --fen 4k3/8/8/8/8/8/8/4K2R_w_K": "right to castle",
		"verify nowhere":                                "nowhere",
		"verify":                                        "0 files given",
		"verify --sample -1 " + path:                    "--sample",
		"solve":                                         "--out",
		"solve --out x --memory 8X":                     `"8X"`,
		"solve --out x --memory 99999999T":              `"99999999T"`,
		"solve --out x --mode weak --units W1":          "strong only",
		"solve --out x --mode odd":                      `"odd"`,
		"solve --out x --material KvK":                  "units",
		"solve --out x --units W1 --material KvK":       "one of them",
		"solve --out x --units W1Z1":                    `"W1Z1"`,
		"solve --out nowhere/x --variant thinchess8":    "nowhere",
		"stats " + filepath.Join(path, ".."):            "folder",
		"solve --out x --variant thinchess8 --time -1s": "--time",
	} {
		if r := finish(t, "", strings.Fields(args)...); r.status == 0 || !strings.Contains(r.err, says) || strings.Contains(r.err, "panic") {
			t.Errorf("%s: status %d, %s", args, r.status, r.err)
		}
	}
}

// TestVerifyFinds verifies a table with one wrong value.
func TestVerifyFinds(t *testing.T) {
	good := solveTable(t, "--variant", "thinchess8", "--material", "KRvKR")
	path := filepath.Join(t.TempDir(), "wrong.tht")
	w, err := table.Create(path, table.Desc{Game: good.Game(), Material: good.Material(), Signatures: good.Signatures()}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range good.Signatures() {
		layout, err := good.Layout(i)
		if err != nil {
			t.Fatal(err)
		}
		values := make([]dtm.Value, layout.Size())
		if err := good.Values(i, 0, values); err != nil {
			t.Fatal(err)
		}
		var p board.Position
		for n := range values {
			if i == len(good.Signatures())-1 && layout.Decode(uint64(n), &p) {
				values[n] = dtm.Win + 77
				break
			}
		}
		if err := w.Write(values); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := finish(t, "", "verify", path)
	if r.status != 1 || !strings.Contains(r.out, "stored win 77, ") || !strings.Contains(r.out, "\nverified: ") || strings.Contains(r.out, ", 0 errors") {
		t.Errorf("%+v", r)
	}
}

// TestSolveStopped stops solve by --time and resumes it.
func TestSolveStopped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.tht")
	args := []string{"solve", "--variant", "losalamos", "--material", "KQvKR", "--out", path}
	r := finish(t, "", append(args, "--time", "50ms")...)
	if r.status != 1 || !strings.Contains(r.err, "stopped when the time was up") {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a table already")
	}
	if r = finish(t, "", append(args, "--time", "5m")...); r.status != 0 || !strings.Contains(r.out, "\ntable: "+path+" ") {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(path + ".checkpoint"); err == nil {
		t.Error("the checkpoint is still there")
	}
	if r := finish(t, "", "verify", path); r.status != 0 {
		t.Errorf("%+v", r)
	}
}
