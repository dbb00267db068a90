package rules_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tinyhouse/engine/internal/randvar"
	"tinyhouse/engine/rules"
)

// TestRandomVariants writes random variants and reads them back.
func TestRandomVariants(t *testing.T) {
	for seed := range uint64(400) {
		v := randvar.Random(rand.New(rand.NewPCG(seed, 4)))
		var text strings.Builder
		if err := rules.WriteINI(&text, v); err != nil {
			t.Fatalf("seed %d: %v\n%+v", seed, err, v)
		}
		c, err := rules.Parse("random.ini", text.String(), nil)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text.String())
		}
		if again := c.Variants()[0]; !reflect.DeepEqual(again, v) {
			t.Fatalf("seed %d: %+v\nread back as %+v\n%s", seed, v, again, text.String())
		}
	}
}
