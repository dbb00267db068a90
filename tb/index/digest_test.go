package index_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/rules"
	"tinyhouse/tb/index"
)

// free are the fields of a variant on which no value and no number depends.
var free = []string{"Name", "Template", "CharTable", "Pocket", "Start"}

// TestRulesDigest changes one field of random variants at a time: the digest stays with a free field,
// unless pawns can stand elsewhere, and changes with any other. The atoms and the role of a piece
// follow from its moves in Betza notation and its name in every variant that was read.
func TestRulesDigest(t *testing.T) {
	changed, kept := map[string]int{}, map[string]int{}
	for seed := range uint64(60) {
		g := enginetest.Random(t, seed)
		want, rng := index.RulesDigest(g), rand.New(rand.NewPCG(seed, 7))
		for _, path := range fieldsOf(reflect.ValueOf(*g.Variant()), "") {
			if strings.HasPrefix(path.name, "Pieces.Atoms.") || path.name == "Pieces.Role" {
				continue
			}
			v := clone(g.Variant())
			change(fieldAt(reflect.ValueOf(v).Elem(), path.steps), rng)
			if rules.Validate(v) != nil {
				continue
			}
			h, err := board.Compile(v)
			if err != nil {
				continue
			}
			pawns := g.PawnHome(board.White) != h.PawnHome(board.White) || g.PawnHome(board.Black) != h.PawnHome(board.Black)
			same := index.RulesDigest(h) == want
			if wantSame := slices.Contains(free, path.name) && !pawns; same != wantSame {
				t.Errorf("seed %d: %s changed: same digest %t, want %t", seed, path.name, same, wantSame)
			}
			if same {
				kept[path.name]++
			} else {
				changed[path.name]++
			}
		}
	}
	for _, name := range []string{".Pieces.Betza", ".Pawn.EnPassant", ".Promote.To", ".Drop.Zone", ".End.Stalemate",
		".End.NMove", ".End.NFold", ".End.Flag", ".End.FlagSafe", ".End.ExtinctIs", ".Castle.KingFile"} {
		if changed[name[1:]] == 0 {
			t.Errorf("%s never changed: %v", name, changed)
		}
	}
	if kept["Name"] == 0 || kept["Pocket"] == 0 {
		t.Errorf("free fields never changed: %v", kept)
	}
}

// path leads to a field.
type path struct {
	name  string // without the numbers of elements
	steps []int
}

// fieldsOf returns the paths to all values in v that have no parts.
func fieldsOf(v reflect.Value, name string) (all []path) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			for _, p := range fieldsOf(v.Field(i), name+"."+v.Type().Field(i).Name) {
				all = append(all, path{p.name, append([]int{i}, p.steps...)})
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			for _, p := range fieldsOf(v.Index(i), name) {
				all = append(all, path{p.name, append([]int{i}, p.steps...)})
			}
		}
	default:
		return []path{{name[1:], nil}}
	}
	return all
}

// fieldAt returns the value at the end of a path.
func fieldAt(v reflect.Value, steps []int) reflect.Value {
	for _, i := range steps {
		if v.Kind() == reflect.Struct {
			v = v.Field(i)
		} else {
			v = v.Index(i)
		}
	}
	return v
}

// clone returns a copy of v with pieces of its own.
func clone(v *rules.Variant) *rules.Variant {
	c := *v
	c.Pieces = slices.Clone(v.Pieces)
	return &c
}

// change gives a field another value.
func change(v reflect.Value, rng *rand.Rand) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.String:
		v.SetString(v.String() + string(rune('a'+rng.IntN(26))))
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(v.Uint() ^ 1<<rng.IntN(v.Type().Bits()))
	case reflect.Int, reflect.Int8:
		v.SetInt(v.Int() ^ 1)
	default:
		panic(fmt.Sprint("a field of type ", v.Type()))
	}
}
