package rules

import (
	"bytes"
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

// TestBuiltinRules looks at one fact of each variant that a slip in the text would change.
func TestBuiltinRules(t *testing.T) {
	get := func(name string) *Variant {
		v, err := Builtin().Get(name)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	tests := []struct {
		name string
		ok   bool
	}{
		{"tinyhouse pawns drop between first and last rank", get("tinyhouse").Drop.PawnZone == Sides{0x0ff0, 0x0ff0}},
		{"tinyhouse stalemate wins", get("tinyhouse").End.Stalemate == Win},
		{"tinyhouse promotes to wazir, horse and ferz", get("tinyhouse").Promote.To == "wuf"},
		{"tinyhouse has no double step", get("tinyhouse").Pawn == Pawn{}},
		{"firstrank pawns drop on the first rank", get("tinyhouse-firstrank").Drop.PawnZone == Sides{0x0fff, 0xfff0}},
		{"thinchess stalemate draws", get("thinchess").End.Stalemate == Draw},
		{"thinchess has no castling", !get("thinchess").Castle.Allowed},
		{"peasants have no king", get("peasants").Pieces[0].Role == PawnRole},
		{"peasants need not promote", get("peasants").Promote.To == "" && !get("peasants").Promote.PawnMandatory},
		{"peasants step twice from the second rank", get("peasants3").Pawn == Pawn{true, Sides{7 << 3, 7 << 18}, true}},
		{"chess castles", get("chess").Castle == Castling{true, 4, [2]int{0, 7}, [2]int{6, 2}, [2]int{7, 0}, 'r'}},
		{"chess draws after fifty moves", get("chess").End.NMove == 50},
		{"crazyhouse castles and drops", get("crazyhouse").Castle.Allowed && get("crazyhouse").Drop.Captures},
		{"losalamos has no bishop", get("losalamos").Piece('b') == nil && get("losalamos").Promote.To == "qrn"},
		{"gardner pawns promote on the fifth rank", get("gardner").Promote.Zone == Sides{0x1f << 20, 0x1f}},
		{"dobutsu chicks become hens", get("dobutsu").Piece('c').Promoted == 'h' && get("dobutsu").Promote.PieceMandatory},
		{"dobutsu lions win unseen on the far rank", get("dobutsu").End.FlagSafe && get("dobutsu").End.Extinct == "l"},
	}
	for _, tt := range tests {
		if !tt.ok {
			t.Errorf("not so: %s", tt.name)
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
