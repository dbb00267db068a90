package main

import (
	"fmt"
	"os"
	"strings"
)

// goals are changes of the rules of Tinyhouse. A file for such a game must not pass for one of
// Tinyhouse.
var goals = []string{
	"flagPiece = k\nflagRegionWhite = *4\nflagRegionBlack = *1",
	"stalemateValue = draw",
	"firstRankPawnDrops = true",
	"promotionPieceTypes = w",
}

// attackRules makes tables and certificates for other games that are called tinyhouse.
func attackRules(t *tally) error {
	made := 0
	for i, goal := range goals {
		ini := t.path(fmt.Sprintf("%d.ini", i))
		if err := os.WriteFile(ini, []byte("[Tinyhouse:tinyhouse]\n"+goal+"\n"), 0o666); err != nil {
			return err
		}
		table, proof := t.path(fmt.Sprintf("%d.tht", i)), t.path(fmt.Sprintf("%d.thc", i))
		rules := []string{"--variants", ini, "--variant", "Tinyhouse", "--log-level", "error"}
		// A game that is refused has no files.
		for path, args := range map[string][]string{
			table: {"solve", "--units", "W1", "--out", table},
			proof: {"solve", "--mode", "weak", "--fen", "k3/4/4/W2K[] w - - 0 1", "--out", proof},
		} {
			o, err := t.run(command{args: append(args, rules...)})
			if err != nil || !t.ends(&o, "%q", args) {
				return err
			}
			if _, err := os.Stat(path); o.status != 0 || err != nil {
				continue
			}
			made++
			if err := t.foreign(path, goal); err != nil {
				return err
			}
		}
	}
	if made < len(goals) {
		return fmt.Errorf("%d files made, want %d or more", made, len(goals))
	}
	return nil
}

// foreign reads a file for a game that is called Tinyhouse.
func (t *tally) foreign(path, goal string) error {
	const fen = "k3/4/4/W2K[] w - - 0 1"
	for _, args := range [][]string{{"verify", path}, {"stats", path}, {"probe", path, "--fen", fen}} {
		what := fmt.Sprintf("%s of a file with %q", args[0], goal)
		t.add(tried, 3)
		o, err := t.run(command{args: append(args, "--log-level", "error")})
		if err != nil || !t.ends(&o, "%s", what) {
			return err
		}
		first, _, _ := strings.Cut(o.out, "\n")
		if o.status != 0 || !strings.HasPrefix(first, "variant: Tinyhouse (not the built-in rules: ") {
			t.fault(false_, "%s: status %d, the first line is %q, want the name with a digest", what, o.status, first)
		} else {
			t.add(accepted, 1)
		}
		for _, name := range []string{"tinyhouse", "chess"} {
			o, err := t.run(command{args: append(args, "--variant", name, "--log-level", "error")})
			if err != nil || !t.ends(&o, "%s", what) {
				return err
			}
			if o.status == 0 || o.out != "" {
				t.fault(false_, "%s: --variant %s: status %d: %s", what, name, o.status, o.out)
				continue
			}
			t.refusal(&o, "%s --variant %s", what, name)
		}
	}
	return nil
}
