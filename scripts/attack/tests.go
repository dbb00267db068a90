package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
)

// tests are Go tests that are the check of a kind of false answer. They have more flags at full size.
var tests = []struct {
	about, folder, pattern string
	full                   []string
}{
	{"definitions written and read back", "engine/rules", "^TestRandom(Variants|Texts)$", []string{"-definitions", "10000"}},
	{"rules that cannot be written", "solver/retro", "^TestUnwritableRules$", nil},
	{"material that is extinct or has positions by promotion alone", "solver/retro", "^TestExtin", nil},
	{"distances", "engine/score", "^Test(Order|Range|MateMoves)$", nil},
	{"distances of tables", "solver/verify", "^TestDistanceOverflow$", nil},
	{"distances beyond 2,000 plies", "cmd/tinyhouse", "^TestLongDistances$", nil},
	{"a table of very many signatures", "tb/table", "^TestManySignatures$", nil},
	{"every byte and every length of a table", "tb/table", "^Test(EveryByte|Refused|Sizes)$", nil},
	{"tables that change, disks that fail", "tb", "^Test(Changed|SecondTable|Replaced|Failing.*)$", nil},
	{"material without bound", "solver/verify", "^Test(HugeMaterial|CancelledMissing)$", nil},
	{"states and checkpoints of a strong solution that change", "solver/retro", "^Test(Disturbed|MutatedCheckpoint)$", []string{"-attacks", "500"}},
	{"checkpoints of a proof that change", "solver/proof", "^TestMutatedCheckpoint$", []string{"-attacks", "300"}},
	{"values of tables and records of certificates that change", "solver/verify", "^TestMutated", nil},
	{"bugs planted in the numbering", "solver/verify", "^TestPlanted$", nil},
	{"every position of the material is in the table", "solver/verify", "^TestPlacements$", nil},
	{"values by hashed positions", "cmd/tinyhouse", "^TestWeakUnverified$", nil},
	{"names and rules of files", "cmd/tinyhouse", "^Test(ForeignRules|ForgedNames|Differences)$", nil},
}

// attackTests runs tests and counts those that pass.
func attackTests(t *tally) error {
	for _, test := range tests {
		args := []string{"test", "-count=1", "-v", "-timeout", "20m", "-run", test.pattern, "./" + test.folder}
		if t.small {
			args = append(args, "-short")
		} else {
			args = append(args, test.full...)
		}
		var out bytes.Buffer
		c := exec.Command("go", args...)
		c.Stdout, c.Stderr = &out, &out
		err := c.Run()
		text := out.String()
		passed, failed, skipped := strings.Count(text, "--- PASS: "), strings.Count(text, "--- FAIL: "), strings.Count(text, "--- SKIP: ")
		if passed+failed+skipped == 0 && (err == nil || strings.Contains(text, "build failed")) {
			return fmt.Errorf("go %q: %v, no such test: %.500s", args, err, text)
		}
		t.add(tried, passed+failed)
		t.add(accepted, passed)
		switch {
		case failed > 0:
			t.fault(false_, "%s: %s", test.about, tail(text))
		case err != nil:
			t.fault(crashed, "%s: %v: %s", test.about, err, tail(text))
		}
	}
	return nil
}

// tail returns the failures in the output of a test, or its last lines if it has none.
func tail(text string) string {
	if at := strings.Index(text, "--- FAIL: "); at >= 0 {
		return text[at:min(at+2000, len(text))]
	}
	return text[max(0, len(text)-1000):]
}
