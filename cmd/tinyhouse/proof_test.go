package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// The commands that read certificates, and play by them. The certificates are made from tables.

// prover makes a certificate from the best moves of a table.
type prover struct {
	*player
	w    *certificate.Writer
	seen map[uint64]bool
}

// prove writes a certificate of the value of root; with only, of a lower bound of it.
func prove(t testing.TB, table *table.File, root board.Position, only bool) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "proof.thc")
	w, err := certificate.Create(path, table.Game(), &root)
	if err != nil {
		t.Fatal(err)
	}
	pr := &prover{&player{partner: &partner{t: t}, table: table, game: table.Game()}, w, map[uint64]bool{}}
	v := pr.value(&root)
	if v.Outcome != score.Loss {
		pr.add(root)
	}
	if v.Outcome == score.Loss || v.Outcome == score.Draw && !only {
		after := enginetest.Next(pr.game, &root)
		for _, q := range after {
			pr.add(q)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// add adds records of p, which is not lost, and of all positions that its proof needs.
func (pr *prover) add(p board.Position) {
	if pr.game.Outcome(&p, nil).Over() || pr.seen[p.Key()] {
		return
	}
	pr.seen[p.Key()] = true
	v := pr.value(&p)
	moves, after := enginetest.Moves(pr.game, &p), enginetest.Next(pr.game, &p)
	i := slices.IndexFunc(after, func(q board.Position) bool { return pr.value(&q).Prev() == v })
	if err := pr.w.Add(&p, moves[i], v); err != nil {
		pr.t.Fatal(err)
	}
	if !pr.game.Outcome(&after[i], nil).Over() {
		replies := enginetest.Next(pr.game, &after[i])
		for _, q := range replies {
			pr.add(q)
		}
	}
}

// of returns sampled positions of an outcome; won and lost ones are at least 4 plies from the end.
func of(t testing.TB, table *table.File, want score.Outcome, n int) (all []board.Position) {
	t.Helper()
	e := &player{partner: &partner{t: t}, table: table, game: table.Game()}
	for _, p := range sampleOf(t, table, 400) {
		if v := e.value(&p); v.Outcome == want && (want == score.Draw || v.Plies >= 4) && len(all) < n {
			all = append(all, p)
		}
	}
	return all
}

// proofTables are material of which no table comes with the program.
var proofTables = [][]string{
	{"--variant", "losalamos", "--material", "KQvKR"},
	{"--variant", "tinyhouse", "--units", "U1P1"},
	{"--variant", "dobutsu", "--units", "L2G1C1"},
	{"--variant", "peasants3", "--material", "PPvPP"},
}

// TestProofPlay plays from proved positions to the end through UCI: won, lost and drawn ones, against
// best and random moves.
func TestProofPlay(t *testing.T) {
	for _, args := range proofTables {
		t.Run(strings.Join(args[1:], ""), func(t *testing.T) {
			table := solveTable(t, args...)
			e := start(t)
			e.send("setoption name UCI_Variant value " + table.Game().Variant().Name)
			pl := &player{e, table, table.Game()}
			rng := rand.New(rand.NewPCG(7, 7))
			for _, want := range []score.Outcome{score.Win, score.Loss, score.Draw} {
				for i, root := range of(t, table, want, 4) {
					path := prove(t, table, root, i%2 == 1)
					if got := e.ask("info string certificate *", "setoption name TablebasePath value "+path); !strings.Contains(got, "records") {
						t.Errorf("%s", got)
					}
					pl.playProof(root, want, rng)
				}
			}
			e.quit()
		})
	}
}

// playProof has the engine play from root for the side with the proof and, if the game is decided,
// for the other side.
func (e *player) playProof(root board.Position, want score.Outcome, rng *rand.Rand) {
	e.t.Helper()
	for game := range 5 {
		ours := root.Turn()
		if want == score.Loss {
			ours = ours.Other() // the side with the proof
		}
		if want != score.Draw && game == 4 { // the other one, against best play
			ours = ours.Other()
		}
		longest := int(e.value(&root).Plies)
		if want == score.Draw {
			longest = 40
		}
		e.playOut(root, ours, longest, game%2 == 0, want != score.Draw && game < 4, rng)
	}
}

// playOut plays a game of the engine against best or random moves. By the table, no move of the engine
// may worsen its value, and a decided game must end after longest plies. With probes, the engine must
// use the certificate at each of its moves.
func (e *player) playOut(p board.Position, ours board.Color, longest int, best, probes bool, rng *rand.Rand) {
	e.t.Helper()
	fen, text, keys := notation.FEN(e.game, &p), "", []uint64(nil)
	decided := e.value(&p).Outcome != score.Draw
	for ply := 0; ; ply++ {
		o := e.game.Outcome(&p, keys)
		if o.Over() || ply >= longest && !decided {
			return
		}
		if ply >= longest {
			e.t.Fatalf("%s moves%s: not over after %d plies", fen, text, ply)
		}
		before := e.value(&p)
		m := e.reply(&p, best, rng)
		if p.Turn() == ours {
			e.send("position fen "+fen+" moves"+text, "go depth 2")
			said := e.until("bestmove *")
			var err error
			if m, err = notation.ParseMove(e.game, &p, word(said[len(said)-1], "bestmove")); err != nil {
				e.t.Fatal(err)
			}
			if hits, _ := strconv.Atoi(word(last(said, "info * tbhits *"), "tbhits")); hits < 1 && probes {
				e.t.Errorf("%s moves%s: %q", fen, text, said)
			}
		}
		text += " " + notation.Move(e.game, &p, m)
		keys = append(keys, p.Key())
		mover := p.Turn()
		e.game.Apply(&p, &p, m)
		if after := e.value(&p).Prev(); mover == ours && after.Outcome < before.Outcome {
			e.t.Fatalf("%s moves%s: was %v, is %v", fen, text, before, after)
		}
	}
}

// reply returns a move of the engine's opponent.
func (e *player) reply(p *board.Position, best bool, rng *rand.Rand) board.Move {
	entries, err := inspect.Moves(e.table, p)
	if err != nil {
		e.t.Fatal(err)
	}
	if !best {
		return entries[rng.IntN(len(entries))].Move
	}
	return slices.MaxFunc(entries, func(a, b inspect.Move) int { return a.Exact.Compare(b.Exact) }).Move
}

// TestProofCommands verifies and probes certificates, and prints their statistics.
func TestProofCommands(t *testing.T) {
	table := solveTable(t, "--variant", "losalamos", "--material", "KQvKR")
	for _, want := range []score.Outcome{score.Win, score.Loss, score.Draw} {
		root := of(t, table, want, 1)[0]
		fen, path := notation.FEN(table.Game(), &root), prove(t, table, root, false)
		v, err := inspect.Value(table, &root)
		if err != nil {
			t.Fatal(err)
		}
		r := finish(t, "", "verify", path)
		if r.status != 0 || !strings.HasPrefix(r.out, "variant: losalamos\nroot: "+fen+"\nproved: "+v.String()+"\nverified: ") || !strings.HasSuffix(r.out, " positions, 0 errors\n") {
			t.Errorf("verify: %+v", r)
		}
		if r := finish(t, "", "verify", "--sample", "3", path); r.status != 0 || !strings.HasSuffix(r.out, "claimed: "+v.String()+"\nverified: 3 positions, 0 errors\n") {
			t.Errorf("verify: %+v", r)
		}
		var verdict inspect.CertificateReport
		r = finish(t, "", "verify", "--json", path)
		if err := json.Unmarshal([]byte(r.out), &verdict); err != nil || !verdict.Proved || verdict.Claim != v.String() || verdict.Root != fen {
			t.Errorf("verify: %v %+v", err, r)
		}
		var probe inspect.CertificateProbe
		r = finish(t, "", "probe", "--json", path, "--fen", fen)
		if err := json.Unmarshal([]byte(r.out), &probe); err != nil || probe.Claim != v.String() || len(probe.Moves) == 0 || want != score.Draw && len(probe.Line) != int(v.Plies) {
			t.Errorf("probe: %v %+v", err, r)
		}
		if r := finish(t, "", "probe", path); r.status != 0 || !strings.HasSuffix(r.out, "\nvalue: "+v.String()+"\n") {
			t.Errorf("probe: %+v", r)
		}
		var stats inspect.CertificateStats
		r = finish(t, "", "stats", "--json", path)
		if err := json.Unmarshal([]byte(r.out), &stats); err != nil || stats.Records != verdict.Positions || stats.Wins+stats.Draws != stats.Records || stats.Claim != v.String() {
			t.Errorf("stats: %v %+v", err, r)
		}
		if r := finish(t, "", "stats", path); r.status != 0 || !strings.Contains(r.out, "\nclaim: "+v.String()+"\n") {
			t.Errorf("stats: %+v", r)
		}
	}
}

// TestProofRefused refuses certificates that prove nothing, or are damaged, with the reason.
func TestProofRefused(t *testing.T) {
	table := solveTable(t, "--variant", "losalamos", "--material", "KQvKR")
	root := of(t, table, score.Win, 1)[0]
	path := filepath.Join(t.TempDir(), "empty.thc")
	w, err := certificate.Create(path, table.Game(), &root)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := finish(t, "", "verify", path)
	if r.status != 1 || !strings.Contains(r.out, "error: ") || !strings.Contains(r.out, "\nclaimed: unknown\nverified: 0 positions, 1 errors\n") {
		t.Errorf("%+v", r)
	}
	if r := finish(t, "", "probe", path); r.status != 1 || !strings.Contains(r.err, "not in the certificate") {
		t.Errorf("%+v", r)
	}
	good := prove(t, table, root, false)
	b, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"verify", "stats"} {
		if r := finish(t, "", command, path); r.status != 1 || !strings.Contains(r.err, "damaged") {
			t.Errorf("%s: %+v", command, r)
		}
	}
	// A move that does not keep the value, in a file that is whole.
	w, err = certificate.Create(path, table.Game(), &root)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := inspect.Moves(table, &root)
	if err != nil {
		t.Fatal(err)
	}
	worst := slices.MinFunc(entries, func(a, b inspect.Move) int { return a.Exact.Compare(b.Exact) })
	if err := w.Add(&root, worst.Move, score.WinIn(9)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if r := finish(t, "", "verify", path); r.status != 1 || !strings.Contains(r.out, "recorded win 9, but there is no record after "+worst.UCI) {
		t.Errorf("%+v", r)
	}
}

// TestOtherRulesProof verifies a certificate that is right by rules of its own under the name of a
// variant: the first line says so, and --variant refuses it.
func TestOtherRulesProof(t *testing.T) {
	for _, name := range []string{"thinchess8", "unknown"} {
		v := *enginetest.Game(t, "thinchess8").Variant()
		v.Name, v.End.Stalemate = name, rules.Win
		g, err := board.Compile(&v)
		if err != nil {
			t.Fatal(err)
		}
		mated := enginetest.Position(t, g, "k/1/R/1/1/1/1/K b - - 0 1")
		path := filepath.Join(t.TempDir(), "proof.thc")
		w, err := certificate.Create(path, g, &mated)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		digest := inspect.ShortDigest(index.RulesDigest(g))
		for _, command := range []string{"verify", "probe", "stats"} {
			if r := finish(t, "", command, path); r.status != 0 || !strings.HasPrefix(r.out, "variant: "+name+" (not the built-in rules: "+digest+")\n") {
				t.Errorf("%s %s: %+v", command, name, r)
			}
			if r := finish(t, "", command, path, "--json"); !strings.Contains(r.out, `"variant":"`+name+`","rules":"`+digest+`"`) {
				t.Errorf("%s %s: %+v", command, name, r)
			}
			if r := finish(t, "", command, path, "--variant", "thinchess8"); r.status != 1 || !strings.Contains(r.err, digest) || r.out != "" {
				t.Errorf("%s %s --variant thinchess8: %+v", command, name, r)
			}
		}
	}
}
