package webapi

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/engine/rules"
	"tinyhouse/tb"
	"tinyhouse/tb/embedded"
)

// ask answers a request and reads the answer into a value.
func ask(t *testing.T, a *API, r Request, answer any) {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	got := a.Answer(t.Context(), text)
	var f Failure
	if json.Unmarshal(got, &f); f.Error != "" {
		t.Fatalf("%s: %s", text, f.Error)
	}
	if err := json.Unmarshal(got, answer); err != nil {
		t.Fatalf("%s: %v", got, err)
	}
}

// failure returns the error of a request.
func failure(t *testing.T, a *API, r Request) string {
	t.Helper()
	text, _ := json.Marshal(r)
	var f Failure
	if err := json.Unmarshal(a.Answer(t.Context(), text), &f); err != nil || f.Error == "" {
		t.Fatalf("%s: no error", text)
	}
	return f.Error
}

func TestVariants(t *testing.T) {
	var all []Variant
	ask(t, New(nil), Request{Op: "variants"}, &all)
	if len(all) != len(rules.Builtin().Variants()) {
		t.Fatalf("%d variants", len(all))
	}
	hands := map[string]string{"tinyhouse": "PWUF", "crazyhouse": "PNBRQ", "dobutsu": "CEG", "chess": ""}
	for _, v := range all {
		if want, ok := hands[v.Name]; ok && v.Hand != want {
			t.Errorf("%s: hand %q, want %q", v.Name, v.Hand, want)
		}
		if v.HasCode != strings.HasPrefix(v.Name, "thinchess") && v.Name != "peasants1" {
			t.Errorf("%s: has a code: %v", v.Name, v.HasCode)
		}
	}
}

func TestPosition(t *testing.T) {
	a := New(nil)
	var p Position
	ask(t, a, Request{Op: "position", Moves: []string{"c1d3"}}, &p)
	if p.FEN != "fuwk/3U/P3/KW1F[P] b - - 0 1" || p.Hands[0]["P"] != 1 || p.Men["d3"] != "U" || p.Turn != "b" {
		t.Errorf("%+v", p)
	}
	for _, c := range []struct{ variant, text, want string }{
		{"", "k1W1/4/1K2/4[] b - - 0 1", "0-1 stalemated player wins"},
		{"thinchess8", "k/r/n/1/1/N/R/K_w", "* "},
		{"thinchess8", "bk/br/bn/x/x/wn/wr/wk:w:-:0:0", "* "},
		{"crazyhouse", "R5k1/5ppp/8/8/8/8/8/K7[] b - - 0 1", "1-0 White mates"},
	} {
		p = Position{}
		ask(t, a, Request{Op: "position", Variant: c.variant, Text: c.text}, &p)
		if got := p.Result + " " + p.Reason; got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
		if (p.Result == "*") != (len(p.Moves) > 0) {
			t.Errorf("%s: %d moves", c.text, len(p.Moves))
		}
	}
	p = Position{}
	ask(t, a, Request{Op: "position", Text: "2k1/P3/4/2K1[] w - - 0 1"}, &p)
	var becomes []string
	for _, m := range p.Moves {
		if m.From == "a3" {
			becomes = append(becomes, m.Becomes+m.Promotion)
		}
	}
	if slices.Sort(becomes); !slices.Equal(becomes, []string{"F~f", "U~u", "W~w"}) {
		t.Errorf("promotions %v", becomes)
	}
	p = Position{}
	ask(t, a, Request{Op: "position", Variant: "chess", Text: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}, &p)
	if i := slices.IndexFunc(p.Moves, func(m Move) bool { return m.SAN == "O-O" }); i < 0 || p.Moves[i].To != "g1" {
		t.Errorf("castling: %v", p.Moves)
	}
}

func TestValues(t *testing.T) {
	set := tb.NewSet(1 << 20)
	set.More = embedded.Open
	defer set.Close()
	var p Position
	ask(t, New(lookup.NewLibrary(rules.Builtin(), set)), Request{Op: "position", Variant: "thinchess8", Text: "k/n/1/1/N/r/R/K w - - 0 1"}, &p)
	values := map[string]string{}
	for _, m := range p.Moves {
		values[m.SAN] = m.Value
	}
	if p.Value != "win 11" || values["Rxa3"] != "win 11" || values["Na6+"] != "draw" || len(values) != 2 {
		t.Errorf("%s %v", p.Value, values)
	}
}

func TestFailures(t *testing.T) {
	a := New(nil)
	for _, c := range []struct {
		r    Request
		want string
	}{
		{Request{Op: "fly"}, "fly"},
		{Request{Op: "position", Variant: "nonesuch"}, "nonesuch"},
		{Request{Op: "position", Text: "x/y"}, "x/y"},
		{Request{Op: "position", Variant: "thinchess8", Text: "bk,br,bn,x,x,wn,wr:w"}, "bk,br,bn,x,x,wn,wr:w"},
		{Request{Op: "position", Moves: []string{"a1a4"}}, "a1a4"},
		{Request{Op: "move", Input: "Qh9"}, "Qh9"},
		{Request{Op: "read", Input: "1. Ud3 (Uxa1)"}, "Uxa1"},
		{Request{Op: "read", Input: "1. Ud3 $1x"}, "$1x"},
		{Request{Op: "read", Input: "1. Ud3 (1. Uxd3 Kxd3"}, "(1. Uxd3 Kxd3"},
		{Request{Op: "read", Input: "1. Ud3 ) Kxd3"}, ") Kxd3"},
		{Request{Op: "read", Input: "(1. Ud3)"}, "(1. Ud3)"},
		{Request{Op: "read", Input: "1. Ud3 {to the end"}, "{to the end"},
		{Request{Op: "read", Input: "[Event \"x\"]\n\n1. Qh9"}, "Qh9"},
		{Request{Op: "games", Input: "[Event x]\n\n1. Ud3"}, "[Event x]"},
		{Request{Op: "line", Line: []string{"c1d3", "c1d3"}}, "c1d3"},
		{Request{Op: "annotate", Game: &Game{Nodes: []Node{{}, {UCI: "a1a4"}}}}, "a1a4"},
		{Request{Op: "annotate", Game: &Game{Nodes: []Node{{}, {Parent: 2}}}}, "parent 2"},
		{Request{Op: "write", Game: &Game{}}, "no game"},
		{Request{Op: "variants", INI: "[own:tinyhouse]\nnoSuchKey = 1\n"}, "noSuchKey"},
	} {
		if got := failure(t, a, c.r); !strings.Contains(got, c.want) {
			t.Errorf("%+v: %q does not quote %q", c.r, got, c.want)
		}
	}
}

func TestOwnVariant(t *testing.T) {
	const ini = "[duel:tinyhouse]\nstartFen = k3/4/4/3K[UWuw] w - - 0 1\n"
	var p Position
	ask(t, New(nil), Request{Op: "position", INI: ini, Variant: "duel"}, &p)
	if p.Hands[1]["U"] != 1 || len(p.Moves) == 0 {
		t.Errorf("%+v", p)
	}
	if c, _ := New(nil).Check("[duel:tinyhouse]\nfoo = 1\n"); c.OK || c.Errors[0].Line != 2 || c.Errors[0].Key != "foo" {
		t.Errorf("%+v", c)
	}
	if c, err := New(nil).Check(ini); err != nil || !c.OK || !slices.Equal(c.Variants, []string{"duel"}) {
		t.Errorf("%+v", c)
	}
}

// TestWriteINI checks that the text of every variant defines the same rules under another name.
func TestWriteINI(t *testing.T) {
	a := New(nil)
	for _, v := range rules.Builtin().Variants() {
		var text Text
		var c Checked
		ask(t, a, Request{Op: "ini", Variant: v.Name}, &text)
		_, body, _ := strings.Cut(text.Text, "\n")
		ask(t, a, Request{Op: "check", INI: "[my-" + v.Name + "]\n" + body}, &c)
		if !c.OK || !slices.Equal(c.Variants, []string{"my-" + v.Name}) {
			t.Errorf("%s: %+v", v.Name, c)
		}
	}
}

func TestSetUp(t *testing.T) {
	a := New(nil)
	s := Setup{Men: map[string]string{"a1": "K", "d4": "k", "b2": "U~"}, Hands: [2]map[string]int{{"P": 2}, {"W": 1}}, Turn: "b"}
	var got Arranged
	ask(t, a, Request{Op: "setup", Setup: &s}, &got)
	if got.FEN != "3k/4/1U~2/K3[PPw] b - - 0 1" || got.Problem != "" {
		t.Errorf("%+v", got)
	}
	s.Men["c4"] = "K"
	ask(t, a, Request{Op: "setup", Setup: &s}, &got)
	if got.Problem == "" {
		t.Errorf("%+v", got)
	}
}

// TestTree reads games, writes them and reads them again.
func TestTree(t *testing.T) {
	a := New(nil)
	for _, c := range []struct {
		text  string
		nodes int
	}{
		{"fuwk/3U/P3/KW1F[P] b - - 0 1", 1},
		{"c1d3 Kxd3", 3},
		{"1. Ud3 {takes} Kxd3 (1... Kc3 $2 2. Ka2) (1... Wc3 2. Ub4 (2. Ue9x?)) 2. P@c3+!?", 0},
		{"1. Ud3 {takes} Kxd3 (1... Kc3 $2 2. Uc1) (1... Wc3) 2. P@b3!?", 7},
		{"[Variant \"Tinyhouse\"]\n[FEN \"fuwk/3U/P3/KW1F[P] b - - 0 1\"]\n\n1... Kxd3 *", 2},
	} {
		if c.nodes == 0 {
			failure(t, a, Request{Op: "read", Input: c.text})
			continue
		}
		var first, second Game
		var text Text
		ask(t, a, Request{Op: "read", Input: c.text}, &first)
		if len(first.Nodes) != c.nodes {
			t.Errorf("%s: %d nodes, want %d", c.text, len(first.Nodes), c.nodes)
		}
		ask(t, a, Request{Op: "write", Game: &first}, &text)
		ask(t, a, Request{Op: "read", Input: text.Text}, &second)
		first.Tags, second.Tags = nil, nil
		x, _ := json.Marshal(first)
		y, _ := json.Marshal(second)
		if string(x) != string(y) {
			t.Errorf("%s\n%s\n%s", text.Text, x, y)
		}
	}
}

// TestMaxVariants checks that the limit holds however an ini text is written.
func TestMaxVariants(t *testing.T) {
	a := New(nil)
	a.MaxVariants = 2
	for _, newline := range []string{`\n`, `\u000a`, `\r\n `, `\n\t`} {
		for _, op := range []string{"variants", "check", "position"} {
			request := `{"op":"` + op + `","ini":"` + strings.Join([]string{" [a:chess]", "[b:chess]", "[c:chess]"}, newline) + `"}`
			if got := string(a.Answer(t.Context(), []byte(request))); got != `{"error":"3 variants: want at most 2"}` {
				t.Errorf("%s: %.200s", request, got)
			}
		}
	}
}
