package verify_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/solver/retro"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/table"
)

var planted = flag.String("planted", "", "solve and check `\"VARIANT MATERIAL\"`, for TestPlanted")

// bugs are changes of tb/index, and of the symmetries it uses, that the solver and the tables share, so that only positions that are
// listed without it show them. Each has a game in which it matters.
var bugs = []struct {
	name, file, old, new string
	variant, material    string
	complete             bool // a sample need not find it
}{
	{"mirror where pieces move to one side", symmetryFile,
		"return m, geo.Width > 1 && keeps(g, candidate{squares: m, sides: true})", "return m, true || keeps(g, candidate{squares: m, sides: true})",
		"lopsided", "KAvK", false},
	{"mirror where a corner promotes", symmetryFile,
		"return m, geo.Width > 1 && keeps(g, candidate{squares: m, sides: true})", "return m, true || keeps(g, candidate{squares: m, sides: true})",
		"corner", "KPvK", false},
	{"colours exchanged, promotion zones ignored", symmetryFile,
		"return c.keepsSides(v.Promote.Zone, promoting) &&", "return (true || promoting) &&",
		"zones", "KPvKP", false},
	{"colours exchanged, double steps ignored", symmetryFile,
		"c.keepsSides(v.Pawn.DoubleFrom, v.Pawn.DoubleStep) &&", "", "steps", "KPvKP", false},
	{"colours exchanged, goals ignored", symmetryFile,
		"c.keepsSides(v.End.FlagZone, v.End.Flag != 0) &&", "", "goals", "KWvK", false},
	{"colours exchanged, drop zones ignored", symmetryFile,
		"c.keepsSides(v.Drop.Zone, v.Drop.Allowed) &&", "", "drops", "W1", false},
	{"pairs share numbers", "find.go",
		"return high*(high-1)/2 + low, 1<<a | 1<<b", "return high*(high-1)/2 + low/2, 1<<a | 1<<b", "tinyhouse", "W2", false},
	{"promoted pieces share the signature of others", "signature.go",
		"up := p.Promoted()", "up := p.Promoted() & 0", "tinyhouse", "P1", false},
	{"kings on one file have no number", "section.go",
		"return !ix.g.Attacks(us,", "return ix.geo.File(w) != ix.geo.File(b) && !ix.g.Attacks(us,", "tinyhouse", "W1", false},
	{"pawns have no number on the rank of their start", "section.go",
		"home[sec.turn] &^= sec.barred", "home[sec.turn] &^= sec.barred\n\t\thome[0] &^= ix.geo.RankSet(1)\n\t\thome[1] &^= ix.geo.RankSet(ix.geo.Height - 2)",
		"passing", "KPvKP", false},
	{"no signature with a pawn that has become a wazir", "index.go",
		"ok && to == k && ix.g.Pawn() != 0", "ok && to == k && letter != 'w' && ix.g.Pawn() != 0", "tinyhouse", "P1", false},
	{"no number for two pieces in one hand", "find.go",
		"if p.Castling() != 0 || l.full == 0 {", "if p.Castling() != 0 || l.full == 0 || p.Hand(board.White).Len() > 1 || p.Hand(board.Black).Len() > 1 {", "tinyhouse", "W1U1", false},
	{"either pawn that captures en passant counted", "section.go",
		"sec.barred = geom.Of(left)", "sec.barred = 0 & geom.Of(left)", "passing4", "KPPvKP", false},
	{"pawns on both sides that capture en passant not a tie", "find.go",
		"v.tie = pawns&sec.otherAttacker != 0", "v.tie = false && pawns != 0", "passing", "KPPvKP", false},
	{"positions with the other side in check counted", "cursor.go",
		"!c.layout.ix.g.OpponentInCheck(p) && c.isLeast(number)", "c.isLeast(number)", "tinyhouse", "W1", false},
	{"both numbers of a tie counted", "cursor.go",
		"return other >= number", "return other > 0 || number >= 0", "passing", "KPvK", false},
	{"every tie counted as symmetric", "cursor.go",
		"c.self = other == number", "c.self = true", "passing", "KPvK", false},
	{"sets that are their own mirror image not a tie", "fold.go",
		"mirrored, x == y", "mirrored, x > 64", "farmers", "PPvP", false},
}

// plantedResult is what a program with a planted bug reports.
type plantedResult struct {
	Solver            string // an error
	Complete, Sampled uint64 // errors
	Kinds             []verify.FaultKind
	Failed            string // an error of the check
	Certificate       string // an error of the check of a certificate
}

// checkFailed begins plantedResult.Failed if the check of the table has refused it.
const checkFailed = "verify: "

// TestPlanted builds this test anew with each bug, solves a space with it and checks the table: all
// bugs must be reported, whether all positions of the space are looked up or a sample.
func TestPlanted(t *testing.T) {
	some := bugs
	if testing.Short() {
		some = bugs[:1]
	}
	for _, bug := range bugs {
		plant(t, indexFolder+bug.file, bug.old, bug.new)
	}
	plain := buildPlanted(t, "", "", "")
	for _, bug := range some {
		t.Run(bug.name, func(t *testing.T) {
			before := runPlanted(t, plain, bug.variant, bug.material)
			if before.Solver != "" || before.Failed != "" || before.Complete+before.Sampled > 0 || before.Certificate != "" {
				t.Errorf("without a bug: %+v", before)
			}
			r := runPlanted(t, buildPlanted(t, bug.file, bug.old, bug.new), bug.variant, bug.material)
			t.Logf("%-55s %s %s: %d errors in all positions, %d in a sample %v%s%s",
				bug.name, bug.variant, bug.material, r.Complete, r.Sampled, r.Kinds, r.Solver, r.Failed)
			if r.Solver != "" {
				t.Error("no table to check")
			}
			if r.Failed != "" && !strings.HasPrefix(r.Failed, checkFailed) {
				t.Error("the program with the bug gave no result")
			}
			if r.Solver+r.Failed == "" && (r.Complete == 0 || r.Sampled == 0 && !bug.complete) {
				t.Error("not found")
			}
			if bug.file == symmetryFile && !strings.Contains(r.Certificate, "play differs") {
				t.Errorf("not found in a certificate: %q", r.Certificate)
			}
		})
	}
}

// indexFolder holds the files with the planted bugs.
const indexFolder = "../../tb/index/"

// symmetryFile is the file of the symmetries that tb/index uses, from there.
const symmetryFile = "../../engine/symmetry/symmetry.go"

// buildPlanted builds this test with a file of tb/index changed; "" changes none. The solver does not
// look at its own table, since that would find most bugs before the verifier could.
func buildPlanted(t *testing.T, file, before, after string) (program string) {
	t.Helper()
	dir := t.TempDir()
	program = filepath.Join(dir, "planted.test")
	replace := map[string]string{}
	change := func(file, before, after string) {
		path, text := plant(t, file, before, after)
		replace[path] = filepath.Join(dir, filepath.Base(file))
		enginetest.WriteFile(t, replace[path], []byte(text))
	}
	change("../retro/sample.go", "if total == 0 {", "if total >= 0 {")
	if file != "" {
		change(indexFolder+file, before, after)
	}
	overlay, _ := json.Marshal(map[string]map[string]string{"Replace": replace})
	enginetest.WriteFile(t, filepath.Join(dir, "overlay.json"), overlay)
	args := []string{"test", "-c", "-o", program, "-overlay", filepath.Join(dir, "overlay.json"), "."}
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// plant returns the path of a file and its text with a change.
func plant(t *testing.T, file, before, after string) (path, text string) {
	t.Helper()
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	text = string(enginetest.ReadFile(t, path))
	if strings.Count(text, before) != 1 {
		t.Fatalf("%s has %d times %q: change the bug", file, strings.Count(text, before), before)
	}
	return path, strings.Replace(text, before, after, 1)
}

// runPlanted solves and checks some material with a program of buildPlanted.
func runPlanted(t *testing.T, program, variant, material string) (r plantedResult) {
	t.Helper()
	out, err := exec.Command(program, "-test.run", "^TestSolvePlanted$", "-planted", variant+" "+material).CombinedOutput()
	line, _, _ := strings.Cut(string(out), "\n")
	if jsonErr := json.Unmarshal([]byte(line), &r); jsonErr != nil {
		r.Failed = fmt.Sprintf("%v: %.300s", err, out)
	}
	return r
}

// TestSolvePlanted solves and checks what TestPlanted names, and prints the result.
func TestSolvePlanted(t *testing.T) {
	if *planted == "" {
		t.Skip("SKIPPED: part of TestPlanted")
	}
	variant, material, _ := strings.Cut(*planted, " ")
	json.NewEncoder(os.Stdout).Encode(solvePlanted(t, plantedGame(t, variant), material))
}

// plantedGame returns a game of testdata/planted.ini or a built-in one.
func plantedGame(t testing.TB, name string) *board.Game {
	return enginetest.FromFile(t, "testdata/planted.ini", name)
}

func solvePlanted(t *testing.T, g *board.Game, material string) (r plantedResult) {
	m, err := solver.Parse(g, material)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "table.tht")
	if _, err := retro.Solve(context.Background(), g, m, path, retro.Options{Limits: solver.Limits{Threads: 1, Memory: 1 << 30}}); err != nil {
		r.Solver = "solver: " + err.Error()
		return r
	}
	tab, err := table.Open(path, container.NewCache(1<<24))
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	if err := checkEmptyCertificate(t, g); err != nil {
		r.Certificate = err.Error()
	}
	numbers := 0
	for i := range tab.Signatures() {
		layout, err := tab.Layout(i)
		if err != nil {
			t.Fatal(err)
		}
		numbers += int(layout.Full())
	}
	for _, sample := range []int{0, numbers - 1} {
		report, err := verify.Table(context.Background(), tab, verify.Options{Sample: sample})
		if err != nil {
			r.Failed = checkFailed + err.Error()
			return r
		}
		if sample == 0 {
			r.Complete = report.Errors
		} else {
			r.Sampled = report.Errors
		}
		for _, f := range report.First {
			if !slices.Contains(r.Kinds, f.Kind) {
				r.Kinds = append(r.Kinds, f.Kind)
			}
		}
	}
	return r
}

// checkEmptyCertificate checks a certificate of the start position without records.
func checkEmptyCertificate(t *testing.T, g *board.Game) error {
	root := enginetest.Position(t, g, "")
	path := filepath.Join(t.TempDir(), "empty.thc")
	w, err := certificate.Create(path, g, &root)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := certificate.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, err = verify.Certificate(context.Background(), f, verify.Options{})
	return err
}
