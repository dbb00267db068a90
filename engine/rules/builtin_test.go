package rules

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestBuiltin(t *testing.T) {
	want := strings.Fields(`tinyhouse tinyhouse-firstrank thinchess thinchess8
		peasants peasants1 peasants2 peasants3 peasants4 peasants5 peasants6 peasants7
		chess standard crazyhouse losalamos gardner dobutsu`)
	if names := Builtin().Names(); !slices.Equal(names, want) {
		t.Errorf("names\nhave %v\nwant %v", names, want)
	}
	for _, v := range Builtin().Variants() {
		if err := Validate(v); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
	if v, err := Builtin().Get("standard"); err != nil || v.Name != "chess" {
		t.Errorf("standard is %v, %v", v, err)
	}
	if v, err := Builtin().Get(Default); err != nil || v.Name != Default {
		t.Errorf("the default is %v, %v", v, err)
	}
	_, err := Builtin().Get("tinyhose")
	if err == nil || err.Error() != `rules: variant "tinyhose" unknown (did you mean "tinyhouse"?)` {
		t.Errorf("tinyhose: %v", err)
	}
}

// builtinFacts holds facts of each variant that an error in its text would change.
var builtinFacts = []struct {
	name, says string
	holds      func(*Variant) bool
}{
	{"tinyhouse", "pawns drop between first and last rank", func(v *Variant) bool { return v.Drop.PawnZone == Sides{0x0ff0, 0x0ff0} }},
	{"tinyhouse", "stalemate wins", func(v *Variant) bool { return v.End.Stalemate == Win }},
	{"tinyhouse", "promotes to wazir, horse and ferz", func(v *Variant) bool { return v.Promote.To == "wuf" }},
	{"tinyhouse", "has no double step", func(v *Variant) bool { return v.Pawn == Pawn{} }},
	{"tinyhouse-firstrank", "pawns drop on the first rank", func(v *Variant) bool { return v.Drop.PawnZone == Sides{0x0fff, 0xfff0} }},
	{"thinchess", "stalemate draws", func(v *Variant) bool { return v.End.Stalemate == Draw }},
	{"thinchess", "has no castling", func(v *Variant) bool { return !v.Castle.Allowed }},
	{"peasants", "have no king", func(v *Variant) bool { return v.Pieces[0].Role == PawnRole }},
	{"peasants", "need not promote", func(v *Variant) bool { return v.Promote.To == "" && !v.Promote.PawnMandatory }},
	{"peasants3", "step twice from the second rank", func(v *Variant) bool { return v.Pawn == Pawn{true, Sides{7 << 3, 7 << 18}, true} }},
	{"chess", "castles", func(v *Variant) bool {
		return v.Castle == Castling{true, 4, [2]int{0, 7}, [2]int{6, 2}, [2]int{7, 0}, 'r'}
	}},
	{"chess", "draws after fifty moves", func(v *Variant) bool { return v.End.NMove == 50 }},
	{"crazyhouse", "castles and drops", func(v *Variant) bool { return v.Castle.Allowed && v.Drop.Captures }},
	{"losalamos", "has no bishop", func(v *Variant) bool { return v.Piece('b') == nil && v.Promote.To == "qrn" }},
	{"gardner", "pawns promote on the fifth rank", func(v *Variant) bool { return v.Promote.Zone == Sides{0x1f << 20, 0x1f} }},
	{"dobutsu", "chicks become hens", func(v *Variant) bool { return v.Piece('c').Promoted == 'h' && v.Promote.PieceMandatory }},
	{"dobutsu", "lions win unseen on the far rank", func(v *Variant) bool { return v.End.FlagSafe && v.End.Extinct == "l" }},
}

func TestBuiltinRules(t *testing.T) {
	for _, fact := range builtinFacts {
		v, err := Builtin().Get(fact.name)
		if err != nil || !fact.holds(v) {
			t.Errorf("not so: %s: %s (%v)", fact.name, fact.says, err)
		}
	}
	for _, v := range Builtin().Variants() {
		if i := slices.IndexFunc(v.Pieces, func(p Piece) bool { return p.Role == RoyalKing }); i > 0 {
			t.Errorf("%s: the king is piece %d", v.Name, i)
		}
	}
}

// TestWriteINI writes every built-in variant and reads it back, alone.
func TestWriteINI(t *testing.T) {
	for _, v := range Builtin().Variants() {
		roundTrip(t, v)
	}
	var b bytes.Buffer
	v, _ := Builtin().Get("tinyhouse-firstrank")
	if err := WriteINI(&b, v); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"promotionRank = 4\n", "promotionRegionWhite = *4\n", "promotionRegionBlack = *1\n",
		"horse = u\n", "firstRankPawnDrops = true\n", "stalemateValue = win\n"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("%q is missing in\n%s", line, b.String())
		}
	}
}

// TestBuiltinText checks that the texts of the built-in variants are those that tables contain, and that
// the digests of rules in tables depend on.
func TestBuiltinText(t *testing.T) {
	want := map[string]string{
		"tinyhouse":           "c9214b93363c7fa7",
		"tinyhouse-firstrank": "cb36f0e2e560e5ea",
		"thinchess":           "28209cbc601ba96b",
		"thinchess8":          "408906944413a24b",
		"peasants":            "8700daa49da1b172",
		"peasants1":           "c17902d2f122c4e0",
		"peasants2":           "19bce00060f61631",
		"peasants3":           "27859c3f96b888b8",
		"peasants4":           "d96aa6c000393be7",
		"peasants5":           "40ff4fef190a62ac",
		"peasants6":           "c94e785d507247ec",
		"peasants7":           "8c943a98cd70ef01",
		"chess":               "64a3f4e5f1a7b628",
		"crazyhouse":          "410e0b9a7e685d0d",
		"losalamos":           "12c7b9b091bc755c",
		"gardner":             "7a3d422c2cecf4c2",
		"dobutsu":             "4e30895d70df636d",
	}
	for _, v := range Builtin().Variants() {
		var b bytes.Buffer
		if err := WriteINI(&b, v); err != nil {
			t.Fatal(err)
		}
		digest := fmt.Sprintf("%x", sha256.Sum256(b.Bytes()))[:16]
		if old, ok := want[v.Name]; ok && digest != old {
			t.Errorf("%s: digest %s, want %s: the text of its rules has changed", v.Name, digest, old)
		}
	}
}

func roundTrip(t *testing.T, v *Variant) {
	t.Helper()
	var b bytes.Buffer
	if err := WriteINI(&b, v); err != nil {
		t.Fatal(err)
	}
	c, err := Parse("written.ini", b.String(), nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	if back := c.Variants()[0]; !back.equal(v) {
		t.Errorf("have %+v\nwant %+v\nfrom\n%s", back, v, b.String())
	}
}
