package rules_test

import (
	"flag"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/randvar"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/perft"
	"tinyhouse/engine/rules"
)

var definitions = flag.Int("definitions", 2000, "test this many random variants, and as many random ini texts")

// many returns the number of random definitions, a quarter of it in a short run.
func many() int {
	if testing.Short() {
		return *definitions / 4
	}
	return *definitions
}

// TestRandomVariants writes random variants and reads them back.
func TestRandomVariants(t *testing.T) {
	for seed := range uint64(many()) {
		v := randvar.Random(rand.New(rand.NewPCG(seed, 4)))
		if text, why := unchanged(v, nil); why != "" {
			t.Fatalf("seed %d: %s: %+v\n%s", seed, why, v, text)
		}
	}
}

// TestRandomTexts reads random ini texts, and writes and reads back every variant in them.
func TestRandomTexts(t *testing.T) {
	var sections, accepted, compiled int
	used := map[string]int{}
	for seed := range uint64(many()) {
		m := writer{Rand: rand.New(rand.NewPCG(seed, 16))}
		text := m.file()
		base := rules.Builtin()
		catalog, _ := rules.Parse("random.ini", text, base)
		all := catalog.Variants()[len(base.Variants()):]
		sections += len(m.drafts)
		accepted += len(all)
		for _, v := range all {
			if written, why := unchanged(v, catalog); why != "" {
				t.Fatalf("seed %d: %s: %s: %+v\n%s\nread from\n%s", seed, v.Name, why, v, written, text)
			}
			if _, err := board.Compile(v); err == nil {
				compiled++
			}
			for _, d := range m.drafts {
				for _, key := range d.keys {
					if d.name == v.Name {
						used[key]++
					}
				}
			}
		}
	}
	t.Logf("%d sections, %d accepted, %d playable", sections, accepted, compiled)
	if accepted < sections/5 {
		t.Errorf("%d of %d sections accepted: too few for a test", accepted, sections)
	}
	for _, key := range rules.SettingKeys() {
		if kinds[key] == "" {
			t.Errorf("%s: no random values", key)
		} else if used[key] < many()/2000 {
			t.Errorf("%s: in %d accepted sections", key, used[key])
		}
	}
}

// unchanged writes a variant and reads it back, alone and after the variants of a catalog. It returns
// the text and what is wrong.
func unchanged(v *rules.Variant, catalog *rules.Catalog) (text, why string) {
	if err := rules.Validate(v); err != nil {
		return "", err.Error()
	}
	var b, again strings.Builder
	if err := rules.WriteINI(&b, v); err != nil {
		return "", err.Error()
	}
	c, err := rules.Parse("written.ini", b.String(), nil)
	if err != nil {
		return b.String(), err.Error()
	}
	back := c.Variants()[0]
	if !reflect.DeepEqual(back, v) {
		return b.String(), "another variant is read back"
	}
	if err := rules.WriteINI(&again, back); err != nil || again.String() != b.String() {
		return b.String(), "the second text differs:\n" + again.String()
	}
	if _, err := rules.Parse("written.ini", b.String(), catalog); err != nil && catalog != nil {
		return b.String(), err.Error()
	}
	if leaves(v) != leaves(back) {
		return b.String(), "another game is read back"
	}
	return b.String(), ""
}

// leaves counts the leaves after two moves from the start position, 0 if no game can start from it.
func leaves(v *rules.Variant) uint64 {
	g, err := board.Compile(v)
	if err != nil {
		return 0
	}
	p, err := notation.Start(g)
	if err != nil {
		return 0
	}
	return perft.Count(g, &p, 2)
}
