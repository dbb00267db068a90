package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/tb/index"
)

// raceINI is Tinyhouse with a goal for the king, under a name that looks like it.
const raceINI = "[Tinyhouse:tinyhouse]\nflagPiece = k\nflagRegionWhite = *4\nflagRegionBlack = *1\n"

// raceRules are the lines after the variant in which the commands describe raceINI.
const raceRules = `rules: no built-in variant is called Tinyhouse
rules: flagPiece = k (built-in tinyhouse: default)
rules: flagRegionWhite = *4 (built-in tinyhouse: default)
rules: flagRegionBlack = *1 (built-in tinyhouse: default)
`

// raceFiles solves raceINI, and returns the paths of the ini file, a table and a certificate.
func raceFiles(t *testing.T) (ini, table, proof string) {
	t.Helper()
	dir := t.TempDir()
	ini, table, proof = filepath.Join(dir, "race.ini"), filepath.Join(dir, "race.tht"), filepath.Join(dir, "race.thc")
	enginetest.WriteFile(t, ini, []byte(raceINI))
	flags := []string{"--variants", ini, "--variant", "Tinyhouse", "--log-level", "error"}
	for _, args := range [][]string{{"--units", "W1", "--out", table}, {"--mode", "weak", "--fen", "3k/4/4/K3[W] w - - 0 1", "--out", proof}} {
		if r := finish(t, "", append(append([]string{"solve"}, args...), flags...)...); r.status != 0 {
			t.Fatalf("%v: %+v", args, r)
		}
	}
	return ini, table, proof
}

// TestForeignRules solves a game under the name of another in upper case: every command that reads
// the table or the certificate begins with its rules and how they differ, --variant refuses the
// files of other rules with both digests, and no search of the other game uses them.
func TestForeignRules(t *testing.T) {
	ini, table, proof := raceFiles(t)
	own, builtin := shortDigest(enginetest.FromFile(t, ini, "Tinyhouse")), shortDigest(enginetest.Game(t, "tinyhouse"))
	fen := "3k/4/4/K3[W] w - - 0 1"
	for _, path := range []string{table, proof} {
		for _, command := range []string{"verify", "probe", "stats"} {
			args := []string{command, path}
			if command == "probe" {
				args = append(args, "--fen", fen)
			}
			head := "variant: Tinyhouse (not the built-in rules: " + own + ")\n" + raceRules
			if r := finish(t, "", args...); r.status != 0 || !strings.HasPrefix(r.out, head) {
				t.Errorf("%v: %+v, want %q", args, r, head)
			}
			known := "variant: Tinyhouse\nrules: those of Tinyhouse in " + ini + "\n"
			if r := finish(t, "", append(args, "--variants", ini)...); r.status != 0 || !strings.HasPrefix(r.out, known) {
				t.Errorf("%v --variants: %+v", args, r)
			}
			if r := finish(t, "", append(args, "--variants", ini, "--variant", "Tinyhouse")...); r.status != 0 || !strings.HasPrefix(r.out, known) {
				t.Errorf("%v --variant Tinyhouse: %+v", args, r)
			}
			for _, more := range [][]string{nil, {"--json"}, {"--variants", ini}} {
				r := finish(t, "", append(append(args, "--variant", "tinyhouse"), more...)...)
				if r.status != 1 || r.out != "" || !strings.Contains(r.err, own) || !strings.Contains(r.err, builtin) {
					t.Errorf("%v --variant tinyhouse %v: %+v", args, more, r)
				}
			}
			var got struct {
				Rules, Builtin, Compared string
				Differences              []struct{ Key, Here, Builtin any }
			}
			r := finish(t, "", append(args, "--json")...)
			if err := json.Unmarshal([]byte(r.out), &got); err != nil || got.Rules != own || got.Builtin != "" || got.Compared != "tinyhouse" ||
				len(got.Differences) != 3 || got.Differences[0] != struct{ Key, Here, Builtin any }{"flagPiece", "k", nil} {
				t.Errorf("%v --json: %v, %+v, %s", args, err, got, r.out)
			}
		}
		e := start(t)
		e.send("setoption name TablebasePath value "+path, "position fen "+fen, "go depth 2")
		if said := e.until("bestmove *"); !strings.Contains(strings.Join(said, "\n"), "not used: other rules than tinyhouse, the ") {
			t.Errorf("%s is used for tinyhouse: %q", path, said)
		} // the embedded tables know the position
		e.quit()
	}
}

// renamed returns a file with another text in its header, of the same length, and the right digest.
func renamed(file []byte, old, text string) []byte {
	b := bytes.Replace(file, []byte(old), []byte(text), 1)
	foot := len(b) - 72
	directory := binary.LittleEndian.Uint64(b[foot:])
	head := 60 + binary.LittleEndian.Uint32(b[20:]) + binary.LittleEndian.Uint32(b[24:])
	sum := sha256.Sum256(slices.Concat(b[:head], b[directory:foot+32]))
	copy(b[foot+32:], sum[:])
	return b
}

// TestForgedNames reads files with names and materials made to look like others or to print lines
// of their own, with right digests.
func TestForgedNames(t *testing.T) {
	file := enginetest.ReadFile(t, "../../tb/embedded/tables/thinchess8-KNRvKNR.tht")
	if !bytes.Equal(renamed(file, "[thinchess8]", "[thinchess8]"), file) {
		t.Fatal("a forged file would be a damaged one")
	}
	path, digest := filepath.Join(t.TempDir(), "forged.tht"), shortDigest(enginetest.Game(t, "thinchess8"))
	for _, name := range []string{"thinchess\n", "thin\nhess8", "thin\rhess8", "thin\x1bhess8", "thinches\xd58", "thin\u0441ess8", "thinchess ", "thinchess\x00"} {
		enginetest.WriteFile(t, path, renamed(file, "[thinchess8]", "["+name+"]"))
		for _, command := range []string{"verify", "stats"} {
			r := finish(t, "", command, path)
			if first, _, _ := strings.Cut(r.out, "\n"); r.status == 0 && first != "variant: thinchess (not the built-in rules: "+digest+")" {
				t.Errorf("%s %q: %+v", command, name, r)
			}
		}
	}
	for _, name := range []string{"ThinChess8", "thinchessB"} {
		enginetest.WriteFile(t, path, renamed(file, "[thinchess8]", "["+name+"]"))
		want := "variant: " + name + " (not the built-in rules: " + digest + ")\nrules: those of the built-in thinchess8\nplacements: all 49180\nverified: "
		if r := finish(t, "", "verify", path); r.status != 0 || !strings.HasPrefix(r.out, want) {
			t.Errorf("%q: %+v", name, r)
		}
	}
	for _, material := range []string{"KNR\nKNR", "K\x1b[2JNR", "KNRv\u041aN"} {
		enginetest.WriteFile(t, path, renamed(file, "KNRvKNR", material))
		r := finish(t, "setoption name UCI_Variant value thinchess8\nsetoption name TablebasePath value "+path+"\nisready\n")
		for line := range strings.Lines(r.out) {
			if !strings.HasPrefix(line, "info string ") && line != "readyok\n" {
				t.Errorf("%q: the engine prints %q", material, line)
			}
		}
		for _, args := range [][]string{{"stats", path}, {"verify", path}, {"probe", path, "--fen", "k/r/r/1/1/R/R/K w - - 0 1"}} {
			r := finish(t, "", args...)
			if printed := r.out + r.err; strings.Contains(r.out, material) || strings.ContainsAny(printed, "\x1b\r") || strings.Contains(printed, "\nKNR") {
				t.Errorf("%v %q: %+v", args, material, r)
			}
		}
	}
}

// shortDigest returns the digest of a game as the commands print it.
func shortDigest(g *board.Game) string { return inspect.ShortDigest(index.RulesDigest(g)) }

// TestDifferences changes random variants, and compares built-in ones: games of different digests
// differ in a key, those of the same in none.
func TestDifferences(t *testing.T) {
	var games []*board.Game
	for _, v := range rules.Builtin().Variants() {
		games = append(games, enginetest.Game(t, v.Name))
	}
	for seed := range uint64(many(40)) {
		g := enginetest.Random(t, seed)
		games = append(games, g)
		v := *g.Variant()
		v.Pieces = slices.Clone(v.Pieces)
		if n := len(v.Pieces); n > 2 && v.Castle == (rules.Castling{}) {
			v.Pieces[n-1], v.Pieces[n-2] = v.Pieces[n-2], v.Pieces[n-1]
		}
		v.End.Stalemate = (v.End.Stalemate+2)%3 - 1
		if h, err := board.Compile(&v); err == nil {
			games = append(games, h)
		}
	}
	for i, g := range games {
		for _, h := range games[i:] {
			d, err := differences(g, h)
			if same := index.RulesDigest(g) == index.RulesDigest(h); err != nil || (len(d) == 0) != same {
				t.Errorf("%s and %s: %v, %+v, same digest %t", g.Variant().Name, h.Variant().Name, err, d, same)
			}
		}
	}
}

// TestStartDifference compares games whose starts alone differ: only where pawns can stand matters.
func TestStartDifference(t *testing.T) {
	g := enginetest.Game(t, "peasants3")
	for fen, want := range map[string]int{notation.FEN(g, new(startOf(t, g))): 0, "3/ppp/3/3/3/3/PP1/3 w - - 0 1": 0, "3/3/ppp/3/3/PPP/3/3 w - - 0 1": 1} {
		v := *g.Variant()
		v.Start = fen
		h, err := board.Compile(&v)
		if err != nil {
			t.Fatal(err)
		}
		d, err := differences(h, g)
		if err != nil || len(d) != want || want > 0 && d[0].Key != "startFen" {
			t.Errorf("%s: %v, %+v", fen, err, d)
		}
	}
}

func startOf(t *testing.T, g *board.Game) board.Position {
	p, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
