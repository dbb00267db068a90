package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/rules"
	"tinyhouse/protocol/expect"
)

// TestEnginesJSON compares the entry for CuteChess with the options and variants of the program.
func TestEnginesJSON(t *testing.T) {
	text, err := os.ReadFile("../../scripts/gui/engines.json")
	if err != nil {
		t.Fatal(err)
	}
	var engines []struct {
		Variants []string
		Options  []struct {
			Name, Type string
			Default    any
			Min, Max   float64
			Value      any
		}
	}
	if err := json.Unmarshal(text, &engines); err != nil || len(engines) != 1 {
		t.Fatalf("%d engines, %v", len(engines), err)
	}
	said := strings.Split(finish(t, "uci\nquit\n", "uci").out, "\n")
	combo := strings.Fields(last(said, "option name UCI_Variant *"))
	for _, v := range engines[0].Variants {
		if !slices.Contains(combo, v) {
			t.Errorf("variant %s is not in %s", v, combo)
		}
	}
	for _, o := range engines[0].Options {
		kind := map[string]string{"spin": "spin", "text": "string"}[o.Type]
		line := last(said, "option name "+o.Name+" type "+kind+" default *")
		if line == "" {
			t.Errorf("no option %s of type %s", o.Name, o.Type)
		}
		if o.Type == "spin" && !expect.Match("* default "+number(o.Default)+" min "+number(o.Min)+" max *", line) {
			t.Errorf("%s: %v, %v to %v", line, o.Default, o.Min, o.Max)
		}
	}
}

// number formats a number of JSON.
func number(n any) string {
	text, _ := json.Marshal(n)
	return string(text)
}

// TestXBoardList checks that the entries for XBoard name existing variants.
func TestXBoardList(t *testing.T) {
	for _, name := range []string{"xboard.txt", "tinyhouse.eng"} {
		text, err := os.ReadFile("../../scripts/gui/" + name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		var variants []string
		for _, line := range lines {
			if _, variant, ok := strings.Cut(line, " -variant "); ok {
				variants = append(variants, variant)
			}
		}
		if name == "tinyhouse.eng" {
			variants = strings.Split(lines[len(lines)-1], ",")
		}
		if len(variants) < 6 {
			t.Errorf("%s: variants %q", name, variants)
		}
		for _, v := range variants {
			if _, err := rules.Builtin().Get(v); err != nil && v != "normal" {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
